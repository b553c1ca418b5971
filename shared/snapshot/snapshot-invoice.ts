// An invoice checked against a snapshot: each line against the worth of its events by the price rules, and events on no
// line.
import { z } from 'zod'
import {
  type HiddenRows,
  type InvoiceMeaning,
  type InvoicePeriod,
  type ItemMeaning,
  invoiceChoicesSchema,
  type Unchecked,
} from '../check/checked-file.ts'
import { scopeSchema } from './snapshot-condition.ts'
import { valuedBySchema } from './snapshot-totals.ts'
import { type NamedRows, worthQuestionSchema } from './snapshot-worth.ts'

/** Every line has exactly one verdict. */
export const LINE_VERDICTS = [
  'agrees',
  'rounded',
  'in-doubt',
  'explained',
  'unexplained',
  'no-rule',
  'not-from-events',
  'total',
  'not-covered',
] as const
/**
 * `rounded`: agrees once rounded to the digits of the invoice. `in-doubt`: agrees, and events that may be duplicates
 * are part of it. `explained`: differs, and at least one of the named causes gives its amount. `no-rule`: the rules
 * give its events no money. `not-covered`: the snapshot does not hold its period or its customer, or nobody said what
 * the line is.
 */
export type LineVerdict = (typeof LINE_VERDICTS)[number]

/** This is what is said of a line, unless its figures or its cause say more. */
export const VERDICT_WORDS: Record<LineVerdict, string> = {
  agrees: 'agrees',
  rounded: 'agrees when rounded',
  'in-doubt': 'agrees, but possibly charged twice',
  explained: 'possible cause',
  unexplained: 'no known cause',
  'no-rule': 'no price rule',
  'not-from-events': 'fee, discount or tax',
  total: 'total',
  'not-covered': 'not covered',
}

const checkId = z.string().max(100)
const snapshotId = z.string().max(200)

export const invoiceCheckQuestionSchema = z.object({
  ask: z.literal('invoiceCheck'),
  fileId: z.string(),
  choices: invoiceChoicesSchema,
  /** The events that it is held against. */
  scope: scopeSchema,
  /** The rules that value events; null: none, and each usage line has the verdict `no-rule`. */
  rules: valuedBySchema.shape.rules.nullable(),
  /** The segment within the whole range, half-open, as for other figures; null: a part in which no month is whole. */
  wholeRange: valuedBySchema.shape.wholeRange,
  /** The time zone of times on screen, which one of the causes tries. */
  shownZone: z.string().max(100),
  /** Snapshots of the 26 hours before and after the period, which some causes need; null: not read. */
  edges: z.object({ before: snapshotId.nullable(), after: snapshotId.nullable() }).nullable(),
  /** What counts as possible duplicates, as in headlines; null: none are searched for, so nothing is in doubt. */
  duplicates: worthQuestionSchema.shape.duplicates,
  /** A closed snapshot of the same search and range: events missing in it came late. Null: there is none. */
  closed: snapshotId.nullable(),
})
export type InvoiceCheckQuestion = z.infer<typeof invoiceCheckQuestionSchema>

const page = { offset: z.int().min(0), limit: z.int().min(1).max(1_000) }

/** A page of lines, in the order of the file. */
export const invoiceLinesQuestionSchema = z.object({
  ask: z.literal('invoiceLines'),
  checkId,
  /** Null: all of them. */
  verdict: z.enum(LINE_VERDICTS).nullable(),
  ...page,
})
export type InvoiceLinesQuestion = z.infer<typeof invoiceLinesQuestionSchema>

/** Events that are on no line, by customer, code and period; the largest worth first. */
export const invoiceUnbilledQuestionSchema = z.object({ ask: z.literal('invoiceUnbilled'), checkId, ...page })
export type InvoiceUnbilledQuestion = z.infer<typeof invoiceUnbilledQuestionSchema>

/** One line, explained. `at`: its index among all lines. */
export const invoiceLineQuestionSchema = z.object({ ask: z.literal('invoiceLine'), checkId, at: z.int().min(0) })

/** Events of a line, possible duplicates in it, a group whose worth is its difference, or events on no line. */
const invoiceRowsOfSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('line'), at: z.int().min(0) }),
  z.object({ of: z.literal('doubt'), at: z.int().min(0) }),
  z.object({ of: z.literal('group'), at: z.int().min(0), group: z.int().min(0) }),
  z.object({ of: z.literal('unbilled'), at: z.int().min(0) }),
])
export type InvoiceRowsOf = z.infer<typeof invoiceRowsOfSchema>

/** Rows for "Events" to show; events at the edges are in other snapshots and are only counted. */
export const invoiceRowsQuestionSchema = z.object({
  ask: z.literal('invoiceRows'),
  checkId,
  rows: invoiceRowsOfSchema,
})

