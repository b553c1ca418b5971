// An invoice held against a snapshot: each line against what the rules say that its events are worth, and what is on no line.
import { z } from 'zod'
import type { Cell, Refusal } from '../check/checked-file.ts'
import { type InvoicePeriod, type ItemMeaning, invoiceChoicesSchema } from '../check/invoice-choices.ts'
import type { InvoiceMeaning } from '../check/invoice-meanings.ts'
import { scopeSchema } from './snapshot-condition.ts'
import { type NamedRows, worthQuestionSchema } from './snapshot-worth.ts'
import { valuedBySchema } from './valued-by.ts'

/** Every line has exactly one. */
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
 * `rounded`: agrees once rounded to the digits of the invoice. `in-doubt`: agrees, and events that may be duplicates are part
 * of it. `explained`: differs, and at least one of the named causes gives its amount. `no-rule`: the rules give its events no
 * money. `not-covered`: the snapshot does not hold its period or its customer, or nobody said what the line is.
 */
export type LineVerdict = (typeof LINE_VERDICTS)[number]

const checkId = z.string().max(100)
const snapshotId = z.string().max(200)

export const invoiceCheckQuestionSchema = z.object({
  ask: z.literal('invoiceCheck'),
  fileId: z.string(),
  choices: invoiceChoicesSchema,
  /** The events that it is held against. */
  scope: scopeSchema,
  /** By what events are worth; null: there are none, and each usage line has the verdict `no-rule`. */
  rules: valuedBySchema.shape.rules.nullable(),
  /** What is in hand, half-open, as for other figures; null: a part, in which no month is whole. */
  inHand: valuedBySchema.shape.inHand,
  /** The time zone in which the page shows times: one of the causes goes by it. */
  shownZone: z.string().max(100),
  /** Snapshots of the 26 hours before and after the period, which some causes need; null: not read. */
  edges: z.object({ before: snapshotId.nullable(), after: snapshotId.nullable() }).nullable(),
  /** What counts as possible duplicates, as headlines ask for it; null: they are not looked for, and nothing is in doubt. */
  duplicates: worthQuestionSchema.shape.duplicates,
  /** A closed snapshot of the same search and range: events that it does not have came late. Null: none is known. */
  closed: snapshotId.nullable(),
})
export type InvoiceCheckQuestion = z.infer<typeof invoiceCheckQuestionSchema>

const page = { offset: z.int().min(0), limit: z.int().min(1).max(100) }

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

/** One line, explained. `at`: its place among all lines, from 0. */
export const invoiceLineQuestionSchema = z.object({ ask: z.literal('invoiceLine'), checkId, at: z.int().min(0) })
export type InvoiceLineQuestion = z.infer<typeof invoiceLineQuestionSchema>

/** Which events: those of a line, those that may be duplicates in it, a group whose worth is its difference, or those on no line. */
const invoiceRowsOfSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('line'), at: z.int().min(0) }),
  z.object({ of: z.literal('doubt'), at: z.int().min(0) }),
  z.object({ of: z.literal('group'), at: z.int().min(0), group: z.int().min(0) }),
  z.object({ of: z.literal('unbilled'), at: z.int().min(0) }),
])
export type InvoiceRowsOf = z.infer<typeof invoiceRowsOfSchema>

/** Events by which "Events" shows them; those of the edges are in snapshots of their own and are only counted. */
export const invoiceRowsQuestionSchema = z.object({
  ask: z.literal('invoiceRows'),
  checkId,
  rows: invoiceRowsOfSchema,
})
export type InvoiceRowsQuestion = z.infer<typeof invoiceRowsQuestionSchema>

