// Chooses the kept events that are searched again by their time, and reads them back from the journal.
import { inOrderOfTime, type TimeSlice } from '../../time-slice.ts'
import type { Reading } from '../session/reading.ts'
import { eachKept, type KeptEvent } from './kept-events.ts'

/** How many kept events are searched again, and how much of what lies around each is searched with it. */
interface SampleRules {
  /** Events between the oldest and the newest, by chance. */
  between: number
  /** So many kept events on either side are searched with each of those. */
  neighbours: readonly number[]
  /** The same, of the newest. */
  neighboursOfNewest: number
  /** Whether the widest segment between two events is searched as well, whole or in two halves. */
  widestGap: 'not-searched' | 'whole' | 'halves'
}

/** One event for so many rows, within these limits. */
const ROWS_EACH = 100
const MOST_BETWEEN = 6
/** Fewer events are counted in pieces of the range, or the bound on requests leaves none to search a gap by. */
const LEAST_WITH_GAP = 31
/** A gap takes the place of a sampled row; so many are left beside it. */
const LEAST_BESIDE_GAP = 2
/** Gaps of fewer events are long: a service may hide in a week what it shows in three days. */
const ROWS_OF_SHORT_GAPS = 400
/** From so many rows on, sampled rows between them reach as far as the newest has to where there are fewer. */
const MANY = 500
/** They differ, as a service may hide in wide ranges what it shows in narrow ones. */
const NEIGHBOURS = [1, 5, 1, 10, 5]
const MOST_NEIGHBOURS = 10

function rulesFor(rows: number, slices: number): SampleRules {
  const between = Math.min(MOST_BETWEEN, Math.max(1, Math.floor(rows / ROWS_EACH)))
  if (rows < LEAST_WITH_GAP)
    return { between, neighbours: NEIGHBOURS, neighboursOfNewest: 1, widestGap: 'not-searched' }
  const isAcross = isCountedAcross(rows, slices)
  return {
    between: Math.max(LEAST_BESIDE_GAP, between - (isAcross ? 2 : 1)),
    neighbours: isAcross ? NEIGHBOURS.toSpliced(2, 1) : NEIGHBOURS,
    neighboursOfNewest: rows < MANY ? MOST_NEIGHBOURS : 1,
    widestGap: rows < ROWS_OF_SHORT_GAPS ? 'halves' : 'whole',
  }
}

/** A count across them, if all were read as one, takes the place of a sampled row: the bound leaves no other. */
export const isCountedAcross = (rows: number, slices: number) => rows >= MANY && slices === 1

export interface SampledRow {
  event: KeptEvent
  slice: TimeSlice
  /** It is searched, in ns: its instant, or from the event before it to the one after it. Null: it has no time. */
  around: { first: bigint; last: bigint } | null
}

export type EachOf = (slice: TimeSlice, see: (event: KeptEvent, place: number) => void) => Promise<boolean>

/** Slices of so many events are read from the journal once. */
const MOST_HELD = 2_000

/** It is for slices that stay as they are. False where the journal cannot be read: `see` was told some events then. */
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
 * The oldest, the newest, and some between, by chance; after a stop one in each part of before. All but the oldest have
 * their neighbours in time as well. Null where the journal cannot be read.
 */
export async function chooseSampledRows(reading: Reading, eachOf: EachOf): Promise<SampledRow[] | null> {
  const slices = inOrderOfTime(reading.slices.values()).filter(({ kept }) => kept > 0)
  if (slices.length === 0) return []
  const rows = slices.reduce((sum, { kept }) => sum + kept, 0)
  const rules = rulesFor(rows, slices.length)
  const places = new Set([0, rows - 1])
  for (let at = 0; at < rules.between; at += 1) {
    places.add(Math.floor(((at + reading.effects.random()) / rules.between) * rows))
  }
  for (const place of placesOfEarlier(reading, slices, places)) places.add(place)
  const read = await readPlaces(slices, rows, places, eachOf)
  if (read === null) return null
  const { chosen, oldest, newest, besides, besideOf } = read
  const others = [...new Map(chosen.map((one) => [one.event.source, one])).values()].filter(
    (one) => one !== oldest && one !== newest,
  )
  const all = [
    oldest,
    ...others.map((one, at) => withNeighbours(one, besideOf(one), rules.neighbours[at] ?? 1)),
    newest === oldest ? undefined : newest && withNeighbours(newest, besideOf(newest), rules.neighboursOfNewest),
    ...(rules.widestGap === 'not-searched' ? [] : widestGap(besides, rules.widestGap === 'halves')),
  ].filter((one) => one !== undefined)
  // Two of one instant are one search.
  const keyOf = ({ around, event }: SampledRow) => (around === null ? event.source : `${around.first} ${around.last}`)
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}

