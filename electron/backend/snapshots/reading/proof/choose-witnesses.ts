// Chooses the kept events that are searched again by their time, and reads them back from the journal.
import type { Failure } from '../../../../../shared/failure/failure.ts'
import { inOrderOfTime, type Slice } from '../../slice.ts'
import { eachKept, type KeptEvent } from '../course/kept-events.ts'
import type { Reading } from '../course/reading.ts'

/** Between the oldest and the newest: one for so many rows, within these limits. */
const ROWS_EACH = 100
const MOST_BETWEEN = 6

export interface Witness {
  event: KeptEvent
  slice: Slice
  /** What is searched, in ns: its instant, or from the event before it to the one after it. Null: it has no time. */
  around: { first: bigint; last: bigint } | null
}

export type EachOf = (slice: Slice, see: (event: KeptEvent, place: number) => void) => Promise<Failure | null>

/** Slices of so many events are read from the journal once. */
const MOST_HELD = 2_000

export function createOnceReader(reading: Reading): EachOf {
  const held = new Map<number, KeptEvent[]>()
  return async (slice, see) => {
    const before = held.get(slice.id)
    before?.forEach(see)
    if (before !== undefined) return null
    const events: KeptEvent[] = []
    const failure = await eachKept(reading, [slice], (event, place) => {
      if (slice.kept <= MOST_HELD) events.push(event)
      see(event, place)
    })
    if (failure === null && slice.kept <= MOST_HELD) held.set(slice.id, events)
    return failure
  }
}

/** The oldest, the newest, and some between, by chance. */
export async function chooseWitnesses(reading: Reading, eachOf: EachOf): Promise<Witness[] | Failure | null> {
  const slices = inOrderOfTime(reading.slices.values()).filter(({ kept }) => kept > 0)
  if (slices.length === 0) return []
  const rows = slices.reduce((sum, { kept }) => sum + kept, 0)
  const between = Math.min(MOST_BETWEEN, Math.max(1, Math.floor(rows / ROWS_EACH)))
  const places = new Set([0, rows - 1])
  for (let at = 0; at < between; at += 1) places.add(Math.floor(((at + reading.effects.random()) / between) * rows))
  const chosen: Witness[] = []
  const found = new Map<number, Witness[]>()
  // In a slice that is not sorted, the first and the last place are not those of the oldest and the newest.
  let oldest: Witness | null = null
  let newest: Witness | null = null
  let first = 0
  for (const slice of slices) {
    const isWanted = !slice.sorted || [...places].some((place) => place >= first && place < first + slice.kept)
    const start = first
    first += slice.kept
    if (!isWanted) continue
    const failure = await eachOf(slice, (event, place) => {
      const witness = { event, slice, around: event.at === null ? null : { first: event.at, last: event.at } }
      if (slice.kept <= MOST_HELD) listed(found, slice.id).push(witness)
      if (places.has(start + place)) chosen.push(witness)
      if (slice.sorted || event.at === null) return
      if (oldest?.event.at == null || event.at < oldest.event.at) oldest = witness
      if (newest?.event.at == null || event.at > newest.event.at) newest = witness
    })
    if (failure !== null) return failure
  }
  const ends = new Set([chosen[0], chosen.at(-1), oldest, newest])
  for (const one of [oldest, newest]) if (one !== null) chosen.push(one)
  const witnesses = [...new Map(chosen.map((one) => [one.event.source, one])).values()]
  if (between === 1) {
    const [widest] = rows >= FROM_A_GAP ? slices.flatMap(({ id }) => widestGap(found.get(id) ?? [])) : []
    return withNeighbours(slices, witnesses, eachOf, widest)
  }
  const middle = witnesses.filter((one) => !ends.has(one))
  return witnesses.map((one) => {
    const at = middle.indexOf(one)
    if (at === -1) return one
    const beside = found.get(one.slice.id) ?? []
    return at === 0 ? (widestGap(beside)[0] ?? one) : reaching(one, beside, REACHES[at] ?? 1)
  })
}

/** From so many events on, the widest stretch between two is searched as well. */
const FROM_A_GAP = 31
/** How many kept events on each side are searched with one: a service may hide in wide ranges what it shows in narrow ones. */
const REACHES = [0, 1, 5, 1, 10, 5]

/** The two events that are furthest apart, searched as one; none of fewer than two. */
function widestGap(witnesses: readonly Witness[]): Witness[] {
  const dated = inTime(witnesses)
  let widest: Witness | null = null
  let length = 0n
  for (const [at, one] of dated.entries()) {
    const [first, last] = [dated[at - 1]?.event.at, one.event.at]
    if (first == null || last === null || last - first <= length) continue
    length = last - first
    widest = { ...one, around: { first, last } }
  }
  return widest === null ? [] : [widest]
}

function reaching(witness: Witness, beside: readonly Witness[], reach: number): Witness {
  const dated = inTime(beside)
  const at = dated.findIndex(({ event }) => event.source === witness.event.source)
  const first = dated[Math.max(0, at - reach)]?.event.at
  const last = dated[Math.min(dated.length - 1, at + reach)]?.event.at
  return at === -1 || first == null || last == null ? witness : { ...witness, around: { first, last } }
}

const inTime = (witnesses: readonly Witness[]) =>
  witnesses.filter(({ event }) => event.at !== null).sort((a, b) => ((a.event.at ?? 0n) < (b.event.at ?? 0n) ? -1 : 1))

function listed(map: Map<number, Witness[]>, id: number): Witness[] {
  const list = map.get(id) ?? []
  map.set(id, list)
  return list
}

/**
 * Of few events, all but the oldest are searched with the kept event before them and the one after: what a service loses of
 * several, it may not lose of one.
 */
async function withNeighbours(
  slices: readonly Slice[],
  witnesses: readonly Witness[],
  eachOf: EachOf,
  widest: Witness | undefined,
): Promise<Witness[] | Failure> {
  const instants: bigint[] = []
  for (const slice of slices) {
    const failure = await eachOf(slice, ({ at }) => {
      if (at !== null) instants.push(at)
    })
    if (failure !== null) return failure
  }
  instants.sort((a, b) => (a < b ? -1 : 1))
  const wider = witnesses.map((witness): Witness => {
    const { at } = witness.event
    if (at === null) return witness
    const [first, last] = [instants.findLast((other) => other < at), instants.find((other) => other > at)]
    return first === undefined ? witness : { ...witness, around: { first, last: last ?? at } }
  })
  // Two of one instant are one search.
  const keyOf = ({ around, event }: Witness) => (around === null ? event.source : `${around.first} ${around.last}`)
  const all = widest === undefined ? wider : [...wider, widest]
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}
