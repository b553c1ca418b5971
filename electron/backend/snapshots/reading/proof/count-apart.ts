// Counts a search a second time, apart: in segments of its time, or by a field that all events have. Together they must
// be as many as the whole.
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import type { Fact } from '../../reading-state.ts'
import { countedOf, inOrderOfTime, type TimeSlice, wholeAccount } from '../../time-slice.ts'
import {
  DAY,
  DAY_MARGIN,
  DAY_SECONDS,
  keptRange,
  MARGIN,
  nanosecondsOf,
  rfc3339Of,
  SECOND,
  secondBefore,
  sentRange,
} from '../session/instants.ts'
import type { Reading } from '../session/reading.ts'
import type { Bounds } from '../session/requests.ts'
import { isCountedAcross } from './choose-sampled-rows.ts'
import { countByFields, countOneType, countSelection, isTypeOpen } from './count-by-field.ts'
import { cameIn, countCut, countCuts, countSegments, heldAt, holdCounts, leaveUnasked, sumOf } from './count-cuts.ts'
import {
  type CountedApart,
  countAround,
  countGaps,
  countInParts,
  countInPieces,
  PIECES,
  VERY_MANY,
} from './count-segments.ts'
import { commonDivisor, divisor, eachKept, type KeptSummary, summaryOfKept } from './kept-events.ts'

// A service may round its counts, say to tens: 40 and 60 add up to 100 although 39 and 58 events are there. The *unit* of
// some counts is the greatest number that divides them all, here 20. Above 1 they may have been rounded to it, and prove
// nothing; with a unit of 1, as of 39 and 58, they cannot have been.

/** Up to so many events (3), all time without an event is asked for. */
const VERY_FEW = 3
/** Below so many events (up to 24), two halves may agree by chance, so that pieces of the range are counted as well. */
const FEW = 25
/** From so many events on, halves of an estimate may be right by chance, so that parts of nearly equal numbers are. */
const MANY = 31
/** From so many events on, the sampled rows take all the requests that the reading may still send. */
const MANY_SAMPLED_ROWS = 500
/** Below this a unit is taken for chance where no count without one can be had: many counts are even by themselves. */
const ROUND = 5

/**
 * Adds facts of the independent count. Where the slices prove the whole already, only a range across them and a type of
 * event are counted; else what was read is counted again in other cuts.
 * @param hasParts whether several slices added up to the whole. They prove it unless all their counts may be rounded,
 * or parts once counted together more than came now
 */
export async function countApart(reading: Reading, hasParts: boolean): Promise<Fact['says']> {
  const { slices, journal } = reading
  const counted = countedOf(slices.values())
  // Slices may leave out what the whole does: where parts of before counted more, they have to count less by now.
  const areSlicesApart = hasParts && mostApart(reading) <= counted
  const unitOfSlices = commonDivisor([...slices.values()].map(({ after }) => after))
  const isProvedBySlices = areSlicesApart && unitOfSlices <= 1
  // A type of event is counted as the last thing, where the bound on requests leaves one for it: it leaves none where
  // there are no events, 25 to 30, or 500 and more.
  const hasRoomForType = counted > 0 && counted < MANY_SAMPLED_ROWS && (counted < FEW || counted >= MANY)
  const isTypeCounted = hasRoomForType && isTypeOpen(reading)
  if (isProvedBySlices) {
    const across = await countAcross(reading)
    if (across !== 'holds' || !isTypeCounted) return across
  }
  const kept = await summaryOfKept(reading)
  if (kept === null) return 'unasked'
  if (!isProvedBySlices) {
    // The bound has a request more for a range that has a start or an end; without both, the type takes one of the cuts'.
    const { from, until } = journal.header.range
    const spared = isTypeCounted && from === null && until === null ? 1 : 0
    const says = areSlicesApart
      ? await countPartsApart(reading, kept, counted)
      : await countAsOne(reading, kept, counted, spared)
    if (says !== 'holds' || !isTypeCounted) return says
  }
  return (await countOneType(reading, kept)) ?? 'holds'
}

