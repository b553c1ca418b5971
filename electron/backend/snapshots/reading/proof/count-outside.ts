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

/** What lies before the oldest or after the newest event, in ns; `from` null: from the beginning on. */
interface Side extends Segment {
  name: 'before' | 'after'
  /** Where it is cut if it is asked in two; null: it is too short for that. */
  middle: bigint | null
}

/**
 * Adds a fact of the independent count; asks nothing where ranges do not hold, nothing came, or there is no room
 * outside.
 * @param apart what counting apart came to in this round: where it does not hold, the reading is not complete whatever
 * lies outside, and a round before that was answered and shown nothing there is enough
 */
export async function countOutside(reading: Reading, apart: Fact['says']): Promise<OutsideEnd> {
  const { state, slices } = reading
  const none: OutsideEnd = { says: 'holds', shown: null }
  const wasNoneShownBefore = state.evidence.some(
    ({ code, says, numbers }) => code === 'outside' && says !== 'unasked' && numbers.shown === 0,
  )
  if (apart !== 'holds' && wasNoneShownBefore) return none
  const { isOutsideAsked, isMoreShown } = countedInSegments(reading)
  if (!state.behaviour.rangesHold || isOutsideAsked) return none
  const span = await spanOfKept(reading)
  if (span === 'unread') return { says: 'unasked', shown: null }
  // Segments of the range had more than the whole: this may lie anywhere in it.
  const anywhere: ShownOutside | null = isMoreShown ? { segments: [{ ...state.sent, isKnown: false }], mean: 0n } : null
  const counted = countedOf(slices.values())
  if (span === null) {
    return anywhere === null ? none : { says: 'moved', shown: await ifStill(reading, anywhere, counted) }
  }
  const sides = sidesOf(reading, span, counted)
  if (sides.length === 0) return none
  const budget = budgetOf(reading, counted)
  const found = await findIn(reading, cutFurther(reading, inBudget(sides, budget), budget))
  // A missing count leaves the fact open; but what is found on one side tells more than that the other was not counted.
  const isOpen = found.isUnasked && found.before + found.after === 0
  const held = [found.before, found.after, ...(isOpen ? [null] : [])].map((count) => heldAt(count, 0))
  const since = nanosecondsOf(found.since)
  const numbers = {
    before: sides.some(({ name }) => name === 'before') ? found.before : null,
    after: sides.some(({ name }) => name === 'after') ? found.after : null,
    since: since === null ? null : Number(since / SECOND),
    shown: Number(found.isShown),
  }
  const says = holdCounts(reading, { code: 'outside', numbers }, held)
  const shown = found.isShown ? { segments: segmentsOf(reading, sides), mean: meanOf(span, counted) } : anywhere
  return { says, shown: shown && (await ifStill(reading, shown, counted)) }
}

/** What this round counted of few events in segments of the range, with their rows. */
function countedInSegments({ state }: Reading): { isOutsideAsked: boolean; isMoreShown: boolean } {
  const ofRound = state.evidence.filter(({ round }) => round === state.rounds)
  const gaps = ofRound.findLast(({ code }) => code === 'gaps')
  const pieces = ofRound.findLast(({ code }) => code === 'pieces')?.numbers
  return {
    // Of very few events every segment without one was asked for, those outside as well.
    isOutsideAsked: gaps?.says === 'holds',
    isMoreShown: (gaps?.numbers.shown ?? 0) > 0 || (pieces?.sum ?? 0) > (pieces?.whole ?? 0),
  }
}

interface FoundOutside {
  /** Events on each side that are neither known nor left out. */
  before: number
  after: number
  /** The start that was sent for what has none; null: none was. */
  since: string | null
  /** Whether some segment could not be counted. */
  isUnasked: boolean
  /** Whether some of these events came as well, and are not only counted. */
  isShown: boolean
}

/** Counts what lies in each of the segments, one after the other. */
async function findIn(reading: Reading, segments: readonly OutsideSegment[]): Promise<FoundOutside> {
  const { requests, state, slices } = reading
  const account = wholeAccount(slices.values()) ?? NO_ROWS
  const found: FoundOutside = { before: 0, after: 0, since: state.explicitFrom, isUnasked: false, isShown: false }
  for (const { name, ...segment } of segments) {
    const bounds = boundsOfSegment(segment)
    const answer = await askFromEarly(reading, bounds, (one) => requests.count(one))
    if (!answer.ok || answer.value.total === null) {
      found.isUnasked = true
      continue
    }
    const sent = { ...bounds, from: startOf(answer.value) }
    if (segment.from === null) found.since = sent.from
    const unknown = await unknownIn(reading, sent, answer.value.total, account[name])
    found[name] += unknown.count
    found.isShown ||= unknown.isShown
  }
  return found
}

