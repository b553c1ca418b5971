// Cuts a slice into equal stretches of time, within the part of it where its rows are expected.
import type { Behaviour } from '../../reading-state.ts'
import { nanosecondsOf, rfc3339Of, SECOND } from '../course/instants.ts'
import type { Bounds, ReadingAnswer } from '../course/requests.ts'

/** Where the service accepts fractions, cuts avoid whole seconds: events that share an instant tend to share a whole one. */
const OFF_THE_SECOND = 499_999_900n
const MILLISECOND = 1_000_000n
/** No cut is before the year 1. */
const EARLIEST = -62_135_596_800n * SECOND

/**
 * Cuts `bounds` into about `wanted` parts, none shorter than a second unless fractions count; null if there is no room. In order of time; rows at a
 * cut may be in two of them.
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
  const atSeconds = spread(start, stop, wanted, SECOND, from, to, behaviour.takesFractions && behaviour.fromIncluded)
  const cuts =
    atSeconds.length > 0
      ? atSeconds
      : behaviour.fractions
        ? spread(start, stop, Math.min(wanted, 2), 1n, from, to, false)
        : []
  if (cuts.length === 0) return null
  // With an exclusive `from`, parts begin a little earlier: a row at the cut would be in neither.
  const lead = behaviour.fromIncluded ? 0n : atSeconds.length > 0 ? MILLISECOND : 1n
  const edges = cuts.map((at) => ({ to: rfc3339Of(at), from: rfc3339Of(at - lead) }))
  return [...edges, { to: bounds.to, from: null }].map((edge, index) => ({
    from: index === 0 ? bounds.from : (edges[index - 1]?.from ?? null),
    to: edge.to,
  }))
}

/** Evenly spaced instants from `start` on, at least `unit` apart, strictly between `from` and `to`. */
function spread(
  start: bigint,
  stop: bigint,
  wanted: number,
  unit: bigint,
  from: bigint | null,
  to: bigint,
  isOff: boolean,
): bigint[] {
  const cuts: bigint[] = []
  let before = from
  for (let part = 0; part < wanted; part += 1) {
    // The first lies where rows are expected to begin: it is a cut only if the range begins earlier.
    const at = start + ((stop - start) * BigInt(part)) / BigInt(wanted)
    const whole = at - (((at % unit) + unit) % unit)
    const cut = isOff && unit === SECOND ? whole + OFF_THE_SECOND : whole
    if ((before !== null && cut < before + unit) || cut > to - unit) continue
    cuts.push(cut)
    before = cut
  }
  return cuts
}

const later = (a: bigint, b: bigint) => (a > b ? a : b)

/** The part of the slice where its rows lie, extrapolated from one answer. */
function populated(from: bigint | null, to: bigint, { events, total }: ReadingAnswer): [bigint, bigint] {
  const times = events.map(({ createdAt }) => nanosecondsOf(createdAt)).filter((at) => at !== null)
  const [first, last] = [times[0], times.at(-1)]
  const start = from ?? 0n
  if (first === undefined || last === undefined || total === null || times.length < 2) return [start, to]
  const lowest = times.reduce((low, at) => (at < low ? at : low))
  const highest = times.reduce((high, at) => (at > high ? at : high))
  const isNewestFirst = first === highest && last === lowest
  const isOldestFirst = first === lowest && last === highest
  // A sorted page spans its share of the rows; an unsorted one is a sample of all.
  const share = isNewestFirst || isOldestFirst ? (BigInt(total) * 5n) / (BigInt(times.length) * 4n) + 1n : 1n
  const span = (highest - lowest) * share + SECOND
  const low = isOldestFirst ? lowest : isNewestFirst ? highest - span : lowest - span / 8n
  const high = isNewestFirst ? highest + SECOND : isOldestFirst ? lowest + span : highest + span / 8n
  const [begin, stop] = [later(low, from ?? EARLIEST), high < to ? high : to]
  // Narrowing to more than half of the slice gains nothing.
  return begin >= stop || (from !== null && (stop - begin) * 2n > to - start) ? [start, to] : [begin, stop]
}

/** In ns; that of an open slice is endless. */
export function lengthOf({ from, to }: Bounds): bigint {
  const [start, end] = [nanosecondsOf(from), nanosecondsOf(to)]
  return start === null || end === null ? ENDLESS : end - start
}

const ENDLESS = nanosecondsOf('9999-12-31T23:59:59Z') ?? 0n

/** In two, between two instants that rows of it show, near their median; null if they show one only. */
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
