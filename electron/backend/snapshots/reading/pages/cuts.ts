// How a slice (a segment of the range, read as a whole) is cut: into equal segments of time, within the part of it
// where its rows are expected. Below is how a reading learns whether the service keeps to the bounds of a range,
// without which nothing is cut.
import { mismatches } from '../../../../../shared/search/matches.ts'
import { parseInstant } from '../../../../../shared/time/instant.ts'
import { rowKey, type SearchRow } from '../../../rows/search-rows.ts'
import type { Behaviour } from '../../reading-state.ts'
import {
  DAY,
  floorTo,
  larger,
  MARGIN,
  MILLISECOND,
  nanoseconds,
  nanosecondsOf,
  rfc3339Of,
  SECOND,
  secondAfter,
  secondBefore,
} from '../session/instants.ts'
import { OTHER_TOTAL } from '../session/observations.ts'
import type { Reading } from '../session/reading.ts'
import type { Bounds, ReadingAnswer } from '../session/requests.ts'

/**
 * Cuts lie so many ns behind a whole second where the service accepts fractions: events that share an instant tend to
 * share a whole second, and one at a cut may be in both parts.
 */
const OFF_THE_SECOND = 499_999_900n
/** No cut is before the year 1. */
const EARLIEST = -62_135_596_800n * SECOND

/**
 * Cuts a slice into parts of equal time, where its rows are expected: before and after that, the first and the last
 * part reach to the ends of the slice.
 * @param bounds of the slice
 * @param first the answer to its first page, which shows where its rows lie
 * @param behaviour what was learned of the service: whether fractions of a second count in a range (null: not known),
 * whether bounds with a fraction are taken at all, and whether a range includes its `from`
 * @param end takes the place of an open `to`
 * @returns about `wanted` parts in order of time, none shorter than a second unless fractions count; rows at a cut may
 * be in two of them. Null if there is no room for a cut, or neither `bounds` nor `end` says where the slice ends
 */
export function cutSlice(
  bounds: Bounds,
  wanted: number,
  first: ReadingAnswer,
  behaviour: Pick<Behaviour, 'fractions' | 'takesFractions' | 'fromIncluded'>,
  end: string | null,
): Bounds[] | null {
  const to = nanosecondsOf(bounds.to ?? end)
  if (to === null) return null
  const from = nanosecondsOf(bounds.from)
  const [start, stop] = populated(from, to, first)
  const range = { from, to, start, stop }
  const besideSeconds = behaviour.takesFractions && behaviour.fromIncluded ? OFF_THE_SECOND : 0n
  let cuts = evenCuts(range, wanted, SECOND, besideSeconds)
  const isWithinSecond = cuts.length === 0 && behaviour.fractions === true
  // Within a second it is cut in two: a part that is still too large is cut again.
  if (isWithinSecond) cuts = evenCuts(range, Math.min(wanted, 2), 1n, 0n)
  if (cuts.length === 0) return null
  // With an exclusive `from`, a part begins a little before its cut: a row at the cut would be in neither.
  const lead = behaviour.fromIncluded ? 0n : isWithinSecond ? 1n : MILLISECOND
  const starts = [bounds.from, ...cuts.map((cut) => rfc3339Of(cut - lead))]
  const ends = [...cuts.map((cut) => rfc3339Of(cut)), bounds.to]
  return starts.map((partFrom, at) => ({ from: partFrom, to: ends[at] ?? null }))
}

/** A range in ns, from `from` (null: it is open) to `to`, and the part of it in which its rows are expected. */
interface PopulatedRange {
  from: bigint | null
  to: bigint
  start: bigint
  stop: bigint
}

/**
 * Evenly spaced instants from `start` on, in ns, strictly inside of the range.
 * @param wanted how many parts the cuts should make; fewer where there is no room
 * @param unit the least distance between two cuts, in ns; each lies at a whole unit
 * @param beside how far behind the whole unit, in ns
 */
function evenCuts({ from, to, start, stop }: PopulatedRange, wanted: number, unit: bigint, beside: bigint): bigint[] {
  const cuts: bigint[] = []
  let before = from
  for (let part = 0; part < wanted; part += 1) {
    // The first lies where rows are expected to begin: it is a cut only if the range begins earlier.
    const at = start + ((stop - start) * BigInt(part)) / BigInt(wanted)
    const cut = floorTo(at, unit) + beside
    if ((before !== null && cut < before + unit) || cut > to - unit) continue
    cuts.push(cut)
    before = cut
  }
  return cuts
}

/** An eighth of an unsorted page's time is added at either end: a sample seldom has the very first and last row. */
const SPREAD_OF_SAMPLE = 8n

/**
 * Where the rows of a slice are expected, in ns, extrapolated from its first answer; the whole slice where that shows
 * nothing, or would narrow it by less than half. A page that is sorted by time spans its share of the rows, so its time
 * is multiplied by total / rows of the page, and by 5/4 as rows need not lie as densely everywhere. An unsorted page is
 * a sample of all rows.
 * @param from null: it is open, and its whole is taken to begin in 1970. Rows that lie before that are in the first part
 * all the same, which has no beginning either
 */
