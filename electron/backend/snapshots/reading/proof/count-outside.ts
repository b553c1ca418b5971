// Counts what lies outside of all that came: before the oldest event and after the newest. No other request lies there
// as a whole, so a service that narrows a range by itself, or chooses a store by one end of it, agrees with itself
// everywhere else.
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { rowKey } from '../../../rows/search-rows.ts'
import type { Fact } from '../../reading-state.ts'
import { countedOf, wholeAccount } from '../../time-slice.ts'
import { DAY, floorTo, larger, MARGIN, nanosecondsOf, rfc3339Of, SECOND, secondBefore } from '../session/instants.ts'
import type { Reading } from '../session/reading.ts'
import type { Bounds, ReadingAnswer } from '../session/requests.ts'
import { askFromEarly, boundsOfSegment, countCut, heldAt, holdCounts, type Segment, startOf } from './count-cuts.ts'
import { type KeptSpan, spanOfKept } from './kept-events.ts'

export interface OutsideEnd {
  says: Fact['says']
  /** It says where events lie outside of what came, although the whole counts no more; else null. */
  shown: ShownOutside | null
}

export interface ShownOutside {
  /** The range in order of time: what lies outside, and between that what came. */
  segments: SeenSegment[]
  /** Mean distance of the events that came, in ns. */
  mean: bigint
}

/** A segment of the range, and whether all that lies in it is known. */
interface SeenSegment extends Bounds {
  isKnown: boolean
}

/** It bounds requests beside those of paging and one count; of so few events of a closed range all of them. */
const MOST_BESIDE_PAGES = 14
const MOST_OF_FEW = 10
const FEW = { least: 25, most: 30 }
/** Requests that are asked here at least, one on each side, and at most. */
const [LEAST, MOST] = [2, 4]
/** A side that is longer than so many mean distances of events is long. */
const LONG = 3n
/** It is cut so many mean distances from the events, or by this share of it if that is more; at most in half. */
const DISTANCES = 6n
const SHARE = 3n
/** This share of what came counts before a start that is open, instead of that of the past. */
const SHARE_OF_PAST = 8n

/** What lies before the oldest or after the newest event, in ns; `from` null: from the beginning on. */
interface Side extends Segment {
  name: 'before' | 'after'
  /** Where it is cut if it is asked in two; null: it is short. */
  middle: bigint | null
}

/**
 * Adds a fact of the independent count; asks nothing where ranges do not hold, nothing came, or there is no room
 * outside.
 * @param apart what counting apart came to in this round: where it does not hold, the reading is not complete whatever
 * lies outside, and a round before that was answered and shown nothing there is enough
 */
export async function countOutside(reading: Reading, apart: Fact['says']): Promise<OutsideEnd> {
  const { state, slices, requests } = reading
  const none: OutsideEnd = { says: 'holds', shown: null }
  const isKnown = state.evidence.some(
    ({ code, says, numbers }) => code === 'outside' && says !== 'unasked' && numbers.shown === 0,
  )
  if (apart !== 'holds' && isKnown) return none
  const ofRound = state.evidence.filter(({ round }) => round === state.rounds)
  const gaps = ofRound.findLast(({ code }) => code === 'gaps')
  const pieces = ofRound.findLast(({ code }) => code === 'pieces')?.numbers
  // Where there are very few events, every segment without one was asked for, those outside as well.
  if (!state.behaviour.rangesHold || gaps?.says === 'holds') return none
  const span = await spanOfKept(reading)
  if (span === 'unread') return { says: 'unasked', shown: null }
  // Few events were counted in segments of the range already, and came with the counts: else nothing shows more.
  const isMore = (gaps?.numbers.shown ?? 0) > 0 || (pieces?.sum ?? 0) > (pieces?.whole ?? 0)
  const anywhere: ShownOutside | null = isMore ? { segments: [{ ...state.sent, isKnown: false }], mean: 0n } : null
  const counted = countedOf(slices.values())
  if (span === null)
    return anywhere === null ? none : { says: 'moved', shown: await ifStill(reading, anywhere, counted) }
  const sides = sidesOf(reading, span, counted)
  if (sides.length === 0) return none
  const budget = budgetOf(reading, counted)
  const asked = cutFurther(inBudget(sides, budget), budget, cutIn(reading))
  const account = wholeAccount(slices.values()) ?? NO_ROWS
  const found = { before: 0, after: 0 }
  let since: string | null = state.explicitFrom
  let isUnasked = false
  let isShown = false
  for (const { name, ...segment } of asked) {
    const bounds = boundsOfSegment(segment)
    const answer = await askFromEarly(reading, bounds, (one) => requests.count(one))
    if (!answer.ok || answer.value.total === null) {
      isUnasked = true
      continue
    }
    const sent = { ...bounds, from: startOf(answer.value) }
    if (segment.from === null) since = sent.from
    const unknown = await unknownIn(reading, sent, answer.value.total, account[name])
    found[name] += unknown.count
    isShown ||= unknown.isShown
  }
  // What is found on one side tells more than that the other could not be asked.
  const isFound = found.before + found.after > 0
  const held = [found.before, found.after, ...(isUnasked && !isFound ? [null] : [])].map((count) => heldAt(count, 0))
  const seconds = nanosecondsOf(since)
  const numbers = {
    before: sides.some(({ name }) => name === 'before') ? found.before : null,
    after: sides.some(({ name }) => name === 'after') ? found.after : null,
    since: seconds === null ? null : Number(seconds / SECOND),
    shown: Number(isShown),
  }
  const says = holdCounts(reading, { code: 'outside', numbers }, held)
  const shown = isShown ? { segments: segmentsOf(reading, sides), mean: meanOf(span, counted) } : anywhere
  return { says, shown: shown && (await ifStill(reading, shown, counted)) }
}

