// Counts a search again in segments of its time: few events in pieces of equal length, many in parts of nearly equal
// numbers, very few in all that lies between them, and those of one instant before, at and after it.
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { rowKey } from '../../../rows/search-rows.ts'
import type { Fact, ReadingState } from '../../reading-state.ts'
import { wholeAccount } from '../../time-slice.ts'
import { DAY, DAY_SECONDS, MARGIN, nanosecondsOf, rfc3339Of, SECOND, secondBefore } from '../session/instants.ts'
import type { Reading } from '../session/reading.ts'
import {
  boundsOfSegment,
  cameIn,
  countCut,
  countSegments,
  heldAt,
  holdCounts,
  leaveUnasked,
  type Segment,
  segmentsBetween,
  sumOf,
} from './count-cuts.ts'
import { commonDivisor, divisor, type KeptSummary } from './kept-events.ts'

/** The range is cut into so many pieces; one without a start into five weeks and all that is before them. */
export const PIECES = 6
/** From so many events on there are so many sampled rows that less has to be counted apart. */
export const VERY_MANY = 600
/** Into how many parts of nearly equal numbers so many events are cut. */
const partsOf = (events: number) => (events < VERY_MANY ? 3 : 2)

/** Seconds that an even cut is moved at most: up to 24 events are counted so, and each keeps it from three of them. */
const MOST_AWAY = 90n

const WEEK = 7n * DAY

/** What counting the search in several cuts came to. */
export interface CountedApart {
  /** What the fact says that was added of it. */
  says: Fact['says']
  /** The greatest number that divides all its counts: above 1 they are as right where they are rounded to it. */
  unit: number
}

/**
 * Counts few events in pieces of equal length: most of their time is empty, and each piece is narrower than what a
 * service may refuse to search.
 * @param counted the service's count of the whole search
 * @param pieces how many
 */
export async function countInPieces(
  reading: Reading,
  kept: KeptSummary,
  counted: number,
  pieces: number,
): Promise<CountedApart> {
  const { sent } = reading.state
  const [start, end] = [nanosecondsOf(sent.from), nanosecondsOf(sent.to) ?? 0n]
  const length = start === null ? WEEK : (end - start) / BigInt(pieces)
  const edges = Array.from({ length: pieces - 1 }, (_, at) => {
    const piecesAfter = BigInt(pieces - 1 - at)
    const beforeEnd = start === null ? piecesAfter * WEEK : ((end - start) * piecesAfter) / BigInt(pieces)
    return besideEvents(kept.seconds, secondBefore(end - beforeEnd), length / 2n / SECOND)
  })
  const segments = segmentsBetween(start, edges, end)
  // The last piece is asked for with its rows: halves came before, with the rows of the older one.
  return holdPieces(reading, kept, counted, segments, await countsOf(reading, segments, counted, pieces - 1))
}

/**
 * The instant closest to `even`, less than `most` seconds from it, of which no event is within a second; `even` where
 * there is none. A service whose ranges include both ends counts what lies at a cut twice: events of full hours lie
 * where a day is cut.
 */
function besideEvents(seconds: Float64Array, even: bigint, most: bigint): bigint {
  for (let away = 0n; away < most && away <= MOST_AWAY; away += 1n) {
    for (const at of [even + away * SECOND, even - away * SECOND]) {
      if (seconds.every((second) => Math.abs(second - Number(at / SECOND)) > 1)) return at
    }
  }
  return even
}

/**
 * Counts many events in parts of nearly equal numbers. Null where no cut is far from events, or each part is counted as
 * large as the whole, because ranges are ignored.
 */
export async function countInParts(reading: Reading, kept: KeptSummary, counted: number): Promise<CountedApart | null> {
  const { sent } = reading.state
  const edges = edgesBetween(kept.seconds, partsOf(counted))
  if (edges.length === 0) return null
  const segments = segmentsBetween(nanosecondsOf(sent.from), edges, nanosecondsOf(sent.to) ?? 0n)
  const counts = await countsOf(reading, segments, counted)
  if (counts.every((count) => count === counted)) return null
  return holdPieces(reading, kept, counted, segments, counts)
}

/** The count of each segment, null where there is none; that at `withRowsAt` is asked for with its rows. */
async function countsOf(reading: Reading, segments: readonly Segment[], counted: number, withRowsAt = 0) {
  const asked = await countSegments(reading, segments.map(boundsOfSegment), { at: withRowsAt, counted })
  return asked.map(({ count }) => count)
}

/**
 * Adds the fact: each count is as many as came of its segment, and together they are as many as the whole (`whole`).
 * @param seconds when the kept events were
 */
