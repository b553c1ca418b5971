// What most questions for totals leave open.
import type { TotalsQuestion } from './snapshot-totals.ts'

/** One that groups, splits, measures and rounds nothing; `limit` is the most that one answer has. */
export const PLAIN_TOTALS: Omit<TotalsQuestion, 'scope'> = {
  ask: 'totals',
  by: [],
  split: null,
  measure: null,
  units: [],
  zone: null,
  rounding: null,
  order: 'keys',
  offset: 0,
  limit: 10_000,
}