/** Null where events arrived meanwhile, which the whole counts as well: then it is read again as it is. */
async function ifStill(reading: Reading, shown: ShownOutside, counted: number): Promise<ShownOutside | null> {
  return (await countCut(reading, reading.state.sent)) === counted ? shown : null
}

/** A side that is longer than so many mean distances of events is long, and may be asked in two. */
const LONG_DISTANCES = 3n
/** It is cut so many mean distances from the events, or a third of its length if that is more; at most in half. */
const CUT_DISTANCES = 6n
const CUT_SHARE = 3n
/** The past has no end: an eighth of the time from the first event to the last takes the place of that third there. */
const CUT_SHARE_OF_SPAN = 8n

/** The sides on which there is room between the events, with the margin of a request, and the ends of the range. */
function sidesOf(reading: Reading, { first, last }: KeptSpan, counted: number): Side[] {
  const { sent, behaviour, explicitFrom } = reading.state
  const isByDays = behaviour.times === false
  const margin = BigInt(MARGIN) * SECOND
  // Where times of day do not count, all of the first and the last event's day is between the sides.
  const low = isByDays ? floorTo(first, DAY) - SECOND : secondBefore(first) - margin
  const high = isByDays ? floorTo(last, DAY) + DAY : secondBefore(last) + SECOND + margin
  const [start, end] = [nanosecondsOf(sent.from), nanosecondsOf(sent.to)]
  const mean = meanOf({ first, last }, counted)
  const isLong = (length: bigint) => length > LONG_DISTANCES * mean && length > (isByDays ? 2n * DAY : 2n * SECOND)
  /** How far from the events a long side is cut. */
  const cutDistance = (length: bigint) => {
    const wanted = larger(CUT_DISTANCES * mean, length / CUT_SHARE)
    return wanted > length / 2n ? length / 2n : wanted
  }
  // An early start that was sent although none was asked for is no end of the past either.
  const isPastOpen = start === null || start === nanosecondsOf(explicitFrom)
  const sides: Side[] = []
  if (isPastOpen) {
    const distance = larger(DAY, larger(CUT_DISTANCES * mean, (last - first) / CUT_SHARE_OF_SPAN))
    sides.push({ name: 'before', from: start, to: low, middle: cutBefore(reading, low - distance) })
  } else if (low > start) {
    const length = low - start
    const middle = isLong(length) ? cutBefore(reading, low - cutDistance(length)) : null
    sides.push({ name: 'before', from: start, to: low, middle })
  }
  if (end !== null && high < end) {
    const length = end - high
    // A cut by days moves back by less than a day, and is not to come closer to the events.
    const wanted = high + cutDistance(length) + (isByDays ? DAY : 0n)
    sides.push({ name: 'after', from: high, to: end, middle: isLong(length) ? cutBefore(reading, wanted) : null })
  }
  return sides
}

/** The last instant up to `at` where the service's comparison of times allows a cut: a whole second, or a midnight. */
const cutBefore = ({ state }: Reading, at: bigint): bigint =>
  state.behaviour.times === false ? floorTo(at, DAY) : secondBefore(at)

/** The mean distance of so many events, in ns. */
const meanOf = ({ first, last }: KeptSpan, counted: number) => (last - first) / BigInt(Math.max(1, counted - 1))

/** A whole reading is to send at most so many requests beside 1.02 of its pages. */
const MOST_BESIDE_PAGES = 14
/** Of 25 to 30 events of a range with both ends it is to send at most so many. */
const MOST_OF_FEW = 10
const FEW = { least: 25, most: 30 }
/** How many of them are asked outside, whatever the bound leaves: one on each side, or each side in two. */
const OUTSIDE_REQUESTS = { least: 2, most: 4 }

/** How many requests the bound on all of a reading leaves for what lies outside. */
function budgetOf({ requests, journal }: Reading, counted: number): number {
  const { from, until } = journal.header.range
  const isFew = counted >= FEW.least && counted <= FEW.most && from !== null && until !== null
  // A range that has an end is counted once more.
  const pages = Math.floor(counted / requests.pageSize()) + 1 + Number(from !== null || until !== null)
  const most = isFew ? MOST_OF_FEW : Math.floor(MOST_BESIDE_PAGES + 1.02 * pages)
  return Math.min(OUTSIDE_REQUESTS.most, Math.max(OUTSIDE_REQUESTS.least, most - requests.sent()))
}

/** A side, or a part of it, that one request asks for. */
type OutsideSegment = Omit<Side, 'middle'>

