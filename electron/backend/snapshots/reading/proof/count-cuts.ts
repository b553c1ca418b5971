// Counts over cuts, held against rows: whatever proof counts apart is cut out of the search, each cut is counted by
// itself, and each count, and what they come to together, has to be what the rows that came say.
import type { Result } from '../../../../../shared/failure/failure.ts'
import { rowKey, type SearchRow } from '../../../rows/search-rows.ts'
import type { Fact, FactCode, SeenFact } from '../../reading-state.ts'
import { wholeAccount } from '../../time-slice.ts'
import { DAY, nanosecondsOf, rfc3339Of, SECOND } from '../session/instants.ts'
import type { Reading } from '../session/reading.ts'
import type { Bounds, ReadingAnswer, Requests, SnapshotSearch } from '../session/requests.ts'

/** This is what is counted by itself: a range, by the search that is read or by another. */
export interface Cut extends Bounds {
  search?: SnapshotSearch
}

/** The service's count of it as it stands; null where it gave none. */
export async function countCut({ requests }: Reading, { search, from, to }: Cut): Promise<number | null> {
  return totalIn(await requests.count({ from, to }, search))
}

/** The count of each; all are asked for at once. */
export const countCuts = (reading: Reading, cuts: readonly Cut[]): Promise<(number | null)[]> =>
  Promise.all(cuts.map((cut) => countCut(reading, cut)))

/** Null where there is no answer, or no total in it. */
export const totalIn = (answer: Result<Pick<ReadingAnswer, 'total'>>): number | null =>
  answer.ok ? answer.value.total : null

/** The sum of all counts; one that is missing adds nothing. */
export const sumOf = (counts: readonly (number | null)[]): number =>
  counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)

/** A count, and the least and the most that it may be by the rows that came. */
export interface HeldCount {
  count: number | null
  least: number
  most: number
}

/** A count that has to be as many as came. @param slack rows of which nobody can tell whether they belong to it */
export const heldAt = (count: number | null, came: number, slack = 0): HeldCount => ({
  count,
  least: came - slack,
  most: came + slack,
})

/** Adds the fact: it holds where every count is as it may be, has moved where one is not, is open where one lacks. */
export function holdCounts(
  { prove }: Reading,
  { code, numbers }: Omit<SeenFact, 'says'>,
  held: readonly HeldCount[],
): Fact['says'] {
  const isMissing = held.some(({ count }) => count === null)
  const isHeld = held.every(({ count, least, most }) => count !== null && count >= least && count <= most)
  const says = isMissing ? 'unasked' : isHeld ? 'holds' : 'moved'
  prove({ code, says, numbers })
  return says
}

/** Adds the fact where nothing could be counted. */
export function leaveUnasked({ prove }: Reading, code: FactCode, numbers: Fact['numbers'] = {}): 'unasked' {
  prove({ code, says: 'unasked', numbers })
  return 'unasked'
}

// Segments of the range.

/** A segment of time, in ns; `from` null: from the beginning on. */
export interface Segment {
  from: bigint | null
  to: bigint
}

/** A segment's bounds as RFC 3339, as a search has them. */
export const boundsOfSegment = ({ from, to }: Segment): Bounds => ({
  from: from === null ? null : rfc3339Of(from),
  to: rfc3339Of(to),
})

/** All from `start` to `end`, cut at the edges. */
export const segmentsBetween = (start: bigint | null, edges: readonly bigint[], end: bigint): Segment[] =>
  [...edges, end].map((to, at) => ({ from: at === 0 ? start : (edges[at - 1] ?? null), to }))

/** How many kept events came of it. @param seconds as `KeptSummary` has them */
export const cameIn = (seconds: Float64Array, { from, to }: Segment): number =>
  seconds.filter((second) => (from === null || BigInt(second) * SECOND >= from) && BigInt(second) * SECOND < to).length

interface CountedSegment {
  /** Null where the service gave none. */
  count: number | null
  /** Rows that came with it: one at most, of a segment that is not asked for with its rows. */
  rows: readonly SearchRow[]
}

/**
 * The service's count of each segment, from an early start on where it has none.
 * @param withRows where an answer may hold all events (`counted`), the segment at this place (`at`) is asked for with
 * its rows: one that is not kept shows. The others are counted alone, since what counts may come from elsewhere than
 * what gives pages
 */
