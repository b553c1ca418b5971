// Pages of one search by offset, several in flight, handed over in order. A short or empty answer ends it, never a total.
import type { Failure } from '../../../../shared/failure.ts'
import { rowKey, type SearchRow } from '../../rows/search-row.ts'
import { MOST_AT_ONCE } from './pace.ts'
import type { Bounds, ReadingAnswer, Requests } from './requests.ts'

export interface PagesOptions {
  /** Where to begin. */
  offset: number
  /** The answer at `offset`, if it is known already. */
  first: ReadingAnswer | null
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
  | { kind: 'failed'; failure: Failure }

/** The answers for one window of rows; `ended`: nothing is beyond it. */
interface Window {
  answers: ReadingAnswer[]
  ended: boolean
  failure: Failure | null
}

/** So many equal answers in a row, of so many rows in all, mean that the service ignores the offset. */
const EQUAL_ANSWERS = 3
const EQUAL_ROWS = 20

/** Hands every answer to `take`, in order of offset, until there are no more or `take` resolves with false. */
export async function readPages(
  requests: Requests,
  bounds: Bounds,
  options: PagesOptions,
  take: (answer: ReadingAnswer) => Promise<boolean>,
): Promise<PagesEnd> {
  let isOver = false
  try {
    const isWanted = () => !isOver && options.isWanted?.() !== false
    return await handOver(requests, bounds, options, isWanted, take)
  } finally {
    isOver = true
  }
}

async function handOver(
  requests: Requests,
  bounds: Bounds,
  { offset, first, isTotalBelieved }: PagesOptions,
  isWanted: () => boolean,
  take: (answer: ReadingAnswer) => Promise<boolean>,
): Promise<PagesEnd> {
  const under = new Map<number, Promise<Window>>()
  const equal = equalAnswers()
  const begun: Window | null = first === null ? null : { answers: [first], ended: endsWith(first), failure: null }
  let next = begun === null ? offset : offset + (first?.events.length ?? 0)
  let taken = 0
  // Of the last answer; one that equals its number of rows may count the page only.
  let total: number | null = null
  for (let window = begun; ; ) {
    if (window !== null) {
      for (const answer of window.answers) {
        total = answer.total === answer.events.length ? null : answer.total
        if (!answer.keptOffset || equal(answer)) return { kind: 'stuck' }
        if (!(await take(answer))) return { kind: 'stopped' }
      }
      if (window.failure !== null) return { kind: 'failed', failure: window.failure }
      if (window.ended) return { kind: 'end' }
      taken += 1
    }
    while (under.size < mostAhead(next)) {
      const size = requests.pageSize()
      under.set(next, readWindow(requests, bounds, next, size, isWanted))
      next += size
    }
    const [at, promise] = [...under][0] ?? []
    if (at === undefined || promise === undefined) throw new Error('No page is under way')
    window = await promise
    under.delete(at)
  }

  /** Past the total one page at a time; before it no more than have come, so that a wrong total wastes few requests. */
  function mostAhead(from: number): number {
    if (total !== null && from >= total) return 1
    return isTotalBelieved && total !== null ? MOST_AT_ONCE : Math.min(MOST_AT_ONCE, Math.max(1, taken))
  }
}

/** One request, or several if the service gives fewer rows than asked for. */
async function readWindow(
  requests: Requests,
  bounds: Bounds,
  start: number,
  size: number,
  isWanted: () => boolean,
): Promise<Window> {
  const answers: ReadingAnswer[] = []
  for (let at = start; at < start + size; ) {
    const asked = await requests.page(bounds, at, { limit: start + size - at, isWanted })
    if (!asked.ok) return { answers, ended: false, failure: asked.failure }
    answers.push(asked.value)
    if (endsWith(asked.value)) return { answers, ended: true, failure: null }
    at += asked.value.events.length
  }
  return { answers, ended: false, failure: null }
}

/** A short answer whose total promises more is not the end: some services lower the limit silently. */
function endsWith({ events, limit, offset, total }: ReadingAnswer): boolean {
  if (events.length === 0) return true
  return events.length < limit && !(total !== null && total > offset + events.length)
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