/**
 * What is asked of each side: a short one whole, and a long one in two, the longest first. Where the budget has no
 * request left for that, only the part of a long one that is further from the events is asked for.
 */
function inBudget(sides: readonly Side[], budget: number): OutsideSegment[] {
  const long = sides.filter(({ middle }) => middle !== null).sort((a, b) => (lengthOf(a) > lengthOf(b) ? -1 : 1))
  const askedInTwo = new Set(long.slice(0, Math.max(0, budget - sides.length)))
  return sides.flatMap((side) => {
    const { name, from, to, middle } = side
    if (middle === null) return [{ name, from, to }]
    const [older, newer] = [
      { name, from, to: middle },
      { name, from: middle, to },
    ]
    if (askedInTwo.has(side)) return [older, newer]
    return [name === 'before' ? older : newer]
  })
}

const lengthOf = ({ from, to }: OutsideSegment) => to - (from ?? 0n)

/**
 * Halves the longest segment of a side that is asked in two, and again, as long as the budget has a request left: a
 * service that chooses a store by one end of a range shows nothing of it where that end lies right after its first
 * event.
 */
function cutFurther(reading: Reading, asked: readonly OutsideSegment[], budget: number): OutsideSegment[] {
  const segments = [...asked]
  while (segments.length < budget) {
    const isOfSideInTwo = ({ name }: OutsideSegment) => segments.filter((other) => other.name === name).length > 1
    const [longest] = segments
      .filter((segment) => segment.from !== null && isOfSideInTwo(segment))
      .sort((a, b) => (lengthOf(a) > lengthOf(b) ? -1 : 1))
    if (longest === undefined) break
    const middle = cutBefore(reading, longest.to - lengthOf(longest) / 2n)
    if (middle <= (longest.from ?? 0n)) break
    segments.splice(segments.indexOf(longest), 1, { ...longest, to: middle }, { ...longest, from: middle })
  }
  return segments
}

/** How many of what is counted are neither known nor left out there, and whether some are shown. */
async function unknownIn({ requests, index }: Reading, bounds: Bounds, total: number, leftOut: number) {
  if (total <= leftOut) return { count: 0, isShown: false }
  // Where instants are compared by minutes or hours, the answer also has known events that lie beside these bounds.
  const asked = await requests.page(bounds, 0)
  const rows = asked.ok ? asked.value.events : []
  const isShown = rows.some((row) => !index.has(rowKey(row)))
  const areAllKnown = rows.length >= total && !isShown
  return { count: areAllKnown ? 0 : total, isShown }
}

/** The whole range in order of time: both sides, each in two if it is long, and between them what is known. */
function segmentsOf({ state: { sent } }: Reading, sides: readonly Side[]): SeenSegment[] {
  const edgesOf = (name: Side['name']): bigint[] =>
    sides
      .filter((side) => side.name === name)
      .flatMap(({ from, to, middle }) => (name === 'before' ? [middle, to] : [from, middle]))
      .filter((edge) => edge !== null)
  const older = edgesOf('before')
  const edges = [...older, ...edgesOf('after')].map(rfc3339Of)
  return [...edges, sent.to].map((to, at) => ({
    from: at === 0 ? sent.from : (edges[at - 1] ?? null),
    to,
    isKnown: at === older.length,
  }))
}

// How to cut a range whose parts show more than the whole: where a part has no event for long, that segment is asked
// for by itself, and one that shows none in halves.

/** Requests that the cutting may take; a segment that is reached after that is not cut, but read as it is. */
const MOST_REQUESTS = 200
/** A segment that shows no event is halved so many times, since one of its ends may hide them. */
const MOST_HALVINGS = 2
/** A segment between two events is long from so many mean distances on. */
const DISTANCES_OF_A_GAP = 4n
/** The mean distance is taken for this share of the range at most. */
const SHARE_OF_RANGE = 64n
/** Nothing shorter is cut. */
const SHORTEST = 60n * SECOND
/** Seconds from an event to the end of the part that it is in. */
const BESIDE = 2n

/** A part of the range, in ns. */
interface Part {
  from: bigint
  to: bigint
  /** Whether its answer counted no event. */
  isEmpty: boolean
}

/** A range as it is being cut. */
interface Cutting {
  reading: Reading
  /** What is cut so far, in order of time. */
  parts: Part[]
  /** Requests that are left. */
  left: number
  /** Whether a request failed: then nothing is cut any more. */
  isFailed: boolean
  /** The distance of events that is usual, in ns. */
  distance: bigint
  /** No longer segment is cut, in ns. */
  shortest: bigint
}

