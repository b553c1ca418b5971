// A round: the whole range is counted, every slice again, and the whole once more. A slice whose count is not what its
// reading returned is read again. Where one slice is the whole range, one answer, asked for behind its last row, counts
// it and shows its end.
import { countedRows, NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { rowKey } from '../../../rows/search-rows.ts'
import type { Fact } from '../../reading-state.ts'
import { countedOf, inOrderOfTime, type TimeSlice, wholeAccount } from '../../time-slice.ts'
import { boundsOf, nanosecondsOf, rfc3339Of, SECOND, sentRange } from '../session/instants.ts'
import type { Reading } from '../session/reading.ts'
import { countCut, heldAt, holdCounts, leaveUnasked, sumOf, totalIn } from './count-cuts.ts'

export interface Round {
  /** `holds`: all counts and ends agree. `moved`: something disagrees, and may agree when it is asked again. */
  says: Fact['says']
  /** Slices that have to be read again. */
  again: TimeSlice[]
  /**
   * Whether there are several slices, none of which counts as many as the whole. They then added up to it where `says`
   * holds, and the whole needs no other count that is independent of its own.
   */
  isApart: boolean
}

/** At most so many slices besides the first and the last are asked for their end; of the others only a count is. */
const MOST_ENDS_BETWEEN = 8

/**
 * Counts everything once more. Adds the facts `counted` and `end`, and `parts`, the independent count, where there are
 * several slices. Commits each slice with its new count. A request that fails gives no count, and its fact is then
 * `unasked` or `moved`.
 */
export async function countRound(reading: Reading): Promise<Round> {
  const slices = inOrderOfTime(reading.slices.values())
  const [only] = slices
  reading.countWithoutEnd = null
  return slices.length === 1 && only !== undefined ? roundOfOne(reading, only) : roundOfMany(reading, slices)
}

/** The total in the answer that is asked for behind the last row is the count after the reading as well. */
async function roundOfOne(reading: Reading, slice: TimeSlice): Promise<Round> {
  const { effects } = reading
  const end = await endOfOne(reading, slice)
  const after = end.total
  noteAfter(reading, after, end.serviceDate)
  const { total: before, returned, steady } = slice
  const isAgreed = before !== null && before === after && after === returned
  const says = proveCounted(reading, { before, after, counted: returned }, steady)
  reading.prove({ code: 'end', says: end.says, numbers: { asked: 1, unknown: end.unknown } })
  await reading.commit({ slices: [{ ...slice, after }] })
  if (says === 'holds' && end.says === 'holds') {
    reading.state = { ...reading.state, asOf: slice.askedAt ?? new Date(effects.now()).toISOString() }
    return { says: 'holds', again: [], isApart: false }
  }
  // Rows came behind the end although the counts agree, or are of pages alone: an answer that is not full is no end
  // here.
  if (end.unknown > 0 && (isAgreed || reading.state.behaviour.totals === 'page')) reading.learn({ shortEnds: false })
  // It is read again once, and from then on only where a count moved: the count of what stays as it is may just be
  // late.
  const hasMoved = before !== after || !steady || end.unknown > 0
  return { says: 'moved', again: hasMoved || slice.readings < 2 ? [slice] : [], isApart: false }
}

/**
 * The end of the one slice. Where the range is open after the end of the snapshot, it is asked for without that end
 * first: as long as nothing is later, that answer is about the slice as well, and says how many the range counts
 * without its end (`countWithoutEnd`).
 */
async function endOfOne(reading: Reading, slice: TimeSlice): Promise<TimeSliceEndAnswer> {
  const { until } = reading.journal.header.range
  if (reading.state.until !== until) {
    const { to } = boundsOf(null, until, reading.state.margin)
    const end = await askEnd(reading, { ...slice, to })
    reading.countWithoutEnd = end.total
    if (end.says === 'holds' && end.total === slice.returned) return end
  }
  return askEnd(reading, slice)
}

async function roundOfMany(reading: Reading, slices: readonly TimeSlice[]): Promise<Round> {
  const { state, effects } = reading
  const startedAt = new Date(effects.now()).toISOString()
  const counted = countedRows(wholeAccount(slices) ?? NO_ROWS)
  const before = await totalOf(reading, 0)
  const isWrongAsBefore = before !== null && before === state.totalAtEnd?.total && before !== counted
  const isEachSliceAgreed = slices.every(
    ({ state: at, total, after, returned }) => at === 'read' && total === after && after === returned,
  )
  if (isWrongAsBefore && isEachSliceAgreed) {
    // Each slice agreed with its own counts in the round before, and the whole has the same wrong count as then: that
    // one may be late.
    proveCounted(reading, { before, after: before, counted })
    return { says: 'moved', again: [], isApart: false }
  }
  const withEnd = slicesToEnd(slices)
  const answers = await Promise.all(
    slices.map(async (slice) => {
      if (withEnd.has(slice)) return askEnd(reading, slice)
      return { total: await countCut(reading, slice), says: 'holds' as const, unknown: 0 }
    }),
  )
  // The whole is asked for from another offset than before: a cache may answer the same request with the same total.
  const after = await totalOf(reading, 1)
  const recounted = slices.map((slice, index): TimeSlice => ({ ...slice, after: answers[index]?.total ?? null }))
  const again = recounted.filter(
    (slice, index) =>
      slice.state !== 'read' ||
      slice.total !== slice.after ||
      slice.after !== slice.returned ||
      (answers[index]?.unknown ?? 0) > 0,
  )
  await reading.commit({ slices: recounted })
  // Each slice that includes a bound counts the rows right at it: once they are enough.
  const shared = recounted.reduce((sum, slice) => sum + slice.shared, 0)
  const sum = sumOf(recounted.map((slice) => slice.after)) - shared
  const unknown = answers.reduce((all, one) => all + one.unknown, 0)
  const countedSays = proveCounted(reading, { before, after, counted, moved: again.length }, again.length === 0)
  // A part that counts as many as its whole proves nothing: the service may ignore ranges.
  const isApart = recounted.every((slice) => slice.after !== after)
  const partsSays = sum === after && again.length === 0 ? 'holds' : 'moved'
  if (isApart) reading.prove({ code: 'parts', says: partsSays, numbers: { parts: slices.length, sum, whole: after } })
  const endSays = answers.every(({ says }) => says === 'holds') ? 'holds' : 'moved'
  reading.prove({ code: 'end', says: endSays, numbers: { asked: withEnd.size, unknown } })
  const holds = countedSays === 'holds' && sum === after && endSays === 'holds'
  if (holds) reading.state = { ...reading.state, asOf: startedAt }
  return { says: holds ? 'holds' : 'moved', again, isApart }
}

/** The slices whose end is asked for: the first, the last and some between, evenly spread, of those with rows. */
function slicesToEnd(slices: readonly TimeSlice[]): Set<TimeSlice> {
  const withRows = slices.filter(({ returned }) => returned > 0)
  const step = Math.max(1, withRows.length / (MOST_ENDS_BETWEEN + 1))
  const between = Array.from({ length: MOST_ENDS_BETWEEN }, (_, at) => withRows[Math.floor((at + 1) * step)])
  const chosen = [withRows[0], ...between, withRows.at(-1)].filter((slice) => slice !== undefined)
  return new Set(chosen)
}

/**
 * Adds the fact `counted`: that the service counted as many before and after the reading as came.
 * @param numbers `before` and `after`: the service's counts, null where it gave none; `counted`: the rows that came;
 * `moved`: how many slices are read again
 * @param isSure whether nothing else moved; else the fact cannot hold
 */
function proveCounted(
  reading: Reading,
  numbers: { before: number | null; after: number | null; counted: number; moved?: number },
  isSure = true,
): Fact['says'] {
  const { before, after, counted } = numbers
  // What else moved is held as a count too, of 1 where there must be none.
  const held = [heldAt(before, counted), heldAt(after, counted), heldAt(isSure ? 0 : 1, 0)]
  return holdCounts(reading, { code: 'counted', numbers }, held)
}

/** The service's count of the whole range, which is noted as the latest; null where it failed, or none was given. */
async function totalOf(reading: Reading, offset: number): Promise<number | null> {
  const answer = await reading.requests.page(reading.state.sent, offset, { limit: 1 })
  if (!answer.ok) return null
  noteAfter(reading, answer.value.total, answer.value.serviceDate)
  return answer.value.total
}

/** @param serviceDate the Date of the answer that gave the total */
function noteAfter(reading: Reading, total: number | null, serviceDate: string | null): void {
  const at = new Date(reading.effects.now()).toISOString()
  const taken = { total, at, serviceDate }
  const { totalAtMost } = reading.state
  const isMost = total !== null && total > (totalAtMost?.total ?? 0)
  reading.state = { ...reading.state, totalAtEnd: taken, totalAtMost: isMost ? taken : totalAtMost }
}

// Asks for what comes behind the last row of a slice: no row may be there that is not in the index.

interface TimeSliceEndAnswer {
  /** `holds`: nothing came that may not be there. `unasked`: no answer came. */
  says: Fact['says']
  /** The service's count for the slice, in that answer; null if there is none. */
  total: number | null
  /** How many rows came that are not in the index. */
  unknown: number
  /** The Date of the answer; null where none came, or it had none. */
  serviceDate: string | null
}

/** Sends one request or two, besides retries. An offset that the service refuses counts as an end. */
async function askEnd({ requests, index, learn }: Reading, slice: TimeSlice): Promise<TimeSliceEndAnswer> {
  // A service that filters a page only after it was cut may have rows on the next one where the slice is empty.
  const offset = slice.nextOffset === 0 ? requests.pageSize() : slice.nextOffset
  // It asks else for a single row: what counts may come from elsewhere than pages, and more were no other end.
  const asked = await requests.page(slice, offset, slice.nextOffset === 0 ? {} : { limit: 1 })
  if (!asked.ok) {
    // An offset that is refused is an end as well, if all counts agree: so the slice is counted alone.
    const isRefused = asked.failure.kind === 'rejected'
    const total = isRefused ? totalIn(await requests.count(slice)) : null
    return { says: isRefused ? 'holds' : 'unasked', total, unknown: 0, serviceDate: null }
  }
  const { events, serviceDate } = asked.value
  let { total } = asked.value
  // A total that equals the rows of its answer may be of that page alone. An answer with the last row tells: a total of
  // 1 is.
  if ((total !== slice.total || events.length > 0) && total === events.length) {
    const one = await requests.page(slice, Math.max(0, slice.nextOffset - 1), { limit: 1 })
    if (one.ok && one.value.total === 1 && one.value.events.length === 1) learn({ totals: 'page' })
    else if (one.ok) total = one.value.total
  }
  const unknown = events.filter((row) => !index.has(rowKey(row))).length
  // There is none behind as many rows as are counted, not even one that is in the index.
  const isBeyond = total !== null && offset >= total && events.length > 0
  return { says: unknown === 0 && !isBeyond ? 'holds' : 'moved', total, unknown, serviceDate }
}

// Where the search has no end, the snapshot has: what lies after it is counted, and events without a time show in the
// difference.

/**
 * Adds the fact `later`: the count without an end, less the rows that came, must lie between two counts of what is
 * later. One begins `state.margin` seconds after the end of the snapshot and surely leaves out all that came; one
 * begins as much before it, and surely holds all that is later. Asks nothing, and holds, where the search has an end.
 * `unasked` where a count failed.
 */
export async function countLater(reading: Reading): Promise<Fact['says']> {
  const { journal, state } = reading
  const { range } = journal.header
  const end = nanosecondsOf(state.sent.to)
  if (state.until === range.until || end === null) return 'holds'
  const whole = sentRange(reading, range.until, state.margin)
  const margin = BigInt(state.margin) * SECOND
  const counted = countedOf(reading.slices.values())
  const withoutEnd = reading.countWithoutEnd ?? (await countCut(reading, whole))
  if (withoutEnd === counted) {
    // Nothing is later.
    reading.state = { ...reading.state, afterEnd: 0 }
    return holdCounts(reading, { code: 'later', numbers: { later: 0 } }, [heldAt(withoutEnd, counted)])
  }
  // The whole is counted between the two: what arrives meanwhile then makes neither of them contradict it.
  const least = await countCut(reading, { from: rfc3339Of(end + margin), to: whole.to })
  const total = await countCut(reading, whole)
  const most = await countCut(reading, { from: rfc3339Of(end - margin), to: whole.to })
  reading.state = { ...reading.state, afterEnd: least }
  if (least === null || total === null || most === null) return leaveUnasked(reading, 'later')
  const later = total - counted
  // A service that ignores ranges gave what is later among the rows, and counts the whole for every range.
  const isIgnored = later === 0 && least === total
  const held = { count: later, least: isIgnored ? 0 : least, most: isIgnored ? 0 : most }
  return holdCounts(reading, { code: 'later', numbers: { later, least, most } }, [held])
}