function holdPieces(
  reading: Reading,
  { seconds }: KeptSummary,
  whole: number,
  segments: readonly Segment[],
  counts: readonly (number | null)[],
): CountedApart {
  // An event right at a cut may count in both segments, or in none.
  const eventsAt = (cut: bigint | null) =>
    cut === null ? 0 : seconds.filter((second) => Math.abs(second - Number(cut / SECOND)) <= 1).length
  const { before, after, storedTwice, otherText, undated } = wholeAccount(reading.slices.values()) ?? NO_ROWS
  // Nobody can tell in which segment the rows lie that were left out.
  const leftOut = before + after + storedTwice + otherText + undated
  const each = segments.map((segment, at) => {
    const slack = leftOut + eventsAt(segment.from) + eventsAt(segment.to)
    return heldAt(counts[at] ?? null, cameIn(seconds, segment), slack)
  })
  const sum = sumOf(counts)
  const eventsAtCuts = segments.slice(1).reduce((all, { from }) => all + eventsAt(from), 0)
  // The whole counts what lies beside the range as well, but copies of an event may be counted once or each.
  const together = heldAt(sum, whole, eventsAtCuts + storedTwice + otherText)
  const numbers = { pieces: counts.length, sum, whole }
  return { says: holdCounts(reading, { code: 'pieces', numbers }, [...each, together]), unit: commonDivisor(counts) }
}

/**
 * Finds cuts into parts of nearly equal numbers, each between two events that are far apart; fewer cuts where there is
 * no room. Where that is possible no divisor is common to the events before a cut and to all of them: the counts of
 * parts that have one may be rounded to it.
 * @param seconds when the kept events were, in order
 * @returns instants in ns, in order
 */
function edgesBetween(seconds: Float64Array, parts: number): bigint[] {
  const all = seconds.length
  const mostAway = Math.floor(all / parts / 2)
  const hasRoomBefore = (index: number) => (seconds[index] ?? 0) - (seconds[index - 1] ?? 0) >= 2 * MARGIN
  const edges = Array.from({ length: parts - 1 }, (_, at) => {
    const even = Math.floor((all * (at + 1)) / parts)
    const nearestFirst = Array.from({ length: mostAway }, (_, away) => [even - away, even + away]).flat()
    const cuts = nearestFirst.filter(hasRoomBefore)
    const index = cuts.find((before) => divisor(before, all) === 1) ?? cuts[0]
    return index === undefined ? null : BigInt((seconds[index - 1] ?? 0) + MARGIN) * SECOND
  })
  return edges.filter((edge) => edge !== null)
}

// Nearly all time of very few events is empty: every segment without one is asked for, and must count none.

/** Requests for segments of time; more would cost more than a larger result does. */
const MOST_SEGMENTS = 8

/**
 * Adds a fact of the independent count (`gaps`): no segment between, before and after the events counts any. What is
 * right at an event is left to its sampled row.
 * @param spared how many segments fewer than the most are asked for
 */
export async function countGaps(reading: Reading, { seconds }: KeptSummary, spared: number): Promise<Fact['says']> {
  const { state, slices } = reading
  const end = nanosecondsOf(state.sent.to) ?? 0n
  const start = startOfGaps(state.sent, end, seconds[0])
  const past: Segment[] = state.sent.from === null ? [{ from: null, to: start }] : []
  const most = MOST_SEGMENTS - past.length - spared
  const asked = [...past, ...inFew(gapsOf(seconds, start, end), end - start, most)]
  const answers = await countSegments(reading, asked.map(boundsOfSegment))
  const counts = answers.map(({ count }) => count)
  const found = sumOf(counts)
  const { before, after } = wholeAccount(slices.values()) ?? NO_ROWS
  // Events that were left out at the ends of the range lie in a segment.
  const leftOut = before + after
  // Times of day do not count where segments find more, and each just the kept events of its days: that is no mistake.
  const areAllKnown = answers.every(({ rows }) => rows.every((row) => reading.index.has(rowKey(row))))
  const isOfDays = found > leftOut && areAllKnown && countWholeDays(asked, counts, seconds)
  if (isOfDays) reading.learn({ times: false })
  const held = [...counts, found].map((count) => ({ count, least: 0, most: isOfDays ? found : leftOut }))
  // A total that ignores the range counts some in each segment, whose answer has no row: that shows nothing.
  const shown = answers.filter(({ count, rows }) => count !== 0 && rows.length > 0).length
  const numbers = { stretches: asked.length, found, shown, ofDays: Number(isOfDays) }
  return holdCounts(reading, { code: 'gaps', numbers }, held)
}

/**
 * Where the segments begin, in ns: with the range. For one without a start that is six weeks before its end, or a week
 * before the oldest event (`oldest`, in seconds) if that is earlier.
 */
