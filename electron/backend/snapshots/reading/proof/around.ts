// Counts before, at and after the events, where they are all of one instant.
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import type { Fact } from '../../reading-state.ts'
import { wholeAccount } from '../../slice.ts'
import { DAY_SECONDS, nanosecondsOf, rfc3339Of, SECOND } from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import type { KeptSummary } from './kept-summary.ts'

/**
 * Adds a fact of letter b: before the first event and after the last there is none but those left out at the ends, and as many
 * as came are in between. Null where no event has a time.
 */
export async function countAround(
  reading: Reading,
  { seconds }: KeptSummary,
  counted: number,
): Promise<Fact['says'] | null> {
  const { requests, state } = reading
  const [first, last] = [seconds[0], seconds.at(-1)]
  if (first === undefined || last === undefined) return null
  if (!state.behaviour.rangesHold) {
    reading.prove({ letter: 'b', code: 'around', says: 'unasked', numbers: {} })
    return 'unasked'
  }
  const margin = state.behaviour.times === false ? 2 * DAY_SECONDS : 2
  const [start, end] = [nanosecondsOf(state.sent.from), nanosecondsOf(state.sent.to)]
  const [low, high] = [BigInt(first - margin) * SECOND, BigInt(last + 1 + margin) * SECOND]
  // Never beyond what was sent.
  const hasBefore = start === null || low > start
  const hasAfter = end === null || high < end
  const lowest = hasBefore ? rfc3339Of(low) : state.sent.from
  const highest = hasAfter ? rfc3339Of(high) : state.sent.to
  const count = async (from: string | null, to: string | null): Promise<number | null> => {
    const answer = await requests.count({ from, to })
    return answer.ok ? answer.value.total : null
  }
  const [before, within, after] = await Promise.all([
    hasBefore ? count(state.sent.from, lowest) : 0,
    count(lowest, highest),
    hasAfter ? count(highest, state.sent.to) : 0,
  ])
  const account = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const isUnasked = before === null || within === null || after === null
  const isProved =
    !isUnasked &&
    before <= account.before &&
    after <= account.after &&
    within >= counted - account.before - account.after &&
    within <= counted
  const says = isProved ? 'holds' : isUnasked ? 'unasked' : 'moved'
  reading.prove({ letter: 'b', code: 'around', says, numbers: { before, within, after, whole: counted } })
  return says
}