/** The events of a line in the order of time; none of a line that there is not. */
export const invoiceEventsQuestionSchema = z.object({
  ask: z.literal('invoiceEvents'),
  checkId,
  at: z.int().min(0),
  ...page,
})
export type InvoiceEventsQuestion = z.infer<typeof invoiceEventsQuestionSchema>

/** A name in the file, and what it stands for; `is` or `means` is null if that is not known. `by`: who decided it. */
export type InvoiceName = {
  said: string
  lines: number
  by: 'chosen' | 'proposed' | null
} & ({ of: 'customer'; is: string | null } | { of: 'item'; means: ItemMeaning | null })

export interface InvoiceColumn {
  column: number
  head: string
  means: InvoiceMeaning
  /** Cells that cannot be read as a number or period; their lines are not covered, and say so. */
  unread: { cells: number; samples: { line: number; text: string }[] }
}

/** Figures of one currency, as plain decimals; `currency` is null if not known. */
export interface InvoiceEquation {
  currency: string | null
  /** The amounts of usage lines that are covered and valued. */
  usage: string
  /** The worth of all events of the period, whether on a line or not. */
  worth: string
  /** Usage less worth. */
  difference: string
  /** Differences of lines above and below the worth of their events; together they are all differences. */
  tooMuch: { lines: number; sum: string }
  tooLittle: { lines: number; sum: string }
  /** Events on no line: negative if worth something, as it is missing on the invoice. */
  notBilled: { groups: number; sum: string }
  /** Whether the differences and what is on no line add up to `difference`, to the last digit. */
  holds: boolean
  /** Worth of events on lines that agree and may be duplicates. */
  inDoubt: string
  /** Amounts of lines not from events, without a rule, or not covered, in no sum above; null: one is not read. */
  notFromEvents: { lines: number; sum: string | null }
  noRule: { lines: number; sum: string | null }
  notCovered: { lines: number; sum: string | null }
}

/** Two lines of the file, of which one is as much too large as the other is too small. */
export interface AnsweringLines {
  lines: [number, number]
  currency: string | null
  /** The first differs by it; the second by the same with the other sign. A plain decimal. */
  difference: string
}

/** A line that states a sum of the lines before it. */
export interface DocumentTotal {
  line: number
  item: string
  currency: string | null
  stated: string
  /** The sum of those lines; null if they have several currencies, or an amount that is not read. */
  added: string | null
  /** Null: not known, as an amount before it could not be read. */
  holds: boolean | null
}

/** Checks of the invoice by itself, without any events. */
export interface InvoiceDocument {
  /** Lines whose amount is not quantity × price, even when rounded. */
  wrongProducts: number
  totals: DocumentTotal[]
  /** Whether every stated sum is right; null: of some it is not known, and the others are. */
  holds: boolean | null
}

export type InvoiceAnswer =
  | Unchecked
  | {
      kind: 'invoice'
      checkId: string
      /** Version of the rules; null: there were none. */
      version: string | null
      lines: number
      /** Number in the scope, and in the whole snapshot. */
      events: number
      of: number
      columns: InvoiceColumn[]
      /** Unknown names first, then by number of lines; a thousand at most. */
      names: InvoiceName[]
      /** One entry for each of `LINE_VERDICTS`, in their order. */
      verdicts: { verdict: LineVerdict; lines: number }[]
      paper: InvoiceDocument
      equation: InvoiceEquation[]
      /** Number of groups on no line. */
      unbilled: number
      /** Lines that agree, by `inUtc`. */
      inUtc: { unread: number; differs: number }
      /** Usage lines whose events are on an earlier line. */
      billedTwice: number
      /** So many of these are lines of the customer, code and period of a line that agrees. */
      surelyTwice: number
      /** A hundred at most. */
      answering: AnsweringLines[]
      /** Whether every usage line agrees or is rounded, the invoice adds up, and every event is on exactly one line. */
      agrees: boolean
      /** The readings that would bring the events at the edges, which some lines need for their causes. */
      boundaryEventsWanted: { lines: number; before: BoundaryRange; after: BoundaryRange } | null
      hidden: HiddenRows | null
      /** Each note is a sentence that a reader has to know. */
      notes: string[]
    }

/** The range of such a reading: RFC 3339, half-open. `customer`: the one whose lines need it; null: several. */
export interface BoundaryRange {
  from: string
  until: string
  customer: string | null
}

/** A line's events come to this by the rules. */
export interface LineWorth {
  events: number
  quantity: string | null
  unit: string | null
  /** The unit price, if it is the same for all. */
  price: string | null
  worth: string
  currency: string | null
}

export interface LineCause {
  /** One of the causes in docs/invoice.md. */
  code: string
  /** Short enough for the verdict: "month cut in UTC". */
  words: string
  /** "The month in UTC: 9,337.5 GB, with 300 before and 337.5 after the month in Berlin." */
  sentence: string
  quantity: string | null
  worth: string
}

