// The first requests of a reading: how many events there are, when the range ends, and so how to read the rest.
import { failed, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import { asksForSomething, mismatches } from '../../../../shared/search/matches.ts'
import { UNREAD } from '../reading-state.ts'
import { inOrderOfTime, type TimeSlice } from '../time-slice.ts'
import { cutSlice, probeDays, probeTimes, tellingRow } from './pages/cuts.ts'
import { MOST_ANSWERS } from './pages/read-time-slices.ts'
import { isCombinedWithOr } from './proof/ask-oddities.ts'
import { earlyStart } from './proof/count-cuts.ts'
import {
  boundsOf,
  DAY,
  DAY_MARGIN,
  isOfWholeDays,
  keptRange,
  MARGIN,
  nanosecondsOf,
  rfc3339Of,
  SECOND,
  sentRange,
} from './session/instants.ts'
import { isAnyOutside } from './session/observations.ts'
import type { Reading } from './session/reading.ts'
import type { Bounds, ReadingAnswer } from './session/requests.ts'
import { partsTakenOver } from './taken-over-parts.ts'

/**
 * State and slices are committed. Holds the first answers of slices, by id, to save a request. Fails with what a
 * request failed with, and with `cancelled` once the reading is halted.
 */
export type Begun = Result<Map<number, ReadingAnswer>>

/** How long before the clock a range ends that goes on: what is dated later may still arrive. */
const SETTLING = 5n * SECOND
/** From this difference on, the two clocks are not one. */
const APART = 120n * SECOND

/** Sends the first requests, and commits how the rest is to be read. */
export async function beginReading(reading: Reading): Promise<Begun> {
  const { requests, journal } = reading
  const { range } = journal.header
  const end = nanosecondsOf(range.until)
  reading.state = { ...reading.state, proof: 2, margin: MARGIN, until: range.until }
  const asked = await requests.page(boundsOf(range.from, range.until, MARGIN), 0)
  if (!asked.ok) return asked
  let first = asked.value
  noteCap(reading, first)
  const clock = await clockOf(reading, first)
  const goesOn = end === null || end > clock
  reading.state = { ...reading.state, soFar: end !== null && end > clock }
  if (goesOn) {
    reading.state = { ...reading.state, until: rfc3339Of(clock - SETTLING) }
    if (!isFirstPage(reading, first)) {
      const closed = await requests.page(sentBounds(reading, MARGIN), 0)
      if (!closed.ok) return closed
      first = closed.value
    }
  }
  return planReading(reading, first)
}

/**
 * Whether an answer to the range without its end is the first page with it as well: nothing in it is later, and it is
 * all there is, or begins with the newest.
 */
function isFirstPage(reading: Reading, { events, total }: ReadingAnswer): boolean {
  const end = nanosecondsOf(sentBounds(reading, MARGIN).to)
  const times = events.map(({ createdAt }) => nanosecondsOf(createdAt))
  const isEarlier = times.every((at) => at !== null && end !== null && at < end)
  const isSorted = times.every((at, place) => (at ?? 0n) <= (times[place - 1] ?? at ?? 0n))
  return isEarlier && (events.length === total || (events.length > 0 && isSorted))
}

/**
 * Decides, by the first answer of the range as it is sent, how to read it: a day wider where times of day do not count;
 * with the range alone where filters are combined with OR; as one slice by offset where it takes few answers or ranges
 * do not hold; else in slices.
 */
async function planReading(reading: Reading, first: ReadingAnswer): Promise<Begun> {
  const { requests, journal } = reading
  const { search } = journal.header
  if (first.total === 0 && first.events.length === 0) {
    // Bounds that count by days could hide all there is.
    const wide = await requests.page(sentBounds(reading, DAY_MARGIN), 0)
    if (!wide.ok) return wide
    const row = tellingRow(wide.value, search)
    if (row !== null) await probeTimes(reading, row)
    if (row !== null && reading.state.behaviour.times !== true) return widen(reading, wide.value)
  }
  const sent = sentBounds(reading, MARGIN)
  const isFar = isAnyOutside(first, sent, DAY)
  if (isFar) {
    const row = tellingRow(first, search)
    if (row !== null) await probeTimes(reading, row)
  } else if (isAnyOutside(first, sent, SECOND)) {
    // More than a dropped fraction lies outside: times of day do not count.
    reading.learn({ times: false })
  }
  const seen = reading.state.behaviour
  if (seen.times === false && seen.rangesHold) return beginWider(reading)
  const missed = first.events.flatMap((row) => mismatches(row, search))
  // These filters are asked about in the end, even if its parts hold no such row.
  reading.oddities.missed(missed)
  const mayBeOr = isFar || !seen.rangesHold || missed.length > 0
  if (mayBeOr && !reading.state.rangeAlone && asksForSomething(search)) {
    if (await isCombinedWithOr(reading, sent, first.total ?? 0)) return beginWithRangeAlone(reading)
  }
  const isOneAnswer = (first.total ?? 0) <= first.events.length
  if (isOneAnswer) return commit(reading, 'offset', MARGIN, first)
  const row = tellingRow(first, search)
  if ((first.total ?? 0) <= MOST_ANSWERS * requests.pageSize()) {
    const { from, until } = journal.header.range
    const isBounded = from !== null || until !== null
    // That times of day do not count would else show only once all pages are read, and then all are read again.
    if (row !== null && isBounded && !isOfWholeDays(keptRange(reading))) await probeDays(reading, row)
    if (requests.isHalted()) return failed({ kind: 'cancelled' })
    return reading.state.behaviour.times === false ? beginWider(reading) : commit(reading, 'offset', MARGIN, first)
  }
  if (row !== null) await probeTimes(reading, row)
  if (requests.isHalted()) return failed({ kind: 'cancelled' })
  const { times, rangesHold } = reading.state.behaviour
  if (times !== true) return beginWider(reading)
  return commit(reading, rangesHold ? 'slices' : 'offset', MARGIN, first)
}

/** Times of day do not count: the range is asked for a day wider on each side, and not cut. */
const widen = (reading: Reading, first: ReadingAnswer) => commit(reading, 'offset', DAY_MARGIN, first)

/**
 * Starts over a day wider, where it was seen that times of day do not count.
 * @param known the first answer to that range, if it came already
 */
export async function beginWider(reading: Reading, known: ReadingAnswer | null = null): Promise<Begun> {
  if (known !== null) return widen(reading, known)
  const wide = await reading.requests.page(sentBounds(reading, DAY_MARGIN), 0)
  return wide.ok ? widen(reading, wide.value) : wide
}

/** Starts over with the range alone, where the service combines filters with OR. */
export async function beginWithRangeAlone(reading: Reading): Promise<Begun> {
  // What ranges were seen to do beside a filter says nothing about a range alone.
  const { times, hidesDays, fractions, takesFractions, fromIncluded, rangesHold } = UNREAD.behaviour
  reading.learn({ times, hidesDays, fractions, takesFractions, fromIncluded, rangesHold })
  reading.state = { ...reading.state, rangeAlone: true }
  return planAgain(reading)
}

/** Starts over with an early start, where the service looks back only so far unless it is told otherwise. */
export async function beginFromEarly(reading: Reading): Promise<Begun> {
  reading.state = { ...reading.state, explicitFrom: earlyStart(reading, reading.state.sent.to) }
  return planAgain(reading)
}

async function planAgain(reading: Reading): Promise<Begun> {
  const first = await reading.requests.page(sentBounds(reading, MARGIN), 0)
  return first.ok ? planReading(reading, first.value) : first
}

/**
 * Commits how the range is read: as one slice, of which the first answer came already; or, in slices, as the parts that
 * an earlier snapshot read and what lies between them.
 * @param method `slices`: in parts that can be cut and counted by themselves @param margin in seconds beyond each end
 */
async function commit(
  reading: Reading,
  method: 'offset' | 'slices',
  margin: number,
  first: ReadingAnswer,
): Promise<Begun> {
  const { requests } = reading
  const sent = sentBounds(reading, margin)
  const totalAtStart = {
    total: first.total,
    at: new Date(first.askedAt).toISOString(),
    serviceDate: first.serviceDate,
  }
  // The method stays open until the parts are counted: a reading that is stopped before that begins again.
  reading.state = { ...reading.state, method: 'undecided', margin, sent, totalAtStart, totalAtMost: totalAtStart }
  const parts = method === 'slices' ? await partsTakenOver(reading) : []
  if (requests.isHalted()) return failed({ kind: 'cancelled' })
  reading.state = { ...reading.state, method }
  if (parts.length > 0) {
    const ids = new Set(parts.map(({ id }) => id))
    const dropped = [...reading.slices.keys()].filter((id) => !ids.has(id))
    await reading.commit({ slices: parts, dropped })
    return succeeded(new Map())
  }
  const slice: TimeSlice = reading.newSlice(sent)
  await reading.commit({ slices: [slice], dropped: [...reading.slices.keys()] })
  return succeeded(new Map([[slice.id, first]]))
}

/** Finds how many events the service gives at most, where that is fewer than were asked for. */
function noteCap(reading: Reading, first: ReadingAnswer): void {
  if (first.limit >= first.request.limit) return
  const words = `The service gives at most ${first.limit} events per request.`
  reading.find({ about: 'cap', finding: String(first.limit), words }, first)
}

/**
 * The service's clock, which its events are dated by. Where the two clocks differ, the earlier is used if the service
 * counts nothing after it, else the later, which it is as well where that cannot be counted. In ns since the epoch.
 */
async function clockOf(reading: Reading, { serviceDate, askedAt }: ReadingAnswer): Promise<bigint> {
  const computer = BigInt(Math.round(askedAt)) * 1_000_000n
  const service = nanosecondsOf(serviceDate)
  if (service === null) return computer
  const [earlier, later] = service < computer ? [service, computer] : [computer, service]
  if (later - earlier <= APART) return service
  const after = await reading.requests.count({ from: rfc3339Of(earlier + BigInt(MARGIN) * SECOND), to: null })
  if (!after.ok) return later
  const clock = after.value.total === 0 ? earlier : later
  const used = clock === service ? 'service' : 'computer'
  const texts = { service: rfc3339Of(service), computer: rfc3339Of(computer) }
  reading.state = { ...reading.state, clock: { ...texts, used } }
  return clock
}

/** The range as it is sent now. */
function sentBounds(reading: Reading, margin: number): Bounds {
  return sentRange(reading, keptRange(reading).until, margin)
}

// Services that delete their oldest events while they are read: a snapshot without a start begins after what keeps
// falling.

/** A single slice is cut into so many, so that its oldest part can go. */
const PARTS = 4

/**
 * Where the count fell and no start was asked for: cuts a single slice, or drops the oldest of several if nothing else
 * ever fell. True if it did, and what is left has to be read or counted again.
 */
export async function leaveOldest(reading: Reading, moved: readonly TimeSlice[]): Promise<boolean> {
  const { journal, state } = reading
  const [oldest, ...rest] = inOrderOfTime(reading.slices.values())
  const [next] = rest
  if (journal.header.range.from !== null || !state.fell || oldest === undefined) return false
  if (!(await hasFallen(reading, oldest))) return false
  if (next === undefined) return cutForIt(reading, oldest)
  const isAlone = moved.every(({ id }) => id === oldest.id) && rest.every(({ fell }) => !fell)
  if (!isAlone || oldest.to === null) return false
  // Where all that is counted fell at once, the others still have their count of before.
  const total = rest.reduce((sum, slice) => sum + (slice.total ?? 0) - slice.shared, 0)
  const totalAtMost = { total, at: new Date(reading.effects.now()).toISOString(), serviceDate: null }
  reading.state = { ...state, begins: oldest.to, sent: { from: next.from, to: state.sent.to }, totalAtMost }
  return reading.commit({ dropped: [oldest.id] })
}

/** Whether a slice counts less by now. It is asked for as its first page was: some counts depend on the offset. */
async function hasFallen({ requests }: Reading, slice: TimeSlice): Promise<boolean> {
  const now = await requests.page(slice, 0)
  return slice.total !== null && now.ok && now.value.total !== null && now.value.total < slice.total
}

/** Cuts the single slice; false where the service does not keep to exact ranges, or there is no room. */
async function cutForIt(reading: Reading, slice: TimeSlice): Promise<boolean> {
  const asked = await reading.requests.page(slice, 0)
  if (!asked.ok) return false
  const row = reading.state.behaviour.times === null ? tellingRow(asked.value, reading.journal.header.search) : null
  if (row !== null) await probeTimes(reading, row)
  const { behaviour, until } = reading.state
  if (behaviour.times !== true || !behaviour.rangesHold) return false
  const parts = cutSlice(slice, PARTS, asked.value, behaviour, until)
  if (parts === null) return false
  reading.state = { ...reading.state, method: 'slices' }
  return reading.commit({ dropped: [slice.id], slices: parts.map((bounds) => reading.newSlice(bounds)) })
}
