// Sampled rows: kept events that are searched again by their time. What the service gives there must be exactly what
// was kept. To some services times of day do not count: they give whole days for any range, or nothing for a range
// within a day. The answers show that (`behaviour.times`, `behaviour.hidesDays`), and what is asked next is asked
// accordingly.
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

/**
 * How many seconds before and after a sampled row are asked for: as many as at the ends of the range; and if that finds
 * nothing a day, as a service that lowers both bounds to midnight gives the row only then.
 */
const NARROW = BigInt(MARGIN)
const DAY_WIDE = BigInt(DAY_SECONDS)

/** How many rows are asked for where one is expected: a service may write an event otherwise in large answers. */
const FEW = 10

export interface SampledRowsEnd {
  /** `holds`: all were found as kept. `moved`: some were not. `unasked`: some are not known, and none differs. */
  says: Fact['says']
  /** The slices of those that were not found as they were kept, to be read again. */
  differing: TimeSlice[]
}

/**
 * Searches the chosen events again. Adds the fact `witnesses`; where no event is kept, the facts that take its place.
 * Adds none where the journal cannot be read, which is `unasked`.
 */
export async function askSampledRows(reading: Reading): Promise<SampledRowsEnd> {
  const eachOf = createOnceReader(reading)
  const chosen = await chooseSampledRows(reading, eachOf)
  if (chosen?.length === 0) return { says: await askBeside(reading), differing: [] }
  if (chosen === null) return { says: 'unasked', differing: [] }
  const near = await keptNear(reading, chosen, eachOf)
  if (near === null) return { says: 'unasked', differing: [] }
  // One of two replicas that answer in turn may get all requests about a single event: it is asked for twice, one after
  // the other.
  const [only, another] = chosen
  const toAsk = only !== undefined && another === undefined ? [only, only] : chosen
  const days: WholeDays = { areFull: false }
  const ask = async (one: SampledRow) => ({ one, saw: await searchAgain(reading, one, near.get(one) ?? [], days) })
  const [first, ...others] = toAsk
  // One is asked for before the others: it shows whether times of day count, and so how the others have to be asked
  // for.
  const ofFirst = first === undefined ? [] : [await ask(first)]
  const answers = [...ofFirst, ...(await Promise.all(others.map(ask)))]
  const differing = new Set(answers.filter(({ saw }) => saw === 'differs').map(({ one }) => one))
  const unasked = answers.filter(({ saw }) => saw === 'unknown').length
  const says = differing.size > 0 ? 'moved' : unasked > 0 ? 'unasked' : 'holds'
  const numbers = { asked: chosen.length, differ: differing.size, failed: unasked }
  reading.prove({ code: 'witnesses', says, numbers })
  return { says, differing: [...new Set([...differing].map(({ slice }) => slice))] }
}

/** Tells of a row whether its own time lies in the range of which the snapshot keeps the events. */
function isRowInRange(reading: Reading): (row: SearchRow) => boolean {
  const isKept = isIn(keptRange(reading))
  return ({ createdAt }) => isKept(nanosecondsOf(createdAt))
}

/** Gives each sampled row's kept events within a second of its search; null where the journal cannot be read. */
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

/** Whether an instant lies within a second of what is searched. */
const isNear = (at: bigint | null, around: SampledRow['around']) =>
  at !== null && around !== null && at >= around.first - SECOND && at <= around.last + SECOND

/** What the search around one row showed, which those around the next go by. */
interface WholeDays {
  /** Whether the service gives whole days, and a day has more events than an answer holds. */
  areFull: boolean
}

/** The service gives what is kept around a row, or something else; `unknown`: a request failed, or nothing tells. */
type Seen = 'same' | 'differs' | 'unknown'

/**
 * Whether the service gives exactly the kept events around a sampled row; where an answer cannot hold all of them,
 * whether the search for its ID gives that event.
 * @param nearSegment the kept events within a second of the row's segment
 */