export interface InvoiceLine {
  /** Its index among all lines. */
  at: number
  /** The line number in the file. */
  line: number
  item: string
  /** The file says it so. */
  customerSaid: string | null
  customerId: string | null
  eventCode: string | null
  period: InvoicePeriod | null
  /** Plain decimals; null: none, or unreadable. */
  quantity: string | null
  unitPrice: string | null
  amount: string | null
  currency: string | null
  /** Null: the line is not compared with events. */
  byRules: LineWorth | null
  /** Amount less worth; null if the verdict does not compare the two. */
  difference: string | null
  verdict: LineVerdict
  /** It says "agrees, but 480.00 EUR possibly charged twice", "possible cause: month cut in UTC", "lines add up". */
  words: string
  /** The reason for the verdict, a sentence; empty if there is nothing to say. */
  why: string
  /** The worth of its possible duplicates; null: none. */
  doubt: string | null
  /** Faults of the line itself, a sentence each, such as an amount that is not quantity × price. */
  paper: string[]
  /** The earlier line that already has these events; null: none. */
  alsoOn: number | null
  /**
   * What to know of a line that agrees by the billing zone, but says its period in UTC: hours of it were not read, or
   * it comes to another amount by days in UTC. Null: nothing.
   */
  inUtc: 'not-read' | 'differs' | null
  /** `fits`: best first. `unasked`: causes that need the edges, and were not tried. Null: causes were not searched. */
  causes: { tried: number; fits: LineCause[]; unasked: number } | null
}

/** A step from a quantity to its worth: "first 2,000 at 0 (included)", "12,000 at 0.008". */
export interface TierStep {
  words: string
  worth: string
  /** Where it is nothing but so many at this price of one; 0: they are included. */
  priced?: { quantity: string; price: string }
}

/** An event that makes the difference of a line. */
export interface DecisiveEvent {
  eventId: string | null
  /** RFC 3339, UTC. */
  at: string
  /** Plain decimals; null: it has none of its own. */
  quantity: string | null
  worth: string | null
  /** `left-out`: the line's by the rules, not on it; `on-line`: the reverse; `repeat`: on it, a possible repeat. */
  side: 'left-out' | 'on-line' | 'repeat'
}

export interface ExplainedLine {
  line: InvoiceLine
  /** "14,000 minutes, sum of 31 events, Berlin’s October." */
  sentence: string
  /** Null if the rules give its events no money. */
  tierSteps: {
    quantity: string
    steps: TierStep[]
    worth: string
    rounded: { worth: string; words: string } | null
  } | null
  /** "Rate card, price 3, valid from 1 Jan 2026."; empty where the rules give its events no money. */
  rules: string
  /** In the billing zone; days without events are left out. */
  days: { day: string; quantity: string | null; worth: string | null; events: number }[]
  /** Groups of events whose worth is the difference, in words; smallest first, five at most. */
  groups: { words: string; events: number; worth: string }[]
  /** How many of its events are not in its worth: their number is missing, or they have no rule or price. */
  unvalued: number
  /** They decide about its first cause, or the doubt, in the order of time. `count`: of all; the first are here. */
  decisive: { events: DecisiveEvent[]; count: number }
  /**
   * A code without a rule may have one offered, with its price, as text to be pasted. `fits`: customers and periods that
   * it fits, three at least. `words`: "The sum of “quantity” at 0.08 EUR gives the amounts of 5 of 6 lines."
   */
  offered: { words: string; fits: number; rules: string } | null
}

export interface UnbilledGroup {
  at: number
  customerId: string | null
  eventCode: string | null
  period: InvoicePeriod | null
  worth: LineWorth
}

export type InvoiceLinesAnswer =
  | { kind: 'lines'; lines: InvoiceLine[]; offset: number; count: number }
  | { kind: 'gone' }
export type InvoiceUnbilledAnswer =
  | { kind: 'unbilled'; groups: UnbilledGroup[]; offset: number; count: number }
  | { kind: 'gone' }
export type InvoiceLineAnswer = { kind: 'line'; explained: ExplainedLine } | { kind: 'gone' }
export type InvoiceRowsAnswer = (NamedRows & { kind: 'rows' }) | { kind: 'gone' }

/** Texts have at most 10,000 UTF-16 units. Figures are plain decimals; null: none. */
export interface LineEvent {
  eventId: string | null
  customerId: string | null
  eventCode: string | null
  eventType: string | null
  createdAt: string | null
  quantity: string | null
  price: string | null
  worth: string | null
  currency: string | null
  mayRepeat: boolean
}

export type InvoiceEventsAnswer =
  | { kind: 'events'; events: LineEvent[]; offset: number; count: number }
  | { kind: 'gone' }