function populated(from: bigint | null, to: bigint, { events, total }: ReadingAnswer): [start: bigint, stop: bigint] {
  const times = events.map(({ createdAt }) => nanosecondsOf(createdAt)).filter((at) => at !== null)
  const [first, last] = [times[0], times.at(-1)]
  const start = from ?? 0n
  const whole: [bigint, bigint] = [start, to]
  if (first === undefined || last === undefined || total === null || times.length < 2) return whole
  const lowest = times.reduce((low, at) => (at < low ? at : low))
  const highest = times.reduce((high, at) => (at > high ? at : high))
  const isNewestFirst = first === highest && last === lowest
  const isOldestFirst = first === lowest && last === highest
  const isSorted = isNewestFirst || isOldestFirst
  const spansOfPage = isSorted ? (BigInt(total) * 5n) / (BigInt(times.length) * 4n) + 1n : 1n
  const span = (highest - lowest) * spansOfPage + SECOND
  const spread = span / SPREAD_OF_SAMPLE
  const low = isOldestFirst ? lowest : isNewestFirst ? highest - span : lowest - spread
  const high = isNewestFirst ? highest + SECOND : isOldestFirst ? lowest + span : highest + spread
  const [begin, stop] = [larger(low, from ?? EARLIEST), high < to ? high : to]
  const isHardlyNarrower = from !== null && (stop - begin) * 2n > to - start
  return begin >= stop || isHardlyNarrower ? whole : [begin, stop]
}

/** How long a slice is, in ns; one that is open at an end is longer than any other. */
export function lengthOf({ from, to }: Bounds): bigint {
  const [start, end] = [nanosecondsOf(from), nanosecondsOf(to)]
  return start === null || end === null ? ENDLESS : end - start
}

const ENDLESS = nanosecondsOf('9999-12-31T23:59:59Z') ?? 0n

/** Cuts a slice in two, between instants of its rows, near their median; null if they show one instant only. */
export function cutAtInstants(bounds: Bounds, rows: ReadingAnswer['events']): Bounds[] | null {
  const seen = new Set(rows.map(({ createdAt }) => nanosecondsOf(createdAt)).filter((at) => at !== null))
  const instants = [...seen].sort((a, b) => (a < b ? -1 : 1))
  const middle = Math.ceil(instants.length / 2)
  const [earlier, later] = [instants[middle - 1], instants[middle]]
  if (later === undefined || earlier === undefined) return null
  const at = rfc3339Of((earlier + later) / 2n)
  return [
    { from: bounds.from, to: at },
    { from: at, to: bounds.to },
  ]
}

// Asks for a few seconds around a known row to see how the service treats the bounds of a range (a gap of
// docs/interface.md 4.2). A reading relies only on what was seen.

/**
 * The row whose time is most telling when a few seconds around it are asked for: it meets the filters, has a fraction
 * of a second and is not near the start or end of a minute, hour or day. Null where no row tells anything.
 */
export function tellingRow(answer: ReadingAnswer, search: Parameters<typeof mismatches>[1]): SearchRow | null {
  let best: { event: SearchRow; tells: number } | null = null
  for (const event of answer.events) {
    const tells = mismatches(event, search).length > 0 ? 0 : howTelling(event)
    if (tells > (best?.tells ?? 0)) best = { event, tells }
  }
  return best?.event ?? null
}

/** How telling a time is, from 0 to 4. 0 at midnight and just before it, where dropped times of day would not show. */
function howTelling({ createdAt }: SearchRow): number {
  const at = nanosecondsOf(createdAt)
  if (at === null) return 0
  const inside = (unit: bigint) => {
    const sinceUnit = at - floorTo(at, unit)
    return sinceUnit > 0n && sinceUnit < unit - 2n * SECOND
  }
  if (!inside(DAY)) return 0
  return 1 + Number(inside(60n * 60n * SECOND)) + Number(inside(60n * SECOND)) + Number(at % SECOND !== 0n)
}

/** Learns, by one or two requests, whether a range compares times of day and whether it includes its `from`. */
export async function probeTimes(reading: Reading, row: SearchRow): Promise<void> {
  const at = nanosecondsOf(row.createdAt)
  if (at === null) return
  const exact = await look(reading, row, { from: rfc3339Of(at), to: rfc3339Of(at + SECOND) })
  if (exact === null) return
  if (exact.saw !== 'the row') {
    // If `from` is exclusive, a wider range finds the row.
    const floor = secondBefore(at)
    const wide = await look(reading, row, { from: rfc3339Of(floor - SECOND), to: rfc3339Of(floor + 2n * SECOND) })
    if (wide === null) return
    // Whatever it finds, the range that begins at the row did not have it: nothing relies on an inclusive `from` or on
    // a bound with a fraction, until another row shows that they hold.
    learnFromLook(reading, wide, { fromIncluded: false, takesFractions: false })
    if (wide.saw === 'the row') {
      const words = 'A range does not include its first instant.'
      reading.find({ about: 'bounds', finding: 'exclusive', words }, exact.answer, wide.answer)
    }
    return
  }
  learnFromLook(reading, exact, { fromIncluded: true, takesFractions: at % SECOND !== 0n })
  const words = 'A range includes its first instant.'
  reading.find({ about: 'bounds', finding: 'from-included', words }, exact.answer)
}

