// Sampled rows: kept events that are searched again by their time. What the service gives there must be exactly what was kept.
import { asksForSomething } from '../../../../../shared/search/matches.ts'
import { snapshotSearchSchema } from '../../../../../shared/snapshot/snapshot.ts'
import { rowKey, type SearchRow } from '../../../rows/search-rows.ts'
import type { Fact } from '../../reading-state.ts'
import { countedOf, type TimeSlice } from '../../time-slice.ts'
import {
  DAY,
  DAY_SECONDS,
  isIn,
  keptRange,
  MARGIN,
  nanosecondsOf,
  rfc3339Of,
  SECOND,
  secondAfter,
  secondBefore,
} from '../session/instants.ts'
import { isAnyOutside } from '../session/observations.ts'
import type { Reading } from '../session/reading.ts'
import { type Bounds, FAR, type ReadingAnswer, type SnapshotSearch } from '../session/requests.ts'
import { chooseSampledRows, createOnceReader, type EachOf, type SampledRow } from './choose-sampled-rows.ts'
import { allRows } from './count-cuts.ts'
import { FIELDS, type KeptEvent, reachOf } from './kept-events.ts'

/** Seconds around its time, as at the ends of the range. */
const MARGIN_SECONDS = BigInt(MARGIN)

/** Rows asked for where one is expected: a service may write an event otherwise in large answers. */
const FEW = 10

export interface SampledRowsEnd {
  says: Fact['says']
  /** Slices that hold events which now are others. */
  differing: TimeSlice[]
}

/** Searches the chosen events again, and adds what came of it. */
export async function askSampledRows(reading: Reading): Promise<SampledRowsEnd> {
  const eachOf = createOnceReader(reading)
  const chosen = await chooseSampledRows(reading, eachOf)
  if (chosen?.length === 0) return { says: await askBeside(reading), differing: [] }
  if (chosen === null) return { says: 'unasked', differing: [] }
  const near = await keptNear(reading, chosen, eachOf)
  if (near === null) return { says: 'unasked', differing: [] }
  // One of two replicas that answer in turn may give all that is asked of a single event: it is asked for twice, one after the other.
  const again = chosen.length === 1 ? chosen : []
  const days = { areFull: false }
  const confirm = (one: SampledRow) => isConfirmed(reading, one, near.get(one) ?? [], days)
  const [first, ...others] = [...chosen, ...again]
  // One before the others: it shows whether times of day count, and so how the others have to be asked for.
  const shown = first === undefined ? [] : [await confirm(first)]
  const asked = [...shown, ...(await Promise.all(others.map(confirm)))]
  const differing = chosen
    .filter((_, at) => asked[at] === false || asked[at + chosen.length] === false)
    .map(({ slice }) => slice)
  const unasked = asked.filter((one) => one === null).length
  const says = differing.length > 0 ? 'moved' : unasked > 0 ? 'unasked' : 'holds'
  const numbers = { asked: chosen.length, differ: differing.length, failed: unasked }
  reading.prove({ code: 'witnesses', says, numbers })
  return { says, differing: [...new Set(differing)] }
}

/** By its own time, and as the snapshot keeps it. */
function inRange(reading: Reading): (row: SearchRow) => boolean {
  const isKept = isIn(keptRange(reading))
  return ({ createdAt }) => isKept(nanosecondsOf(createdAt))
}

/** For each sampled row the kept events within a second of what is searched around it; null where the journal cannot be read. */
async function keptNear(
  reading: Reading,
  chosen: readonly SampledRow[],
  eachOf: EachOf,
): Promise<Map<SampledRow, KeptEvent[]> | null> {
  const near = new Map(chosen.map((one) => [one, [] as KeptEvent[]]))
  const segments = chosen.flatMap(({ around }) => around ?? [])
  const slices = [...reading.slices.values()].filter((slice) => slice.kept > 0 && segments.some(reachOf(slice)))
  for (const slice of slices) {
    const isWhole = await eachOf(slice, (event) => {
      for (const [{ around }, events] of near) if (isNear(event.at, around)) events.push(event)
    })
    if (!isWhole) return null
  }
  return near
}

const isNear = (at: bigint | null, around: SampledRow['around']) =>
  at !== null && around !== null && at >= around.first - SECOND && at <= around.last + SECOND

/**
 * Null if the request failed.
 * @param days whether a day holds more than one answer, of a service to which times of day do not count
 */
