// A round: the whole range is counted, every slice again, and the whole once more. A slice whose count is not what its
// reading returned is read again. Where one slice is the whole range, one answer, asked for behind its last row, counts
// it and shows its end.
import { countedRows, NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { rowKey } from '../../../rows/search-rows.ts'
import type { Fact } from '../../reading-state.ts'
import { countedOf, inOrderOfTime, type TimeSlice, wholeAccount } from '../../time-slice.ts'
import { boundsOf, nanosecondsOf, rfc3339Of, SECOND, sentRange } from '../session/instants.ts'
import type { Reading } from '../session/reading.ts'
import type { ReadingAnswer } from '../session/requests.ts'
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

/**
 * The round of a slice that is the whole range. The answer that is asked for behind its last row shows its end, and the
 * total in it is the count after the reading.
 */
async function roundOfOne(reading: Reading, slice: TimeSlice): Promise<Round> {
  const { effects } = reading
  const end = await endOfOne(reading, slice)
  // `steady`: every answer of the reading gave the count that was given before it.
  const { total: before, returned, steady } = slice
  const after = end.total
  noteAfter(reading, after, end.serviceDate)
  const says = proveCounted(reading, { before, after, counted: returned }, steady)
  reading.prove({ code: 'end', says: end.says, numbers: { asked: 1, unknown: end.unknown } })
  await reading.commit({ slices: [{ ...slice, after }] })
  if (says === 'holds' && end.says === 'holds') {
    reading.state = { ...reading.state, asOf: slice.askedAt ?? new Date(effects.now()).toISOString() }
    return { says: 'holds', again: [], isApart: false }
  }
  // No count says that the rows behind the end arrived meanwhile: all counts are what came, or are of pages alone. So
  // the rows were there, and an answer that is not full is no end here.
  const areAllCounted = before !== null && before === after && after === returned
  const isNoArrivalShown = areAllCounted || reading.state.behaviour.totals === 'page'
  if (end.unknown > 0 && isNoArrivalShown) reading.learn({ shortEnds: false })
  // It is read a second time in any case, and from then on only where something moved: where nothing does, the rows
  // would be the same, and their count may just be late.
  const hasMoved = before !== after || !steady || end.unknown > 0
  const wasReadOnce = slice.readings < 2
  return { says: 'moved', again: hasMoved || wasReadOnce ? [slice] : [], isApart: false }
}

/**
 * The end of the one slice. A range that goes on (`until` null, or still to come) has an end in this snapshot alone,
 * and is asked for without that one first: as long as nothing is later, that answer is about the slice as well, and
 * says how many the range counts without its end (`countWithoutEnd`).
 */
async function endOfOne(reading: Reading, slice: TimeSlice): Promise<TimeSliceEndAnswer> {
  const { until } = reading.journal.header.range
  const goesOn = reading.state.until !== until
  if (goesOn) {
    const { to } = boundsOf(null, until, reading.state.margin)
    const end = await askEnd(reading, { ...slice, to })
    reading.countWithoutEnd = end.total
    if (end.says === 'holds' && end.total === slice.returned) return end
  }
  return askEnd(reading, slice)
}

/** The round of several slices: the whole is counted, then each slice, then the whole once more. */
async function roundOfMany(reading: Reading, slices: readonly TimeSlice[]): Promise<Round> {
  const { state, effects } = reading
  const startedAt = new Date(effects.now()).toISOString()
  const counted = countedRows(wholeAccount(slices) ?? NO_ROWS)
  const before = await totalOf(reading, 0)
  // A count of the whole that is wrong, and the same as in the round before (`totalAtEnd`), may just be late: it comes
  // out of a cache. Where each slice agreed with its counts by then, none is counted again, and the next round waits.
  const isWrongAgain = before !== null && before === state.totalAtEnd?.total && before !== counted
  const didSlicesAgree = slices.every(
    ({ state: at, total, after, returned }) => at === 'read' && total === after && after === returned,
  )
  if (isWrongAgain && didSlicesAgree) {
    proveCounted(reading, { before, after: before, counted })
    return { says: 'moved', again: [], isApart: false }
  }
  const withEnd = slicesToEnd(slices)
  const answers = await Promise.all(
    slices.map(async (slice) => {
      if (withEnd.has(slice)) return askEnd(reading, slice)
      // Nothing speaks against an end that is not asked for.
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
  // The rows right at a cut are counted in both slices that meet there, and belong to the sum once.
  const shared = recounted.reduce((all, slice) => all + slice.shared, 0)
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
  // What else moved counts as 1 thing, where there must be none.
  const movedBesides = isSure ? 0 : 1
  const held = [heldAt(before, counted), heldAt(after, counted), heldAt(movedBesides, 0)]
  return holdCounts(reading, { code: 'counted', numbers }, held)
}

/** The service's count of the whole range, noted by `noteAfter`; null where it failed, or none was given. */
async function totalOf(reading: Reading, offset: number): Promise<number | null> {
  const answer = await reading.requests.page(reading.state.sent, offset, { limit: 1 })
  if (!answer.ok) return null
  noteAfter(reading, answer.value.total, answer.value.serviceDate)
  return answer.value.total
}

/**
 * Notes a count of the whole range as the latest, and as the highest where it is that.
 * @param serviceDate the Date of the answer that gave the total
 */
function noteAfter(reading: Reading, total: number | null, serviceDate: string | null): void {
  const at = new Date(reading.effects.now()).toISOString()
  const taken = { total, at, serviceDate }
  const { totalAtMost } = reading.state
  const isMost = total !== null && total > (totalAtMost?.total ?? 0)
  reading.state = { ...reading.state, totalAtEnd: taken, totalAtMost: isMost ? taken : totalAtMost }
}

// Asks for what comes behind the last row of a slice: no row may be there that the reading's index does not have.

interface TimeSliceEndAnswer {
  /** `holds`: nothing came that may not be there. `unasked`: no answer came. */
  says: Fact['says']
  /** The service's count for the slice; null if there is none. */
  total: number | null
  /** How many rows came that are new to the reading. */
  unknown: number
  /** The Date of the answer; null where none came, or it had none. */
  serviceDate: string | null
}

/** Sends one request or two, besides retries. An offset that the service refuses counts as an end. */
async function askEnd(reading: Reading, slice: TimeSlice): Promise<TimeSliceEndAnswer> {
  const { requests, index } = reading
  const isEmpty = slice.nextOffset === 0
  // Of a slice without rows the second page is asked for: a service that filters a page only after it was cut may give
  // an empty first page, and rows on the next.
  const offset = isEmpty ? requests.pageSize() : slice.nextOffset
  // Of any other a single row: it shows as well as a whole page that this is no end. And an answer of one row is what
  // counts are taken from (`Requests.count`), which may come from elsewhere in the service than its pages.
  const asked = await requests.page(slice, offset, isEmpty ? {} : { limit: 1 })
  if (!asked.ok) {
    // An offset that is refused is an end as well, if all counts agree: so the slice is counted alone.
    const isRefused = asked.failure.kind === 'rejected'
    const total = isRefused ? totalIn(await requests.count(slice)) : null
    return { says: isRefused ? 'holds' : 'unasked', total, unknown: 0, serviceDate: null }
  }
  const { events, serviceDate } = asked.value
  const total = await totalOfSlice(reading, slice, asked.value)
  const unknown = events.filter((row) => !index.has(rowKey(row))).length
  // Behind as many rows as are counted there is none, not even one that came before.
  const isMoreThanCounted = total !== null && offset >= total && events.length > 0
  return { says: unknown === 0 && !isMoreThanCounted ? 'holds' : 'moved', total, unknown, serviceDate }
}

/**
 * The total of an answer behind a slice's end, as a count of the slice. One that is as many as the rows of that answer
 * may be of its page alone: then the last row is asked for by itself, and a total of 1 with it is of the page.
 */
async function totalOfSlice(
  { requests, learn }: Reading,
  slice: TimeSlice,
  { events, total }: Pick<ReadingAnswer, 'events' | 'total'>,
): Promise<number | null> {
  // An empty slice is counted as 0 before and after.
  const isEmptyAsBefore = events.length === 0 && total === slice.total
  if (isEmptyAsBefore || total !== events.length) return total
  const last = await requests.page(slice, Math.max(0, slice.nextOffset - 1), { limit: 1 })
  if (!last.ok) return total
  const isOfPage = last.value.total === 1 && last.value.events.length === 1
  if (!isOfPage) return last.value.total
  learn({ totals: 'page' })
  return total
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
  // A service that ignores ranges gave what is later among the rows, and counts the whole for every range: what is
  // later is held against 0 then.
  const isIgnored = later === 0 && least === total
  const held = { count: later, least: isIgnored ? 0 : least, most: isIgnored ? 0 : most }
  return holdCounts(reading, { code: 'later', numbers: { later, least, most } }, [held])
}
