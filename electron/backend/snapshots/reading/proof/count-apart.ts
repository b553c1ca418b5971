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

/** Up to so many, all time without an event is asked for. */
const VERY_FEW = 3
/** Below so many, two halves may agree by chance. */
const FEW = 25
/** From so many on, halves of an estimate may be right by chance. */
const MANY = 31
/** From so many on sampled rows take all that the bound on requests leaves. */
const MANY_SAMPLED_ROWS = 500
/** The least unit that counts may be rounded to where nothing else tells. */
const ROUND = 5

/**
 * Adds facts of the independent count.
 * @param hasParts whether several slices added up to the whole; more is asked then only if all their counts could be
 * rounded, or if more than came now was once counted
 */
export async function countApart(reading: Reading, hasParts: boolean): Promise<Fact['says']> {
  const { slices, journal } = reading
  const counted = countedOf(slices.values())
  // Slices may leave out what the whole does: where parts of before counted more, they have to count less by now.
  const areSlicesApart = hasParts && mostApart(reading) <= counted
  // The bound on requests leaves none for a type of no event, of 25 to 30, and of 500 or more.
  const hasRoomForType = counted > 0 && counted < MANY_SAMPLED_ROWS && (counted < FEW || counted >= MANY)
  const isTypeCounted = hasRoomForType && isTypeOpen(reading)
  // Counts that have a divisor above 1 in common may be rounded to it, and prove nothing.
  const isProvedBySlices = areSlicesApart && commonDivisor([...slices.values()].map(({ after }) => after)) <= 1
  if (isProvedBySlices) {
    const across = await countAcross(reading)
    if (across !== 'holds' || !isTypeCounted) return across
  }
  const kept = await summaryOfKept(reading)
  if (kept === null) return 'unasked'
  const { from, until } = journal.header.range
  // The bound has a request more for a range with an end; in any other the type takes that of something else.
  const spared = isTypeCounted && from === null && until === null ? 1 : 0
  const countAgain = () =>
    areSlicesApart ? countPartsApart(reading, kept, counted) : countAsOne(reading, kept, counted, spared)
  const says = isProvedBySlices ? 'holds' : await countAgain()
  if (says !== 'holds' || !isTypeCounted) return says
  return (await countOneType(reading, kept)) ?? says
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
 * values of fields, or what is around their one instant, are counted where there is no such cut. Counts that a unit
 * divides need one more that it does not.
 * @param spared how many requests there are less than elsewhere
 */
async function countAsOne(reading: Reading, kept: KeptSummary, counted: number, spared: number): Promise<Fact['says']> {
  const { slices, state } = reading
  const { times, rangesHold } = state.behaviour
  // Whether the range can be cut at times of day; null of `times` is not known, and is tried.
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
  // Where parts disagree, halves are counted all the same: they learn whether times of day count, which may be why.
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
    // Where a selection may have to be counted besides, it takes the place of a piece.
    const most = PIECES - spared
    const pieces = await countInPieces(reading, kept, counted, halves.unit > 1 ? most - 1 : most)
    if (pieces.says !== 'holds') return pieces.says
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
 * Counts that a unit divides may be rounded to it: one more, that it does not divide, has to be right. Where there is
 * no such selection of events, a unit of 2 to 4 is no doubt, as even numbers come about by chance.
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
  // Halves whose numbers have a divisor above 1 in common would add up in counts that are rounded to it as well. Where
  // times of day do not count, the older half has all of the day that begins at the cut, too.
  const areHalvesRound = (index: number) =>
    divisor(index, all) > 1 || (isByDays && divisor(upToEndOfDay(seconds, index), all - index) > 1)
  // The four ways in their order: halves are at best about as large as each other, as one of few events may lose none
  // of many, and without a divisor in common.
  for (const [mostAway, mayBeRound] of [
    [Math.max(3, Math.ceil(all / 3)), false],
    [Math.ceil(all / 4), true],
    [all, false],
    [all, true],
  ] as const) {
    for (let away = 0; away < mostAway; away += 1) {
      for (const index of [middle - away, middle + away]) {
        const at = !mayBeRound && areHalvesRound(index) ? null : clearCutBefore(index)
        if (at !== null) return edge(at, !isByDays)
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

/** How many of the events lie before the end of the day of this one. */
const upToEndOfDay = (seconds: Float64Array, index: number) =>
  seconds.findLastIndex((second) => dayOf(second) <= dayOf(seconds[index] ?? 0)) + 1

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
  // Where times of day do not count, the halves reach a day further than what was read: that shows as well that nothing
  // was left out at the ends, and what was sent is then taken to have been as wide (`margin`).
  const { until } = keptRange(reading)
  const isWider = state.behaviour.times === false && state.margin === MARGIN
  const outer = isWider ? sentRange(reading, until, DAY_MARGIN) : state.sent
  const older = { from: outer.from, to: cut.to }
  const asked = await countSegments(reading, [older, { from: cut.from, to: outer.to }], { at: 0, counted })
  const [first, second] = asked.map(({ count }) => count)
  if (first == null || second == null) return { says: leaveUnasked(reading, 'halves'), unit: 0 }
  const isAsLarge = Math.max(first, second) === counted && (first === second || first * second === 0)
  // Where all that came lies in the margins, one half may hold all of it.
  if (isAsLarge && kept.seconds.length > 0) return 'as-large'
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
  if (says === 'holds' && isWider) reading.state = { ...reading.state, margin: DAY_MARGIN, sent: outer }
  return { says, unit: commonDivisor([first, second, overlap, counted]) }
}

/** What the older half may count: as many as came of it. A sum of both may be right by chance. */
function olderHalf({ slices }: Reading, { seconds }: KeptSummary, { at }: Middle, count: number, overlap: number) {
  const { before, storedTwice, otherText, undated } = wholeAccount(slices.values()) ?? NO_ROWS
  const came = before + cameIn(seconds, { from: null, to: at })
  return heldAt(count, came, overlap + storedTwice + otherText + undated)
}
