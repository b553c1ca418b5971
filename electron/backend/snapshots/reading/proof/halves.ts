// Counts a search in two halves of its time: both together must be as many as the whole, and the older as many as came of it.
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { wholeAccount } from '../../slice.ts'
import {
  DAY_MARGIN,
  DAY_SECONDS,
  keptRange,
  MARGIN,
  nanosecondsOf,
  rfc3339Of,
  SECOND,
  secondBefore,
  sentRange,
} from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import type { Bounds } from '../course/requests.ts'
import { cameIn, countCut, countStretches, heldAt, holdCounts, leaveUnasked } from './count-cuts.ts'
import type { CountedApart } from './count-stretches.ts'
import { commonDivisor, divisor, type KeptSummary } from './kept-events.ts'

/** The older half ends at its `to`, the newer one begins at its `from`. */
interface Middle extends Bounds {
  /** In ns. */
  at: bigint
  /** Whether no event is near it, so that both halves share none and leave out none, however bounds are read. */
  isClear: boolean
}

/** Adds a fact of letter b. Null where no cut has events on both sides, or a half is as large as the whole. */
export async function countInHalves(
  reading: Reading,
  kept: KeptSummary,
  counted: number,
): Promise<CountedApart | null> {
  for (let cut = cutOf(reading, kept); cut !== null; cut = cutOf(reading, kept)) {
    const halves = await countHalves(reading, kept, cut, counted)
    if (halves === 'as-large') return null
    if (halves !== 'fewer') return halves
  }
  return null
}

/**
 * An instant near the median, with events on both sides and far from all of them where there is room; without events one in
 * the middle of the range. Null if there is none.
 */
function cutOf({ state }: Reading, { seconds }: KeptSummary): Middle | null {
  const isByDays = state.behaviour.times === false
  const end = nanosecondsOf(state.sent.to)
  const from = nanosecondsOf(state.sent.from)
  if (seconds.length === 0) {
    if (end === null) return null
    const at = from === null ? end - BigInt(DAY_SECONDS) * SECOND : (from + end) / 2n
    return edge(Number(secondBefore(at) / SECOND))
  }
  const middle = Math.floor(seconds.length / 2)
  const unit = isByDays ? DAY_SECONDS : 4
  const fits = (at: number): number | null => {
    const [a, b] = [seconds[at - 1], seconds[at]]
    if (a === undefined || b === undefined) return null
    if (isByDays) return Math.floor(a / unit) < Math.floor(b / unit) ? Math.floor(b / unit) * unit : null
    return b - a >= unit ? a + unit / 2 : null
  }
  // With all of the day that begins at the cut, where times of day do not count.
  const upToDay = (index: number) => {
    const next = (Math.floor((seconds[index] ?? 0) / unit) + 1) * unit
    return seconds.findLastIndex((second) => second < next) + 1
  }
  const isRound = (index: number) =>
    divisor(index, seconds.length) > 1 || (isByDays && divisor(upToDay(index), seconds.length - index) > 1)
  // Counts that are rounded would add up where both halves are round as well; a half of one event may lose none of many.
  const balanced = Math.ceil(seconds.length / 4)
  for (const [most, isRough] of [
    [Math.max(3, Math.ceil(seconds.length / 3)), true],
    [balanced, false],
    [seconds.length, true],
    [seconds.length, false],
  ] as const) {
    for (let away = 0; away < most; away += 1) {
      for (const index of [middle - away, middle + away]) {
        const at = isRough && isRound(index) ? null : fits(index)
        if (at !== null) return edge(at, !isByDays)
      }
    }
  }
  const [first, last] = [seconds[0], seconds.at(-1)]
  if (isByDays || first === undefined || last === undefined || first === last) return null
  const median = seconds[middle] ?? last
  return edge(median > first ? median : median + 1)

  function edge(at: number, isClear = false): Middle {
    const instant = BigInt(at) * SECOND
    // With an exclusive `from`, an event at the cut would be in neither half.
    const lead = state.behaviour.fromIncluded || isClear ? 0n : isByDays ? BigInt(DAY_SECONDS) * SECOND : SECOND
    return { from: rfc3339Of(instant - lead), to: rfc3339Of(instant), at: instant, isClear }
  }
}

/** `as-large`: a half as large as the whole proves nothing. `fewer`: a `from` may be exclusive, to be tried once more so. */
async function countHalves(
  reading: Reading,
  kept: KeptSummary,
  cut: Middle,
  counted: number,
): Promise<CountedApart | 'as-large' | 'fewer'> {
  const { state } = reading
  // Where times of day do not count, a day wider: that shows as well that nothing was left out at the ends.
  const { until } = keptRange(reading)
  const isWider = state.behaviour.times === false && state.margin === MARGIN
  const outer = isWider ? sentRange(reading, until, DAY_MARGIN) : state.sent
  const older = { from: outer.from, to: cut.to }
  const asked = await countStretches(reading, [older, { from: cut.from, to: outer.to }], { at: 0, counted })
  const [first, second] = asked.map(({ count }) => count)
  if (first == null || second == null) return { says: leaveUnasked(reading, { code: 'halves' }), unit: 0 }
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
    // Both hold events, though none is near the cut: they are of its day.
    if (cut.isClear && overlap > 0) reading.learn({ times: false })
  }
  const numbers = { first, second, overlap, whole: counted }
  const both = heldAt(first + second - overlap, counted)
  const says = holdCounts(reading, { code: 'halves', numbers }, [both, olderHalf(reading, kept, cut, first, overlap)])
  if (says === 'holds' && isWider) reading.state = { ...reading.state, margin: DAY_MARGIN, sent: outer }
  return { says, unit: commonDivisor([first, second, overlap, counted]) }
}

/** As many as came of it, where times of day count: a sum may be right by chance. */
function olderHalf({ slices }: Reading, { seconds }: KeptSummary, { at }: Middle, count: number, overlap: number) {
  const { before, storedTwice, otherText, undated } = wholeAccount(slices.values()) ?? NO_ROWS
  const came = before + cameIn(seconds, { from: null, to: at })
  return heldAt(count, came, overlap + storedTwice + otherText + undated)
}
