// What a file's events come to: which columns there are, and what is to be summed.
import { buildEventTable, type ColumnPick, type EventTable, type TableRow } from '../../../shared/event/event-table.ts'
import { createExactSums, type SumFigure, type SumType, sumTypeOf } from '../../../shared/exact/exact-sum.ts'
import { measureUnits } from '../../../shared/worth/property-meanings.ts'
import type { CurrencySum } from '../../../shared/worth/worth.ts'
import { createFileWorth, type FileWorth, measuredBy, type Valuing } from './file-worth.ts'

/** A sum to be taken of a property over all rows of the file, as `measureUnits` (shared/worth/property-meanings.ts) splits it. */
export interface WantedSum {
  property: string
  /** Properties whose texts tell currencies and units apart; different ones are never added. */
  by: readonly string[]
  /** Whether the user confirmed that they do. */
  confirmed: boolean
}

/** As long as nothing is known of what properties mean. */
export const usualSum = (property: string): WantedSum => ({ property, ...measureUnits([property], []) })

export interface SumOfProperty {
  property: string
  /** Those that told units apart in some row; empty where no row said its unit. */
  by: string[]
  confirmed: boolean
  /** `units`: a text, or null where it is not known, for each of `by`. */
  figures: (Omit<SumFigure, 'unit'> & { units: (string | null)[] })[]
  /** Rows whose units are beyond those that are told apart; they are in no figure. */
  rowsOfOtherUnits: number
}

export interface Survey {
  rows: number
  /** Length of all texts, in UTF-16 units. */
  characters: number
  /** Rows that hold in a field what its column cannot show. */
  misfits: number
  table: EventTable
  pick: ColumnPick
  sums: SumOfProperty[]
  /** Null where there are no rules to value by. */
  worth: FileWorth | null
  /** Of `worth` what is in no row: that of whole months, by currency. */
  ofMonths: CurrencySum[]
  /** Properties that are summed, or that the rules call amounts, prices or quantities. */
  grouped: ReadonlySet<string>
}

export interface SurveyOptions extends ColumnPick {
  sums: readonly WantedSum[]
  /** Absent or null: there are no rules. */
  valuing?: Valuing | null
}

/** A survey under way. */
export interface Surveying {
  add(rows: readonly TableRow[]): void
  /** As long as it stays, the columns do. */
  columns(): number
  /** Length of all texts so far, in UTF-16 units. */
  characters(): number
  /** Of the rows so far; where there will be more, their number is the expected one, and so is their length. */
  result(): Survey
}

/** Excel's most columns; no other program is at ease with more either. One is kept free for the date-time. */
const MOST_COLUMNS = 16_383
/** Rows times columns: a file of more would be separators, for the most part. */
const MOST_CELLS = 1_000_000_000

/** @param expected how many rows there will be, where that is known */
export function beginSurvey(
  { chosen, leave, together, sums, valuing = null }: SurveyOptions,
  expected?: number,
): Surveying {
  const pick = { chosen, leave, together }
  const builder = buildEventTable({ ...pick, most: MOST_COLUMNS })
  const summing = sums.map((sum) => createPropertySum(sum))
  const worth = valuing === null ? null : createFileWorth(valuing)
  const grouped = new Set([...sums.map(({ property }) => property), ...(valuing === null ? [] : measuredBy(valuing))])
  let rows = 0
  let characters = 0
  let misfits = 0
  return {
    add: (piece) => {
      rows += piece.length
      for (const row of piece) {
        characters += row.source.length
        if (row.misfit) misfits += 1
        builder.note(row)
        for (const sum of summing) sum.add(row)
        worth?.add(row)
      }
    },
    columns: builder.size,
    characters: () => characters,
    result: () => {
      const all = Math.max(rows, expected ?? 0)
      const table = builder.table(all === 0 ? MOST_COLUMNS : Math.floor(MOST_CELLS / all))
      return {
        rows: all,
        characters: rows === 0 ? 0 : Math.ceil((characters / rows) * all),
        misfits,
        table,
        pick,
        sums: summing.map((sum) => sum.result()),
        worth: worth?.result() ?? null,
        ofMonths: worth?.ofMonths() ?? [],
        grouped,
      }
    },
  }
}

/** What a sum needs to know of a row. */
export type SummedRow = Pick<TableRow, 'eventType' | 'properties'>

/**
 * Takes one sum, row by row.
 * @param typeOf by which rows are told apart
 */
export function createPropertySum(
  { property, by, confirmed }: WantedSum,
  typeOf: (eventType: string | null) => SumType = sumTypeOf,
) {
  const sums = createExactSums()
  const seen = new Set<string>()
  return {
    add: ({ eventType, properties }: SummedRow) => {
      const named = properties.filter(({ name }) => name === property)
      // Which one of several a reader would take cannot be known.
      const number = named.length === 1 && named[0]?.kind === 'number' ? named[0].text : null
      let known: (string | null)[] | null = null
      for (const [at, wanted] of by.entries()) {
        const own = properties.filter(({ name, kind }) => name === wanted && kind === 'string')
        if (own.length !== 1 || own[0] === undefined) continue
        seen.add(wanted)
        known ??= by.map(() => null)
        known[at] = own[0].text
      }
      sums.add(typeOf(eventType), known && JSON.stringify(known), number)
    },
    result: (): SumOfProperty => {
      const places = by.flatMap((name, at) => (seen.has(name) ? at : []))
      const unitsOf = (key: string | null) => {
        const all: (string | null)[] = key === null ? [] : JSON.parse(key)
        return places.map((at) => all[at] ?? null)
      }
      return {
        property,
        by: places.flatMap((at) => by[at] ?? []),
        confirmed,
        figures: sums.figures().map(({ unit, ...figure }) => ({ units: unitsOf(unit), ...figure })),
        rowsOfOtherUnits: sums.rowsOfOtherUnits(),
      }
    },
  }
}
