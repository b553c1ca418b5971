// What a file's events come to: which columns there are, and what is to be summed.
import { buildEventTable, type ColumnPick, type EventTable, type TableRow } from '../../../shared/event-table.ts'
import { createExactSums, type SumFigure } from '../../../shared/exact-sum.ts'

/** A sum to be taken of a property over all rows of the file. */
export interface WantedSum {
  property: string
  /**
   * The property that tells currencies or units apart, as the user confirmed it; null where none did: then a text
   * property named exactly `currency`, or else `unit`, does.
   */
  unit: string | null
}

export interface SumOfProperty {
  property: string
  /** The properties that told units apart in some row; empty where no row said its unit. */
  by: string[]
  /** The one that the user confirmed to do so; null where none did. */
  confirmed: string | null
  figures: SumFigure[]
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
}

export interface SurveyOptions extends ColumnPick {
  sums: readonly WantedSum[]
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
export function beginSurvey({ chosen, leave, together, sums }: SurveyOptions, expected?: number): Surveying {
  const pick = { chosen, leave, together }
  const builder = buildEventTable({ ...pick, most: MOST_COLUMNS })
  const summing = sums.map(createPropertySum)
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
      }
    },
  }
}

/** Of rows that are gone through for it alone. @throws SourceFailure */
export async function surveyEvents(
  pieces: AsyncIterable<readonly TableRow[]>,
  options: SurveyOptions,
): Promise<Survey> {
  const surveying = beginSurvey(options)
  for await (const piece of pieces) surveying.add(piece)
  return surveying.result()
}

/** What tells units apart as long as nobody said otherwise; the first that is there. */
export const DEFAULT_UNITS = ['currency', 'unit']

/** Takes one sum, row by row. */
export function createPropertySum({ property, unit }: WantedSum) {
  const sums = createExactSums()
  const by = new Set<string>()
  const units = unit === null ? DEFAULT_UNITS : [unit]
  return {
    add: ({ properties }: Pick<TableRow, 'properties'>) => {
      const named = properties.filter(({ name }) => name === property)
      // Which one of several a reader would take cannot be known.
      const number = named.length === 1 && named[0]?.kind === 'number' ? named[0].text : null
      const own = units
        .map((wanted) => properties.filter(({ name, kind }) => name === wanted && kind === 'string'))
        .find(({ length }) => length === 1)?.[0]
      if (own !== undefined) by.add(own.name)
      sums.add(own?.text ?? null, number)
    },
    result: (): SumOfProperty => ({
      property,
      by: [...by],
      confirmed: unit,
      figures: sums.figures(),
      rowsOfOtherUnits: sums.rowsOfOtherUnits(),
    }),
  }
}
