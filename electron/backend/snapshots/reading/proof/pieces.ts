// Counts a search in several stretches of its time: few events in pieces of equal length, many in parts of nearly equal numbers.
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { rowKey, type SearchRow } from '../../../rows/search-rows.ts'
import type { Fact } from '../../reading-state.ts'
import { wholeAccount } from '../../slice.ts'
import { DAY_SECONDS, MARGIN, nanosecondsOf, rfc3339Of, SECOND, secondBefore } from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import type { Bounds, ReadingAnswer, Requests } from '../course/requests.ts'
import { askFromEarly } from './early-start.ts'
import { commonDivisor, divisor, type KeptSummary } from './kept-events.ts'

/** Of the range; where it has no start, five weeks and all that is before them. */
export const PIECES = 6
/** From so many events on there are so many witnesses that less has to be counted apart. */
export const VERY_MANY = 600
/** Where there are many events, nearly as many in each of these. */
const partsOf = (events: number) => (events < VERY_MANY ? 3 : 2)

/** Seconds that an even cut is moved at most: each of few events keeps it from three. */
const MOST_AWAY = 90n

const WEEK = BigInt(7 * DAY_SECONDS) * SECOND

/** What was counted apart, in a fact of letter b. */
export interface CountedApart {
  says: Fact['says']
  /** The greatest number that divides all its counts: above 1 they are as right where they are rounded to it. */
  unit: number
}

/** In ns. */
export interface Stretch {
  from: bigint | null
  to: bigint
}

/**
 * Of few events most of the time is empty: each piece is narrower than what a service may refuse to search.
 * @param pieces how many
 */
export async function countInPieces(
  reading: Reading,
  kept: KeptSummary,
  counted: number,
  pieces: number,
): Promise<CountedApart> {
  const { sent } = reading.state
  const [start, end] = [nanosecondsOf(sent.from), nanosecondsOf(sent.to) ?? 0n]
  const length = start === null ? WEEK : (end - start) / BigInt(pieces)
  const edges = Array.from({ length: pieces - 1 }, (_, at) => {
    const behind = BigInt(pieces - 1 - at)
    const even = secondBefore(end - (start === null ? behind * WEEK : ((end - start) * behind) / BigInt(pieces)))
    return besideEvents(kept.seconds, even, length / 2n / SECOND)
  })
  const stretches = stretchesOf(start, edges, end)
  // Halves came before, with the rows of the first.
  const counts = await countStretches(reading, stretches, counted, pieces - 1)
  return proveStretches(reading, kept, counted, stretches, counts)
}

/**
 * The instant closest to `even`, less than `most` seconds from it, of which no event is within a second; `even` where there is
 * none. A service whose ranges include both ends counts what lies at a cut twice: events of full hours lie where a day is cut.
 */
function besideEvents(seconds: Float64Array, even: bigint, most: bigint): bigint {
  for (let away = 0n; away < most && away <= MOST_AWAY; away += 1n) {
    for (const at of [even + away * SECOND, even - away * SECOND]) {
      if (seconds.every((second) => Math.abs(second - Number(at / SECOND)) > 1)) return at
    }
  }
  return even
}

/** Null where no cut is far from events, or each part is as large as the whole, because ranges are ignored. */
export async function countInParts(reading: Reading, kept: KeptSummary, counted: number): Promise<CountedApart | null> {
  const { sent } = reading.state
  const edges = edgesBetween(kept.seconds, partsOf(counted))
  if (edges.length === 0) return null
  const stretches = stretchesOf(nanosecondsOf(sent.from), edges, nanosecondsOf(sent.to) ?? 0n)
  const counts = await countStretches(reading, stretches, counted)
  if (counts.every((count) => count === counted)) return null
  return proveStretches(reading, kept, counted, stretches, counts)
}

const stretchesOf = (start: bigint | null, edges: readonly bigint[], end: bigint): Stretch[] =>
  [...edges, end].map((to, at) => ({ from: at === 0 ? start : (edges[at - 1] ?? null), to }))

const countStretches = (reading: Reading, stretches: readonly Stretch[], counted: number, withRows = 0) =>
  countsOf(
    reading,
    stretches.map(({ from, to }) => ({ from: from === null ? null : rfc3339Of(from), to: rfc3339Of(to) })),
    counted,
    withRows,
  )

