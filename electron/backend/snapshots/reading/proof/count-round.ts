// A round: the whole range is counted, every slice again, and the whole once more. What changed is read again.
import { countedRows, NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { rowKey } from '../../../rows/search-rows.ts'
import type { Fact } from '../../reading-state.ts'
import { countedOf, inOrderOfTime, type TimeSlice, wholeAccount } from '../../time-slice.ts'
import { boundsOf, nanosecondsOf, rfc3339Of, SECOND, sentRange } from '../session/instants.ts'
import type { Reading } from '../session/reading.ts'
import { countCut, heldAt, holdCounts, leaveUnasked, sumOf, totalIn } from './count-cuts.ts'

export interface Round {
  /** `moved`: something disagrees, and may agree when it is asked again. */
  says: Fact['says']
  /** Slices that have to be read again. */
  again: TimeSlice[]
  /** Whether several slices added up to the whole, so that it needs not be counted apart. */
  isApart: boolean
}

/** Slices whose end is asked for besides the first and the last. */
const MOST_ENDS = 8

/** Adds the facts of the counts and of the end, and of the independent count where there are several slices. */
export async function countRound(reading: Reading): Promise<Round> {
  const slices = inOrderOfTime(reading.slices.values())
  const [only] = slices
  reading.countWithoutEnd = null
  return slices.length === 1 && only !== undefined ? roundOfOne(reading, only) : roundOfMany(reading, slices)
}

/** The answer after the last row is the count after as well. */
async function roundOfOne(reading: Reading, slice: TimeSlice): Promise<Round> {
  const { effects } = reading
  const end = await endOfOne(reading, slice)
  const after = end.total
  noteAfter(reading, after, end.serviceDate)
  const { total: before, returned, steady } = slice
  const isEqual = before !== null && before === after && after === returned
  const says = proveCounted(reading, { before, after, counted: returned }, steady)
  reading.prove({ code: 'end', says: end.says, numbers: { asked: 1, unknown: end.unknown } })
  await reading.commit({ slices: [{ ...slice, after }] })
  if (says === 'holds' && end.says === 'holds') {
    reading.state = { ...reading.state, asOf: slice.askedAt ?? new Date(effects.now()).toISOString() }
    return { says: 'holds', again: [], isApart: false }
  }
  if (end.unknown > 0 && (isEqual || reading.state.behaviour.totals === 'page')) reading.learn({ shortEnds: false })
  // Read again once, and from then on only where a count moved: what stays as it is may only be counted late.
  const hasMoved = before !== after || !steady || end.unknown > 0
  return { says: 'moved', again: hasMoved || slice.readings < 2 ? [slice] : [], isApart: false }
}

/** Where the range goes on, the end of all that it finds is that of the slice as well, as long as nothing is later. */
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
  const isAsBefore = before !== null && before === state.totalAtEnd?.total && before !== counted
  const isUnmoved = slices.every(
    ({ state: at, total, after, returned }) => at === 'read' && total === after && after === returned,
  )
  if (isAsBefore && isUnmoved) {
    // The slices agreed with themselves before, and nothing moved since: only the whole may be counted late.
    proveCounted(reading, { before, after: before, counted })
    return { says: 'moved', again: [], isApart: false }
  }
  const ends = endsOf(slices)
  const asked = await Promise.all(
    slices.map(async (slice) => {
      if (ends.has(slice)) return askEnd(reading, slice)
      return { total: await countCut(reading, slice), says: 'holds' as const, unknown: 0 }
    }),
  )
  // In other words than before: a cache may answer the same words with the same total.
  const after = await totalOf(reading, 1)
  const counts = slices.map((slice, index): TimeSlice => ({ ...slice, after: asked[index]?.total ?? null }))
  const again = counts.filter(
    (slice, index) =>
      slice.state !== 'read' ||
      slice.total !== slice.after ||
      slice.after !== slice.returned ||
      (asked[index]?.unknown ?? 0) > 0,
  )
  await reading.commit({ slices: counts })
  const shared = counts.reduce((sum, slice) => sum + slice.shared, 0)
  const sum = sumOf(counts.map((slice) => slice.after)) - shared
  const unknown = asked.reduce((all, one) => all + one.unknown, 0)
  const whole = proveCounted(reading, { before, after, counted, moved: again.length }, again.length === 0)
  // A part as large as its whole proves nothing.
  const isApart = counts.every((slice) => slice.after !== after)
  const says = sum === after && again.length === 0 ? 'holds' : 'moved'
  if (isApart) reading.prove({ code: 'parts', says, numbers: { parts: slices.length, sum, whole: after } })
  const endSays = asked.every(({ says }) => says === 'holds') ? 'holds' : 'moved'
  reading.prove({ code: 'end', says: endSays, numbers: { asked: ends.size, unknown } })
  const holds = whole === 'holds' && sum === after && endSays === 'holds'
  if (holds) reading.state = { ...reading.state, asOf: startedAt }
  return { says: holds ? 'holds' : 'moved', again, isApart }
}