/**
 * The most that parts or halves of the range counted together where that was not what came; 0 if it always was. The
 * facts `pieces` have it as `sum`, the facts `halves` as `first` and `second`, less what both hold (`overlap`).
 */
const mostApart = ({ state }: Reading) =>
  state.evidence.reduce((most, { code, says, numbers: { sum, first, second, overlap } }) => {
    if (says !== 'moved' || (code !== 'pieces' && code !== 'halves')) return most
    return Math.max(most, sum ?? (first ?? 0) + (second ?? 0) - (overlap ?? 0))
  }, 0)

/** Counts what several slices hold again, where all of their counts may be rounded. */
async function countPartsApart(reading: Reading, kept: KeptSummary, counted: number): Promise<Fact['says']> {
  const halves = await countInHalves(reading, kept, counted)
  return halves?.says ?? (await countByFields(reading, kept, { counted, isOnlyProof: true })) ?? 'unasked'
}

/**
 * Counts what was read as one part again in other cuts, by how many events there are: up to 3 in every segment without
 * one; up to 24 in halves and pieces of the range; 25 to 30 in halves; from 31 on in parts of nearly equal numbers. The
 * values of fields, or what is around their one instant, are counted where there is no such cut. Counts with a unit
 * above 1 need one more that it does not divide.
 * @param spared how many requests fewer than elsewhere may be sent: 0 or 1
 */
async function countAsOne(reading: Reading, kept: KeptSummary, counted: number, spared: number): Promise<Fact['says']> {
  const { slices, state } = reading
  const { times, rangesHold } = state.behaviour
  // Whether the range can be cut at times of day; where `times` is null it is not known yet whether they count, and tried.
  const isTimed = times !== false && rangesHold && state.sent.to !== null
  if (isTimed && counted <= VERY_FEW && (wholeAccount(slices.values())?.undated ?? 0) === 0) {
    return countGaps(reading, kept, spared)
  }
  const parts = isTimed && counted >= MANY ? await countInParts(reading, kept, counted) : null
  if (parts?.says === 'holds') {
    const across = isCountedAcross(kept.seconds.length, slices.size) ? await countAcross(reading) : 'holds'
    return across === 'holds' ? countUndivided(reading, kept, counted, parts.unit) : across
  }
  const halves = await countInHalves(reading, kept, counted)
  // Parts that were counted do not hold here. Halves were counted all the same: they learn whether times of day count,
  // which may be why.
  if (parts !== null) return parts.says
  if (halves === null) {
    const fields = await countByFields(reading, kept, { counted, isOnlyProof: true })
    // Nothing else proves events of one instant and one kind.
    return fields ?? (await countAround(reading, kept, counted)) ?? 'unasked'
  }
  if (halves.says !== 'holds') return halves.says
  // Halves may have shown by now that times of day do not count.
  const isByDays = reading.state.behaviour.times === false
  if (isTimed && !isByDays && counted < FEW) {
    // Where halves may be rounded, a selection may have to be counted besides: its request is that of a piece.
    const mayNeedSelection = halves.unit > 1
    const pieces = await countInPieces(reading, kept, counted, PIECES - spared - (mayNeedSelection ? 1 : 0))
    if (pieces.says !== 'holds') return pieces.says
    // A unit has to divide both: halves of 10 and 14 (unit 2) and pieces of 9 and 15 (unit 3) cannot be rounded.
    const unitOfBoth = divisor(halves.unit, pieces.unit)
    return countUndivided(reading, kept, counted, unitOfBoth)
  }
  // Halves of whole days overlap: what they count is held against what came less closely, and one selection is counted.
  if (isByDays && counted >= MANY && counted < VERY_MANY) {
    return (await countSelection(reading, kept, counted, Math.max(1, halves.unit))) ?? 'holds'
  }
  const areMany = counted >= MANY && !isByDays
  const fields = areMany ? await countByFields(reading, kept, { counted, isOnlyProof: false }) : null
  if (fields !== null && fields !== 'holds') return fields
  return countUndivided(reading, kept, counted, halves.unit)
}

