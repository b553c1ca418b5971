// case/ is what somebody gathered to show to somebody else: events, tables, receipts and notes, as one file.
// A case as it is kept for a connection, and what goes into it.

import { z } from 'zod'
import { sameSchema } from '../check/checked-file.ts'
import { type Event, eventPath } from '../event/event.ts'
import { eventField } from '../event/event-fields.ts'
import { parseKept } from '../exact/exact-json.ts'
import { exportedCellSchema } from '../export/exported-table.ts'
import { receiptFactsSchema } from '../export/verification-outcome.ts'
import { failed, type Result, succeeded } from '../failure/failure.ts'
import { mismatches } from '../search/matches.ts'
import { readSearchBody } from '../search/search-body.ts'
import { parseEventText } from '../search/search-page.ts'
import { explainedLineSchema, figure } from './explained-line.ts'
import { LETTER_LANGUAGES } from './letter-language.ts'

const MOST_ITEMS = 200
export const MOST_NAMES = 10_000
export const MOST_CASE_ROWS = 5_000
export const LONGEST_NOTE = 20_000
const LONGEST_EVENT = 256 * 1024
const LONGEST_LINE = 20_000
/** A whole case has at most so many UTF-16 units as JSON: what a connection keeps under one name, with some room. */
export const LONGEST_CASE = 1_000_000

/** A name and what is said: where a figure comes from, line by line. */
const lineSchema = z.tuple([z.string().max(1_000), z.string().max(LONGEST_LINE)])
export type CaseLine = z.infer<typeof lineSchema>

const title = z.string().min(1).max(1_000)
const id = z.string().min(1).max(100)

const tableRows = z.array(z.array(exportedCellSchema).max(200)).max(MOST_CASE_ROWS)

const itemSchema = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('note'),
    id,
    text: z.string().max(LONGEST_NOTE),
    /** Only colleagues see it. */
    isInternal: z.boolean(),
  }),
  z.object({
    is: z.literal('event'),
    id,
    title,
    /** Its exact JSON text. */
    source: z.string().max(LONGEST_EVENT),
    customerId: z.string().nullable(),
    /** What the event is worth, as a letter says; null: nothing. Left out where an earlier version kept the entry. */
    worth: z
      .object({ amount: figure, currency: z.string().max(1_000).nullable() })
      .nullable()
      .optional(),
    /** How to ask for it again, and where it was seen. */
    from: z.array(lineSchema).max(50),
  }),
  z.object({
    is: z.literal('table'),
    id,
    title,
    heads: z.array(z.string().max(LONGEST_LINE)).min(1).max(200),
    rows: tableRows,
    /** A letter says this of an explained line in place of its rows. */
    line: explainedLineSchema.optional(),
    /** Its figures are of this time, for a letter; left out: an earlier version kept it. RFC 3339; null: open. */
    origin: z
      .object({
        from: z.string().max(100).nullable(),
        until: z.string().max(100).nullable(),
        zone: z.string().max(100),
        /** Whether all events of it were read. */
        isWhole: z.boolean(),
      })
      .optional(),
    from: z.array(lineSchema).max(100),
    /** The customers whose figures are in it; null: not known, so that it is for colleagues only. */
    customers: z.array(z.string()).max(1_000).nullable(),
    /** It may hold values that nobody ticked, or figures of others, whoever is in it: for colleagues only. */
    isInternal: z.literal(true).optional(),
    /** Heads of columns that show a property's values: for a customer only those that were ticked. */
    properties: z.array(z.string()).max(200),
  }),
  z.object({
    is: z.literal('receipt'),
    id,
    receipt: receiptFactsSchema,
    /** This is what came of holding the file against it here; null: it was not. */
    verified: z
      .object({
        /** This machine's clock, RFC 3339 UTC. */
        at: z.string().max(100),
        /** The file's name then. */
        file: z.string().max(1_000),
        agrees: z.boolean(),
        /** This says what agrees and what that does not prove, or why they do not agree. */
        said: z.array(lineSchema).max(200),
      })
      .nullable(),
  }),
])
export type CaseItem = z.infer<typeof itemSchema>