/**
 * Cuts the segments of a range into parts that show what lies in them; what is known is a part as it is.
 * @param mean distance of the events that came, in ns; 0 where that is not known
 * @returns them in order of time, overlapping by a second; null where a request fails
 */
export async function partsThatShow(
  reading: Reading,
  segments: readonly SeenSegment[],
  mean: bigint,
): Promise<Bounds[] | null> {
  const whole = segments.map(({ from, to }) => ({ from: nanosecondsOf(from) ?? 0n, to: nanosecondsOf(to) ?? 0n }))
  const most = ((whole.at(-1)?.to ?? 0n) - (whole[0]?.from ?? 0n)) / SHARE_OF_RANGE
  const distance = mean === 0n || mean > most ? most : mean
  const shortest = larger(SHORTEST, distance / 2n)
  const cutting: Cutting = { reading, parts: [], left: MOST_REQUESTS, isFailed: false, distance, shortest }
  for (const [at, { from, to }] of whole.entries()) {
    if (segments[at]?.isKnown === true) cutting.parts.push({ from, to, isEmpty: false })
    else if (to > from) await cutSegment(cutting, from, to, await answerOf(cutting, from, to), MOST_HALVINGS)
    if (cutting.isFailed) return null
  }
  return joined(cutting.parts).map(({ from, to }, at) => ({
    // A second earlier: what lies right at a cut is in both of its parts, and in one at least if bounds are exclusive.
    from: rfc3339Of(at === 0 ? from : from - SECOND),
    to: rfc3339Of(to),
  }))
}

/** Takes one of the requests; null where it fails, or counts nothing. */
async function answerOf(cutting: Cutting, from: bigint, to: bigint): Promise<ReadingAnswer | null> {
  cutting.left -= 1
  const { reading } = cutting
  const bounds = { from: rfc3339Of(from), to: rfc3339Of(to) }
  const asked = await askFromEarly(reading, bounds, (one) => reading.requests.page(one, 0))
  if (asked.ok && asked.value.total !== null) return asked.value
  cutting.isFailed = true
  return null
}

/**
 * Adds the parts of a segment. Where its answer has no event, or not all that it counts, it is cut in halves; else at
 * its long gaps, which are asked for by themselves.
 * @param answer to the segment; null: its request failed
 * @param halvings how often it is cut in halves if it shows no event
 */
async function cutSegment(
  cutting: Cutting,
  from: bigint,
  to: bigint,
  answer: ReadingAnswer | null,
  halvings: number,
): Promise<void> {
  const { parts, distance, shortest } = cutting
  if (answer === null || cutting.isFailed) return
  const { events, total } = answer
  const isEmpty = total === 0
  const mayCut = cutting.left > 1 && to - from > shortest
  if (!mayCut || (isEmpty && halvings === 0)) {
    parts.push({ from, to, isEmpty })
    return
  }
  if (isEmpty || events.length < (total ?? 0)) return cutInHalves(cutting, from, to, halvings)
  const longHere = (DISTANCES_OF_A_GAP * (to - from)) / BigInt(events.length + 1)
  const between = larger(DISTANCES_OF_A_GAP * distance, longHere)
  // A service that chooses what it shows by one end of a range hides events at the other: a gap there is long earlier.
  const gaps = gapsOf(answer, from, to, { between, atEnds: larger(shortest, distance) })
  let start = from
  for (const gap of gaps) {
    if (gap.from > start) parts.push({ from: start, to: gap.from, isEmpty: false })
    await cutSegment(cutting, gap.from, gap.to, await answerOf(cutting, gap.from, gap.to), MOST_HALVINGS)
    start = gap.to
  }
  if (start < to) parts.push({ from: start, to, isEmpty: false })
}

/** A half beside one that shows events is cut as often as a new segment; beside another that shows none, once less. */
async function cutInHalves(cutting: Cutting, from: bigint, to: bigint, halvings: number): Promise<void> {
  const middle = secondBefore((from + to) / 2n)
  const [older, newer] = [await answerOf(cutting, from, middle), await answerOf(cutting, middle, to)]
  const halvingsBeside = (other: ReadingAnswer | null) =>
    other?.total === 0 ? Math.max(0, halvings - 1) : MOST_HALVINGS
  await cutSegment(cutting, from, middle, older, halvingsBeside(newer))
  await cutSegment(cutting, middle, to, newer, halvingsBeside(older))
}

/**
 * Segments of an answer's range without an event that are longer than is usual: between two events, and before the
 * first and after the last (`atEnds`); all in ns. They keep two seconds from the events beside them.
 */
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
    const isAfterLast = at === times.length
    const end = isAfterLast ? to : time - BESIDE * SECOND
    const least = at === 0 || isAfterLast ? usual.atEnds : usual.between
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
