// Traits of one search's answers: the order of the rows, whether they lie within the bounds, how totals relate to them.
import { compareInstants, type Instant, parseInstant } from '../../../../../shared/time/instant.ts'
import { DAY_SECONDS, nanosecondsOf } from './instants.ts'
import type { Bounds, ReadingAnswer } from './requests.ts'

/** Seconds by which a row may lie outside the bounds, since a service may drop fractions. */
const TOLERANCE = 1

export type RowOrder = 'newest' | 'oldest' | 'either' | 'other'

/** How many rows lie before and after what was sent, and of both how many by more than a day. */
export interface OutsideRows {
  before: number
  after: number
  far: number
}

export interface AnswerTraits {
  /** @param times of the answer's rows, in its order; null where a row has no readable one */
  see(answer: ReadingAnswer, times: readonly (Instant | null)[]): void
  /** Whether a row is outside the requested bounds by more than a dropped fraction. */
  sawOutside(): boolean
  outside(): OutsideRows
  /** The order that every single answer was in. */
  order(): RowOrder
  /** Whether every total equalled the number of rows in its answer. */
  totalsOfPages(): boolean
}

/** Before any answer: no rows outside, `either` order, and totals as of pages. */
export function createAnswerTraits(bounds: Bounds): AnswerTraits {
  const [from, to] = [bounds.from, bounds.to].map((text) => (text === null ? null : parseInstant(text)))
  const outside: OutsideRows = { before: 0, after: 0, far: 0 }
  let isNewestFirst = true
  let isOldestFirst = true
  let totalsOfPages = true

  return {
    see({ events, total }, times) {
      if (total !== events.length) totalsOfPages = false
      let before: Instant | null = null
      for (const at of times) {
        if (at === null) continue
        const difference = before === null ? 0 : compareInstants(before, at)
        if (difference > 0) isOldestFirst = false
        if (difference < 0) isNewestFirst = false
        before = at
        if (from != null && at.seconds < from.seconds - TOLERANCE) outside.before += 1
        if (to != null && at.seconds > to.seconds + TOLERANCE) outside.after += 1
        if (from != null && at.seconds < from.seconds - DAY_SECONDS) outside.far += 1
        if (to != null && at.seconds > to.seconds + DAY_SECONDS) outside.far += 1
      }
    },
    sawOutside: () => outside.before + outside.after > 0,
    outside: () => ({ ...outside }),
    order: () => (isNewestFirst ? (isOldestFirst ? 'either' : 'newest') : isOldestFirst ? 'oldest' : 'other'),
    totalsOfPages: () => totalsOfPages,
  }
}

/** Whether a row that has a readable time lies outside the bounds by more than `slack`, in ns. */
export function isAnyOutside({ events }: Pick<ReadingAnswer, 'events'>, { from, to }: Bounds, slack: bigint): boolean {
  const [start, end] = [nanosecondsOf(from), nanosecondsOf(to)]
  return events.some(({ createdAt }) => {
    const at = nanosecondsOf(createdAt)
    return at !== null && ((start !== null && at < start - slack) || (end !== null && at > end + slack))
  })
}
