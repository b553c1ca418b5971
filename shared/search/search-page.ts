// search/ says what a service is asked, and reads what it answers. Reads what a service answers, as far as it fits
// docs/interface.md section 2; what does not fit is named, never dropped.
import type { AnswerInfo, Event, SearchPage } from '../event/event.ts'
import { NO_TEXTS } from '../event/event-fields.ts'
import { FieldProblems, kindInWords, readEvent, shortened } from '../event/read-event.ts'
import { type ExactMember, type ExactNode, MOST_VALUES, parseExact } from '../exact/exact-json.ts'
import type { Failure } from '../failure/failure.ts'
import { tooManyValues } from '../failure/failure-words.ts'

/** event, event_properties: values inside of them stay source text. */
const EVENT_DEPTH = 2
/** envelope, events, and the events themselves. */
const PAGE_DEPTH = 2 + EVENT_DEPTH

/** `problems` say in sentences why an answer cannot be used. */
export interface Unusable {
  ok: false
  why: 'unfit' | 'too-many-values'
  problems: string[]
}

/**
 * Reads the envelope of a search, and `mostEvents` of its events; `sent` counts all of them. Without an array `events`
 * it is not a page.
 */
export function parseSearchPage(
  text: string,
  mostEvents = Number.POSITIVE_INFINITY,
): { ok: true; page: SearchPage } | Unusable {
  const answer = readObject(text, PAGE_DEPTH, mostEvents)
  if (!answer.ok) return answer
  const fields = new Map(answer.members.map(({ name, value }) => [name, value]))
  const problems = new FieldProblems()
  problems.addRepeats(answer.members, '')
  const counts = {
    total: countField(fields.get('total'), 'total', 0, problems),
    limit: countField(fields.get('limit'), 'limit', 1, problems),
    offset: countField(fields.get('offset'), 'offset', 0, problems),
  }
  const list = fields.get('events')
  if (list?.kind !== 'array') {
    const about = [{ field: 'events', message: list ? `is ${kindInWords(list)}, not an array` : 'is missing' }]
    const sentences = [...about, ...problems.list('the answer')].map(({ field, message }) => `${field} ${message}`)
    return unfit(...sentences)
  }
  const events = list.items.map((item, index) => {
    if (item.kind === 'object') return readEvent(item)
    const problem = { field: `events[${index}]`, message: `is ${kindInWords(item)}, not an object` }
    problems.add(problem.field, () => problem.message)
    return { ...UNREADABLE, problems: [problem], source: item.source }
  })
  return { ok: true, page: { events, sent: list.length, ...counts, problems: problems.list('the answer') } }
}

/** Reads a single event. Text that is not a JSON object is none. */
export function parseEventText(text: string): { ok: true; event: Event } | Unusable {
  const answer = readObject(text, EVENT_DEPTH)
  return answer.ok ? { ok: true, event: readEvent(answer) } : answer
}

/** Why `parseEventText` would not take this text; null where it would. Builds nothing of an event. */
export function whyNoEvent(text: string): Unusable | null {
  // At depth 0 nothing inside is built: only whether it is JSON, and how it begins.
  const read = parseExact(text, { depth: 0 })
  if (read.ok && read.value.source.startsWith('{')) return null
  const parsed = parseEventText(text)
  return parsed.ok ? null : parsed
}

/** Something among the events that is not an object. */
const UNREADABLE = { ...NO_TEXTS, properties: [], extra: [] }

function readObject(
  text: string,
  depth: number,
  items?: number,
): { ok: true; members: ExactMember[]; source: string } | Unusable {
  const read = parseExact(text, items === undefined ? { depth } : { depth, items })
  if (!read.ok) {
    if (read.why === 'not-json') return unfit(`The answer is not JSON: ${read.message}`)
    return { ok: false, why: read.why, problems: [`${tooManyValues(MOST_VALUES)}.`] }
  }
  const { value } = read
  if (value.kind === 'object') return { ok: true, members: value.members, source: value.source }
  return unfit(`The answer is ${kindInWords(value)}, not an object`)
}

const unfit = (...problems: string[]): Unusable => ({ ok: false, why: 'unfit', problems })

/** A whole number from `least` on; null and a problem otherwise. */
function countField(node: ExactNode | undefined, field: string, least: number, problems: FieldProblems): number | null {
  if (node?.kind === 'number' && /^-?\d+$/.test(node.source)) {
    const count = Number(node.source)
    if (count >= least && Number.isSafeInteger(count)) return Math.abs(count) // -0 is a way to write 0
    problems.add(field, () => `is ${shortened(node.source)}, which cannot be`)
  } else if (node) {
    problems.add(
      field,
      () => `is ${node.kind === 'number' ? shortened(node.source) : kindInWords(node)}, not an integer`,
    )
  } else {
    problems.add(field, () => 'is missing')
  }
  return null
}

// The progress of a call that goes to the service, and its answer.

/** How far a call that goes to the service has come. */
export type CallStep =
  /** `of`: how many attempts there are at most. */
  | { type: 'attempt'; attempt: number; of: number }
  /** Attempt `next` starts in `waitMs`; `asked` when the service itself asked to wait (Retry-After). */
  | { type: 'waiting'; next: number; of: number; waitMs: number; asked: boolean; because: Failure }

/**
 * This is what crosses the bridge: an answer's JSON in chunks, as the service sent it, then how it came. The page reads
 * it as the backend did before. An answer of 32 MiB that crossed whole, and built, would cost each side several times
 * that.
 */
export type SentAnswer = CallStep | { type: 'text'; text: string } | { type: 'answer'; info: AnswerInfo }

/** A call tells the page these; `answer` is the last. */
export type Progress<T> = CallStep | { type: 'answer'; answer: T }
