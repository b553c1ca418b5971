// This is what the events of a snapshot are worth by rules: the kinds of events that there are, and the money that they
// come to.
import { z } from 'zod'
import type { EventKind } from '../worth/event-kinds.ts'
import type { InvoicedSum } from '../worth/grouped-worth.ts'
import type { NotInSums } from '../worth/not-in-sum.ts'
import { propertyMeaningsSchema } from '../worth/property-meanings.ts'
import {
  type CodeQuantity,
  type CurrencySum,
  type CurrencyWorth,
  MONEY_KINDS,
  type MoneyKind,
  type NotValued,
  type Worth,
} from '../worth/worth.ts'
import { scopeSchema } from './snapshot-condition.ts'
import { type TotalsLine, type ValuedBy, valuedBySchema } from './snapshot-totals.ts'

/** The first and the last event of a group may be so many seconds apart. */
const DUPLICATE_WINDOWS = [0, 5, 60] as const

/** These events count as possible duplicates of each other. */
export const duplicatesSoughtSchema = z.object({
  windowSeconds: z.union(DUPLICATE_WINDOWS.map((seconds) => z.literal(seconds))),
  /** Properties that may differ: request identifiers, confirmed or told by their names. */
  ignored: z.array(z.string()).max(50),
})
export type DuplicatesSought = z.infer<typeof duplicatesSoughtSchema>

export type WholeRange = ValuedBy['wholeRange']

export const kindsQuestionSchema = valuedBySchema.omit({ unruled: true }).extend({
  ask: z.literal('kinds'),
  scope: scopeSchema,
  /** This is what is known or guessed of the properties: their numbers tell signs apart. */
  meanings: propertyMeaningsSchema,
})
export type KindsQuestion = z.infer<typeof kindsQuestionSchema>

/** A kind of events, and what the rules make of it. */
export interface KindLine extends EventKind {
  /** The example's. */
  exampleId: string | null
  /** The number of currencies or units beyond those in `sums`. */
  otherSums: number
  /** The rules that take them, by their place, most events first; null: none does. */
  takes: { rule: number | null; events: number }[]
  /** They are those that occur, in their order. */
  moneyKinds: { moneyKind: MoneyKind; events: number }[]
  /** This is what single events come to, by currency; of a balance what they grant, by unit. */
  worth: CurrencySum[]
  /** Events that have a number and no money of their own; `part-of-line`: theirs is that of a whole month. */
  notValued: { why: NotValued; events: number }[]
}

/** `problems`: the text says no rules, a sentence each. */
export type KindsAnswer =
  | { kind: 'answered'; kinds: KindLine[]; otherKinds: number; otherEvents: number; events: number }
  | { kind: 'no-rules'; problems: string[] }

export const worthQuestionSchema = valuedBySchema.extend({
  ask: z.literal('worth'),
  scope: scopeSchema,
  /** It tells where to look for events that came twice; `legitimate`: the keys of groups that are right as they are. */
  duplicates: duplicatesSoughtSchema.extend({ legitimate: z.array(z.string().length(64)).max(10_000) }).nullable(),
})
export type WorthQuestion = z.infer<typeof worthQuestionSchema>

/**
 * Which events of a scope make a figure of totals by the rules: those that a rule takes, by `currency`, `moneyKinds`
 * and `isValued` together, and besides them those that no rule takes, by `sent`.
 */
export const worthRowsQuestionSchema = z.object({
  ask: z.literal('worthRows'),
  scope: scopeSchema,
  worth: valuedBySchema,
  /** Null: those whose currency is not known, or that have none. */
  currency: z.string().nullable(),
  /** Empty: no event that a rule takes. */
  moneyKinds: z.array(z.enum(MONEY_KINDS)),
  /** True: those with money of their own or of their line; false: those without; null: both. */
  isValued: z.boolean().nullable(),
  /** Those without a rule whose texts of the properties `by` are `units`; null: none of them. */
  sent: z.object({ by: z.array(z.string()).max(8), units: z.array(z.string().nullable()).max(8) }).nullable(),
})
export type WorthRowsQuestion = z.infer<typeof worthRowsQuestionSchema>

/** `rows` is empty where there are more than can be named. `isAll`: they are all events of the scope. */
export interface WorthRowsAnswer extends NamedRows {
  isAll: boolean
}

/** Rows as far as they can be named; `events` are all of them. */
export interface NamedRows {
  events: number
  rows: number[]
}

/** Events beyond the first of each group. `sums`: what all is worth less what it is worth without them. */
export interface DuplicateFigure extends NamedRows {
  /** `key`: they share an idempotency key; `alike`: they only look alike; with a key of its own each: neither. */
  evidence: 'key' | 'alike'
  sums: Pick<CurrencySum, 'currency' | 'sum'>[]
  /** It says which of these events are in none of the sums, and why. */
  notInSums: NotInSums
}

export type WorthAnswer =
  | {
      kind: 'valued'
      /** It is the version of the rules. */
      version: string
      events: number
      /** Most events first, a hundred at most; how many there are besides. */
      currencies: CurrencyWorth[]
      otherCurrencies: number
      /** The net as an invoice rounds it: a customer's code in a month to the minor unit. Empty: nothing is netted. */
      invoiced: InvoicedSum[]
      moneyKinds: (NamedRows & { moneyKind: MoneyKind; sums: CurrencySum[] })[]
      /** The events that no rule takes have a line a currency or unit. */
      apart: TotalsLine[]
      noRule: Worth['noRule']
      rules: Worth['rules']
      notValued: Worth['notValued']
      /** It says what is not in the money of a currency, and why. */
      notInSums: Worth['notInSums']
      /** The first hundred; how many there are besides. */
      quantities: CodeQuantity[]
      otherQuantities: number
      charged: DuplicateFigure[]
      /** Their sums are below zero, as they reduce. */
      credited: DuplicateFigure[]
    }
  | { kind: 'no-rules'; problems: string[] }