/**
 * Closes the case of counts that hold but may be rounded to their unit: one more count, of a selection of events whose
 * number the unit does not divide, has to be right. Where there is no such selection (`says` null), a unit of 2 to 4 is
 * no doubt, as such numbers come about by chance; a greater one leaves it open.
 */
async function countUndivided(
  reading: Reading,
  kept: KeptSummary,
  counted: number,
  unit: number,
): Promise<Fact['says']> {
  const says = unit <= 1 ? 'holds' : await countSelection(reading, kept, counted, unit)
  if (says !== null) return says
  if (unit < ROUND) return 'holds'
  return leaveUnasked(reading, 'selection', { unit })
}

// Counts a range that begins and ends a part of a page within what came. A service whose pages leave out what lies
// where they meet, and that counts what its pages show, agrees with itself in each part that was read: here its pages
// meet elsewhere.

/** Where the range begins and ends, in pages from the first event and from the last: neither is where a page ends. */
const [FROM_START, FROM_END] = [0.5, 0.3]
/** Seconds from one event to the next where a range may begin or end: however bounds are read, no event is near. */
const CLEAR = 4

/** An end of what is counted, in seconds since the epoch, and how many events came that lie beyond it. */
interface Edge {
  at: number
  outside: number
}

/**
 * Adds a fact of the independent count (`across`), by one request, or three; asks nothing where times of day do not
 * count, or where events lie so close that a range could begin at none but at one of them.
 */
async function countAcross(reading: Reading): Promise<Fact['says']> {
  const { slices, state, requests } = reading
  if (state.behaviour.times === false || !state.behaviour.rangesHold) return 'holds'
  const parts = inOrderOfTime(slices.values()).filter(({ kept }) => kept > 0)
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return 'holds'
  const oldest = await secondsOf(reading, first)
  const newest = first === last ? oldest : await secondsOf(reading, last)
  if (oldest === null || newest === null) return leaveUnasked(reading, 'across')
  const page = requests.pageSize()
  const start = clearEdge(oldest, page * FROM_START)
  // Counted from the last event on: in times below zero that is the first one.
  const mirrored = clearEdge(newest.map((second) => -second).reverse(), page * FROM_END)
  if (start === null || mirrored === null || start.at >= -mirrored.at) return 'holds'
  const end = { ...mirrored, at: -mirrored.at }
  const total = await countCut(reading, { from: instantOf(start), to: instantOf(end) })
  if (total === null) return leaveUnasked(reading, 'across')
  const account = wholeAccount(slices.values()) ?? NO_ROWS
  const came = countedOf(slices.values()) - account.before - start.outside - end.outside - account.after
  // Nobody can tell of these whether they lie in the range.
  const uncertain = account.storedTwice + account.otherText + account.undated
  const beside = total === came ? 0 : await countBeside(reading, start, end)
  const held = heldAt(total, came, uncertain + beside)
  return holdCounts(reading, { code: 'across', numbers: { counted: total, came } }, [held])
}

const instantOf = ({ at }: Edge) => rfc3339Of(BigInt(at) * SECOND)

/** How many events a range from an end to that same end has: all of its minute or hour, where a service compares so. */
async function countBeside(reading: Reading, ...edges: readonly Edge[]): Promise<number> {
  const cuts = edges.map(instantOf).map((at) => ({ from: at, to: at }))
  return sumOf(await countCuts(reading, cuts))
}

/** The times of what is kept, in order; null where the journal cannot be read. */
async function secondsOf(reading: Reading, slice: TimeSlice): Promise<number[] | null> {
  const seconds: number[] = []
  const isWhole = await eachKept(reading, [slice], ({ at }) => {
    if (at !== null) seconds.push(Number(at / SECOND))
  })
  return isWhole ? seconds.sort((a, b) => a - b) : null
}

/**
 * Finds a cut between the two events nearest to the wanted place that are far enough apart; null where none are.
 * @param seconds when the events were, in order
 * @param wanted how many events are to lie before the cut
 */
