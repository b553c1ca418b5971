// What a range that goes on leaves out: events that are dated later are counted, and what is without a time shows.
import type { Result } from '../../../../../shared/failure/failure.ts'
import type { Fact } from '../../reading-state.ts'
import { countedOf } from '../../slice.ts'
import { boundsOf, nanosecondsOf, rfc3339Of, SECOND } from '../course/instants.ts'
import { keptRange } from '../course/kept-range.ts'
import type { Reading } from '../course/reading.ts'
import type { ReadingAnswer } from '../course/requests.ts'

/**
 * The whole less the closed range must lie between two counts of what is later: one that surely leaves out the closed
 * range, and one that surely holds all that is later. Adds a fact of letter a; asks nothing of a range that is closed.
 */
export async function countLater(reading: Reading): Promise<Fact['says']> {
  const { requests, journal, state } = reading
  const { range } = journal.header
  const end = nanosecondsOf(state.sent.to)
  if (state.until === range.until || end === null) return 'holds'
  const whole = boundsOf(keptRange(reading).from, range.until, state.margin)
  const margin = BigInt(state.margin) * SECOND
  const counted = countedOf(reading.slices.values())
  const none = reading.whole ?? (await requests.count(whole).then(totalOf))
  if (none === counted) {
    reading.state = { ...reading.state, afterEnd: 0 }
    reading.prove({ letter: 'a', code: 'later', says: 'holds', numbers: { later: 0 } })
    return 'holds'
  }
  // The whole between the two: what arrives meanwhile makes neither of them contradict it.
  const least = await requests.count({ from: rfc3339Of(end + margin), to: whole.to })
  const all = await requests.count(whole)
  const most = await requests.count({ from: rfc3339Of(end - margin), to: whole.to })
  const [low, total, high] = [least, all, most].map(totalOf)
  reading.state = { ...reading.state, afterEnd: low ?? null }
  if (low == null || total == null || high == null) {
    reading.prove({ letter: 'a', code: 'later', says: 'unasked', numbers: {} })
    return 'unasked'
  }
  const later = total - counted
  // A service that ignores ranges gave what is later, too.
  const says = (later >= low && later <= high) || (later === 0 && low === total) ? 'holds' : 'moved'
  reading.prove({ letter: 'a', code: 'later', says, numbers: { later, least: low, most: high } })
  return says
}

const totalOf = (answer: Result<ReadingAnswer>) => (answer.ok ? answer.value.total : null)