/** Null where events arrived meanwhile, which the whole counts as well: then it is read again as it is. */
async function ifStill(reading: Reading, shown: ShownOutside, counted: number): Promise<ShownOutside | null> {
  return (await countCut(reading, reading.state.sent)) === counted ? shown : null
}

function sidesOf(reading: Reading, { first, last }: KeptSpan, counted: number): Side[] {
  const { state } = reading
  const isByDays = state.behaviour.times === false
  const margin = BigInt(MARGIN) * SECOND
  const dayOf = (at: bigint) => floorTo(at, DAY)
  const low = isByDays ? dayOf(first) - SECOND : secondBefore(first) - margin
  const high = isByDays ? dayOf(last) + DAY : secondBefore(last) + SECOND + margin
  const [start, end] = [nanosecondsOf(state.sent.from), nanosecondsOf(state.sent.to)]
  const mean = meanOf({ first, last }, counted)
  const away = (length: bigint) => {
    const far = larger(DISTANCES * mean, length / SHARE)
    return far > length / 2n ? length / 2n : far
  }
  const cutAt = cutIn(reading)
  const isLong = (length: bigint) => length > LONG * mean && length > (isByDays ? 2n * DAY : 2n * SECOND)
  const sides: Side[] = []
  if (start === null || isEarly(state.explicitFrom, start)) {
    // The past has no end: it is cut by how far back the events reach.
    sides.push({
      name: 'before',
      from: start,
      to: low,
      middle: cutAt(low - larger(DAY, larger(DISTANCES * mean, (last - first) / SHARE_OF_PAST))),
    })
  } else if (low > start) {
    const length = low - start
    sides.push({ name: 'before', from: start, to: low, middle: isLong(length) ? cutAt(low - away(length)) : null })
  }
  if (end !== null && high < end) {
    const length = end - high
    const middle = isLong(length) ? cutAt(high + away(length) + (isByDays ? DAY : 0n)) : null
    sides.push({ name: 'after', from: high, to: end, middle })
  }
  return sides
}

const meanOf = ({ first, last }: KeptSpan, counted: number) => (last - first) / BigInt(Math.max(1, counted - 1))

const isEarly = (explicitFrom: string | null, start: bigint) => nanosecondsOf(explicitFrom) === start

/** How many requests the bound leaves. */
function budgetOf({ requests, journal }: Reading, counted: number): number {
  const { from, until } = journal.header.range
  const isFew = counted >= FEW.least && counted <= FEW.most && from !== null && until !== null
  const pages = Math.floor(counted / requests.pageSize()) + 1 + Number(from !== null || until !== null)
  const most = isFew ? MOST_OF_FEW : Math.floor(MOST_BESIDE_PAGES + 1.02 * pages)
  return Math.min(MOST, Math.max(LEAST, most - requests.sent()))
}

/** What is asked of a side at once. */
type OutsideSegment = Omit<Side, 'middle'>

