// Chooses the kept events that are searched again by their time, and reads them back from the journal.
import { inOrderOfTime, type TimeSlice } from '../../time-slice.ts'
import type { Reading } from '../session/reading.ts'
import { eachKept, type KeptEvent } from './kept-events.ts'

/**
 * How many kept events are searched again, and how much of what lies around each is searched with it. The oldest and
 * the newest always are, the oldest alone.
 */
interface SampleRules {
  /** So many events by chance between these two: one in each of so many equal parts of all rows. */
  between: number
  /** The first of those is searched with so many kept events on either side, the second with so many, and so on. */
  neighbours: readonly number[]
  /** The newest is searched with so many on either side. */
  neighboursOfNewest: number
  /** Whether the widest gap between two events is searched as well, as one segment or in two halves. */
  widestGap: 'not-searched' | 'whole' | 'halves'
}

/** Between the oldest and the newest one row is sampled for so many kept ones, at most six: each takes a request. */
const ROWS_PER_SAMPLED_ROW = 100
const MOST_BETWEEN = 6
/** Fewer events are counted in pieces of the range: those requests leave none to search a gap by. */
const LEAST_WITH_GAP = 31
/** The search of a gap takes the place of a sampled row, but so many are left between beside it. */
const LEAST_BESIDE_GAP = 2
/**
 * Fewer events have long gaps, which are searched in halves: a service may hide in a week what it shows in three days.
 */
const ROWS_OF_SHORT_GAPS = 400
/** From so many rows on, one of those between has ten neighbours, and the newest needs no more than one. */
const MANY_ROWS = 500
const MOST_NEIGHBOURS = 10
/** One of those between has this share of a page on either side: where one event in twenty is hidden, that shows. */
const SHARE_OF_PAGE = 0.3
/** How many neighbours each has differs, as a service may hide in wide ranges what it shows in narrow ones. */
const neighboursIn = (pageSize: number) => [1, 5, Math.floor(SHARE_OF_PAGE * pageSize), MOST_NEIGHBOURS, 5]
/** The same where a count across the range takes the place of the third (`isCountedAcross`). */
const NEIGHBOURS_BESIDE_COUNT = [1, 5, MOST_NEIGHBOURS, 5]

/** @param rows that are kept in all slices together @param pageSize of the service, in rows */
function rulesFor(rows: number, slices: number, pageSize: number): SampleRules {
  const usual = neighboursIn(pageSize)
  const between = Math.min(MOST_BETWEEN, Math.max(1, Math.floor(rows / ROWS_PER_SAMPLED_ROW)))
  if (rows < LEAST_WITH_GAP) return { between, neighbours: usual, neighboursOfNewest: 1, widestGap: 'not-searched' }
  const isAcross = isCountedAcross(rows, slices)
  // The gap takes the place of one, and the count across of another.
  const rowsReplaced = isAcross ? 2 : 1
  return {
    between: Math.max(LEAST_BESIDE_GAP, between - rowsReplaced),
    neighbours: isAcross ? NEIGHBOURS_BESIDE_COUNT : usual,
    neighboursOfNewest: rows < MANY_ROWS ? MOST_NEIGHBOURS : 1,
    widestGap: rows < ROWS_OF_SHORT_GAPS ? 'halves' : 'whole',
  }
}

/**
 * Whether a range across the others is counted as well (`countAcross`), as of many rows that were read as one slice.
 * That takes the place of a sampled row: a proof may take no more requests (docs/decisions/snapshot-cost.md).
 */
export const isCountedAcross = (rows: number, slices: number) => rows >= MANY_ROWS && slices === 1

export interface SampledRow {
  event: KeptEvent
  slice: TimeSlice
  /** The segment that is searched, in ns: its instant, or from a neighbour to another. Null: it has no time. */
  around: { first: bigint; last: bigint } | null
}

/** Calls `see` with each kept event of a slice and its place there. False where the journal cannot be read. */
export type EachOf = (slice: TimeSlice, see: (event: KeptEvent, place: number) => void) => Promise<boolean>