/** Adds the fact: each count is as many as came of its stretch, and together they are as many as the whole. */
function proveStretches(
  reading: Reading,
  { seconds }: KeptSummary,
  whole: number,
  stretches: readonly Stretch[],
  counts: readonly (number | null)[],
): CountedApart {
  const sum = counts.reduce<number>((all, count) => all + (count ?? 0), 0)
  // What lies right at a cut may count twice, or not at all.
  const atCut = (cut: bigint | null) =>
    cut === null ? 0 : seconds.filter((second) => Math.abs(second - Number(cut / SECOND)) <= 1).length
  const { before, after, storedTwice, otherText, undated } = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const slack = before + after + storedTwice + otherText + undated
  const isAsKept = stretches.every(({ from, to }, at) => {
    const count = counts[at] ?? null
    const came = seconds.filter((second) => isBetween(BigInt(second) * SECOND, from, to)).length
    return count !== null && Math.abs(count - came) <= slack + atCut(from) + atCut(to)
  })
  const atCuts = stretches.slice(1).reduce((all, { from }) => all + atCut(from), 0)
  const isProved = isAsKept && Math.abs(sum - whole) <= atCuts + storedTwice + otherText
  const says = isProved ? 'holds' : counts.includes(null) ? 'unasked' : 'moved'
  reading.prove({ letter: 'b', code: 'pieces', says, numbers: { pieces: counts.length, sum, whole } })
  return { says, unit: commonDivisor(counts) }
}

const isBetween = (at: bigint, from: bigint | null, to: bigint) => (from === null || at >= from) && at < to

/** Between two events that are far from each other, and so that no unit divides all parts where that is possible. */
function edgesBetween(seconds: Float64Array, parts: number): bigint[] {
  const near = Math.floor(seconds.length / parts / 2)
  const isClear = (index: number) => (seconds[index] ?? 0) - (seconds[index - 1] ?? 0) >= 2 * MARGIN
  const isRough = (index: number) => divisor(index, seconds.length) === 1
  const edges = Array.from({ length: parts - 1 }, (_, at) => {
    const middle = Math.floor((seconds.length * (at + 1)) / parts)
    const around = Array.from({ length: near }, (_, away) => [middle - away, middle + away])
      .flat()
      .filter(isClear)
    const index = around.find(isRough) ?? around[0]
    return index === undefined ? null : BigInt((seconds[index - 1] ?? 0) + MARGIN) * SECOND
  })
  return edges.filter((edge) => edge !== null)
}

/**
 * The service's count for each; null where it gave none. Where an answer may hold all `counted` events, the one at `withRows`
 * is asked for with its rows: one that is not kept shows, and a count that is not their number is the lower of the two. The
 * others are counted alone: what counts may come from elsewhere than what gives pages.
 */
export function countsOf(
  reading: Reading,
  bounds: readonly Bounds[],
  counted: number,
  withRows = 0,
): Promise<(number | null)[]> {
  const { requests } = reading
  const isSmall = counted <= requests.pageSize()
  // What has no time may lie before every start.
  const hasUndated = (wholeAccount(reading.slices.values())?.undated ?? 0) > 0
  return Promise.all(
    bounds.map(async (one, at) => {
      const hasRows = isSmall && at === withRows
      const ask = (sent: Bounds) => (hasRows ? requests.page(sent, 0) : requests.count(sent))
      const asked = hasUndated ? await ask(one) : await askFromEarly(reading, one, ask)
      if (!asked.ok || asked.value.total === null) return null
      const { events, total } = asked.value
      const answer = 'answer' in asked.value ? asked.value.answer : asked.value
      if (!hasRows) return total
      // A part as large as the whole proves nothing, however many rows it has.
      const rows =
        total < counted
          ? await allRows(requests, { events, total }, { ...one, from: answer.request.filters.createdAtFrom ?? null })
          : events
      if (rows === null) return null
      return rows === 'more' ? total : Math.min(total, rows.length)
    }),
  )
}

// All rows of one search, where a service gives fewer in an answer than were asked for, and does not say so.

/** Answers that are asked for after the first. */
const MOST_FURTHER = 8

/**
 * The rows of the first answer of `bounds`, and of those after it as long as fewer came than the first counts. An answer that
 * does not simply go on ends them: fewer rows than are counted are then all there are. `more`: there are too many to ask for
 * all; null: a request failed.
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
