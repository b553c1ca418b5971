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

/** The range is cut into so many; one without a start into five weeks and all that is before them. */
export const PIECES = 6
/** From so many events on there are so many sampled rows that less has to be counted apart. */
export const VERY_MANY = 600
/** There are nearly as many events in each of these where there are many. */
const partsOf = (events: number) => (events < VERY_MANY ? 3 : 2)

/** Seconds that an even cut is moved at most: each of few events keeps it from three. */
const MOST_AWAY = 90n

const WEEK = 7n * DAY

/** This was counted apart, in a fact of the independent count. */
export interface CountedApart {
  says: Fact['says']
  /** The greatest number that divides all its counts: above 1 they are as right where they are rounded to it. */
  unit: number
}

/**
 * Most of the time of few events is empty: each piece is narrower than what a service may refuse to search.
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
    const behind = BigInt(pieces - 1 - at)
    const even = secondBefore(end - (start === null ? behind * WEEK : ((end - start) * behind) / BigInt(pieces)))
    return besideEvents(kept.seconds, even, length / 2n / SECOND)
  })
  const segments = segmentsBetween(start, edges, end)
  // Halves came before, with the rows of the first.
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

/** Null where no cut is far from events, or each part is as large as the whole, because ranges are ignored. */
export async function countInParts(reading: Reading, kept: KeptSummary, counted: number): Promise<CountedApart | null> {
  const { sent } = reading.state
  const edges = edgesBetween(kept.seconds, partsOf(counted))
  if (edges.length === 0) return null
  const segments = segmentsBetween(nanosecondsOf(sent.from), edges, nanosecondsOf(sent.to) ?? 0n)
  const counts = await countsOf(reading, segments, counted)
  if (counts.every((count) => count === counted)) return null
  return holdPieces(reading, kept, counted, segments, counts)
}

/** The count of each; the one at `withRows` with its rows, where these may show more. */
async function countsOf(reading: Reading, segments: readonly Segment[], counted: number, withRows = 0) {
  const asked = await countSegments(reading, segments.map(boundsOfSegment), { at: withRows, counted })
  return asked.map(({ count }) => count)
}

/** Adds the fact: each count is as many as came of its segment, and together they are as many as the whole. */
function holdPieces(
  reading: Reading,
  { seconds }: KeptSummary,
  whole: number,
  segments: readonly Segment[],
  counts: readonly (number | null)[],
): CountedApart {
  // What lies right at a cut may count twice, or not at all.
  const atCut = (cut: bigint | null) =>
    cut === null ? 0 : seconds.filter((second) => Math.abs(second - Number(cut / SECOND)) <= 1).length
  const { before, after, storedTwice, otherText, undated } = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const slack = before + after + storedTwice + otherText + undated
  const each = segments.map((segment, at) =>
    heldAt(counts[at] ?? null, cameIn(seconds, segment), slack + atCut(segment.from) + atCut(segment.to)),
  )
  const sum = sumOf(counts)
  const atCuts = segments.slice(1).reduce((all, { from }) => all + atCut(from), 0)
  const numbers = { pieces: counts.length, sum, whole }
  const all = heldAt(sum, whole, atCuts + storedTwice + otherText)
  return { says: holdCounts(reading, { code: 'pieces', numbers }, [...each, all]), unit: commonDivisor(counts) }
}

/** Finds cuts between events that are far apart, so that no unit divides all parts where that is possible. */
function edgesBetween(seconds: Float64Array, parts: number): bigint[] {
  const near = Math.floor(seconds.length / parts / 2)
  const isClear = (index: number) => (seconds[index] ?? 0) - (seconds[index - 1] ?? 0) >= 2 * MARGIN
  const isRough = (index: number) => divisor(index, seconds.length) === 1
  const edges = Array.from({ length: parts - 1 }, (_, at) => {
    const middle = Math.floor((seconds.length * (at + 1)) / parts)
    const around = Array.from({ length: near }, (_, away) => [middle - away, middle + away])
      .flat()
      .filter(isClear)
    const index = around.find(isRough) ?? around[0]
    return index === undefined ? null : BigInt((seconds[index - 1] ?? 0) + MARGIN) * SECOND
  })
  return edges.filter((edge) => edge !== null)
}