function clearEdge(seconds: readonly number[], wanted: number): Edge | null {
  let nearest: Edge | null = null
  for (const [at, second] of seconds.entries()) {
    const before = seconds[at - 1]
    if (before === undefined || second - before < CLEAR) continue
    const isNearer = nearest === null || Math.abs(at - wanted) < Math.abs(nearest.outside - wanted)
    if (isNearer) nearest = { at: Math.floor((before + second) / 2), outside: at }
  }
  return nearest
}

// Counts a search in two halves of its time: both together must be as many as the whole, and the older as many as came
// of it.

/**
 * Where a range is cut: the older half ends at its `to`, the newer one begins at its `from`, which is earlier where the
 * service may not include a `from`.
 */
interface Middle extends Bounds {
  /** Where events are parted, in ns. */
  at: bigint
  /** Whether no event is near the cut, so that both halves share none and leave out none, however bounds are read. */
  isClear: boolean
}

/** Adds a fact of the independent count. Null: no cut has events on both sides, or a half is as large as the whole. */
async function countInHalves(reading: Reading, kept: KeptSummary, counted: number): Promise<CountedApart | null> {
  // A second time at most: the cut is another once `fromIncluded` is learned to be false.
  for (let cut = cutOf(reading, kept); cut !== null; cut = cutOf(reading, kept)) {
    const halves = await countHalves(reading, kept, cut, counted)
    if (halves === 'as-large') return null
    if (halves !== 'fewer') return halves
  }
  return null
}

/**
 * An instant near the median, with events on both sides and far from all of them where there is room; without events
 * one in the middle of the range. Null if there is none.
 */
function cutOf({ state }: Reading, { seconds }: KeptSummary): Middle | null {
  const isByDays = state.behaviour.times === false
  const end = nanosecondsOf(state.sent.to)
  const from = nanosecondsOf(state.sent.from)
  if (seconds.length === 0) {
    if (end === null) return null
    const at = from === null ? end - DAY : (from + end) / 2n
    return edge(Number(secondBefore(at) / SECOND))
  }
  const all = seconds.length
  const middle = Math.floor(all / 2)
  /** The second of a cut right before an event, with none near it; null where there is no room. */
  const clearCutBefore = (index: number): number | null => {
    const [before, after] = [seconds[index - 1], seconds[index]]
    if (before === undefined || after === undefined) return null
    const isRoom = isByDays ? dayOf(before) < dayOf(after) : after - before >= CLEAR
    if (!isRoom) return null
    return isByDays ? dayOf(after) * DAY_SECONDS : before + CLEAR / 2
  }
  // Whether the halves would have a unit above 1, such as 40 and 60 of 100 (20): counts rounded to it add up as well.
  // `index` is the number of events before the cut. Where times of day do not count, the older half is counted with all
  // of the day that begins at the cut, too.
  const areHalvesRound = (index: number) =>
    divisor(index, all) > 1 || (isByDays && divisor(upToEndOfDay(seconds, index), all - index) > 1)
  // Halves are at best about as large as each other, as one of few events may lose none of many, and without a unit
  // above 1. Each pass gives up one of the two: a third from the median without a unit, then a quarter with one, then
  // any place, again without a unit first. `mostAway`: how many events the cut may be from the median.
  for (const { mostAway, mayBeRound } of [
    { mostAway: Math.max(3, Math.ceil(all / 3)), mayBeRound: false },
    { mostAway: Math.ceil(all / 4), mayBeRound: true },
    { mostAway: all, mayBeRound: false },
    { mostAway: all, mayBeRound: true },
  ]) {
    for (let away = 0; away < mostAway; away += 1) {
      for (const index of [middle - away, middle + away]) {
        const at = clearCutBefore(index)
        if (at !== null && (mayBeRound || !areHalvesRound(index))) return edge(at, !isByDays)
      }
    }
  }
  const [first, last] = [seconds[0], seconds.at(-1)]
  if (isByDays || first === undefined || last === undefined || first === last) return null
  // No two events are far apart: the cut is at one of them.
  const median = seconds[middle] ?? last
  return edge(median > first ? median : median + 1)

  /** @param at in seconds since the epoch */
  function edge(at: number, isClear = false): Middle {
    const instant = BigInt(at) * SECOND
    // With an exclusive `from`, an event at the cut would be in neither half.
    const lead = state.behaviour.fromIncluded || isClear ? 0n : isByDays ? DAY : SECOND
    return { from: rfc3339Of(instant - lead), to: rfc3339Of(instant), at: instant, isClear }
  }
}