/** The events of a slice with no more than these are held, so that it is read from the journal once. */
const MOST_HELD = 2_000

/**
 * Reads the kept events of slices, which must not change meanwhile. Where the journal cannot be read, `see` was told
 * some events before that shows.
 */
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
 * The oldest, the newest, and some between, by chance; after a stop one in each slice that was read before it. All but
 * the oldest are searched with neighbours in time. Null where the journal cannot be read.
 */
export async function chooseSampledRows(reading: Reading, eachOf: EachOf): Promise<SampledRow[] | null> {
  const slices = inOrderOfTime(reading.slices.values()).filter(({ kept }) => kept > 0)
  if (slices.length === 0) return []
  const rows = slices.reduce((sum, { kept }) => sum + kept, 0)
  const rules = rulesFor(rows, slices.length, reading.requests.pageSize())
  // A place is that of a row among all kept ones, in order of the slices.
  const places = new Set([0, rows - 1])
  for (let part = 0; part < rules.between; part += 1) {
    places.add(Math.floor(((part + reading.effects.random()) / rules.between) * rows))
  }
  for (const place of placesBeforeStop(reading, slices, places)) places.add(place)
  const read = await readPlaces(slices, rows, places, eachOf)
  if (read === null) return null
  const { chosen, oldest, newest, groups, groupOf } = read
  const between = uniqueBy(chosen, ({ event }) => event.source).filter((row) => row !== oldest && row !== newest)
  const sampledRows = [
    oldest,
    ...between.map((row, at) => withNeighbours(row, groupOf(row), rules.neighbours[at] ?? 1)),
    newest === oldest ? undefined : newest && withNeighbours(newest, groupOf(newest), rules.neighboursOfNewest),
    ...(rules.widestGap === 'not-searched' ? [] : widestGap(groups, rules.widestGap === 'halves')),
  ].filter((row) => row !== undefined)
  // Two with the same segment are one search.
  return uniqueBy(sampledRows, ({ around, event }) =>
    around === null ? event.source : `${around.first} ${around.last}`,
  )
}