interface ReadPlaces {
  /** Events at the wanted places, in order. */
  chosen: SampledRow[]
  oldest: SampledRow | undefined
  newest: SampledRow | undefined
  /** Groups of events that are neighbours of each other, in order of time. */
  besides: SampledRow[][]
  /** The group of one. */
  besideOf: (one: SampledRow) => SampledRow[]
}

/** Reads the slices in which a wanted place lies; all where there are few events. @param places among all rows */
async function readPlaces(
  slices: readonly TimeSlice[],
  rows: number,
  places: ReadonlySet<number>,
  eachOf: EachOf,
): Promise<ReadPlaces | null> {
  const chosen: SampledRow[] = []
  const areHeld = rows <= MOST_HELD
  // Few events are neighbours whatever slice they are in.
  const groupOf = ({ id }: TimeSlice) => (areHeld ? 0 : id)
  const groups = new Map<number, SampledRow[]>()
  // In a slice that is not sorted, the first and the last place are not those of the oldest and the newest.
  let oldest: SampledRow | null = null
  let newest: SampledRow | null = null
  let first = 0
  for (const slice of slices) {
    const isWanted = areHeld || !slice.sorted || hasPlace(places, first, slice)
    const start = first
    first += slice.kept
    if (!isWanted) continue
    const isWhole = await eachOf(slice, (event, place) => {
      const sampledRow = { event, slice, around: event.at === null ? null : { first: event.at, last: event.at } }
      if (slice.kept <= MOST_HELD) listed(groups, groupOf(slice)).push(sampledRow)
      if (places.has(start + place)) chosen.push(sampledRow)
      if (slice.sorted || event.at === null) return
      if (oldest?.event.at == null || event.at < oldest.event.at) oldest = sampledRow
      if (newest?.event.at == null || event.at > newest.event.at) newest = sampledRow
    })
    if (!isWhole) return null
  }
  const besides = new Map([...groups].map(([id, sampledRows]) => [id, inTime(sampledRows)]))
  return {
    chosen,
    oldest: oldest ?? chosen[0],
    newest: newest ?? chosen.at(-1),
    besides: [...besides.values()],
    besideOf: ({ slice }) => besides.get(groupOf(slice)) ?? [],
  }
}

/**
 * One in each slice that was read before the last stop and has none yet: while a reading is stopped every event may be
 * altered, and what is kept of that slice would be of another day than the rest.
 */
function placesOfEarlier({ state }: Reading, slices: readonly TimeSlice[], places: ReadonlySet<number>): number[] {
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
const hasPlace = (places: ReadonlySet<number>, first: number, { kept }: TimeSlice) =>
  [...places].some((place) => place >= first && place < first + kept)

/** Finds where events are furthest apart, from one to the next, as one segment or in two halves. */
function widestGap(besides: readonly SampledRow[][], isHalved: boolean): SampledRow[] {
  let widest: [SampledRow, SampledRow] | null = null
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

/** Takes so many kept events on either side, and all of the instants next to its own. */
function withNeighbours(sampledRow: SampledRow, inTime: readonly SampledRow[], count: number): SampledRow {
  const { at } = sampledRow.event
  const place = inTime.findIndex(({ event }) => event.source === sampledRow.event.source)
  if (at === null || place === -1) return sampledRow
  const before = inTime.slice(0, place).findLast((other) => instantOf(other) < at)
  const after = inTime.slice(place).find((other) => instantOf(other) > at)
  const [first, last] = [inTime[Math.max(0, place - count)], inTime[Math.min(inTime.length - 1, place + count)]]
  const instants = [sampledRow, before, after, first, last].filter((one) => one !== undefined).map(instantOf)
  return { ...sampledRow, around: { first: least(instants), last: -least(instants.map((one) => -one)) } }
}

const least = (instants: readonly bigint[]) => instants.reduce((a, b) => (a < b ? a : b))
const instantOf = ({ event }: SampledRow) => event.at ?? 0n

const inTime = (sampledRows: readonly SampledRow[]) =>
  sampledRows.filter(({ event }) => event.at !== null).sort((a, b) => (instantOf(a) < instantOf(b) ? -1 : 1))

function listed(map: Map<number, SampledRow[]>, id: number): SampledRow[] {
  const list = map.get(id) ?? []
  map.set(id, list)
  return list
}