function startOfGaps({ from }: ReadingState['sent'], end: bigint, oldest: number | undefined): bigint {
  const start = nanosecondsOf(from)
  if (start !== null) return start
  const weeksBack = end - BigInt(PIECES) * WEEK
  const beforeOldest = oldest === undefined ? weeksBack : BigInt(oldest) * SECOND - WEEK
  return beforeOldest < weeksBack ? beforeOldest : weeksBack
}

/** Lists what is between, before and after the events, at least `MARGIN` seconds from each. */
function gapsOf(seconds: Float64Array, start: bigint, end: bigint): Gap[] {
  const gaps: Gap[] = []
  let from = start
  for (const second of seconds) {
    const to = BigInt(second - MARGIN) * SECOND
    if (to > from) gaps.push({ from, to })
    from = BigInt(second + 1 + MARGIN) * SECOND
  }
  if (end > from) gaps.push({ from, to: end })
  return gaps
}

interface Gap {
  from: bigint
  to: bigint
}

/** Gaps cut into segments of a sixth of `length` at most; into longer ones only where those are more than `most`. */
function inFew(gaps: readonly Gap[], length: bigint, most: number): Gap[] {
  const cut = (pieces: number) => gaps.flatMap((gap) => inShort(gap, length / BigInt(pieces)))
  let segments = cut(PIECES)
  for (let pieces = PIECES - 1; segments.length > most && pieces > 1; pieces -= 1) segments = cut(pieces)
  return segments
}

/** A gap in the fewest equal parts no longer than `most`, cut at whole seconds: services may narrow a wide range. */
function inShort({ from, to }: Gap, most: bigint): Gap[] {
  const parts = most <= 0n ? 1n : (to - from + most - 1n) / most
  const edge = (at: bigint) => (at === parts ? to : from + (((to - from) * at) / parts / SECOND) * SECOND)
  return Array.from({ length: Number(parts) }, (_, at) => ({ from: edge(BigInt(at)), to: edge(BigInt(at) + 1n) }))
}

const dayOf = (second: number) => Math.floor(second / DAY_SECONDS)

/**
 * Whether the counts are those of a service that compares days: each as many as came on the days of its segment, with
 * the day that it begins on or without, and with the one that it ends on or without, in all segments alike.
 */
function countWholeDays(asked: readonly Segment[], counts: readonly (number | null)[], seconds: Float64Array): boolean {
  const dayAt = (at: bigint) => dayOf(Number(at / SECOND))
  const cameOnDaysOf = ({ from, to }: Segment, hasFirstDay: boolean, hasLastDay: boolean): number => {
    const first = from === null ? Number.NEGATIVE_INFINITY : dayAt(from) + Number(!hasFirstDay)
    const last = dayAt(to) - Number(!hasLastDay)
    return seconds.filter((second) => dayOf(second) >= first && dayOf(second) <= last).length
  }
  const isFor = (hasFirstDay: boolean, hasLastDay: boolean) =>
    asked.every((segment, at) => counts[at] === cameOnDaysOf(segment, hasFirstDay, hasLastDay))
  return [true, false].some((hasFirstDay) => isFor(hasFirstDay, true) || isFor(hasFirstDay, false))
}

// Counts before, at and after the events, where they are all of one instant.

/**
 * Adds a fact of the independent count (`around`): before the first event and after the last there is none but those
 * left out at the ends, and as many as came are in between. Null where no event has a time.
 */
export async function countAround(
  reading: Reading,
  { seconds }: KeptSummary,
  counted: number,
): Promise<Fact['says'] | null> {
  const { state } = reading
  const [first, last] = [seconds[0], seconds.at(-1)]
  if (first === undefined || last === undefined) return null
  if (!state.behaviour.rangesHold) return leaveUnasked(reading, 'around')
  const margin = state.behaviour.times === false ? 2 * DAY_SECONDS : 2
  const [start, end] = [nanosecondsOf(state.sent.from), nanosecondsOf(state.sent.to)]
  const [low, high] = [BigInt(first - margin) * SECOND, BigInt(last + 1 + margin) * SECOND]
  // A gap never lies beyond what was sent.
  const hasBefore = start === null || low > start
  const hasAfter = end === null || high < end
  const lowest = hasBefore ? rfc3339Of(low) : state.sent.from
  const highest = hasAfter ? rfc3339Of(high) : state.sent.to
  const [before, within, after] = await Promise.all([
    hasBefore ? countCut(reading, { from: state.sent.from, to: lowest }) : 0,
    countCut(reading, { from: lowest, to: highest }),
    hasAfter ? countCut(reading, { from: highest, to: state.sent.to }) : 0,
  ])
  const account = wholeAccount(reading.slices.values()) ?? NO_ROWS
  return holdCounts(reading, { code: 'around', numbers: { before, within, after, whole: counted } }, [
    { count: before, least: 0, most: account.before },
    { count: within, least: counted - account.before - account.after, most: counted },
    { count: after, least: 0, most: account.after },
  ])
}