async function isConfirmed(
  reading: Reading,
  { event, around: segment }: SampledRow,
  nearSegment: readonly KeptEvent[],
  days: { areFull: boolean },
): Promise<boolean | null> {
  const { requests, state, slices } = reading
  if (event.at === null || segment === null) return isAlone(reading, event, state.sent)
  // A segment of some days may hold more than one answer, where those that it begins and ends on come as a whole.
  const isDense = state.behaviour.times === false && countedOf(slices.values()) > requests.pageSize()
  const around = isDense ? { first: event.at, last: event.at } : segment
  const near = isDense ? nearSegment.filter(({ at }) => isNear(at, around)) : nearSegment
  for (const margin of state.behaviour.hidesDays ? [BigInt(DAY_SECONDS)] : [MARGIN_SECONDS, BigInt(DAY_SECONDS)]) {
    const bounds = {
      from: rfc3339Of(secondBefore(around.first) - margin * SECOND),
      to: rfc3339Of(secondAfter(around.last) + margin * SECOND),
    }
    if (days.areFull) return isAlone(reading, event, bounds)
    const asked = await requests.page(bounds, 0)
    if (!asked.ok) return null
    const answer = asked.value
    // Without the sampled row, the bounds may be lowered to whole days: a day around it tells.
    if (answer.events.length === 0 && margin === MARGIN_SECONDS) continue
    if (margin !== MARGIN_SECONDS) reading.learn({ hidesDays: true })
    // By more than a day, which no way of comparing times explains.
    if (isAnyOutside(answer, bounds, DAY)) {
      if (answer.total !== countedOf(slices.values())) return false
      reading.learn({ rangesHold: false })
    }
    noteTimes(reading, answer, bounds, around, margin)
    days.areFull = isFull(answer) && reading.state.behaviour.times === false
    // Where one answer does not hold all of them, its first rows tell as well.
    if (answer.events.filter(inRange(reading)).some((row) => !reading.index.has(rowKey(row)))) return false
    const rows = isFull(answer) ? 'more' : await rowsOf(reading, answer, bounds, near.length)
    if (rows === null) return null
    if (rows === 'more') return isAlone(reading, event, bounds)
    return (
      answer.total === rows.length &&
      areSame(
        rows.filter(inRange(reading)).filter((row) => isNear(nanosecondsOf(row.createdAt), around)),
        near,
      )
    )
  }
  return false
}

const isFull = ({ events, limit }: ReadingAnswer) => events.length >= limit

/** @param near how many are kept there */
function rowsOf({ requests, slices }: Reading, answer: ReadingAnswer, bounds: Bounds, near: number) {
  // A total as large as that of the whole, where few are kept, is not the number of what lies there.
  const isOfBounds = (answer.total ?? 0) < countedOf(slices.values()) || near > answer.events.length
  return isOfBounds ? allRows(requests, answer, bounds) : answer.events
}

/** Learns whether times of day count in a range; a single row outside of it tells more than what was seen before. */
function noteTimes(
  reading: Reading,
  answer: ReadingAnswer,
  bounds: Bounds,
  { first, last }: NonNullable<SampledRow['around']>,
  margin: bigint,
): void {
  if (isAnyOutside(answer, bounds, SECOND)) reading.learn({ times: false })
  // What several days find, they find without times of day as well.
  else if (reading.state.behaviour.times === null && first === last) reading.learn({ times: margin === MARGIN_SECONDS })
}

/** Where more lie around it than one answer holds: the search for its ID gives it, and as often as it counts. */
async function isAlone({ requests }: Reading, event: KeptEvent, bounds: Bounds): Promise<boolean | null> {
  if (event.eventId === null) return null
  const search = requests.search()
  // Filters may be combined with OR: an ID beside a range alone would find all of the range.
  const within = asksForSomething(search) ? bounds : { from: null, to: null }
  const asked = await requests.page(within, 0, { limit: FEW, search: { ...search, eventId: event.eventId } })
  if (!asked.ok) return null
  const { events, total } = asked.value
  return events.length > 0 && total === events.length && events.every(({ source }) => source === event.source)
}

/** Both hold the same events with the same texts, however often one came. */
function areSame(rows: readonly SearchRow[], kept: readonly KeptEvent[]): boolean {
  const came = new Map(rows.map((row) => [rowKey(row), row.source]))
  const held = new Map(kept.map(({ eventId, source }) => [eventId ?? source, source]))
  return came.size === held.size && [...held].every(([key, source]) => came.get(key) === source)
}

// No events have no sampled row: other searches show whether a range as wide finds anything, and whether totals count it.