/** Each side as a whole, or in two; of a long one at least the part that is further from the events. */
function inBudget(sides: readonly Side[], budget: number): OutsideSegment[] {
  const long = sides.filter(({ middle }) => middle !== null).sort((a, b) => (lengthOf(a) > lengthOf(b) ? -1 : 1))
  const halved = new Set(long.slice(0, Math.max(0, budget - sides.length)))
  return sides.flatMap((side) => {
    const { name, from, to, middle } = side
    if (middle === null) return [{ name, from, to }]
    const [older, newer] = [
      { name, from, to: middle },
      { name, from: middle, to },
    ]
    if (halved.has(side)) return [older, newer]
    return [name === 'before' ? older : newer]
  })
}

const lengthOf = ({ from, to }: OutsideSegment) => to - (from ?? 0n)

/**
 * Halves the longest segment of a side that is asked in two, and again, as long as the budget has a request left: a
 * service that chooses a store by one end of a range shows nothing of it where that end lies right after its first event.
 */
function cutFurther(asked: OutsideSegment[], budget: number, cutAt: (at: bigint) => bigint): OutsideSegment[] {
  const segments = [...asked]
  while (segments.length < budget) {
    const isHalf = ({ name }: OutsideSegment) => segments.filter((other) => other.name === name).length > 1
    const [longest] = segments
      .filter((segment) => segment.from !== null && isHalf(segment))
      .sort((a, b) => (lengthOf(a) > lengthOf(b) ? -1 : 1))
    if (longest === undefined) break
    const middle = cutAt(longest.to - lengthOf(longest) / 2n)
    if (middle <= (longest.from ?? 0n)) break
    segments.splice(segments.indexOf(longest), 1, { ...longest, to: middle }, { ...longest, from: middle })
  }
  return segments
}

/** Cuts a range where the service's comparison of times allows it: at a whole second, or at a day. */
const cutIn =
  ({ state }: Reading) =>
  (at: bigint): bigint =>
    state.behaviour.times === false ? floorTo(at, DAY) : secondBefore(at)

/** How many of what is counted are neither known nor left out there, and whether some are shown. */
async function unknownIn({ requests, index }: Reading, bounds: Bounds, total: number, leftOut: number) {
  if (total <= leftOut) return { count: 0, isShown: false }
  // The answer also has what is beside it where instants are compared by minutes or hours.
  const asked = await requests.page(bounds, 0)
  const rows = asked.ok ? asked.value.events : []
  const isShown = rows.some((row) => !index.has(rowKey(row)))
  return { count: rows.length >= total && !isShown ? 0 : total, isShown }
}

/** Both sides, each in two, and what is between them. */
function segmentsOf({ state: { sent } }: Reading, sides: readonly Side[]): SeenSegment[] {
  const known = sides.reduce((count, { name, middle }) => count + (name === 'after' ? 0 : middle === null ? 1 : 2), 0)
  const edges = sides
    .flatMap(({ name, from, to, middle }) => [middle, name === 'before' ? to : from])
    .filter((edge) => edge !== null)
    .sort((a, b) => (a < b ? -1 : 1))
    .map(rfc3339Of)
  return [...edges, sent.to].map((to, at) => ({
    from: at === 0 ? sent.from : (edges[at - 1] ?? null),
    to,
    isKnown: at === known,
  }))
}

// How to cut a range whose parts show more than the whole: where a part has no event for long, that segment is asked
// for by itself, and one that shows none in halves.

/** Requests that it may take; what is left then is read as it is. */
const MOST_REQUESTS = 200
/** A segment of none is cut so many times, and again as often once a half shows some: one of its ends may hide them. */
const CUTS_OF_NONE = 2
/** A segment between two events is long from so many mean distances on. */
const DISTANCES_OF_A_GAP = 4n
/** The mean distance is taken for this share of the range at most. */
const SHARE_OF_RANGE = 64n
/** Nothing shorter is cut. */
const SHORTEST = 60n * SECOND
/** Seconds from an event to the end of the segment that it is in. */
const BESIDE = 2n

interface Part {
  from: bigint
  to: bigint
  isEmpty: boolean
}

/**
 * In order of time, overlapping by a second. Null where a request fails.
 * @param mean distance of the events that came, in ns
 */
