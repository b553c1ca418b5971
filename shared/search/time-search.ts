// Questions about time that a service answers with counts alone: when a search's events began and ended, and how they lie
// between. Each says how many requests it takes before it sends them.
import { parseInstant } from '../time/instant.ts'

export type EdgeSide = 'first' | 'last'

export type EdgeOutcome = { requests: number } & (
  | {
      kind: 'found'
      /** The event's exact JSON text. */
      source: string
      /** `exact`: one answer held everything around it. `millisecond`: another one may lie less than that further out. */
      within: 'exact' | 'millisecond'
    }
  /** Nothing matches. */
  | { kind: 'none' }
  /** The service gave rows outside of what was asked for, or without a time: halving says nothing. `words`: which. */
  | { kind: 'untrusted'; words: string }
)

export type Distribution = { requests: number } & (
  | { kind: 'counted'; bins: { from: string; to: string; count: number }[]; total: number }
  | { kind: 'untrusted'; words: string }
)

/** The most stretches of a distribution: with the count of all it is forty requests. */
export const MOST_BINS = 39

const FIRST_SECOND = parseInstant('0000-01-01T00:00:00Z')?.seconds ?? 0
const LAST_SECOND = parseInstant('9999-12-31T23:59:59Z')?.seconds ?? 0

/** How many requests the first or the last event takes at most: 37 within a year, 51 without a range. */
export function mostEdgeRequests(from: string | null, to: string | null): number {
  const start = (from === null ? null : parseInstant(from))?.seconds ?? FIRST_SECOND
  const stop = (to === null ? null : parseInstant(to))?.seconds ?? LAST_SECOND
  const steps = (count: number) => (count <= 0 ? 0 : Math.floor(count).toString(2).length)
  return 2 + steps(stop - start) + steps(999)
}

/** How many requests a distribution takes. */
export const distributionRequests = (bins: number): number => bins + 1

/** A closed snapshot was counted again, one total a day. */
export interface Recheck {
  /** Given when it was closed. */
  note: string
  days: number
  /** Days whose count is another one now, or was or is not given; those that follow each other as one. */
  differing: { from: string; until: string }[]
}