/** Adds the facts that take the place of sampled rows where nothing is kept. */
async function askBeside(reading: Reading): Promise<Fact['says']> {
  const { requests, prove } = reading
  const anytime: Bounds = { from: null, to: null }
  const asked = await requests.page(anytime, 0)
  const rows = asked.ok ? asked.value.events : []
  const times = rows.map(({ createdAt }) => nanosecondsOf(createdAt)).filter((at) => at !== null)
  const isInside = isIn(keptRange(reading))
  let says: Fact['says'] = asked.ok ? 'holds' : 'unasked'
  if (times.some(isInside)) says = 'moved'
  else if (times[0] !== undefined) says = await findsAsWide(reading, times[0])
  prove({ code: 'beside', says, numbers: { found: times.length === 0 ? 0 : 1 } })
  if (says !== 'holds') return says
  // Pages that are filtered only afterwards may all be empty, with totals of 0: then the rows of others fill them.
  const known =
    rows.length > 0 ? { bounds: anytime, search: requests.search(), came: rows.length } : await others(reading)
  if (known === null) return 'holds'
  const counts = await countsAnywhere(reading, known)
  prove({ code: 'counts-further', says: counts, numbers: { came: known.came } })
  return counts
}

/** Whether a range as wide as the one that was asked for finds an event that there is at another time. */
async function findsAsWide({ requests, state }: Reading, at: bigint): Promise<Fact['says']> {
  const [from, to] = [nanosecondsOf(state.sent.from), nanosecondsOf(state.sent.to)]
  const wide = from === null || to === null ? BigInt(MARGIN) * SECOND : secondAfter((to - from) / 2n)
  // The range was asked for a day wider as well, where times of day may not count.
  for (const margin of [0n, DAY]) {
    const there = await requests.count({
      from: from === null ? null : rfc3339Of(secondBefore(at) - wide - margin),
      to: to === null ? null : rfc3339Of(secondAfter(at) + wide + margin),
    })
    if (!there.ok) return 'unasked'
    if ((there.value.total ?? 0) > 0) return 'holds'
  }
  return 'moved'
}

/** A search, and how many events of it are known to lie within the bounds. */
interface Known {
  bounds: Bounds
  search: SnapshotSearch
  came: number
}

/** What is searched for, with the values of others in the range, of which there are most; null where there are none. */
async function others({ requests, state }: Reading): Promise<Known | null> {
  const search = requests.search()
  if (!asksForSomething(search)) return null
  const alone = await requests.page(state.sent, 0, { search: { propertyFilters: [] } })
  const known = new Map<string, Known>()
  for (const row of alone.ok ? alone.value.events : []) {
    const theirs = withValuesOf(row, search)
    if (theirs === null) continue
    const key = JSON.stringify(theirs)
    known.set(key, { bounds: state.sent, search: theirs, came: (known.get(key)?.came ?? 0) + 1 })
  }
  // The last of several is taken: a page of one row may hold the first.
  return [...known.values()].reduce<Known | null>((most, one) => (one.came >= (most?.came ?? 0) ? one : most), null)
}

/** Null where the row lacks what is filtered by. */
function withValuesOf(row: SearchRow, search: SnapshotSearch): SnapshotSearch | null {
  const fields = [...FIELDS, 'eventId' as const].filter((name) => search[name] !== undefined)
  const parsed = snapshotSearchSchema.safeParse({
    ...Object.fromEntries(fields.map((name) => [name, row[name]])),
    propertyFilters: search.propertyFilters.map(({ name, kind }) =>
      row.properties.find((property) => property.name === name && property.kind === kind),
    ),
  })
  return parsed.success ? parsed.data : null
}

/** Whether the total counts at least what came, wherever a page begins. */
async function countsAnywhere({ requests, learn }: Reading, { bounds, search, came }: Known): Promise<Fact['says']> {
  const far = await requests.page(bounds, FAR, { limit: 1, search })
  if (far.ok && (far.value.total ?? 0) >= came) return 'holds'
  const first = await requests.count(bounds, search)
  if (!first.ok) return 'unasked'
  const { total, events } = first.value
  if (total === events.length && came > 1) learn({ totals: 'page' })
  if (total === null || total < Math.max(came, 2)) return 'moved'
  // Some services give no total beyond the last event: then with that one, and nothing after it.
  const last = await requests.page(bounds, total - 1, { search })
  return last.ok && last.value.total === total && last.value.events.length === 1 ? 'holds' : 'moved'
}
