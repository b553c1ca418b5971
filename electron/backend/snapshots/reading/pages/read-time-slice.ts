// Reads one slice once, from its first row to its end, and holds the result against the service's total.
import type { Failure } from '../../../../../shared/failure/failure.ts'
import { rowKey, type SearchRow } from '../../../rows/search-rows.ts'
import { SEGMENT_ROWS } from '../../snapshot-journal.ts'
import type { TimeSlice } from '../../time-slice.ts'
import { keptRange } from '../session/instants.ts'
import { digestOf } from '../session/observations.ts'
import type { Reading } from '../session/reading.ts'
import type { Bounds, ReadingAnswer, Requests } from '../session/requests.ts'
import { MOST_AT_ONCE } from '../session/requests.ts'
import { createTimeSliceRows, type TimeSliceRows } from './time-slice-rows.ts'

export type TimeSliceEnd =
  /** The slice has as many rows as the service's total. */
  | { kind: 'read' }
  /** Read to the end, but the total differs or is missing, or the two readings that it needs differ. */
  | { kind: 'differs'; rows: TimeSliceRows }
  /** Rows outside the bounds: the service does not keep to the range. */
  | { kind: 'outside' }
  /** Many more rows came than twice the total: the service does not end. */
  | { kind: 'more' }
  /** Two pages do not join. `isAgainst`: neither movement nor rows of one instant explain it. */
  | { kind: 'broken'; isAgainst: boolean }
  /** The service lowers offsets to the start of a page: read again without overlaps. */
  | { kind: 'floored' }
  /** The service gives the same rows again and again. */
  | { kind: 'stuck' }
  | { kind: 'failed'; failure: Failure }
  /** Nothing more may be requested or kept. */
  | { kind: 'halted' }

interface TimeSliceReadingOptions {
  /** The answer to its first page, if it is known already. */
  first?: ReadingAnswer
  /** Whether to continue after what an earlier run kept. */
  resume?: boolean
  /** Whether to take what comes although pages do not join. */
  takesBroken?: boolean
  /** Once true, nothing more is requested or kept: at the latest when the reading is halted or spent. */
  isStopped: () => boolean
}

/** Rows held in memory before they are committed in parts. */
const ROWS_IN_MEMORY = 4 * SEGMENT_ROWS

/** Reads the slice and commits it, in one transaction if it fits in memory. */
export async function readTimeSlice(
  reading: Reading,
  slice: TimeSlice,
  { first, resume = false, takesBroken = false, isStopped }: TimeSliceReadingOptions,
): Promise<TimeSliceEnd> {
  const { requests, state } = reading
  const overlap = !state.behaviour.aligned && requests.pageSize() > 1
  // Without overlaps nothing shows a gap but a second reading that is equal.
  const wantsFingerprint = !overlap && (slice.total ?? first?.total ?? 0) > requests.pageSize()
  const rows = createTimeSliceRows({
    header: reading.journal.header,
    range: keptRange(reading),
    slice,
    begun: resume,
    index: reading.index,
    owner: resume ? reading.ownerOf(slice.id) : reading.newOwner(slice.id),
    oddities: reading.oddities,
    wantsFingerprint,
  })
  const isWhole = state.method === 'offset'
  const askedAt = resume ? slice.askedAt : new Date(first?.askedAt ?? reading.effects.now()).toISOString()
  /** Commits of rows so far: the first takes the place of what an earlier reading kept. */
  let commits = resume ? 1 : 0
  let why: 'outside' | 'more' | null = null
  let last: SearchRow | undefined

  const ended = await readPages(
    requests,
    slice,
    {
      offset: resume ? Math.max(0, slice.nextOffset - (overlap ? 1 : 0)) : 0,
      seam: resume && overlap ? slice.seam : null,
      first: first ?? null,
      overlap,
      shortEnds: state.behaviour.shortEnds,
      takesBroken,
      isTotalBelieved: state.behaviour.totals === 'matches',
      isWanted: () => !isStopped(),
    },
    async (answer, joins) => {
      if (isStopped()) return false
      rows.add(answer, joins)
      last = answer.events.at(-1) ?? last
      if (!isWhole && rows.traits.sawOutside()) why = 'outside'
      if (!isWhole && rows.facts().returned > ROWS_IN_MEMORY + 2 * (rows.facts().total ?? 0)) why = 'more'
      if (why !== null) return false
      if (rows.pending() < ROWS_IN_MEMORY) return true
      // They are kept as they came: those that follow could not be sorted among them.
      return keep({ state: 'reading', sorted: false })
    },
  )
  if (isStopped()) return { kind: 'halted' }
  switch (ended.kind) {
    case 'end': {
      const { total, steady, returned } = rows.facts()
      const fingerprint = rows.fingerprint()
      reading.oddities.outside.set(slice.id, rows.traits.outside())
      const isSame = !wantsFingerprint || fingerprint === slice.fingerprint
      const isSure = isSame && steady && total === returned
      const end = { readings: slice.readings + 1, fingerprint, failure: null, after: null }
      if (!(await keep({ ...end, state: isSure ? 'read' : 'unproven' }))) return { kind: 'halted' }
      if (isSure && returned > requests.pageSize()) reading.orders.add(rows.traits.order())
      return isSure ? { kind: 'read' } : { kind: 'differs', rows }
    }
    case 'stopped':
      return why === null ? { kind: 'halted' } : { kind: why }
    case 'stuck':
      await keep({ state: 'failed' })
      return { kind: 'stuck' }
    case 'broken':
      rows.add(ended.answer, false)
      return { kind: 'broken', isAgainst: !ended.isTie && rows.facts().steady && rows.traits.order() !== 'other' }
    case 'floored':
      return ended
    case 'failed':
      await keep({ state: 'failed', failure: ended.failure })
      return ended
  }

  /** Commits the rows since the last commit, and the slice. False if it cannot be, which halts the reading. */
  async function keep(changed: Partial<TimeSlice>): Promise<boolean> {
    const how = commits === 0 ? 'replace' : 'append'
    const sorted = commits === 0 && changed.sorted !== false
    const taken = rows.take(sorted)
    commits += 1
    const seam = last === undefined ? null : digestOf(last.source)
    const before = reading.slices.get(slice.id) ?? slice
    const facts = rows.facts()
    const now = {
      ...before,
      ...facts,
      fell: before.fell || (facts.total !== null && facts.total < (before.total ?? 0)),
      askedAt,
      seam,
      ...changed,
      sorted,
      takenOver: false,
    }
    return reading.commit({ slices: [now], rows: { sliceId: slice.id, how, rows: taken } })
  }
}