export function countSegments(
  reading: Reading,
  segments: readonly Bounds[],
  withRows: { at: number; counted: number } | null = null,
): Promise<CountedSegment[]> {
  const { requests } = reading
  const withRowsAt = withRows !== null && withRows.counted <= requests.pageSize() ? withRows.at : null
  // What has no time may lie before every start.
  const hasUndated = (wholeAccount(reading.slices.values())?.undated ?? 0) > 0
  return Promise.all(
    segments.map(async (bounds, at): Promise<CountedSegment> => {
      const ask = (sent: Bounds) => (at === withRowsAt ? requests.page(sent, 0) : requests.count(sent))
      const asked = await (hasUndated ? ask(bounds) : askFromEarly(reading, bounds, ask))
      if (!asked.ok) return { count: null, rows: [] }
      const { total: count, events: rows } = asked.value
      if (at !== withRowsAt || count === null) return { count, rows }
      // A part as large as the whole proves nothing, however many rows it has.
      const isAsLarge = count >= (withRows?.counted ?? 0)
      const all = isAsLarge ? rows : await allRows(requests, asked.value, { ...bounds, from: startOf(asked.value) })
      if (all === null) return { count: null, rows }
      // Where a count and the number of its rows differ, the lower of the two is what the service shows.
      return all === 'more' ? { count, rows } : { count: Math.min(count, all.length), rows: all }
    }),
  )
}

// All rows of one search, where a service gives fewer in an answer than were asked for, and does not say so.

/** Answers that are asked for after the first. */
const MOST_FURTHER = 8

/**
 * The rows of the first answer of `bounds`, and of those after it as long as fewer came than the first counts. An
 * answer that does not simply go on ends them: fewer rows than are counted are then all there are. `more`: there are
 * too many to ask for all; null: a request failed.
 */
export async function allRows(
  requests: Requests,
  { events, total }: Pick<ReadingAnswer, 'events' | 'total'>,
  bounds: Bounds,
): Promise<SearchRow[] | 'more' | null> {
  const rows = [...events]
  const keys = new Set(rows.map(rowKey))
  for (let further = 0; rows.length > 0 && rows.length < (total ?? 0); further += 1) {
    if (further === MOST_FURTHER) return 'more'
    const asked = await requests.page(bounds, rows.length)
    if (!asked.ok) return null
    const fresh = asked.value.events
    if (fresh.length === 0 || asked.value.total !== total || fresh.some((row) => keys.has(rowKey(row)))) break
    for (const row of fresh) keys.add(rowKey(row))
    rows.push(...fresh)
  }
  return rows
}

// Searches without a start, with one: a service may look back only so far unless it is told otherwise.

/** Some services refuse what they think is too early; the last is a year before the end. */
const STARTS = ['1970-01-01T00:00:00Z', '2000-01-01T00:00:00Z', 'a year before'] as const
const YEAR = 365n * DAY

/** Asks about a range; about one without a start from the earliest on that the service takes. */
export async function askFromEarly(
  reading: Reading,
  { from, to }: Bounds,
  ask: (bounds: Bounds) => Promise<Result<ReadingAnswer>>,
): Promise<Result<ReadingAnswer>> {
  for (;;) {
    const { refusedStarts } = reading
    const asked = await ask({ from: from ?? earlyStart(reading, to), to })
    const isRefused = !asked.ok && asked.failure.kind === 'rejected'
    if (from !== null || !isRefused || refusedStarts >= STARTS.length - 1) return asked
    reading.refusedStarts = Math.max(reading.refusedStarts, refusedStarts + 1)
  }
}

/** The start that an answer was asked for with: that of an early one is the first that the service did not refuse. */
export const startOf = ({ request }: ReadingAnswer): string | null => request.filters.createdAtFrom ?? null

/** The start that takes the place of none, as far as the service was seen to take it. */
export function earlyStart({ refusedStarts }: Reading, to: string | null): string {
  const start = STARTS[refusedStarts] ?? STARTS[0]
  if (start !== 'a year before') return start
  return rfc3339Of((nanosecondsOf(to) ?? 0n) - YEAR)
}
