// Of few events most of the time is empty: it is counted in pieces, narrower than what a service may refuse to search.
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import type { Fact, ReadingState } from '../../reading-state.ts'
import { wholeAccount } from '../../slice.ts'
import { DAY_SECONDS, MARGIN, nanosecondsOf, rfc3339Of, SECOND, secondBefore } from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import type { Bounds } from '../course/requests.ts'
import { divisor, type KeptSummary } from './kept-summary.ts'

/** Of the range, or of six weeks where it has no start. */
export const PIECES = 6
/** Where there are many events, nearly as many in each of these; of more, a count is right by chance less often. */
const partsOf = (events: number) => (events < 1_000 ? 3 : 2)

/**
 * Adds a fact of letter b: few events are counted in pieces of equal length, many in pieces of nearly equal numbers. Null where
 * no cut is far from events, or each piece is as large as the whole, because ranges are ignored.
 */
export async function countInPieces(
  reading: Reading,
  { seconds }: KeptSummary,
  counted: number,
  isFew: boolean,
): Promise<Fact['says'] | null> {
  const { sent } = reading.state
  const end = nanosecondsOf(sent.to) ?? 0n
  const start = isFew ? startOfPieces(sent, end) : nanosecondsOf(sent.from)
  const edges = isFew ? evenEdges(start ?? end, end) : edgesBetween(seconds, partsOf(counted))
  if (edges.length === 0) return null
  const bounds = [start, ...edges, end].map((at) => (at === null ? null : rfc3339Of(at)))
  const counts = await countsOf(
    reading,
    bounds.slice(1).map((to, at) => ({ from: bounds[at] ?? null, to })),
    counted,
  )
  if (!isFew && counts.every((count) => count === counted)) return null
  const sum = counts.reduce<number>((all, count) => all + (count ?? 0), 0)
  // What lies right at an edge may count twice, or not at all.
  const atEdge = (edge: bigint | null | undefined) =>
    edge == null ? 0 : seconds.filter((second) => Math.abs(second - Number(edge / SECOND)) <= 1).length
  const { before, after, storedTwice, otherText, undated } = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const slack = before + after + storedTwice + otherText + undated
  const isAsKept = counts.every((count, at) => {
    const [from, to] = [[start, ...edges][at], [...edges, end][at]]
    const came = seconds.filter((second) => isBetween(BigInt(second) * SECOND, from, to)).length
    return count !== null && Math.abs(count - came) <= slack + atEdge(from) + atEdge(to)
  })
  // Of an open range that is cut into weeks, the last ones.
  const earlier = isFew ? seconds.filter((second) => BigInt(second) * SECOND < (start ?? 0n)).length : 0
  const whole = counted - earlier
  const atEdges = edges.reduce((all, edge) => all + atEdge(edge), 0)
  const isProved = isAsKept && Math.abs(sum - whole) <= atEdges + storedTwice + otherText
  const says = isProved ? 'holds' : counts.includes(null) ? 'unasked' : 'moved'
  reading.prove({ letter: 'b', code: 'pieces', says, numbers: { pieces: counts.length, sum, whole } })
  return says
}

const isBetween = (at: bigint, from: bigint | null | undefined, to: bigint | null | undefined) =>
  (from == null || at >= from) && (to == null || at < to)

const evenEdges = (start: bigint, end: bigint) =>
  Array.from({ length: PIECES - 1 }, (_, at) => secondBefore(start + ((end - start) * BigInt(at + 1)) / BigInt(PIECES)))

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

/** In ns. Without a start, six weeks before the end; a week before the `oldest` event, in seconds, if that is earlier. */
export function startOfPieces({ from }: ReadingState['sent'], end: bigint, oldest?: number): bigint {
  const start = nanosecondsOf(from)
  if (start !== null) return start
  const week = BigInt(7 * DAY_SECONDS) * SECOND
  const weeksBack = end - BigInt(PIECES) * week
  const beforeOldest = oldest === undefined ? weeksBack : BigInt(oldest) * SECOND - week
  return beforeOldest < weeksBack ? beforeOldest : weeksBack
}

/**
 * The service's count for each; null where it gave none. Where an answer may hold all `counted` events, the first one is asked
 * for with its rows: one that is not kept shows, and a count that is not their number is the lower of the two. The others are
 * counted alone: what counts may come from elsewhere than what gives pages.
 */
export function countsOf(
  { requests }: Reading,
  bounds: readonly Bounds[],
  counted: number,
): Promise<(number | null)[]> {
  const isSmall = counted <= requests.pageSize()
  return Promise.all(
    bounds.map(async (one, at) => {
      const hasRows = isSmall && at === 0
      const answer = hasRows ? await requests.page(one, 0) : await requests.count(one)
      if (!answer.ok || answer.value.total === null) return null
      const { events, total } = answer.value
      return hasRows ? Math.min(total, events.length) : total
    }),
  )
}
