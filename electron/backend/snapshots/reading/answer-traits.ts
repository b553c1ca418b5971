// What the answers to one search show beside their rows: how they are ordered, where they lie, and how totals go with them.
import { compareInstants, type Instant, parseInstant } from '../../../../shared/instant.ts'
import type { Bounds, ReadingAnswer } from './requests.ts'

/** How far outside its bounds a row may lie, in seconds, where the service drops fractions. */
const TOLERANCE = 1

export type RowOrder = 'newest' | 'oldest' | 'either' | 'other'

export interface AnswerTraits {
  /** `times`: those of the answer's rows, as far as they can be read, in its order. */
  see(answer: ReadingAnswer, times: readonly (Instant | null)[]): void
  /** Whether a row lies outside the bounds that were sent by more than a dropped fraction. */
  sawOutside(): boolean
  /** How the rows of every single answer were ordered. */
  order(): RowOrder
  /** The lowest total that an answer gave; null where none did. */
  lowestTotal(): number | null
  /** Whether an answer contradicts itself: no rows where its total says that there are some, or rows behind its total. */
  contradicted(): boolean
  /** Whether every total was the number of rows beside it. */
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