// Pages of one search by offset, several in flight, handed over in order. Each begins with the last row of the one
// before, so that a gap between them shows. A short or empty answer ends it, never a total; without a total only one
// that brings nothing.

interface PagesOptions {
  /** It begins where an earlier run stopped, at its last row. */
  offset: number
  /** The digest of the text (`digestOf`) of the row that has to be there; null at the start. */
  seam: string | null
  /** The answer at `offset`, if it is known already. */
  first: ReadingAnswer | null
  /** Whether pages overlap by a row; not where the service lowers offsets to the start of a page. */
  overlap: boolean
  /** Whether a short answer is the end; else only one without a row that is not known. */
  shortEnds: boolean
  /** Whether a page that does not join is handed over all the same. */
  takesBroken: boolean
  /** Whether the total is known to count all matches: then pages are requested ahead up to it. */
  isTotalBelieved: boolean
  /** Once false, no further request is sent. */
  isWanted?: () => boolean
}

/** How a page begins: first of all, behind the one before, with its last row as it should, or with another. */
type Join = 'start' | 'apart' | 'joins' | 'broken'

type PagesEnd =
  /** A short or an empty answer. */
  | { kind: 'end' }
  /** `take` resolved with false. */
  | { kind: 'stopped' }
  /** The service repeats the same rows, or echoes another offset. */
  | { kind: 'stuck' }
  /** A page does not begin with the last row of the one before. `isTie`: rows of one instant are there. */
  | { kind: 'broken'; isTie: boolean; answer: ReadingAnswer }
  /** It begins where the page of the requested size begins: the service lowers offsets. */
  | { kind: 'floored' }
  | { kind: 'failed'; failure: Failure }

/** So many equal answers in a row, of so many rows in all, mean that the service ignores the offset. */
const EQUAL_ANSWERS = 3
const EQUAL_ROWS = 20

/**
 * Hands every answer to `take`, in order of offset, until there are no more or `take` resolves with false. `joins`: its
 * first row is the last one of the answer before.
 */
export async function readPages(
  requests: Requests,
  bounds: Bounds,
  options: PagesOptions,
  take: (answer: ReadingAnswer, joins: boolean) => Promise<boolean>,
): Promise<PagesEnd> {
  let isOver = false
  try {
    const isWanted = () => !isOver && options.isWanted?.() !== false
    return await handOver(requests, bounds, { ...options, isWanted }, take)
  } finally {
    isOver = true
  }
}