/** The first, the last and some between of those that hold rows. */
function endsOf(slices: readonly TimeSlice[]): Set<TimeSlice> {
  const some = slices.filter(({ returned }) => returned > 0)
  const step = Math.max(1, some.length / (MOST_ENDS + 1))
  const between = Array.from({ length: MOST_ENDS }, (_, at) => some[Math.floor((at + 1) * step)])
  const chosen = [some[0], ...between, some.at(-1)].filter((slice) => slice !== undefined)
  return new Set(chosen)
}

/** Adds the fact that as many were counted before and after as came. @param isSure whether nothing else moved */
function proveCounted(
  reading: Reading,
  numbers: { before: number | null; after: number | null; counted: number; moved?: number },
  isSure = true,
): Fact['says'] {
  const { before, after, counted } = numbers
  const held = [heldAt(before, counted), heldAt(after, counted), heldAt(Number(!isSure), 0)]
  return holdCounts(reading, { code: 'counted', numbers }, held)
}

async function totalOf(reading: Reading, offset: number): Promise<number | null> {
  const answer = await reading.requests.page(reading.state.sent, offset, { limit: 1 })
  if (!answer.ok) return null
  noteAfter(reading, answer.value.total, answer.value.serviceDate)
  return answer.value.total
}

function noteAfter(reading: Reading, total: number | null, serviceDate: string | null): void {
  const at = new Date(reading.effects.now()).toISOString()
  reading.state = { ...reading.state, totalAtEnd: { total, at, serviceDate } }
}

// Asks for what comes after the last row of a slice: nothing that is not known may be there.

interface TimeSliceEndAnswer {
  says: Fact['says']
  /** The service's count for the slice, in that answer; null if there is none. */
  total: number | null
  /** Rows that came and are not known. */
  unknown: number
  serviceDate: string | null
}

/** Sends one request or two, besides retries. A refused offset counts as an end; `unasked` where no answer came. */
async function askEnd({ requests, index, learn }: Reading, slice: TimeSlice): Promise<TimeSliceEndAnswer> {
  // Where nothing came, a service that narrows its pages only afterwards may have it further on.
  const offset = slice.nextOffset === 0 ? requests.pageSize() : slice.nextOffset
  // Else a single row: what counts may come from elsewhere than what gives pages, and more of them would be no other end.
  const asked = await requests.page(slice, offset, slice.nextOffset === 0 ? {} : { limit: 1 })
  if (!asked.ok) {
    // An offset that is refused at the count is an end as well, if all counts agree.
    const isRefused = asked.failure.kind === 'rejected'
    const total = isRefused ? totalIn(await requests.count(slice)) : null
    return { says: isRefused ? 'holds' : 'unasked', total, unknown: 0, serviceDate: null }
  }
  const { events, serviceDate } = asked.value
  let { total } = asked.value
  // A total of the page alone is not known by this answer, but by one of the last event. So where rows come beyond the end.
  if ((total !== slice.total || events.length > 0) && total === events.length) {
    const one = await requests.page(slice, Math.max(0, slice.nextOffset - 1), { limit: 1 })
    if (one.ok && one.value.total === 1 && one.value.events.length === 1) learn({ totals: 'page' })
    else if (one.ok) total = one.value.total
  }
  const unknown = events.filter((row) => !index.has(rowKey(row))).length
  // Beyond as many as are counted there is none, not even one that is known.
  const isBeyond = total !== null && offset >= total && events.length > 0
  return { says: unknown === 0 && !isBeyond ? 'holds' : 'moved', total, unknown, serviceDate }
}

// What a range that goes on leaves out: events that are dated later are counted, and what is without a time shows.

/**
 * The whole less the closed range must lie between two counts of what is later: one that surely leaves out the closed
 * range, and one that surely holds all that is later. Adds that as a fact; asks nothing of a range that is closed.
 */
export async function countLater(reading: Reading): Promise<Fact['says']> {
  const { journal, state } = reading
  const { range } = journal.header
  const end = nanosecondsOf(state.sent.to)
  if (state.until === range.until || end === null) return 'holds'
  const whole = sentRange(reading, range.until, state.margin)
  const margin = BigInt(state.margin) * SECOND
  const counted = countedOf(reading.slices.values())
  const none = reading.countWithoutEnd ?? (await countCut(reading, whole))
  if (none === counted) {
    reading.state = { ...reading.state, afterEnd: 0 }
    return holdCounts(reading, { code: 'later', numbers: { later: 0 } }, [heldAt(none, counted)])
  }
  // The whole between the two: what arrives meanwhile makes neither of them contradict it.
  const least = await countCut(reading, { from: rfc3339Of(end + margin), to: whole.to })
  const total = await countCut(reading, whole)
  const most = await countCut(reading, { from: rfc3339Of(end - margin), to: whole.to })
  reading.state = { ...reading.state, afterEnd: least }
  if (least === null || total === null || most === null) return leaveUnasked(reading, 'later')
  const later = total - counted
  // A service that ignores ranges gave what is later, too.
  const isIgnored = later === 0 && least === total
  const held = { count: later, least: isIgnored ? 0 : least, most: isIgnored ? 0 : most }
  return holdCounts(reading, { code: 'later', numbers: { later, least, most } }, [held])
}
