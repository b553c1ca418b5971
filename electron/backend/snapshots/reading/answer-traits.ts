// Traits of one search's answers: the order of the rows, whether they lie within the bounds, how totals relate to them.
import { compareInstants, type Instant, parseInstant } from '../../../../shared/instant.ts'
import type { Bounds, ReadingAnswer } from './requests.ts'

/** Seconds by which a row may lie outside the bounds, since a service may drop fractions. */
const TOLERANCE = 1

export type RowOrder = 'newest' | 'oldest' | 'either' | 'other'

export interface AnswerTraits {
  /** @param times of the answer's rows, in its order; null where a row has no readable one */
  see(answer: ReadingAnswer, times: readonly (Instant | null)[]): void
  /** Whether a row is outside the requested bounds by more than a dropped fraction. */
  sawOutside(): boolean
  /** The order that every single answer was in. */
  order(): RowOrder
  /** The lowest total of any answer; null if none gave one. */
  lowestTotal(): number | null
  /** Whether an answer contradicted itself: no rows although its total promised some, or rows beyond its total. */
  contradicted(): boolean
  /** Whether every total equalled the number of rows in its answer. */
  totalsOfPages(): boolean
}

export function createAnswerTraits(bounds: Bounds): AnswerTraits {
  const [from, to] = [bounds.from, bounds.to].map((text) => (text === null ? null : parseInstant(text)))
  let isOutside = false
  let isNewestFirst = true
  let isOldestFirst = true
  let lowestTotal: number | null = null
  let totalsOfPages = true
  let contradicted = false

  return {
    see({ events, total, offset }, times) {
      const end = offset + events.length
      if (total !== null && (events.length === 0 ? total > offset : total < end)) contradicted = true
      if (total !== events.length) totalsOfPages = false
      if (total !== null) lowestTotal = Math.min(lowestTotal ?? total, total)
      let before: Instant | null = null
      for (const at of times) {
        if (at === null) continue
        const difference = before === null ? 0 : compareInstants(before, at)
        if (difference > 0) isOldestFirst = false
        if (difference < 0) isNewestFirst = false
        before = at
        if (from != null && at.seconds < from.seconds - TOLERANCE) isOutside = true
        if (to != null && at.seconds > to.seconds + TOLERANCE) isOutside = true
      }
    },
    sawOutside: () => isOutside,
    order: () => (isNewestFirst ? (isOldestFirst ? 'either' : 'newest') : isOldestFirst ? 'oldest' : 'other'),
    lowestTotal: () => lowestTotal,
    contradicted: () => contradicted,
    totalsOfPages: () => totalsOfPages,
  }
}