async function searchAgain(
  reading: Reading,
  { event, around: segment }: SampledRow,
  nearSegment: readonly KeptEvent[],
  days: WholeDays,
): Promise<Seen> {
  const { requests, state, slices } = reading
  if (event.at === null || segment === null) return searchById(reading, event, state.sent)
  // A service that gives whole days gives all of the segment's first and last day, maybe more than an answer holds:
  // then only the instant of the row itself is searched.
  const isInstantOnly = state.behaviour.times === false && countedOf(slices.values()) > requests.pageSize()
  const around = isInstantOnly ? { first: event.at, last: event.at } : segment
  const near = isInstantOnly ? nearSegment.filter(({ at }) => isNear(at, around)) : nearSegment
  if (!state.behaviour.hidesDays) {
    const saw = await searchAround(reading, event, { around, near, margin: NARROW }, days)
    if (saw !== 'none') return saw
  }
  const saw = await searchAround(reading, event, { around, near, margin: DAY_WIDE }, days)
  return saw === 'none' ? 'differs' : saw
}

interface SearchedAround {
  around: NonNullable<SampledRow['around']>
  /** The kept events within a second of it. */
  near: readonly KeptEvent[]
  /** Seconds before and after it that are asked for as well: `NARROW` or `DAY_WIDE`. */
  margin: bigint
}

/**
 * The same by one search, with these seconds around it. Learns what the answer shows of the service.
 * @returns `none`: the narrow search found nothing, not even the sampled row
 */
async function searchAround(
  reading: Reading,
  event: KeptEvent,
  { around, near, margin }: SearchedAround,
  days: WholeDays,
): Promise<Seen | 'none'> {
  const { requests, slices } = reading
  const bounds = {
    from: rfc3339Of(secondBefore(around.first) - margin * SECOND),
    to: rfc3339Of(secondAfter(around.last) + margin * SECOND),
  }
  if (days.areFull) return searchById(reading, event, bounds)
  const asked = await requests.page(bounds, 0)
  if (!asked.ok) return 'unknown'
  const answer = asked.value
  if (answer.events.length === 0 && margin === NARROW) return 'none'
  if (margin === DAY_WIDE) reading.learn({ hidesDays: true })
  // Rows lie outside by more than a day, which no way of comparing times explains. A service with the total of the
  // whole range just ignores bounds; with any other its answer contradicts what was read.
  if (isAnyOutside(answer, bounds, DAY)) {
    if (answer.total !== countedOf(slices.values())) return 'differs'
    reading.learn({ rangesHold: false })
  }
  learnTimes(reading, answer, bounds, around, margin)
  days.areFull = isFull(answer) && reading.state.behaviour.times === false
  // A row of the range that is not kept contradicts the snapshot, even in an answer that does not hold all of them.
  if (answer.events.filter(isRowInRange(reading)).some((row) => !reading.index.has(rowKey(row)))) return 'differs'
  const rows = isFull(answer) ? 'more' : await rowsAround(reading, answer, bounds, near.length)
  if (rows === null) return 'unknown'
  if (rows === 'more') return searchById(reading, event, bounds)
  const rowsNear = rows.filter(isRowInRange(reading)).filter((row) => isNear(nanosecondsOf(row.createdAt), around))
  return answer.total === rows.length && areSame(rowsNear, near) ? 'same' : 'differs'
}

const isFull = ({ events, limit }: ReadingAnswer) => events.length >= limit

/**
 * The rows of an answer that is not full, and of those after it where its total counts more.
 * @param near how many events are kept there
 * @returns as `allRows`: `more`, there are too many to ask for all; null, a request failed
 */
function rowsAround({ requests, slices }: Reading, answer: ReadingAnswer, bounds: Bounds, near: number) {
  // A total as large as that of the whole range, where few are kept, is not the number of what lies within the bounds.
  const isTotalOfBounds = (answer.total ?? 0) < countedOf(slices.values()) || near > answer.events.length
  return isTotalOfBounds ? allRows(requests, answer, bounds) : answer.events
}

/** Learns whether times of day count in a range: a single row outside of it shows that they do not. */
function learnTimes(
  reading: Reading,
  answer: ReadingAnswer,
  bounds: Bounds,
  { first, last }: NonNullable<SampledRow['around']>,
  margin: bigint,
): void {
  if (isAnyOutside(answer, bounds, SECOND)) reading.learn({ times: false })
  // Only the search of a single instant shows that they do: one of several days finds the same without them.
  else if (reading.state.behaviour.times === null && first === last) reading.learn({ times: margin === NARROW })
}

/**
 * Whether the search for its ID gives the event with its kept text, as often as its total says. It is asked for where
 * more lie around the event than one answer holds. `unknown` where it has no ID, or the request failed.
 */
