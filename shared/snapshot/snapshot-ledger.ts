// A ledger held against a snapshot: each line of the file is found among the events, and what each side has alone is
// told.

import { z } from 'zod'
import { fileChoicesSchema, type HiddenRows, type Meaning, type Unchecked } from '../check/checked-file.ts'
import { BY_PRICE_RULES } from '../worth/worth.ts'
import { scopeSchema } from './snapshot-condition.ts'
import type { AnsweringLines } from './snapshot-invoice.ts'
import { type TotalsAnswer, valuedBySchema } from './snapshot-totals.ts'
import type { NamedRows } from './snapshot-worth.ts'
import { asFarAsRead } from './verdict-name.ts'

/**
 * Every line of the file is in one of the first five, every event in one of the first three or `only-snapshot`.
 * `changed-id`: the amount alone says that they belong together, as a spreadsheet changed the ID.
 */
export const OUTCOMES = ['matched', 'differing', 'changed-id', 'only-file', 'repeated', 'only-snapshot'] as const
export type Outcome = (typeof OUTCOMES)[number]

const checkId = z.string().max(100)
const group = {
  checkId,
  /** Null: all of them. */
  outcome: z.enum(OUTCOMES).nullable(),
  /** It takes lines of which this column differs, by its place among the columns of the answer; null: any. */
  differsIn: z.int().min(0).max(100).nullable(),
}

/** This is what a file is, before it is checked: its heads, its first lines, what its columns seem to mean. */
export const fileLookQuestionSchema = z.object({
  ask: z.literal('fileLook'),
  fileId: z.string(),
  choices: fileChoicesSchema,
  /** Rules as text, whose properties of amount, currency and quantity are proposed; null: there are none. */
  rules: valuedBySchema.shape.rules.nullable(),
})
export type FileLookQuestion = z.infer<typeof fileLookQuestionSchema>

export const fileCheckQuestionSchema = z.object({
  ask: z.literal('fileCheck'),
  /** An invoice has questions of its own. */
  kind: z.literal('ledger'),
  fileId: z.string(),
  choices: fileChoicesSchema,
  /** The events that it is held against. */
  scope: scopeSchema,
  /** Events are worth what these say; null: amounts count as sent. */
  rules: valuedBySchema.shape.rules.nullable(),
  /** The events are all there is of this range, so that lines of whole months have a worth; absent: of nothing. */
  wholeRange: valuedBySchema.shape.wholeRange.optional(),
  /** Properties that are the amount and the currency of events that no rule values; null: they have none. */
  sent: z.object({ amount: z.string(), currency: z.string().nullable() }).nullable(),
})
export type FileCheckQuestion = z.infer<typeof fileCheckQuestionSchema>

/** A page of lines: those of the file in its order, then events that only the snapshot has. */
export const fileLinesQuestionSchema = z.object({
  ask: z.literal('fileLines'),
  ...group,
  offset: z.int().min(0),
  limit: z.int().min(1).max(5_000),
})
export type FileLinesQuestion = z.infer<typeof fileLinesQuestionSchema>

/** The events of a group, by which "Events" shows them. */
export const fileRowsQuestionSchema = z.object({ ask: z.literal('fileRows'), ...group })
export type FileRowsQuestion = z.infer<typeof fileRowsQuestionSchema>

/**
 * A figure is of one kind of money. `worth`: what events are worth by the rules. `debit`, `credit`, `neither`: amounts
 * as sent, by event type, of what no rule takes. `unvalued`: amounts in the file for events to which the rules give no
 * money of their own, such as those of a whole month's line. They are never added to each other.
 */
export const MONEY_KINDS = ['worth', 'debit', 'credit', 'neither', 'unvalued'] as const
export type MoneyKind = (typeof MONEY_KINDS)[number]

/** Plain decimals. `currency` null: not known. `difference`: file less snapshot; both null: an amount is not read. */
export interface LedgerMoney {
  of: MoneyKind
  currency: string | null
  file: string | null
  snapshot: string
  difference: string | null
}

export interface LedgerGroup {
  outcome: Outcome
  /** It counts lines of the file. */
  lines: number
  /** It counts events of the snapshot. */
  events: number
  money: LedgerMoney[]
  /** Lines whose amount is none, or is not a number; events that have no money. */
  linesWithout: number
  eventsWithout: number
}

/** File less snapshot is the sum of the groups. Both sides are added up apart from the groups. */
export interface LedgerEquation extends LedgerMoney {
  /** One for each group, in their order. */
  groups: { outcome: Outcome; difference: string | null }[]
  /** Whether the groups come to the difference, to the last digit; null: not known, as an amount is not read. */
  holds: boolean | null
}

