// Answers about totals made by hand.
import { PLAIN_TOTALS } from '../../../shared/plain-totals.ts'
import type { Figure, TotalsAnswer, TotalsCell, TotalsLine, TotalsQuestion } from '../../../shared/snapshot-totals.ts'

export const figure = (exact: string): Figure => ({ exact, perEvent: null, perLine: null, perTotal: null })

export const cell = (more: Partial<TotalsCell> = {}): TotalsCell => ({
  count: 1,
  numbers: 1,
  without: 0,
  beyond: 0,
  credit: null,
  debit: null,
  neither: null,
  debitMinusCredit: null,
  min: null,
  max: null,
  share: { count: null, credit: null, debit: null },
  ...more,
})

export function line(
  key: string | null,
  units: (string | null)[],
  total: Partial<TotalsCell>,
  kind = 'string',
): TotalsLine {
  const keys = key === null ? [null] : [{ kind: kind as 'string' | 'time', text: key }]
  return { keys, units, cells: [], total: cell(total) }
}

export const question = (more: Partial<TotalsQuestion> = {}): TotalsQuestion => ({
  ...PLAIN_TOTALS,
  scope: { where: [], misses: false },
  by: [{ of: 'field', field: 'eventCode' }],
  measure: { properties: ['amount'], text: false },
  units: ['currency'],
  order: 'count',
  ...more,
})

export const answer = (lines: TotalsLine[], all: TotalsLine[], more: Partial<TotalsAnswer> = {}): TotalsAnswer => ({
  by: ['currency'],
  columns: [],
  otherColumns: 0,
  lines,
  offset: 0,
  lineCount: lines.length,
  all,
  cut: [],
  events: 0,
  numbers: 0,
  without: 0,
  beyond: 0,
  negativeCredits: 0,
  areCreditsMixed: false,
  credits: 'subtract',
  ...more,
})