/** Asks for the pages one after the other, some ahead, and hands each to `take` with how it joins. */
async function handOver(
  requests: Requests,
  bounds: Bounds,
  { offset, seam, first, overlap, shortEnds, takesBroken, isTotalBelieved, isWanted }: Required<PagesOptions>,
  take: (answer: ReadingAnswer, joins: boolean) => Promise<boolean>,
): Promise<PagesEnd> {
  const ahead = new Map<number, ReturnType<Requests['page']>>()
  const equal = equalAnswers()
  let before: ReadingAnswer | null = null
  let next = offset
  /** Full answers in a row: as many as came are requested ahead. */
  let fullInARow = 0
  /** The total of the last answer; null where it equals its number of rows, as it may count the page only. */
  let total: number | null = null
  for (;;) {
    const asked = next === offset && first !== null ? null : await page(next)
    if (asked !== null && !asked.ok) return { kind: 'failed', failure: asked.failure }
    const answer: ReadingAnswer = asked === null ? (first as ReadingAnswer) : asked.value
    const joins = joinOf(before, answer)
    if (joins === 'broken' && isFloored(before, answer)) return { kind: 'floored' }
    if (joins === 'broken' && !takesBroken) return { kind: 'broken', isTie: isTie(before, answer), answer }
    if (!answer.keptOffset || equal(answer)) return { kind: 'stuck' }
    total = answer.total === answer.events.length ? null : answer.total
    if (!(await take(answer, joins === 'joins'))) return { kind: 'stopped' }
    const fresh = answer.events.length - (joins === 'joins' ? 1 : 0)
    if (fresh === 0 || (shortEnds && isShort(answer))) return { kind: 'end' }
    // After one that is not full, the next may be the last.
    fullInARow = answer.events.length < answer.limit ? 0 : fullInARow + 1
    next = Math.max(answer.offset + 1, answer.offset + answer.events.length - (overlap ? 1 : 0))
    before = answer
  }

  /** Asks for the pages after it as well, as far as they may be there. */
  async function page(at: number): ReturnType<Requests['page']> {
    // After an answer that was shorter than expected, the others do not follow on.
    if (!ahead.has(at)) ahead.clear()
    const size = requests.pageSize()
    for (let from = at; ahead.size < mostAhead(from); from += Math.max(1, size - (overlap ? 1 : 0))) {
      if (ahead.has(from)) continue
      ahead.set(from, requests.page(bounds, from, { limit: size, isWanted }))
    }
    const asked = ahead.get(at)
    if (asked === undefined) throw new Error('No page is under way')
    ahead.delete(at)
    return asked
  }

  /** Past the total one page at a time; before it no more than have come, so that a wrong total wastes few requests. */
  function mostAhead(from: number): number {
    if (total !== null && from + (overlap ? 1 : 0) >= total) return 1
    const isPromised = isTotalBelieved && total !== null && fullInARow > 0
    return isPromised ? MOST_AT_ONCE : Math.min(MOST_AT_ONCE, Math.max(1, fullInARow))
  }

  /** @param last the answer before; null: this one is the first, which after a stop has to join at `seam` */
  function joinOf(last: ReadingAnswer | null, answer: ReadingAnswer): Join {
    const isStart = last === null && seam === null
    if (isStart) return 'start'
    const lastRow = last?.events.at(-1)
    const isApart = last !== null && (lastRow === undefined || answer.offset >= last.offset + last.events.length)
    if (isApart) return 'apart'
    const [head] = answer.events
    if (head === undefined) return 'broken'
    // The text has to be the same as well after a stop: what was read before may have been altered since.
    const isSame = lastRow === undefined ? digestOf(head.source) === seam : rowKey(head) === rowKey(lastRow)
    return isSame ? 'joins' : 'broken'
  }
}

/** Whether an answer has the same rows as that before, from their start on: its offset was lowered to that page. */
function isFloored(before: ReadingAnswer | null, { events }: ReadingAnswer): boolean {
  const [a, b] = [before?.events[0], events[0]]
  return a !== undefined && b !== undefined && rowKey(a) === rowKey(b)
}

/** Whether rows of one instant stand where two pages should join: a service may give those in any order. */
function isTie(before: ReadingAnswer | null, { events }: ReadingAnswer): boolean {
  const [last, previous] = [before?.events.at(-1)?.createdAt, before?.events.at(-2)?.createdAt]
  return last === undefined || last === previous || events.slice(0, 2).some(({ createdAt }) => createdAt === last)
}

/** Some services lower the limit silently: a short answer is the end only where a total says that no more come. */
function isShort({ events, limit, offset, total }: ReadingAnswer): boolean {
  return events.length < limit && total !== null && total <= offset + events.length
}

/** Tells, answer by answer, whether too many in a row held the same rows in the same order. */
function equalAnswers(): (answer: ReadingAnswer) => boolean {
  let before: readonly SearchRow[] = []
  let count = 0
  return ({ events }) => {
    const isSame = (row: SearchRow, at: number) => {
      const other = before[at]
      return other !== undefined && rowKey(row) === rowKey(other)
    }
    const isEqual = events.length > 0 && events.length === before.length && events.every(isSame)
    count = isEqual ? count + 1 : 1
    before = events
    return count >= EQUAL_ANSWERS && count * events.length >= EQUAL_ROWS
  }
}
