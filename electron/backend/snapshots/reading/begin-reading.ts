// The first requests of a reading: how many events there are, how the service treats ranges, and so how to read the rest.

import type { Failure } from '../../../../shared/failure.ts'
import { parseInstant } from '../../../../shared/instant.ts'
import type { SnapshotRange } from '../../../../shared/snapshot-range.ts'
import type { Slice } from '../slice.ts'
import { checkParts } from './check-parts.ts'
import { DAY_SECONDS, nanosecondsOf, rfc3339Of, SECOND } from './instants.ts'
import { probeTimes, tellingRow } from './probe-ranges.ts'
import { MOST_ANSWERS } from './read-slices.ts'
import type { Reading } from './reading.ts'
import type { Bounds, ReadingAnswer } from './requests.ts'

export type Begun =
  /** State and slices are committed; `firsts` holds the first answer of slices by id, to be used instead of a request. */
  { kind: 'begun'; firsts: Map<number, ReadingAnswer> } | { kind: 'failed'; failure: Failure }

/** Seconds asked for beyond each end, so that exclusive bounds and dropped fractions lose nothing. */
const MARGIN = 2

/** Sends the first requests, and commits how the rest is to be read. */
export async function beginReading(reading: Reading): Promise<Begun> {
  const { requests, journal } = reading
  const { range, search } = journal.header
  const isRanged = range.from !== null || range.until !== null
  let narrow: ReadingAnswer | null = null
  for (let margin = MARGIN; ; margin = DAY_SECONDS) {
    const sent = sentBounds(range, margin)
    const asked = await requests.page(sent, 0)
    if (!asked.ok) return { kind: 'failed', failure: requests.haltedBy() ?? asked.failure }
    const first: ReadingAnswer = asked.value
    noteStart(reading, first, sent, margin)
    // Without a range no bound can lose a row; without a plausible total nothing can be proved anyway.
    if (!isRanged || !isPlausible(first)) return plan(reading, first)
    const row = reading.state.behaviour.times === null ? tellingRow(first, search) : null
    if (row !== null) await probeTimes(reading, row)
    if (requests.isHalted()) return { kind: 'failed', failure: requests.haltedBy() ?? { kind: 'cancelled' } }
    const isSure = reading.state.behaviour.times === true
    if (isSure && narrow !== null) {
      // The day's margin served only to find this out.
      reading.state = { ...reading.state, sent: sentBounds(range, MARGIN), margin: MARGIN }
      return plan(reading, narrow)
    }
    if (isSure || margin === DAY_SECONDS) return plan(reading, first)
    narrow = first
  }
}

/** Reads by offset if there are few rows or the range cannot be cut, else in slices. */
async function plan(reading: Reading, first: ReadingAnswer): Promise<Begun> {
  const isSmall = (first.total ?? 0) <= MOST_ANSWERS * reading.requests.pageSize()
  if (!isSmall && isPlausible(first)) {
    const planned = await planSlices(reading, first)
    if (planned !== null) return planned
  }
  return commit(reading, 'offset', reading.state.sent, first)
}

/** Null if the range cannot be cut: the service does not compare times, or its totals do not count matches. */
export async function planSlices(reading: Reading, first: ReadingAnswer): Promise<Begun | null> {
  const row = reading.state.behaviour.times === null ? tellingRow(first, reading.journal.header.search) : null
  if (row !== null) await probeTimes(reading, row)
  const { behaviour, sent, until } = reading.state
  const { times, rangesHold, totals } = behaviour
  if ((totals !== null && totals !== 'matches') || times !== true || !rangesHold) return null
  if (sent.to !== null || until === null) return commit(reading, 'slices', sent, first)
  return splitTail(reading, first, { from: sent.from, to: until })
}

/** In a range without an end, splits off what arrives from now on: it is counted, not read. */
async function splitTail(reading: Reading, first: ReadingAnswer, bounds: Bounds): Promise<Begun | null> {
  const { requests, state } = reading
  const lead = state.behaviour.fromIncluded ? 0n : SECOND / 1000n
  const tailFrom = rfc3339Of((nanosecondsOf(bounds.to) ?? 0n) - lead)
  const [asked, tail] = await Promise.all([requests.page(bounds, 0), requests.count({ from: tailFrom, to: null })])
  if (!asked.ok || !tail.ok) return null
  const check = await checkParts(reading, {
    whole: state.sent,
    total: first.total ?? 0,
    parts: [
      { bounds, total: asked.value.total ?? 0 },
      { bounds: { from: tailFrom, to: null }, total: tail.value.total ?? 0 },
    ],
    shared: [{ from: tailFrom, to: bounds.to }],
  })
  if (check === 'more') reading.learn({ totals: 'wrong' })
  if (check !== 'adds-up') return null
  reading.state = { ...reading.state, tailFrom }
  return commit(reading, 'slices', bounds, asked.value)
}

async function commit(
  reading: Reading,
  method: 'offset' | 'slices',
  bounds: Bounds,
  first: ReadingAnswer,
): Promise<Begun> {
  reading.state = { ...reading.state, method }
  const slice: Slice = reading.newSlice(bounds)
  await reading.commit({ slices: [slice], dropped: [...reading.slices.keys()] })
  return { kind: 'begun', firsts: new Map([[slice.id, first]]) }
}

function noteStart(reading: Reading, first: ReadingAnswer, sent: Bounds, margin: number): void {
  const { state, journal, effects } = reading
  const date = first.serviceDate ?? new Date(first.askedAt).toISOString()
  const now = nanosecondsOf(date)
  const until = journal.header.range.until ?? (now === null ? null : rfc3339Of(now))
  const end = nanosecondsOf(until)
  reading.state = {
    ...state,
    sent: { from: sent.from, to: sent.to },
    margin,
    until: state.until ?? until,
    soFar: journal.header.range.until !== null && now !== null && end !== null && end > now,
    totalAtStart: { total: first.total, at: new Date(effects.now()).toISOString(), serviceDate: first.serviceDate },
  }
  if (first.limit < first.request.limit) {
    const words = `The service gives at most ${first.limit} events per request.`
    reading.find({ about: 'cap', finding: String(first.limit), words }, first)
  }
}

/** The range, `margin` seconds wider on each side that is bounded. */
function sentBounds({ from, until }: Pick<SnapshotRange, 'from' | 'until'>, margin: number): Bounds {
  const moved = (text: string | null, by: number) => {
    const at = text === null ? null : parseInstant(text)
    return at === null ? null : rfc3339Of((nanosecondsOf(text) ?? 0n) + BigInt(by) * SECOND)
  }
  return { from: moved(from, -margin), to: moved(until, margin) }
}

/** Whether the total can count all matches: it must exceed a full page, and equal a short one. */
function isPlausible({ events, total, limit }: ReadingAnswer): boolean {
  return total !== null && (events.length < limit ? total === events.length : total > events.length)
}