export async function partsThatShow(
  reading: Reading,
  segments: readonly SeenSegment[],
  mean: bigint,
): Promise<Bounds[] | null> {
  const { requests } = reading
  const parts: Part[] = []
  const whole = segments.map(({ from, to }) => ({ from: nanosecondsOf(from) ?? 0n, to: nanosecondsOf(to) ?? 0n }))
  const share = ((whole.at(-1)?.to ?? 0n) - (whole[0]?.from ?? 0n)) / SHARE_OF_RANGE
  const distance = mean === 0n || mean > share ? share : mean
  const short = larger(SHORTEST, distance / 2n)
  let left = MOST_REQUESTS
  let isFailed = false

  for (const [at, { from, to }] of whole.entries()) {
    if (segments[at]?.isKnown === true) parts.push({ from, to, isEmpty: false })
    else if (to > from) await cover(from, to, await ask(from, to), CUTS_OF_NONE)
    if (isFailed) return null
  }
  return joined(parts).map(({ from, to }, at) => ({
    // A second earlier: what lies right at a cut is in both of its parts, and in one at least if bounds are exclusive.
    from: rfc3339Of(at === 0 ? from : from - SECOND),
    to: rfc3339Of(to),
  }))

  async function ask(from: bigint, to: bigint): Promise<ReadingAnswer | null> {
    left -= 1
    const bounds = { from: rfc3339Of(from), to: rfc3339Of(to) }
    const asked = await askFromEarly(reading, bounds, (one) => requests.page(one, 0))
    if (asked.ok && asked.value.total !== null) return asked.value
    isFailed = true
    return null
  }

  /** @param cuts how often it is cut if it shows none */
  async function cover(from: bigint, to: bigint, answer: ReadingAnswer | null, cuts: number): Promise<void> {
    if (answer === null || isFailed) return
    const { events, total } = answer
    const isEmpty = total === 0
    const mayCut = left > 1 && to - from > short
    if (!mayCut || (isEmpty && cuts === 0)) {
      parts.push({ from, to, isEmpty })
      return
    }
    if (isEmpty || events.length < (total ?? 0)) return coverHalves(from, to, cuts)
    const between = larger(
      DISTANCES_OF_A_GAP * distance,
      (DISTANCES_OF_A_GAP * (to - from)) / BigInt(events.length + 1),
    )
    // Events are hidden at the other end where one end of a range chooses what it shows.
    const gaps = gapsOf(answer, from, to, { between, atEnds: larger(short, distance) })
    let start = from
    for (const gap of gaps) {
      if (gap.from > start) parts.push({ from: start, to: gap.from, isEmpty: false })
      await cover(gap.from, gap.to, await ask(gap.from, gap.to), CUTS_OF_NONE)
      start = gap.to
    }
    if (start < to) parts.push({ from: start, to, isEmpty: false })
  }

  async function coverHalves(from: bigint, to: bigint, cuts: number): Promise<void> {
    const middle = secondBefore((from + to) / 2n)
    const [older, newer] = [await ask(from, middle), await ask(middle, to)]
    const cutsBeside = (other: ReadingAnswer | null) => (other?.total === 0 ? Math.max(0, cuts - 1) : CUTS_OF_NONE)
    await cover(from, middle, older, cutsBeside(newer))
    await cover(middle, to, newer, cutsBeside(older))
  }
}

/** Segments of an answer without an event that are longer than is usual there. */
function gapsOf(
  { events }: ReadingAnswer,
  from: bigint,
  to: bigint,
  usual: { between: bigint; atEnds: bigint },
): { from: bigint; to: bigint }[] {
  const times = events
    .map(({ createdAt }) => nanosecondsOf(createdAt))
    .filter((at) => at !== null && at >= from && at < to)
    .map((at) => secondBefore(at ?? 0n))
    .sort((a, b) => (a < b ? -1 : 1))
  const gaps: { from: bigint; to: bigint }[] = []
  let start = from
  for (const [at, time] of [...times, to].entries()) {
    const end = at === times.length ? to : time - BESIDE * SECOND
    const least = at === 0 || at === times.length ? usual.atEnds : usual.between
    if (end - start > least) gaps.push({ from: start, to: end })
    start = time + (BESIDE + 1n) * SECOND
  }
  return gaps
}

/** Neighbours that hold none are one. */
function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const before = all.at(-1)
    if (before?.isEmpty === true && part.isEmpty) before.to = part.to
    else all.push({ ...part })
  }
  return all
}
