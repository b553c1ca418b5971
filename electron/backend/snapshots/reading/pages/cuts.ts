// How a slice is cut: into equal segments of time, within the part of it where its rows are expected, as far as the
// service was seen to keep to the bounds of a range.
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
 * Cuts a slice into parts of equal time.
 * @returns about `wanted` parts in order of time, none shorter than a second unless fractions count; rows at a cut may
 * be in two of them. Null if there is no room for a cut, or neither `bounds` nor `end` says where the slice ends
 * @param first the answer to its first page, which shows where its rows lie
 * @param end takes the place of an open `to`
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
  const atSeconds = evenCuts(range, wanted, SECOND, besideSeconds)
  const cuts =
    atSeconds.length > 0 ? atSeconds : behaviour.fractions ? evenCuts(range, Math.min(wanted, 2), 1n, 0n) : []
  if (cuts.length === 0) return null
  // With an exclusive `from`, parts begin a little earlier: a row at the cut would be in neither.
  const lead = behaviour.fromIncluded ? 0n : atSeconds.length > 0 ? MILLISECOND : 1n
  const edges = cuts.map((at) => ({ to: rfc3339Of(at), from: rfc3339Of(at - lead) }))
  return [...edges, { to: bounds.to, from: null }].map((edge, index) => ({
    from: index === 0 ? bounds.from : (edges[index - 1]?.from ?? null),
    to: edge.to,
  }))
}

/** A range in ns, and the part of it in which its rows are expected. */
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
 */
function populated(from: bigint | null, to: bigint, { events, total }: ReadingAnswer): [bigint, bigint] {
  const times = events.map(({ createdAt }) => nanosecondsOf(createdAt)).filter((at) => at !== null)
  const [first, last] = [times[0], times.at(-1)]
  const start = from ?? 0n
  const whole: [bigint, bigint] = [start, to]
  if (first === undefined || last === undefined || total === null || times.length < 2) return whole
  const lowest = times.reduce((low, at) => (at < low ? at : low))
  const highest = times.reduce((high, at) => (at > high ? at : high))
  const isNewestFirst = first === highest && last === lowest
  const isOldestFirst = first === lowest && last === highest
  const pages = isNewestFirst || isOldestFirst ? (BigInt(total) * 5n) / (BigInt(times.length) * 4n) + 1n : 1n
  const span = (highest - lowest) * pages + SECOND
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
  const later = instants[Math.ceil(instants.length / 2)]
  const earlier = instants[Math.ceil(instants.length / 2) - 1]
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
  let best: { event: SearchRow; worth: number } | null = null
  for (const event of answer.events) {
    const worth = mismatches(event, search).length > 0 ? 0 : worthOf(event)
    if (worth > (best?.worth ?? 0)) best = { event, worth }
  }
  return best?.event ?? null
}

/** How telling a time is, from 0 to 4. 0 at midnight and just before it, where dropped times of day would not show. */
function worthOf({ createdAt }: SearchRow): number {
  const at = nanosecondsOf(createdAt)
  if (at === null) return 0
  const inside = (unit: bigint) => {
    const part = at - floorTo(at, unit)
    return part > 0n && part < unit - 2n * SECOND
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
    note(reading, wide, { fromIncluded: false, takesFractions: false })
    if (wide.saw === 'the row') {
      const words = 'A range does not include its first instant.'
      reading.find({ about: 'bounds', finding: 'exclusive', words }, exact.answer, wide.answer)
    }
    return
  }
  note(reading, exact, { fromIncluded: true, takesFractions: at % SECOND !== 0n })
  const words = 'A range includes its first instant.'
  reading.find({ about: 'bounds', finding: 'from-included', words }, exact.answer)
}

/** Learns by one request whether times of day do not count: a few seconds find others of the day, or nothing. */
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

/** A few seconds around a known row found it: `rows of elsewhere`, where some lie outside these seconds. */
interface Look {
  answer: ReadingAnswer
  saw: 'the row' | 'rows of elsewhere' | 'rows of the day' | 'not the row'
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
  // If there are more rows around it than one answer holds, the row may be on a later page.
  const isBehind = answer.events.length >= answer.limit && (answer.total ?? 0) > answer.events.length
  return { answer, saw: isThere || isBehind ? 'the row' : 'not the row' }
}

/** Learns what an answer shows of ranges and totals, the answer as a finding. @param found what else was seen by it */
function note(reading: Reading, { answer, saw }: Look, found: Partial<Behaviour>): void {
  reading.learn({ ...found, times: saw === 'the row', rangesHold: saw !== 'rows of elsewhere' })
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
