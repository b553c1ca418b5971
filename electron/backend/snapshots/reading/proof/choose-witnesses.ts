// Chooses the kept events that are searched again by their time, and reads them back from the journal.
import { inOrderOfTime, type Slice } from '../../slice.ts'
import type { Reading } from '../course/reading.ts'
import { eachKept, type KeptEvent } from './kept-events.ts'

/** Between the oldest and the newest: one for so many rows, within these limits. */
const ROWS_EACH = 100
const MOST_BETWEEN = 6

export interface Witness {
  event: KeptEvent
  slice: Slice
  /** What is searched, in ns: its instant, or from the event before it to the one after it. Null: it has no time. */
  around: { first: bigint; last: bigint } | null
}

export type EachOf = (slice: Slice, see: (event: KeptEvent, place: number) => void) => Promise<boolean>

/** Slices of so many events are read from the journal once. */
const MOST_HELD = 2_000

/** For slices that do not change meanwhile. False where the journal cannot be read: then `see` was told some of the events. */
export function createOnceReader(reading: Reading): EachOf {
  const held = new Map<number, KeptEvent[]>()
  return async (slice, see) => {
    const before = held.get(slice.id)
    before?.forEach(see)
    if (before !== undefined) return true
    const events: KeptEvent[] = []
    const isWhole = await eachKept(reading, [slice], (event, place) => {
      if (slice.kept <= MOST_HELD) events.push(event)
      see(event, place)
    })
    if (isWhole && slice.kept <= MOST_HELD) held.set(slice.id, events)
    return isWhole
  }
}

/**
 * The oldest, the newest, and some between, by chance; after a stop one in each part of before. Of all but the oldest their
 * neighbours in time as well.
 */
export async function chooseWitnesses(reading: Reading, eachOf: EachOf): Promise<Witness[] | null> {
  const slices = inOrderOfTime(reading.slices.values()).filter(({ kept }) => kept > 0)
  if (slices.length === 0) return []
  const rows = slices.reduce((sum, { kept }) => sum + kept, 0)
  const isFew = rows < FROM_A_GAP
  const between = Math.min(MOST_BETWEEN, Math.max(1, Math.floor(rows / ROWS_EACH)))
  const isAcross = isCountedAcross(rows, slices.length)
  const middle = isFew ? between : Math.max(LEAST_BESIDE_A_GAP, between - (isAcross ? 2 : 1))
  const reaches = isAcross ? REACHES.toSpliced(2, 1) : REACHES
  const places = new Set([0, rows - 1])
  for (let at = 0; at < middle; at += 1) places.add(Math.floor(((at + reading.effects.random()) / middle) * rows))
  for (const place of placesOfEarlier(reading, slices, places)) places.add(place)
  const chosen: Witness[] = []
  const areHeld = rows <= MOST_HELD
  // Few events are neighbours whatever slice they are in.
  const groupOf = ({ id }: Slice) => (areHeld ? 0 : id)
  const found = new Map<number, Witness[]>()
  // In a slice that is not sorted, the first and the last place are not those of the oldest and the newest.
  let oldest: Witness | null = null
  let newest: Witness | null = null
  let first = 0
  for (const slice of slices) {
    const isWanted = areHeld || !slice.sorted || hasPlace(places, first, slice)
    const start = first
    first += slice.kept
    if (!isWanted) continue
    const isWhole = await eachOf(slice, (event, place) => {
      const witness = { event, slice, around: event.at === null ? null : { first: event.at, last: event.at } }
      if (slice.kept <= MOST_HELD) listed(found, groupOf(slice)).push(witness)
      if (places.has(start + place)) chosen.push(witness)
      if (slice.sorted || event.at === null) return
      if (oldest?.event.at == null || event.at < oldest.event.at) oldest = witness
      if (newest?.event.at == null || event.at > newest.event.at) newest = witness
    })
    if (!isWhole) return null
  }
  const [start, end] = [oldest ?? chosen[0], newest ?? chosen.at(-1)]
  const besides = new Map([...found].map(([id, witnesses]) => [id, inTime(witnesses)]))
  const besideOf = ({ slice }: Witness) => besides.get(groupOf(slice)) ?? []
  const single = [...new Map(chosen.map((one) => [one.event.source, one])).values()]
  const others = single.filter((one) => one !== start && one !== end)
  const wider = others.map((one, at) => reaching(one, besideOf(one), reaches[at] ?? 1))
  const last =
    end === undefined || end === start ? [] : [reaching(end, besideOf(end), isFew || rows >= MANY ? 1 : FAR_REACH)]
  const widest = isFew ? [] : widestGap([...besides.values()], rows < ROWS_OF_A_SHORT_GAP)
  // Two of one instant are one search.
  const keyOf = ({ around, event }: Witness) => (around === null ? event.source : `${around.first} ${around.last}`)
  const all = [start, ...wider, ...last, ...widest].filter((one) => one !== undefined)
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}

