// This says what a file's events come to: which columns there are, and what is to be summed.
import { buildEventTable, type ColumnPick, type EventTable, type TableRow } from '../../../shared/event/event-table.ts'
import { widenedSize } from '../../../shared/exact/decimal.ts'
import type { ExpectedShapes } from '../../../shared/shape/expected-shapes.ts'
import { createPropertySum, type SumOfProperty, type WantedSum } from '../../../shared/worth/property-sum.ts'
import type { CurrencySum } from '../../../shared/worth/worth.ts'
import type { Charge } from './charges.ts'
import { createFileShapes, type FileShapes } from './file-shapes.ts'
import { createFileWorth, type FileWorth, measuredBy, type Valuing } from './file-worth.ts'

export interface Survey {
  rows: number
  /** Length of all texts, in UTF-16 units. */
  characters: number
  /** Rows that hold in a field what its column cannot show. */
  misfits: number
  table: EventTable
  pick: ColumnPick
  sums: SumOfProperty[]
  /** Each event is valued by it; null where there are no rules. */
  valuing: Valuing | null
  /** This is what they are worth together; null where there are no rules. */
  worth: FileWorth | null
  /** How many are as expected; null where nothing is. */
  shapes: FileShapes | null
  /** The part of `worth` that is in no row: that of whole months, by currency. */
  ofMonths: CurrencySum[]
  /** Who is charged what: adds up to `worth`. Worked out when it is asked for; empty where there are no rules. */
  charges: () => Charge[]
  /** Properties that are summed, or that the rules call amounts, prices or quantities. */
  grouped: ReadonlySet<string>
}

/** A format asks this of it. */
export interface SurveyNeeds {
  /** More properties than this are in one column; absent: as many as a spreadsheet has columns. */
  mostColumns?: number
  /** Whether its columns depend on how long their numbers are. */
  measures?: boolean
}

export interface SurveyOptions extends ColumnPick {
  sums: readonly WantedSum[]
  /** Absent or null: the events are not valued. */
  valuing?: Valuing | null
  /** Absent or null: nothing is expected of the events. */
  expected?: ExpectedShapes | null
  /** Absent: any one that has columns. */
  format?: SurveyNeeds
}

/** A survey under way. */
export type Surveying = ReturnType<typeof beginSurvey>

/** Excel's most columns; no other program is at ease with more either. One is kept free for the date-time. */
const MOST_COLUMNS = 16_383
/** Rows times columns: a file of more would be separators, for the most part. */
const MOST_CELLS = 1_000_000_000

/** @param expected how many rows there will be, where that is known */
export function beginSurvey(
  { chosen, leave, together, sums, valuing = null, expected: shapes = null, format = {} }: SurveyOptions,
  expected?: number,
) {
  const pick = { chosen, leave, together }
  const { mostColumns = MOST_COLUMNS, measures = false } = format
  const builder = buildEventTable({ ...pick, most: mostColumns, widened: measures ? widenedSize : undefined })
  const summing = sums.map((sum) => createPropertySum(sum))
  const worth = valuing === null ? null : createFileWorth(valuing)
  const judging = shapes === null ? null : createFileShapes(shapes)
  const grouped = new Set([...sums.map(({ property }) => property), ...(valuing === null ? [] : measuredBy(valuing))])
  let rows = 0
  let characters = 0
  let misfits = 0
  return {
    add(batch: readonly TableRow[]): void {
      rows += batch.length
      for (const row of batch) {
        characters += row.source.length
        if (row.misfit) misfits += 1
        builder.note(row)
        for (const sum of summing) sum.add(row)
        worth?.add(row)
        judging?.add(row)
      }
    },
    /** As long as it stays, the columns do. */
    columns: builder.size,
    /** Length of all texts so far, in UTF-16 units. */
    characters: (): number => characters,
    /** What the rows so far come to; where there will be more, their number and length are expected ones. */
    result(): Survey {
      const all = Math.max(rows, expected ?? 0)
      const table = builder.table(all === 0 ? mostColumns : Math.floor(MOST_CELLS / all))
      return {
        rows: all,
        characters: rows === 0 ? 0 : Math.ceil((characters / rows) * all),
        misfits,
        table,
        pick,
        sums: summing.map((sum) => sum.result()),
        valuing,
        worth: worth?.result() ?? null,
        shapes: judging?.result() ?? null,
        ofMonths: worth?.ofMonths() ?? [],
        charges: () => worth?.charges() ?? [],
        grouped,
      }
    },
  }
}

/** Says of a chosen column that no event has anything for it. */
export const emptyColumnWords = (name: string): string => `No event has ${name}: its column is empty.`