const text = z.string().max(LONGEST_NOTE).default('')
const word = z.string().max(1_000).default('')

const MOST_EDITED = 1_000

/** This is what is typed of a case for a customer; empty: not said. */
const detailsSchema = z.object({
  title: z.string().max(1_000).default(''),
  invoiceNumber: z.string().max(1_000).default(''),
  claim: text,
  /** The customer typed it so, with its currency. */
  disputed: z.string().max(1_000).default(''),
  notInEvents: text,
  leftOut: text,
  conclusion: text,
  /** The conclusion that a person confirmed, as it was then: once it is changed, it is to be confirmed again. */
  confirmed: text,
  preparedBy: z.string().max(1_000).default(''),
  date: z.string().max(100).default(''),
  language: z.enum(LETTER_LANGUAGES).default('en'),
  customerName: word,
  theirReference: word,
  ourReference: word,
  ticket: word,
  invoiceDate: word,
  /** Sentences of the letter that a person wrote, by what `letterOf` calls them; empty: it is left out. */
  edited: z
    .array(z.object({ id: z.string().max(1_000), text: z.string().max(LONGEST_NOTE) }))
    .max(MOST_EDITED)
    .default([]),
})
export type CaseDetails = z.infer<typeof detailsSchema>

export const caseSchema = z.object({
  form: z.literal(1),
  /** Random, by which customers are masked: another case gives them other letters. */
  key: z.string().regex(/^[0-9a-f]{32}$/),
  items: z.array(itemSchema).max(MOST_ITEMS),
  details: detailsSchema,
  /**
   * What checked files call customers, masked as their IDs are. They are filled in when a file is made of the case, and
   * are empty in what is kept of it.
   */
  names: z.array(sameSchema).max(MOST_NAMES).default([]),
})
export type Case = z.infer<typeof caseSchema>

/** @param key as `caseSchema` wants it; it is not checked here */
export const emptyCase = (key: string): Case => ({
  form: 1,
  key,
  items: [],
  details: detailsSchema.parse({}),
  names: [],
})

/** Null for a text that is none; it is not thrown away by being read. */
export const readCase = (kept: string): Case | null => parseKept(kept, caseSchema)

/** Fails with `invalid` where there is no room, and says for what. */
export function withItem(known: Case, item: CaseItem): Result<Case> {
  const refuse = (message: string) => failed({ kind: 'invalid', field: 'request', message })
  if (known.items.length >= MOST_ITEMS) return refuse(`A report has at most ${MOST_ITEMS} entries. Remove some first.`)
  const parsed = itemSchema.safeParse(item)
  if (!parsed.success) return refuse(tooLargeWords(item))
  const made = { ...known, items: [...known.items, parsed.data] }
  if (JSON.stringify(made).length > LONGEST_CASE) {
    return refuse('The report is full: save it as a file, or remove entries, before you add more.')
  }
  return succeeded(made)
}

function tooLargeWords(item: CaseItem): string {
  if (item.is === 'table') {
    return `This table is too large for a report, which takes ${MOST_CASE_ROWS.toLocaleString('en')} rows. Narrow it first, or export it.`
  }
  return `This ${item.is} is too ${item.is === 'note' ? 'long' : 'large'} for a report.`
}

/** Gives what an entry is called; a note is called by its text. */
export function titleOf(item: CaseItem): string {
  switch (item.is) {
    case 'note':
      return item.text
    case 'receipt':
      return `Receipt of ${item.receipt.file}`
    default:
      return item.title
  }
}

/** Lists the customers that entries name, in their order, each once. */
export function customersOf({ items }: Case): string[] {
  const all = items.flatMap((item) => {
    switch (item.is) {
      case 'note':
        return []
      case 'event':
        return item.customerId ?? []
      case 'table':
        return item.customers ?? []
      case 'receipt':
        return item.receipt.customerId ?? []
      default:
        return item satisfies never
    }
  })
  return [...new Set(all)].filter((customer) => customer !== '')
}