async function searchById({ requests }: Reading, event: KeptEvent, bounds: Bounds): Promise<Seen> {
  if (event.eventId === null) return 'unknown'
  const search = requests.search()
  // Filters may be combined with OR: an ID beside a range alone would find all of the range.
  const within = asksForSomething(search) ? bounds : { from: null, to: null }
  const asked = await requests.page(within, 0, { limit: FEW, search: { ...search, eventId: event.eventId } })
  if (!asked.ok) return 'unknown'
  const { events, total } = asked.value
  const areAllSame = events.length > 0 && events.every(({ source }) => source === event.source)
  return areAllSame && total === events.length ? 'same' : 'differs'
}

/** Whether both hold the same events with the same texts, however often one came. */
function areSame(rows: readonly SearchRow[], kept: readonly KeptEvent[]): boolean {
  const came = new Map(rows.map((row) => [rowKey(row), row.source]))
  const held = new Map(kept.map(({ eventId, source }) => [eventId ?? source, source]))
  return came.size === held.size && [...held].every(([key, source]) => came.get(key) === source)
}

// Where no event is kept there is no sampled row: other searches show whether a range as wide finds anything, and
// whether totals count it.

/**
 * Adds the facts that take the place of sampled rows: `beside`, that the search without a range finds nothing inside
 * it, and that a range as wide finds an event of another time; and `counts-further`, that totals count events that are
 * known. The second is not added where no event is known at all.
 */
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
  // A service that filters its pages only after they were cut may give empty ones, with totals of 0, as the rows of
  // others fill them.
  const known =
    rows.length > 0 ? { bounds: anytime, search: requests.search(), came: rows.length } : await searchOfOthers(reading)
  if (known === null) return 'holds'
  const counts = await countsAnywhere(reading, known)
  prove({ code: 'counts-further', says: counts, numbers: { came: known.came } })
  return counts
}

/** Whether a range as wide as the one that was asked for finds the event that is known to be at `at`, in ns. */
async function findsAsWide({ requests, state }: Reading, at: bigint): Promise<Fact['says']> {
  const [from, to] = [nanosecondsOf(state.sent.from), nanosecondsOf(state.sent.to)]
  const wide = from === null || to === null ? BigInt(MARGIN) * SECOND : secondAfter((to - from) / 2n)
  // The range that found nothing was asked for a day wider as well, where times of day may not count.
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

/** A search, and how many events of it are known to lie within the bounds: `came`. */
interface KnownSearch {
  bounds: Bounds
  search: SnapshotSearch
  came: number
}

/**
 * The search with the values of other events in its place: those that most events in the first page of the range have.
 * Null where the search has no filter, or no other event is found.
 */
async function searchOfOthers({ requests, state }: Reading): Promise<KnownSearch | null> {
  const search = requests.search()
  if (!asksForSomething(search)) return null
  const alone = await requests.page(state.sent, 0, { search: { propertyFilters: [] } })
  const known = new Map<string, KnownSearch>()
  for (const row of alone.ok ? alone.value.events : []) {
    const theirs = withValuesOf(row, search)
    if (theirs === null) continue
    const key = JSON.stringify(theirs)
    known.set(key, { bounds: state.sent, search: theirs, came: (known.get(key)?.came ?? 0) + 1 })
  }
  // The last of several is taken: a page of one row may hold the first.
  return [...known.values()].reduce<KnownSearch | null>(
    (most, one) => (one.came >= (most?.came ?? 0) ? one : most),
    null,
  )
}

/** The search with this row's values in place of its own; null where the row lacks one that is filtered by. */
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

/** Whether the total counts all that came, if a page begins far behind the last event, at the first or at the last. */
async function countsAnywhere(
  { requests, learn }: Reading,
  { bounds, search, came }: KnownSearch,
): Promise<Fact['says']> {
  const far = await requests.page(bounds, FAR, { limit: 1, search })
  if (far.ok && (far.value.total ?? 0) >= came) return 'holds'
  const first = await requests.count(bounds, search)
  if (!first.ok) return 'unasked'
  const { total, events } = first.value
  if (total === events.length && came > 1) learn({ totals: 'page' })
  if (total === null || total < Math.max(came, 2)) return 'moved'
  // Some services give no total behind the last event. The page that begins with that event then has to hold it alone.
  const last = await requests.page(bounds, total - 1, { search })
  return last.ok && last.value.total === total && last.value.events.length === 1 ? 'holds' : 'moved'
}