/**
 * Learns by one request whether times of day do not count: a few seconds then find others of the day, or nothing
 * (`hidesDays`: a range within a day finds none of that day).
 */
export async function probeDays(reading: Reading, row: SearchRow): Promise<void> {
  const at = nanosecondsOf(row.createdAt)
  if (at === null) return
  const margin = BigInt(MARGIN) * SECOND
  const bounds = { from: rfc3339Of(secondBefore(at) - margin), to: rfc3339Of(secondAfter(at) + margin) }
  const seen = await look(reading, row, bounds)
  if (seen?.saw === 'rows of the day' || seen?.saw === 'not the row') {
    reading.learn({ times: false, hidesDays: seen.answer.events.length === 0 })
  }
}

/** Learns whether a range compares fractions of a second, if one of `rows` has one. */
export async function probeFractions(reading: Reading, rows: readonly SearchRow[]): Promise<void> {
  const row = rows.find(({ createdAt }) => {
    const fraction = (nanosecondsOf(createdAt) ?? 0n) % SECOND
    return fraction > 2n * MILLISECOND && fraction < SECOND - 2n * MILLISECOND
  })
  const at = nanosecondsOf(row?.createdAt ?? null)
  if (row === undefined || at === null) return
  const seen = await look(reading, row, { from: rfc3339Of(at - MILLISECOND), to: rfc3339Of(at + MILLISECOND) })
  if (seen === null) return
  const isFine = seen.answer.events.every(({ createdAt }) => {
    const other = nanosecondsOf(createdAt)
    return other !== null && other >= at - 2n * MILLISECOND && other <= at + 2n * MILLISECOND
  })
  const fractions = seen.saw === 'the row' && isFine
  reading.learn({ fractions })
  const words = fractions ? 'Fractions of a second count in a range.' : 'Fractions of a second do not count in a range.'
  reading.find({ about: 'fractions', finding: fractions ? 'count' : 'dropped', words }, seen.answer)
}

/** What a search of a few seconds around a known row found. */
interface Look {
  answer: ReadingAnswer
  /**
   * `the row`: it came, or may be on a later page, and no other row lies outside these seconds. `not the row`: the same
   * without it. Where some lie outside: `rows of the day`, if all are of the row's day; `rows of elsewhere`, if not.
   */
  saw: 'the row' | 'not the row' | 'rows of the day' | 'rows of elsewhere'
}

/** Asks for a few seconds around a row that is known to exist; null if the request failed. */
async function look({ requests }: Reading, row: SearchRow, bounds: Bounds): Promise<Look | null> {
  const asked = await requests.page(bounds, 0)
  if (!asked.ok) return null
  const answer = asked.value
  const [from, to] = [nanosecondsOf(bounds.from), nanosecondsOf(bounds.to)]
  const isNear = ({ createdAt }: SearchRow) => {
    const at = createdAt === null ? null : parseInstant(createdAt)
    if (at === null || from === null || to === null) return false
    return nanoseconds(at) >= from - SECOND && nanoseconds(at) <= to + SECOND
  }
  if (!answer.events.every(isNear)) {
    const isOfTheDay = answer.events.every(({ createdAt }) => createdAt?.slice(0, 10) === row.createdAt?.slice(0, 10))
    return { answer, saw: isOfTheDay ? 'rows of the day' : 'rows of elsewhere' }
  }
  const key = rowKey(row)
  const isThere = answer.events.some((event) => rowKey(event) === key)
  const mayBeOnLaterPage = answer.events.length >= answer.limit && (answer.total ?? 0) > answer.events.length
  return { answer, saw: isThere || mayBeOnLaterPage ? 'the row' : 'not the row' }
}

/**
 * Learns what a look shows of ranges and totals, and notes it as a finding with its answer.
 * @param learned what it shows besides
 */
function learnFromLook(reading: Reading, { answer, saw }: Look, learned: Partial<Behaviour>): void {
  reading.learn({ ...learned, times: saw === 'the row', rangesHold: saw !== 'rows of elsewhere' })
  const isShort = answer.events.length < answer.limit
  if (isShort && answer.total !== null && answer.total > answer.events.length) {
    reading.learn({ totals: 'other' })
    reading.find({ about: 'totals', finding: 'other', words: OTHER_TOTAL }, answer)
  }
  if (saw === 'rows of elsewhere') {
    const words = 'A range also returns rows outside of it.'
    reading.find({ about: 'ranges', finding: 'open', words }, answer)
  } else if (saw !== 'the row') {
    const words = 'Times of day do not count in a range.'
    reading.find({ about: 'ranges', finding: 'days', words }, answer)
  } else {
    reading.find({ about: 'ranges', finding: 'hold', words: 'Ranges are exact, to the second.' }, answer)
  }
}