/** A row that states a sum of the lines before it. It is no line, and in no group. Sums are plain decimals. */
export interface LedgerTotal {
  /** It is a line of the file. */
  line: number
  currency: string | null
  /** Null: it states none that is read. */
  stated: string | null
  /** This is what the lines come to as they are written, and as they count; null: not known. */
  written: string | null
  counted: string | null
  /** Whether it is the sum of its lines as they count; null: not known. */
  holds: boolean | null
  /** The same in a sentence. */
  words: string
}

/** A column that is held against events. */
export interface LedgerColumn {
  column: number
  head: string
  means: Meaning
  /** Matched lines of which it differs. */
  differing: number
  /** Cells that are not numbers, or not times, in a column of those. They differ from whatever the event has. */
  unread: { cells: number; samples: { line: number; text: string }[] }
}

/** `codes`: the first event codes whose lines it is of. */
export type MoneyOfMonths = NonNullable<TotalsAnswer['worth']>['inNoLine'][number]

export type LedgerAnswer =
  | Unchecked
  | {
      kind: 'checked'
      /** Lines are asked for by it, until another file is checked or the snapshot is closed. */
      checkId: string
      /** It is the version of the rules; null: there were none. */
      version: string | null
      /** Rows of totals are none of them. */
      lines: number
      /** A hundred at most. */
      totals: LedgerTotal[]
      /** A hundred at most. */
      answering: AnsweringLines[]
      /** Whether the amount of any line was compared with that of its event: without, nothing is said of money. */
      comparesMoney: boolean
      /** How many events are in the scope, and how many in the snapshot. */
      events: number
      of: number
      columns: LedgerColumn[]
      /** One for each of `OUTCOMES`, in their order; `changed-id` only where there is one. */
      groups: LedgerGroup[]
      /** One for each kind of money and currency. */
      equation: LedgerEquation[]
      /** Worth of the events that is in no equation: lines of whole months have it, and no single event. */
      wholeMonths: MoneyOfMonths[]
      /** Names in columns of customers and event codes that no event has; most lines first, a hundred at most. */
      unknown: {
        of: 'customerId' | 'eventCode'
        said: string
        lines: number
        /** The only customer ID of the events that may be meant. It is offered, and never taken by itself. */
        proposed?: string
      }[]
      /** Events and lines that share their key with others: which of them belong together is not known. */
      ambiguous: { lines: number; events: number }
      hidden: HiddenRows | null
      /** Each note is a sentence that a reader has to know. */
      notes: string[]
    }

/** A side says this of one line's money; null: nothing. */
export interface SideMoney {
  of: MoneyKind
  currency: string | null
  sum: string
}

export interface LedgerLine {
  outcome: Outcome
  /** It is a line of the file; null: only the snapshot has it. */
  line: number | null
  /** The file has it so, else the event. */
  eventId: string | null
  /** The event's number in the loaded snapshot, of a repeated line its key's; null: only the file has it. */
  row: number | null
  /** What is repeated has that of the line that was taken first. */
  repeats: number | null
  /** The ID of the event, where a spreadsheet changed what the file has of it; null: it did not. */
  changedFrom: string | null
  /** One for each column of the answer. */
  cells: { file: string | null; snapshot: string | null; differs: boolean }[]
  file: SideMoney | null
  snapshot: SideMoney | null
}

/** `gone`: this check is not held any more; check again. */
export type FileLinesAnswer = { kind: 'lines'; lines: LedgerLine[]; offset: number; count: number } | { kind: 'gone' }
export type FileRowsAnswer = (NamedRows & { kind: 'rows' }) | { kind: 'gone' }

/** Lines of the file, or bytes of it, that were read or found so far. */
export interface CheckProgress {
  /** `searching`: for causes, of an invoice. */
  phase: 'reading' | 'comparing' | 'searching'
  done: number
  /** Null: not known yet. */
  of: number | null
}

// A checked ledger in words: the same on the screen, in copies and in files.

/** It also stands behind another outcome, of a line whose event was found all the same. */
export const CHANGED_ID_WORDS = 'ID changed by a spreadsheet'

const OUTCOME_WORDS: Record<Outcome, string> = {
  matched: 'Matched',
  differing: 'Differs',
  'changed-id': CHANGED_ID_WORDS,
  'only-file': 'No such event',
  repeated: 'Second line for one event',
  'only-snapshot': 'Not in the file',
}

/** @param isWhole whether the snapshot is complete; else nothing is said of more than was read */
export const outcomeWords = (outcome: Outcome, isWhole: boolean): string => asFarAsRead(OUTCOME_WORDS[outcome], isWhole)

/** This is what comes first where no money was compared; a sentence. */
export const NO_MONEY_COMPARED = 'No money was compared.'

/** A figure is of one kind of money. */
export const MONEY_KIND_WORDS: Record<MoneyKind, string> = {
  worth: BY_PRICE_RULES,
  debit: 'Debits as sent',
  credit: 'Credits as sent',
  neither: 'Neither debit nor credit, as sent',
  unvalued: 'Not valued by your price rules',
}