/** The last of those that have the same key, in the place of the first. */
const uniqueBy = (rows: readonly SampledRow[], keyOf: (row: SampledRow) => string): SampledRow[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

interface ReadPlaces {
  /** Events at the wanted places, in order. */
  chosen: SampledRow[]
  oldest: SampledRow | undefined
  newest: SampledRow | undefined
  /** Events that are neighbours of each other, group by group, each in order of time. */
  groups: SampledRow[][]
  /** The group that a row is in; empty where its slice has too many events to be held. */
  groupOf: (row: SampledRow) => SampledRow[]
}

/**
 * Reads the slices in which a wanted place lies; all where there are few events, or where the oldest and the newest do
 * not show from their place. Null where the journal cannot be read.
 * @param rows how many there are in all slices @param places among all rows
 */
async function readPlaces(
  slices: readonly TimeSlice[],
  rows: number,
  places: ReadonlySet<number>,
  eachOf: EachOf,
): Promise<ReadPlaces | null> {
  const chosen: SampledRow[] = []
  const areFew = rows <= MOST_HELD
  // Few events are all in one group: they are neighbours whatever slice they are in.
  const groupIdOf = ({ id }: TimeSlice) => (areFew ? 0 : id)
  const rowsOfGroups = new Map<number, SampledRow[]>()
  // These are of slices that are not sorted: there the first and the last place are not those of the oldest and newest.
  let oldest: SampledRow | null = null
  let newest: SampledRow | null = null
  let nextPlace = 0
  for (const slice of slices) {
    const firstPlace = nextPlace
    nextPlace += slice.kept
    const isWanted = areFew || !slice.sorted || hasPlace(places, firstPlace, slice)
    if (!isWanted) continue
    const isWhole = await eachOf(slice, (event, place) => {
      const sampledRow = { event, slice, around: event.at === null ? null : { first: event.at, last: event.at } }
      if (slice.kept <= MOST_HELD) listAt(rowsOfGroups, groupIdOf(slice)).push(sampledRow)
      if (places.has(firstPlace + place)) chosen.push(sampledRow)
      if (slice.sorted || event.at === null) return
      if (oldest?.event.at == null || event.at < oldest.event.at) oldest = sampledRow
      if (newest?.event.at == null || event.at > newest.event.at) newest = sampledRow
    })
    if (!isWhole) return null
  }
  const groups = new Map([...rowsOfGroups].map(([id, group]) => [id, sortedByInstant(group)]))
  return {
    chosen,
    oldest: oldest ?? chosen[0],
    newest: newest ?? chosen.at(-1),
    groups: [...groups.values()],
    groupOf: ({ slice }) => groups.get(groupIdOf(slice)) ?? [],
  }
}

/**
 * One in each slice that was read before the last stop and has none yet: while a reading is stopped every event may be
 * altered, and what is kept of that slice would be of another day than the rest.
 */
function placesBeforeStop({ state }: Reading, slices: readonly TimeSlice[], places: ReadonlySet<number>): number[] {
  const continuedAt = state.stops.at(-1)?.to
  if (continuedAt === undefined) return []
  let nextPlace = 0
  return slices.flatMap((slice) => {
    const firstPlace = nextPlace
    nextPlace += slice.kept
    const isReadSince = slice.askedAt !== null && slice.askedAt >= continuedAt
    return isReadSince || hasPlace(places, firstPlace, slice) ? [] : [firstPlace + Math.floor(slice.kept / 2)]
  })
}

/** Whether a place among all rows lies in the slice whose first row is at `firstPlace`. */
const hasPlace = (places: ReadonlySet<number>, firstPlace: number, { kept }: TimeSlice) =>
  [...places].some((place) => place >= firstPlace && place < firstPlace + kept)

/** The segment between the two neighbours that are furthest apart, whole or in two halves; none without neighbours. */
function widestGap(groups: readonly SampledRow[][], isHalved: boolean): SampledRow[] {
  let widest: { before: SampledRow; after: SampledRow; length: bigint } | null = null
  for (const group of groups) {
    for (const [at, after] of group.entries()) {
      const before = group[at - 1]
      if (before === undefined) continue
      const length = instantOf(after) - instantOf(before)
      if (length > (widest?.length ?? 0n)) widest = { before, after, length }
    }
  }
  if (widest === null) return []
  const { before, after, length } = widest
  const [first, last] = [instantOf(before), instantOf(after)]
  if (!isHalved) return [{ ...after, around: { first, last } }]
  const middle = first + length / 2n
  return [
    { ...before, around: { first, last: middle } },
    { ...after, around: { first: middle, last } },
  ]
}

/**
 * Widens what is searched of a row to so many kept events on either side, and at least to the instants next to its own.
 * @param group the events among which its neighbours are, in order of time
 */
function withNeighbours(row: SampledRow, group: readonly SampledRow[], count: number): SampledRow {
  const { at } = row.event
  const place = group.findIndex(({ event }) => event.source === row.event.source)
  if (at === null || place === -1) return row
  const before = group.slice(0, place).findLast((other) => instantOf(other) < at)
  const after = group.slice(place).find((other) => instantOf(other) > at)
  const [first, last] = [group[Math.max(0, place - count)], group[Math.min(group.length - 1, place + count)]]
  const reached = sortedByInstant([row, before, after, first, last].filter((other) => other !== undefined))
  return { ...row, around: { first: instantOf(reached[0] ?? row), last: instantOf(reached.at(-1) ?? row) } }
}

const instantOf = ({ event }: SampledRow) => event.at ?? 0n

/** Those that have a time, in its order. */
const sortedByInstant = (rows: readonly SampledRow[]) =>
  rows.filter(({ event }) => event.at !== null).sort((a, b) => (instantOf(a) < instantOf(b) ? -1 : 1))

/** The list under an ID, which is made where there is none yet. */
function listAt(lists: Map<number, SampledRow[]>, id: number): SampledRow[] {
  const list = lists.get(id) ?? []
  lists.set(id, list)
  return list
}
