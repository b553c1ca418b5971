// event/ says what an event is, field by field, and how two of them differ. The event, the search and the page of
// results, as docs/interface.md sections 2 and 4 define them, with nothing rounded.
import { z } from 'zod'
import { isJsonNumber, NOT_A_NUMBER } from '../exact/exact-number.ts'
import type { SumType } from '../exact/exact-sum.ts'
import { type FieldTexts, TEXT_FILTERS, type TextFilter } from './event-fields.ts'

/** `json` is an object or an array, kept as its source text. */
export type PropertyKind = 'string' | 'number' | 'boolean' | 'null' | 'json'

/**
 * One name and value of an object, in the order sent; names may repeat.
 * `text` is exact: a number's source, a string's decoded value, else the source.
 */
export interface Property {
  name: string
  kind: PropertyKind
  text: string
  /** A string's source between its quotes, where JSON.stringify writes another (escapes, lone surrogates). */
  raw?: string
}

/** Types in words, as within a sentence. They are not beside sums, as pages that add nothing up need them too. */
export const SUM_TYPE_WORDS: Record<SumType, string> = {
  credit: 'credit',
  debit: 'debit',
  neither: 'neither credit nor debit',
}

/**
 * Something about one field that does not fit docs/interface.md section 2. `field` is a path
 * (`event_properties.region`, `events[3]`), `message` what is said of it: "is missing", "is a number, not a string".
 */
export interface FieldProblem {
  field: string
  message: string
}

/** An event as far as it fits: a field that is missing or of another type is null and named in `problems`. */
export interface Event extends FieldTexts {
  properties: Property[]
  /** Fields that the interface does not name. */
  extra: Property[]
  problems: FieldProblem[]
  /** The exact JSON text of this event as sent. */
  source: string
}

/** The key tells an event from others on a page: it is its id, or else its whole source. */
export function eventKey(event: Event): string {
  return event.eventId ?? event.source
}

/** docs/interface.md 4.2: the most events one request may ask for. */
export const LIMIT_CAP = 100
/** A service that sends more events than this many times the limit asked for has its page cut there. */
export const MOST_TIMES_LIMIT = 10
export const PAGE_SIZES = [25, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]

export const propertyFilterSchema = z
  .object({
    name: z.string().min(1),
    kind: z.enum(['string', 'number']),
    /** A string's value, or a number's JSON source: sent to the service digit for digit. */
    text: z.string(),
  })
  .refine(({ kind, text }) => kind === 'string' || isJsonNumber(text), NOT_A_NUMBER)
export type PropertyFilter = z.infer<typeof propertyFilterSchema>

const textFilters = Object.fromEntries(TEXT_FILTERS.map(({ key }) => [key, z.string().optional()])) as {
  [Key in TextFilter]: z.ZodOptional<z.ZodString>
}

/** The applied filters: absent means no filter. Instants are UTC with `Z`. */
export const filtersSchema = z.object({
  ...textFilters,
  eventType: z.enum(['credit', 'debit']).optional(),
  createdAtFrom: z.string().optional(),
  createdAtTo: z.string().optional(),
  propertyFilters: z
    .array(propertyFilterSchema)
    .refine((filters) => new Set(filters.map(({ name }) => name)).size === filters.length, {
      error: 'Two property filters have the same name: a JSON object would keep only one of them.',
    }),
})
export type Filters = z.infer<typeof filtersSchema>

export const searchRequestSchema = z.object({
  filters: filtersSchema,
  limit: z.int().min(1).max(LIMIT_CAP),
  offset: z.int().min(0),
})
export type SearchRequest = z.infer<typeof searchRequestSchema>

/** docs/interface.md section 2, response envelope. A missing count, or no integer, is null and in `problems`. */
export interface SearchPage {
  events: Event[]
  /** How many events came. More than `events` holds where the page was cut. */
  sent: number
  total: number | null
  limit: number | null
  offset: number | null
  problems: FieldProblem[]
}

/** How an answer came. */
export interface AnswerInfo {
  /** This machine's clock, RFC 3339 UTC. */
  receivedAt: string
  /** The service's Date header as RFC 3339 UTC, or null: what "now" means to the service. */
  serviceDate: string | null
  durationMs: number
  /** 1 when the first request was answered. */
  attempts: number
  requestId: string | null
  bytes: number
}

export interface SearchAnswer {
  page: SearchPage
  info: AnswerInfo
}

export interface EventAnswer {
  event: Event
  info: AnswerInfo
}

/**
 * The path of docs/interface.md 4.1 below the base URL, the id as one encoded segment. Ids that no segment can carry
 * are to be searched for with the event_id filter: `.` and `..` (URLs resolve them away), the empty one, lone
 * surrogates.
 */
export function eventPath(eventId: string): { kind: 'path'; path: string } | { kind: 'search' } {
  if (/^\.{0,2}$/.test(eventId) || !eventId.isWellFormed()) return { kind: 'search' }
  return { kind: 'path', path: `/v1/events/${encodeURIComponent(eventId)}` }
}
