// What a page's counts say that its request and its rows do not bear out (docs/interface.md 4.2 leaves them open).
import type { SearchPage, SearchRequest } from '../../../shared/event/event.ts'

export interface Oddity {
  /** A few words for the bar. */
  short: string
  /** What it means for the reader, in sentences. */
  explanation: string
}

/** Every oddity of the counts, the one that matters most first. */
export function answerOddities(request: SearchRequest, page: SearchPage): Oddity[] {
  const all = [tooMany(page), clampedLimit(request, page), otherOffset(request, page), unusableFields(page)]
  return all.filter((oddity) => oddity !== null)
}

function clampedLimit(request: SearchRequest, { limit }: SearchPage): Oddity | null {
  if (limit === null || limit >= request.limit) return null
  return {
    short: `The service gave at most ${limit} a page`,
    explanation: `${request.limit} were requested. Pages advance in steps of ${limit}, so no event is left out.`,
  }
}

function tooMany({ events, sent, limit }: SearchPage): Oddity | null {
  if (limit === null || sent <= limit || sent > events.length) return null
  return {
    short: `${count(sent)} events for a limit of ${limit}`,
    explanation: `The service sent more events than the limit it states. All of them are shown; some may appear again on the next page.`,
  }
}

function otherOffset(request: SearchRequest, { offset }: SearchPage): Oddity | null {
  if (offset === null || offset === request.offset) return null
  return {
    short: `The service skipped ${count(offset)} events, not ${count(request.offset)}`,
    explanation: `These are not the rows that were requested: the service answered with another offset.`,
  }
}

function unusableFields({ problems }: SearchPage): Oddity | null {
  if (problems.length === 0) return null
  return {
    short:
      problems.length === 1
        ? `The answer’s ${problems[0]?.field} cannot be used`
        : 'Parts of the answer cannot be used',
    explanation: problems.map(({ field, message }) => `${field} ${message}.`).join('\n'),
  }
}

const count = (value: number) => value.toLocaleString('en-US')
