// The first of the two times that a file's events are gone through: which columns there are, and what is to be summed.
import { buildEventTable, type ChosenColumn, type EventTable, type TableRow } from '../../../shared/event-table.ts'
import { createExactSums, type SumFigure } from '../../../shared/exact-sum.ts'
import { type EventSource, textsOf } from './event-source.ts'
import { readRow } from './read-row.ts'

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
  /** The columns that were chosen; null for every one. */
  chosen: readonly ChosenColumn[] | null
  sums: SumOfProperty[]
}

export interface SurveyOptions {
  chosen?: readonly ChosenColumn[] | undefined
  sums: readonly WantedSum[]
  signal?: AbortSignal | undefined
}

/** Excel's most columns; no other program is at ease with more either. One is kept free for the date-time. */
const MOST_COLUMNS = 16_383
/** Rows times columns: a file of more would be separators, for the most part. */
const MOST_CELLS = 1_000_000_000

/** @throws SourceFailure */
export async function surveyEvents(source: EventSource, { chosen, sums, signal }: SurveyOptions): Promise<Survey> {
  const builder = buildEventTable({ chosen, most: MOST_COLUMNS })
  const summing = sums.map(createPropertySum)
  let rows = 0
  let characters = 0
  let misfits = 0
  for await (const piece of textsOf(source, signal)) {
    rows += piece.length
    for (const { source: text } of piece) {
      characters += text.length
      const row = readRow(text)
      if (row.misfit) misfits += 1
      builder.note(row)
      for (const sum of summing) sum.add(row)
    }
  }
  const table = builder.table(rows === 0 ? MOST_COLUMNS : Math.floor(MOST_CELLS / rows))
  return { rows, characters, misfits, table, chosen: chosen ?? null, sums: summing.map((sum) => sum.result()) }
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