// Nearly all time of very few events is empty: every segment without one is asked for, and must count none.

/** Requests for segments of time; more would cost more than a larger result does. */
const MOST_SEGMENTS = 8

/**
 * Adds a fact of the independent count; its sampled row shows what is right at an event.
 * @param spared how many segments fewer
 */
export async function countGaps(reading: Reading, { seconds }: KeptSummary, spared: number): Promise<Fact['says']> {
  const { state, slices } = reading
  const end = nanosecondsOf(state.sent.to) ?? 0n
  const start = startOfGaps(state.sent, end, seconds[0])
  const earlier = { from: null, to: start }
  const before: Segment[] = state.sent.from === null ? [earlier] : []
  const most = MOST_SEGMENTS - before.length - spared
  const asked = [...before, ...inFew(gapsOf(seconds, start, end), end - start, most)]
  const answers = await countSegments(reading, asked.map(boundsOfSegment))
  const counts = answers.map(({ count }) => count)
  const found = sumOf(counts)
  const { before: early, after: late } = wholeAccount(slices.values()) ?? NO_ROWS
  const isEmpty = found <= early + late
  // Or else times of day do not count: then each finds the kept events of its days, and no other.
  const isKnown = answers.every(({ rows }) => rows.every((row) => reading.index.has(rowKey(row))))
  const isOfDays = !isEmpty && isKnown && isByDays(asked, counts, seconds)
  if (isOfDays) reading.learn({ times: false })
  const held = [...counts, found].map((count) => ({ count, least: 0, most: isOfDays ? found : early + late }))
  // A total that ignores the range counts some in each, and each answer gives none.
  const shown = answers.filter(({ count, rows }) => count !== 0 && rows.length > 0).length
  const numbers = { stretches: asked.length, found, shown, ofDays: Number(isOfDays) }
  return holdCounts(reading, { code: 'gaps', numbers }, held)
}

/** Gives ns, without a start six weeks before the end; a week before `oldest`, in seconds, if that is earlier. */
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

/** Cut into segments of a sixth of `length`; into longer ones only where those are more than `most`. */
function inFew(gaps: readonly Gap[], length: bigint, most: number): Gap[] {
  const cut = (pieces: number) => gaps.flatMap((gap) => inShort(gap, length / BigInt(pieces)))
  let segments = cut(PIECES)
  for (let pieces = PIECES - 1; segments.length > most && pieces > 1; pieces -= 1) segments = cut(pieces)
  return segments
}

/** In the fewest equal parts no longer than `most`, cut at whole seconds: services may narrow a wide range silently. */
function inShort({ from, to }: Gap, most: bigint): Gap[] {
  const parts = most <= 0n ? 1n : (to - from + most - 1n) / most
  const edge = (at: bigint) => (at === parts ? to : from + (((to - from) * at) / parts / SECOND) * SECOND)
  return Array.from({ length: Number(parts) }, (_, at) => ({ from: edge(BigInt(at)), to: edge(BigInt(at) + 1n) }))
}

const dayOf = (second: number) => Math.floor(second / DAY_SECONDS)

/** Whether each counts whole days, all with the first and the last of them, or all without the one or the other. */
function isByDays(asked: readonly Segment[], counts: readonly (number | null)[], seconds: Float64Array): boolean {
  const day = (at: bigint) => dayOf(Number(at / SECOND))
  const finds = ({ from, to }: Segment, isFromIn: boolean, isToIn: boolean): number => {
    const first = from === null ? Number.NEGATIVE_INFINITY : day(from) + Number(!isFromIn)
    const last = day(to) - Number(!isToIn)
    return seconds.filter((second) => dayOf(second) >= first && dayOf(second) <= last).length
  }
  return [true, false].some((isFromIn) =>
    [true, false].some((isToIn) => asked.every((segment, at) => counts[at] === finds(segment, isFromIn, isToIn))),
  )
}

// Counts before, at and after the events, where they are all of one instant.

/**
 * Adds a fact of the independent count: before the first event and after the last there is none but those left out at
 * the ends, and as many as came are in between. Null where no event has a time.
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
