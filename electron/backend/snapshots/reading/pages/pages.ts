// pages/ reads the parts of a range page by page, and cuts those that are too large.
// Pages of one search by offset, several in flight, handed over in order. Each begins with the last row of the one before,
// so that a gap between them shows. A short or empty answer ends it, never a total; without a total only one that brings nothing.
import { hash } from 'node:crypto'
import type { Failure } from '../../../../../shared/failure/failure.ts'
import { rowKey, type SearchRow } from '../../../rows/search-rows.ts'
import { MOST_AT_ONCE } from '../course/pace.ts'
import type { Bounds, ReadingAnswer, Requests } from '../course/requests.ts'

export interface PagesOptions {
  /** Where to begin: where an earlier run stopped, its last row. */
  offset: number
  /** The digest of the row (`seamOf`) that has to be there; null at the start. */
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

export type PagesEnd =
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
  let taken = 0
  // Of the last answer; one that equals its number of rows may count the page only.
  let total: number | null = null
  for (;;) {
    const asked = next === offset && first !== null ? null : await page(next)
    if (asked !== null && !asked.ok) return { kind: 'failed', failure: asked.failure }
    const answer: ReadingAnswer = asked === null ? (first as ReadingAnswer) : asked.value
    const joins: 'start' | 'apart' | 'joins' | 'broken' = joinOf(before, answer)
    if (joins === 'broken' && isFloored(before, answer)) return { kind: 'floored' }
    if (joins === 'broken' && !takesBroken) return { kind: 'broken', isTie: isTie(before, answer), answer }
    if (!answer.keptOffset || equal(answer)) return { kind: 'stuck' }
    total = answer.total === answer.events.length ? null : answer.total
    if (!(await take(answer, joins === 'joins'))) return { kind: 'stopped' }
    const fresh = answer.events.length - (joins === 'joins' ? 1 : 0)
    if (fresh === 0 || (shortEnds && isShort(answer))) return { kind: 'end' }
    // After one that is not full, the next may be the last.
    taken = answer.events.length < answer.limit ? 0 : taken + 1
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
    return isTotalBelieved && total !== null && taken > 0 ? MOST_AT_ONCE : Math.min(MOST_AT_ONCE, Math.max(1, taken))
  }

  function joinOf(last: ReadingAnswer | null, answer: ReadingAnswer) {
    const isStart = last === null && seam === null
    if (isStart) return 'start'
    const row = last?.events.at(-1)
    const isApart = last !== null && (row === undefined || answer.offset >= last.offset + last.events.length)
    if (isApart) return 'apart'
    const [head] = answer.events
    if (head === undefined) return 'broken'
    // After a stop the text has to be the same as well: what was read before may have been altered since.
    const isSame = row === undefined ? seamOf(head) === seam : rowKey(head) === rowKey(row)
    return isSame ? 'joins' : 'broken'
  }
}

/** What identifies the last row of a page in the journal, with its text. */
export const seamOf = ({ source }: SearchRow): string => hash('sha256', source, 'hex')

/** The same rows again, from their start on. */
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
