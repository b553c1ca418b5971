// Searches without a start, with one: a service may look back only so far unless it is told otherwise.
import { failed, type Result, succeeded } from '../../../../../shared/failure/failure.ts'
import { DAY_SECONDS, nanosecondsOf, rfc3339Of, SECOND } from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import type { Bounds, ReadingAnswer } from '../course/requests.ts'

/** Some services refuse what they think is too early; the last is a year before the end. */
const STARTS = ['1970-01-01T00:00:00Z', '2000-01-01T00:00:00Z', 'a year before'] as const
const YEAR = BigInt(365 * DAY_SECONDS) * SECOND

interface EarlyAnswer extends Pick<ReadingAnswer, 'total' | 'events'> {
  answer: ReadingAnswer
  /** The start that was sent: the first that the service did not refuse. */
  from: string | null
}

/** Counts a stretch; one without a start from the earliest on that the service takes. */
export const countFromEarly = (reading: Reading, bounds: Bounds) =>
  askFromEarly(reading, bounds, (one) => reading.requests.count(one))

/** The same with another request than a count. */
export async function askFromEarly(
  reading: Reading,
  { from, to }: Bounds,
  ask: (bounds: Bounds) => Promise<Result<ReadingAnswer>>,
): Promise<Result<EarlyAnswer>> {
  for (;;) {
    const { refusedStarts } = reading
    const sent = from ?? earlyStart(reading, to)
    const asked = await ask({ from: sent, to })
    if (asked.ok) {
      const { total, events } = asked.value
      return succeeded({ total, events, answer: asked.value, from: sent })
    }
    const isRefused = from === null && asked.failure.kind === 'rejected' && refusedStarts < STARTS.length - 1
    if (!isRefused) return failed(asked.failure)
    reading.refusedStarts = Math.max(reading.refusedStarts, refusedStarts + 1)
  }
}

/** The start that takes the place of none, as far as the service was seen to take it. */
export function earlyStart({ refusedStarts }: Reading, to: string | null): string {
  const start = STARTS[refusedStarts] ?? STARTS[0]
  if (start !== 'a year before') return start
  return rfc3339Of((nanosecondsOf(to) ?? 0n) - YEAR)
}
