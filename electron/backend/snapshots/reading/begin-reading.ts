// The first requests of a reading: how much there is, what the service makes of ranges, and so how the rest is read.

import type { Failure } from '../../../../shared/failure.ts'
import { parseInstant } from '../../../../shared/instant.ts'
import type { SnapshotRange } from '../../../../shared/snapshot-range.ts'
import type { Slice } from '../slice.ts'
import { checkParts } from './check-parts.ts'
import { DAY_SECONDS, nanosecondsOf, SECOND, utcText } from './instants.ts'
import { probeTimes, tellingRow } from './probe-ranges.ts'
import type { Reading } from './reading.ts'
import type { Answer, Bounds } from './requests.ts'

export type Begun =
  /** State and slices are committed; `firsts` are answers that need not be asked for again. */
  { kind: 'begun'; firsts: Map<number, Answer> } | { kind: 'failed'; failure: Failure }

/** Seconds that are asked for beyond each end: bounds that drop fractions, or leave themselves out, lose nothing. */
const MARGIN = 2

export async function beginReading(reading: Reading): Promise<Begun> {
  const { requests, journal } = reading
  const { range, search } = journal.header
  const isRanged = range.from !== null || range.until !== null
  let narrow: Answer | null = null
  let first: Answer
  for (let margin = MARGIN; ; margin = DAY_SECONDS) {
    const sent = sentBounds(range, margin)
    const asked = await requests.page(sent, 0)
    if (!asked.ok)
      return asked.failure.kind === 'cancelled' ? halted(reading) : { kind: 'failed', failure: asked.failure }
    first = asked.value
    noteStart(reading, first, sent, margin)
    const needsTimes = reading.state.behaviour.times === null && (isRanged || !isOneAnswer(first)) && saysMore(first)
    const row = needsTimes ? tellingRow(first, search) : null
    if (row !== null) await probeTimes(reading, row)
    if (requests.isHalted()) return halted(reading)
    const { times } = reading.state.behaviour
    if (narrow !== null && times === true) {
      // The wider look was for this only.
      first = narrow
      reading.state = { ...reading.state, sent: sentBounds(range, MARGIN), margin: MARGIN }
    }
    if (!isRanged || times === true || margin === DAY_SECONDS || !saysMore(first)) break
    narrow = first
  }
  return plan(reading, first)
}

async function plan(reading: Reading, first: Answer): Promise<Begun> {
  const { sent, until } = reading.state
  const { times, rangesHold, totals } = reading.state.behaviour
  if (isOneAnswer(first)) return commit(reading, 'slices', sent, first)
  if (!saysMore(first) || totals !== null || times !== true || !rangesHold)
    return commit(reading, 'offset', sent, first)
  if (sent.to !== null || until === null) return commit(reading, 'slices', sent, first)
  return splitTail(reading, first, { from: sent.from, to: until })
}

/** Without an end, what arrives from now on is split off: it is counted, not read. */
async function splitTail(reading: Reading, first: Answer, bounds: Bounds): Promise<Begun> {
  const { requests, state } = reading
  const lead = state.behaviour.fromIncluded ? 0n : SECOND / 1000n
  const tailFrom = utcText((nanosecondsOf(bounds.to) ?? 0n) - lead)
  const [asked, tail] = await Promise.all([requests.page(bounds, 0), requests.count({ from: tailFrom, to: null })])
  if (requests.isHalted()) return halted(reading)
  if (!asked.ok || !tail.ok) return commit(reading, 'offset', state.sent, first)
  const check = await checkParts(reading, {
    whole: state.sent,
    total: first.total ?? 0,
    parts: [
      { bounds, total: asked.value.total ?? 0 },
      { bounds: { from: tailFrom, to: null }, total: tail.value.total ?? 0 },
    ],
    shared: [{ from: tailFrom, to: bounds.to }],
  })
  if (requests.isHalted()) return halted(reading)
  if (check === 'more') reading.learn({ totals: 'wrong' })
  if (check !== 'adds-up') return commit(reading, 'offset', state.sent, first)
  reading.state = { ...reading.state, tailFrom }
  return commit(reading, 'slices', bounds, asked.value)
}

async function commit(reading: Reading, method: 'offset' | 'slices', bounds: Bounds, first: Answer): Promise<Begun> {
  reading.state = { ...reading.state, method }
  const slice: Slice = reading.newSlice(bounds)
  await reading.commit({ slices: [slice], dropped: [...reading.slices.keys()] })
  return { kind: 'begun', firsts: new Map([[slice.id, first]]) }
}

function noteStart(reading: Reading, first: Answer, sent: Bounds, margin: number): void {
  const { state, journal, effects } = reading
  const date = first.serviceDate ?? new Date(first.askedAt).toISOString()
  const now = nanosecondsOf(date)
  const until = journal.header.range.until ?? (now === null ? null : utcText(now))
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
    const words = `The service gives at most ${first.limit} events a request.`
    reading.find({ about: 'cap', finding: String(first.limit), words }, first)
  }
}

/** Wider by `margin` seconds on either side that has an end. */
function sentBounds({ from, until }: Pick<SnapshotRange, 'from' | 'until'>, margin: number): Bounds {
  const moved = (text: string | null, by: number) => {
    const at = text === null ? null : parseInstant(text)
    return at === null ? null : utcText((nanosecondsOf(text) ?? 0n) + BigInt(by) * SECOND)
  }
  return { from: moved(from, -margin), to: moved(until, margin) }
}

/** One answer that holds as many rows as the service counts, and had room for more. */
function isOneAnswer({ events, total, limit }: Answer): boolean {
  return events.length === total && events.length < limit
}

/** Whether its total can be a count of all matches: not so beside a full page of just as many, or a short one of fewer. */
function saysMore(first: Answer): boolean {
  const { events, total, limit } = first
  return isOneAnswer(first) || (total !== null && events.length >= limit && total > events.length)
}

function halted({ requests }: Reading): Begun {
  return { kind: 'failed', failure: requests.haltedBy() ?? { kind: 'cancelled' } }
}