/**
 * One in each slice that was read before the last stop and has none yet: while a reading is stopped every event may be altered,
 * and what is kept of that slice would be of another day than the rest.
 */
function placesOfEarlier({ state }: Reading, slices: readonly Slice[], places: ReadonlySet<number>): number[] {
  const continuedAt = state.stops.at(-1)?.to
  if (continuedAt === undefined) return []
  let first = 0
  return slices.flatMap((slice) => {
    const start = first
    first += slice.kept
    const isLater = slice.askedAt !== null && slice.askedAt >= continuedAt
    return isLater || hasPlace(places, start, slice) ? [] : [start + Math.floor(slice.kept / 2)]
  })
}

/** @param first the place of the slice's first row among all rows */
const hasPlace = (places: ReadonlySet<number>, first: number, { kept }: Slice) =>
  [...places].some((place) => place >= first && place < first + kept)

/** Where a count across them, if all were read as one, takes the place of a witness: the bound on requests leaves no other. */
export const isCountedAcross = (rows: number, slices: number) => rows >= MANY && slices === 1

/** From so many events on, the widest stretch between two is searched as well. */
const FROM_A_GAP = 31
/** So many between the oldest and the newest are searched beside it at least. */
const LEAST_BESIDE_A_GAP = 2
/** Of fewer events it is searched in two halves: a service may hide in a week what it shows in three days. */
const ROWS_OF_A_SHORT_GAP = 400
/** How many kept events on each side are searched with one: a service may hide in wide ranges what it shows in narrow ones. */
const REACHES = [1, 5, 1, 10, 5]
/** Of the newest, unless those between reach as far. */
const FAR_REACH = 10
const MANY = 500

/** From an event to the next one where they are furthest apart, as one stretch or in two halves. */
function widestGap(besides: readonly Witness[][], isHalved: boolean): Witness[] {
  let widest: [Witness, Witness] | null = null
  let length = 0n
  for (const beside of besides) {
    for (const [at, one] of beside.entries()) {
      const before = beside[at - 1]
      if (before === undefined || instantOf(one) - instantOf(before) <= length) continue
      length = instantOf(one) - instantOf(before)
      widest = [before, one]
    }
  }
  if (widest === null) return []
  const [before, one] = widest
  const [first, last] = [instantOf(before), instantOf(one)]
  if (!isHalved) return [{ ...one, around: { first, last } }]
  const middle = first + length / 2n
  return [
    { ...before, around: { first, last: middle } },
    { ...one, around: { first: middle, last } },
  ]
}

/** With so many events before it and after it, and all of the instants next to its own. */
function reaching(witness: Witness, inTime: readonly Witness[], reach: number): Witness {
  const { at } = witness.event
  const place = inTime.findIndex(({ event }) => event.source === witness.event.source)
  if (at === null || place === -1) return witness
  const before = inTime.slice(0, place).findLast((other) => instantOf(other) < at)
  const after = inTime.slice(place).find((other) => instantOf(other) > at)
  const [first, last] = [inTime[Math.max(0, place - reach)], inTime[Math.min(inTime.length - 1, place + reach)]]
  const instants = [witness, before, after, first, last].filter((one) => one !== undefined).map(instantOf)
  return { ...witness, around: { first: least(instants), last: -least(instants.map((one) => -one)) } }
}

const least = (instants: readonly bigint[]) => instants.reduce((a, b) => (a < b ? a : b))
const instantOf = ({ event }: Witness) => event.at ?? 0n

const inTime = (witnesses: readonly Witness[]) =>
  witnesses.filter(({ event }) => event.at !== null).sort((a, b) => (instantOf(a) < instantOf(b) ? -1 : 1))

function listed(map: Map<number, Witness[]>, id: number): Witness[] {
  const list = map.get(id) ?? []
  map.set(id, list)
  return list
}