const dayOf = (second: number) => Math.floor(second / DAY_SECONDS)

/** How many of the events, which are in order, lie before the end of the day of this one. */
function upToEndOfDay(seconds: Float64Array, index: number): number {
  const day = dayOf(seconds[index] ?? 0)
  let end = index
  while (end < seconds.length && dayOf(seconds[end] ?? 0) <= day) end += 1
  return end
}

/**
 * Counts both halves of a cut, and where they are not as many as the whole, what both of them hold.
 * @returns `as-large`: a half as large as its whole proves nothing. `fewer`: together they are fewer than the whole, so
 * that a `from` may be exclusive: that is learned, and they have to be cut again
 */
async function countHalves(
  reading: Reading,
  kept: KeptSummary,
  cut: Middle,
  counted: number,
): Promise<CountedApart | 'as-large' | 'fewer'> {
  const { state } = reading
  // The range was read with two seconds beyond each end (`MARGIN`). Where times of day do not count, that may have left
  // out events of its first and last day: the halves reach a day beyond it, and where they hold, nothing was left out,
  // and the range is taken to have been sent as wide (below).
  const { until } = keptRange(reading)
  const reachesDayFurther = state.behaviour.times === false && state.margin === MARGIN
  const outer = reachesDayFurther ? sentRange(reading, until, DAY_MARGIN) : state.sent
  const older = { from: outer.from, to: cut.to }
  const asked = await countSegments(reading, [older, { from: cut.from, to: outer.to }], { at: 0, counted })
  const [first, second] = asked.map(({ count }) => count)
  if (first == null || second == null) return { says: leaveUnasked(reading, 'halves'), unit: 0 }
  // Either both halves are the whole again, or one of them is and the other is empty: 100 and 100, or 100 and 0, of 100.
  const areBothWhole = first === counted && second === counted
  const isOneWhole = (first === counted && second === 0) || (first === 0 && second === counted)
  // Without events in the range itself, all that came lies in its margins, and one half may hold all of it.
  if ((areBothWhole || isOneWhole) && kept.seconds.length > 0) return 'as-large'
  if (first + second < counted && state.behaviour.fromIncluded && !cut.isClear) {
    reading.learn({ fromIncluded: false })
    return 'fewer'
  }
  let overlap = 0
  if (first + second !== counted) {
    overlap = (await countCut(reading, cut)) ?? 0
    // Both hold events, though none is near the cut: they are of its day, so times of day do not count.
    if (cut.isClear && overlap > 0) reading.learn({ times: false })
  }
  const numbers = { first, second, overlap, whole: counted }
  const both = heldAt(first + second - overlap, counted)
  const says = holdCounts(reading, { code: 'halves', numbers }, [both, olderHalf(reading, kept, cut, first, overlap)])
  if (says === 'holds' && reachesDayFurther) reading.state = { ...reading.state, margin: DAY_MARGIN, sent: outer }
  return { says, unit: commonDivisor([first, second, overlap, counted]) }
}

/** What the older half may count: as many as came of it. A sum of both may be right by chance. */
function olderHalf({ slices }: Reading, { seconds }: KeptSummary, { at }: Middle, count: number, overlap: number) {
  const { before, storedTwice, otherText, undated } = wholeAccount(slices.values()) ?? NO_ROWS
  const came = before + cameIn(seconds, { from: null, to: at })
  return heldAt(count, came, overlap + storedTwice + otherText + undated)
}