/** Rows of a table to be copied or saved: all lines with their verdicts, what is on no line, or the events of a line. */
export const invoiceTableQuestionSchema = z.object({
  ask: z.literal('invoiceTable'),
  checkId,
  table: z.discriminatedUnion('of', [
    z.object({ of: z.literal('lines'), verdict: z.enum(LINE_VERDICTS).nullable() }),
    z.object({ of: z.literal('unbilled') }),
    z.object({ of: z.literal('events'), at: z.int().min(0) }),
  ]),
  /** Whether the snapshot is complete: else each verdict says that it is one of what was read. */
  isWhole: z.boolean(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(5_000),
})
export type InvoiceTableQuestion = z.infer<typeof invoiceTableQuestionSchema>

/** A name in the file, and what it was taken for. */
export type InvoiceName = {
  said: string
  lines: number /** By whom it was said. */
  by: 'chosen' | 'proposed' | null
} & ({ of: 'customer' /** Null: nothing is known. */; is: string | null } | { of: 'item'; means: ItemMeaning | null })

export interface InvoiceColumn {
  column: number
  head: string
  means: InvoiceMeaning
  /** Cells that are no number, or no period: their lines are not covered, and say so. */
  unread: { cells: number; samples: { line: number; text: string }[] }
}

/** Figures of one currency, plain decimals; null currency: not known. */
export interface InvoiceEquation {
  currency: string | null
  /** The amounts of usage lines that are covered and valued. */
  usage: string
  /** What the events of the period are worth that lines can be held against: those on lines, and those on none. */
  worth: string
  /** Usage less worth. */
  difference: string
  /** Of lines above, and of lines below what their events are worth; the sum of both is that of all differences. */
  tooMuch: { lines: number; sum: string }
  tooLittle: { lines: number; sum: string }
  /** On no line: below zero where it is worth something, as it is missing on the invoice. */
  notBilled: { groups: number; sum: string }
  /** Whether differences less what is on no line come to the difference, to the last digit. */
  holds: boolean
  /** Worth of events on lines that agree and may be duplicates. */
  inDoubt: string
  /** Amounts of lines that are not from events, that have no rule, that are not covered. They are in no sum above. */
  notFromEvents: { lines: number; sum: string }
  noRule: { lines: number; sum: string }
  notCovered: { lines: number; sum: string }
}

/** A row that says a sum of lines before it. */
export interface PaperTotal {
  line: number
  item: string
  currency: string | null
  stated: string
  /** What the lines come to; null: they have several currencies. */
  added: string | null
  holds: boolean
}

/** What the paper itself says, whatever the events are. */
export interface InvoicePaper {
  /** Lines whose quantity × price is not their amount, also rounded. */
  wrongProducts: number
  totals: PaperTotal[]
  /** Whether it adds up as far as it says. */
  holds: boolean
}

export type InvoiceAnswer =
  | Refusal
  | { kind: 'no-rules'; problems: string[] }
  | {
      kind: 'invoice'
      checkId: string
      /** Of the rules; null: there were none. */
      version: string | null
      lines: number
      /** In the scope, and of the snapshot. */
      events: number
      of: number
      columns: InvoiceColumn[]
      /** Names of which nothing is known first, then by lines; a thousand at most. */
      names: InvoiceName[]
      /** One for each of `LINE_VERDICTS`, in their order. */
      verdicts: { verdict: LineVerdict; lines: number }[]
      paper: InvoicePaper
      equation: InvoiceEquation[]
      /** Groups on no line. */
      unbilled: number
      /** Usage lines of events that another line has already. */
      billedTwice: number
      /** Whether every usage line agrees (also rounded) without doubt, the paper adds up, and no event is on no line or on two. */
      agrees: boolean
      /** Lines of which causes need the events at the edges, which were not read: the readings that would take them. */
      edgesWanted: { lines: number; before: EdgeRange; after: EdgeRange } | null
      /** What to know of it, a sentence each. */
      notes: string[]
    }

/** RFC 3339 instants, half-open: what a small reading has to hold. `customers`: whose lines want it; null: more than one. */
export interface EdgeRange {
  from: string
  until: string
  customer: string | null
}

/** What the events of a line come to by the rules. */
export interface LineWorth {
  events: number
  quantity: string | null
  unit: string | null
  /** Of one, where it is the same for all. */
  price: string | null
  worth: string
  currency: string | null
}

export interface LineCause {
  /** One of those in docs/invoice.md. */
  code: string
  /** As short as it fits the verdict: "UTC’s month". */
  words: string
  /** "The month in UTC: 9,337.5 GB, with 300 before and 337.5 after the month in Berlin." */
  sentence: string
  quantity: string | null
  worth: string
}

export interface InvoiceLine {
  /** Its place among all lines, from 0. */
  at: number
  /** Of the file. */
  line: number
  item: string
  /** As the file has it. */
  customerSaid: string | null
  customerId: string | null
  eventCode: string | null
  period: InvoicePeriod | null
  /** Plain decimals; null: none, or not read. */
  quantity: string | null
  unitPrice: string | null
  amount: string | null
  currency: string | null
  /** Null: the line is not held against events. */
  byRules: LineWorth | null
  /** Amount less worth; null: the line has no verdict of the two. */
  difference: string | null
  verdict: LineVerdict
  /** In words: "agrees, 480.00 in doubt", "explained: UTC’s month", "lines add up". */
  words: string
  /** Why it has no other verdict: in a sentence; empty where nothing is to be said. */
  why: string
  /** The worth of its events that may be duplicates; null: there are none. */
  doubt: string | null
  /** What is wrong with the line itself, a sentence each: quantity × price is another amount. */
  paper: string[]
  /** The line of the file that has these events already; null: none has. */
  alsoOn: number | null
  /** `fits`: the best first. Null: it was not searched. */
  causes: { tried: number; fits: LineCause[] /** Causes that need the edges. */; unasked: number } | null
}

/** A step of the walk from a quantity to its worth: "first 2,000 at 0 (included)", "12,000 at 0.008". */
export interface WalkStep {
  words: string
  worth: string
}

export interface ExplainedLine {
  line: InvoiceLine
  /** "14,000 minutes, sum of 31 events, Berlin’s October." */
  sentence: string
  /** Null where the rules give its events no money. */
  walk: { quantity: string; steps: WalkStep[]; worth: string; rounded: { worth: string; words: string } | null } | null
  /** "Rate card, price 3, valid from 1 Jan 2026 · rules, version 4f2a." */
  rules: string
  /** In the billing zone; days without events are left out. */
  days: { day: string; quantity: string | null; worth: string | null; events: number }[]
  /** Groups of its events whose worth is the difference, each in words; the smallest first, five at most. */
  groups: { words: string; events: number; worth: string }[]
  /** A reading that fits at least three customers or periods of a code without a rule: a rule as text that may be taken over. */
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
export type InvoiceTableAnswer =
  | { kind: 'table'; heads: string[]; rows: Cell[][]; offset: number; count: number }
  | { kind: 'gone' }

export type InvoiceQuestion =
  | InvoiceCheckQuestion
  | InvoiceLinesQuestion
  | InvoiceUnbilledQuestion
  | InvoiceLineQuestion
  | InvoiceRowsQuestion
  | InvoiceTableQuestion

export interface InvoiceAnswers {
  invoiceCheck: InvoiceAnswer
  invoiceLines: InvoiceLinesAnswer
  invoiceUnbilled: InvoiceUnbilledAnswer
  invoiceLine: InvoiceLineAnswer
  invoiceRows: InvoiceRowsAnswer
  invoiceTable: InvoiceTableAnswer
}