/** Also those that a table has a line for: in a file without names they are masked as well. */
export const namedCustomers = (known: Case): string[] => [
  ...new Set([...customersOf(known), ...known.items.flatMap(ofLines)]),
]

function ofLines(item: CaseItem): string[] {
  const column = item.is === 'table' ? item.heads.indexOf(CUSTOMER_HEAD) : -1
  if (item.is !== 'table' || column < 0) return []
  return item.rows.flatMap((row) => {
    const cell = row[column]
    return typeof cell === 'string' && !NO_CUSTOMER.has(cell) ? [cell] : []
  })
}

const CUSTOMER_HEAD = eventField('customerId').head
/**
 * This says what stands there where there is none, and in the line of all. A cell does not tell them from a customer
 * who is called so: that one is masked only where an entry names its customers.
 */
const NO_CUSTOMER: ReadonlySet<string> = new Set(['', 'All', 'none', '–'])

/** Every letter of a connection has this on it. */
export const letterheadSchema = z.object({
  /** Name and address, a line each. */
  sender: z.string().max(2_000).default(''),
  /** The customer answers there. */
  reply: z.string().max(1_000).default(''),
  /** This is what the law wants to stand on letters. */
  foot: z.string().max(2_000).default(''),
})
export type Letterhead = z.infer<typeof letterheadSchema>

/** A file of it is for one of these. */
export const audienceSchema = z.discriminatedUnion('is', [
  /** `masked`: customers are "customer A" and so on. */
  z.object({ is: z.literal('colleague'), masked: z.boolean() }),
  /** Nothing of anybody else. `properties`: of events and columns, those that are shown. */
  z.object({
    is: z.literal('customer'),
    customerId: z.string().min(1).max(10_000),
    properties: z.array(z.string().max(10_000)).max(1_000),
    letterhead: letterheadSchema.optional(),
  }),
])
export type Audience = z.infer<typeof audienceSchema>

export const CASE_FORMATS = ['html', 'markdown', 'json'] as const
export type CaseFormat = (typeof CASE_FORMATS)[number]

// A report for a colleague also names the requests that asked for an event in it, and none that asked for any other.

/** "Activity" lists it so. */
interface SentRequest {
  connectionName: string
  method: 'GET' | 'POST'
  url: string
  /** The JSON body as sent, or null. */
  body: string | null
}

/**
 * Those that asked this connection for an event of the case by its ID, or searched for its customer and for nothing
 * that the event has not. A search for all customers is of no event: what else it found is nobody's business.
 */
export function requestsOf<Request extends SentRequest>(
  { items }: Case,
  connection: { name: string; baseUrl: string },
  sent: readonly Request[],
): Request[] {
  const events = items.flatMap((item) => {
    const read = item.is === 'event' ? parseEventText(item.source) : null
    return read?.ok ? [read.event] : []
  })
  const paths = new Set(events.map(({ eventId }) => pathOf(eventId)).filter((path) => path !== null))
  return sent.filter(({ connectionName, method, url, body }) => {
    if (connectionName !== connection.name || !url.startsWith(`${connection.baseUrl}/`)) return false
    if (method === 'GET') return paths.has(url.slice(connection.baseUrl.length))
    return body !== null && asksForOneOf(events, body)
  })
}

function pathOf(eventId: string | null): string | null {
  const asked = eventId === null ? null : eventPath(eventId)
  return asked?.kind === 'path' ? asked.path : null
}

function asksForOneOf(events: readonly Event[], body: string): boolean {
  const filters = readSearchBody(body)?.filters
  if (filters === undefined || (filters.customerId === undefined && filters.eventId === undefined)) return false
  return events.some((event) => mismatches(event, filters).length === 0)
}
