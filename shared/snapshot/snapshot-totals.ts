// "Totals" of a snapshot: what its events add up to, by group, never across two currencies or units. Figures are exact
// texts.
import { z } from 'zod'
import { ROUNDING_MODES } from '../exact/decimal.ts'
import { pricedQuantitySchema } from '../worth/priced-quantity.ts'
import type { CurrencySum, NotInSum, NotValued, Worth } from '../worth/worth.ts'
import { type KeyValue, measureSchema, scopeSchema, snapshotKeySchema, zoneSchema } from './snapshot-condition.ts'

/** The longest text of rules, in UTF-16 units, as `readRules` takes it. */
const LONGEST_RULES = 8_000_000
const instantText = z.iso.datetime({ offset: true }).nullable()

/**
 * Numbers of which no unit is known are not added across event codes, as calls and gigabytes may be among them. They
 * get a line for each code: `several`: where they have more than one code; `each`: also where they have one, so that
 * the lines of two answers can be compared.
 */
const BY_CODE = ['several', 'each'] as const

/** A question values the events of a snapshot by these rules. */
export const valuedBySchema = z.object({
  /** It is text, which is parsed where it is used. */
  rules: z.string().max(LONGEST_RULES),
  /** This is what lies within the whole range, half-open; null: a part, in which no month is whole. */
  wholeRange: z.object({ from: instantText, until: instantText }).nullable(),
  /** What is summed as sent of events that no rule takes, as a question for totals says it; null: a count. */
  unruled: z
    .object({
      measure: measureSchema,
      units: z.array(z.string()).max(8),
      priced: pricedQuantitySchema.optional(),
      byCode: z.enum(BY_CODE).optional(),
    })
    .nullable(),
})
export type ValuedBy = z.infer<typeof valuedBySchema>

/** The most lines of one answer, and the most columns that a split makes. */
const MOST_TOTALS_LINES = 10_000
export const MOST_SPLIT_COLUMNS = 50

export const totalsQuestionSchema = z.object({
  ask: z.literal('totals'),
  scope: scopeSchema,
  by: z.array(snapshotKeySchema).max(2),
  split: snapshotKeySchema.nullable(),
  /** Null: events are counted, and that is all. */
  measure: measureSchema.nullable(),
  /**
   * Properties that say what the numbers are in, such as a currency or a unit: events with different texts of one of
   * them are never added up. `measureUnits` (shared/worth/property-meanings.ts) says which they are.
   */
  units: z.array(z.string()).max(8),
  /** The measure is then a quantity, whose unit is not each of `units`. */
  priced: pricedQuantitySchema.optional(),
  /** Absent: numbers of which no unit is known are added up as others are. */
  byCode: z.enum(BY_CODE).optional(),
  /** Instead of a measure: what the events are worth by rules, a line for each currency. */
  worth: valuedBySchema.optional(),
  /** It asks, by rules and without a split, for quantities and prices, by customer, event code and unit. */
  prices: z.boolean().optional(),
  /** Where hours, days, weeks and months begin; null: in the snapshot's own zone. */
  zone: zoneSchema,
  /** Rounded figures stand beside the exact ones. */
  rounding: z.object({ places: z.int().min(0).max(100), mode: z.enum(ROUNDING_MODES) }).nullable(),
  /** `keys`: smallest first. The others: largest first. */
  order: z.enum(['keys', 'count', 'amount']),
  offset: z.int().min(0),
  limit: z.int().min(1).max(MOST_TOTALS_LINES),
})
export type TotalsQuestion = z.infer<typeof totalsQuestionSchema>

/** One sum, exact and rounded, as plain decimals. */
export interface Figure {
  /** The sum, with as many places as the most exact number in it. */
  exact: string
  /** Null unless rounding was asked for: each event's number rounded before it was added. */
  perEvent: string | null
  /** The figure of a line rounded; in "All" the sum of those of the lines. */
  perLine: string | null
  /** In "All" the exact sum, rounded once; in a line as `perLine`. */
  perTotal: string | null
}

/** Figures are null where there was no number to add: "–", which is not 0. */
export interface TotalsCell {
  /** Events, and how many of them have a number, have none, or have one beyond what is calculated with. */
  count: number
  numbers: number
  without: number
  beyond: number
  credit: Figure | null
  debit: Figure | null
  /** The sum of events that are neither credit nor debit. */
  neither: Figure | null
  /** Only totals by rules have it: what is as sent is never netted. */
  debitMinusCredit: Figure | null
  min: string | null
  max: string | null
  /** Its share in percent, with two places, of the same figure in "All" of these units. */
  share: { count: string | null; credit: string | null; debit: string | null }
  /** What is not in the figures, and why, as `notInSumWords` says it; absent where all is, and in a split's columns. */
  notIn?: NotInFigures
  /** Totals by rules alone have it. */
  worth?: CellWorth
}

/** It says what is not in the figures of a cell. `untold`: how many more events, of which nobody knows why. */
export interface NotInFigures {
  parts: NotInSum[]
  untold: number
}

/**
 * A cell is worth this by rules. The cell has beside it: `numbers`, the events with money; `debitMinusCredit`, the net,
 * null while an event of the group has no rule; `credit`, `debit` and `neither`, as sent, of the events without a rule.
 */
export interface CellWorth {
  /** It has the decimals of the currency at least; null: none. */
  charged: string | null
  /** It is below zero. */
  reduces: string | null
  /** It is, by rules without money, what is counted of one code in one unit. */
  quantity: string | null
  /** Events of the group that no rule takes, in whatever currency. */
  unruled: number
  /** Events that have a number and no money. */
  notValued: { why: NotValued; events: number }[]
  share: { charged: string | null; reduces: string | null }
  /** It says, where `prices` were asked for, what of the money is quantity × price. */
  priced?: PricedQuantity[]
}

/** A quantity that has one price, of one customer and event code and in one unit. */
export interface PricedQuantity {
  customer: string | null
  /** Names event code and unit: the same text for the same two, in every answer. */
  of: string
  /** Plain decimals. */
  quantity: string
  price: string
}

export interface TotalsLine {
  /** One for each key that was asked for; null: the event has none. */
  keys: (KeyValue | null)[]
  /** One for each of the answer's `by`; null: not known. By rules it is the currency, else what the quantity is of. */
  units: (string | null)[]
  /** The code of all its events, where they have no known unit, nothing is added across codes, and no key says it. */
  code?: string | null
  /** They are, by rules, the units of its events without a rule, as sent (`sentBy` of the answer). */
  sentUnits?: (string | null)[]
  /** One for each of the answer's columns. */
  cells: TotalsCell[]
  /** It is of all columns, also of those beyond the most. */
  total: TotalsCell
}

export interface TotalsAnswer {
  /** The properties of `units` that any event in the scope has as text. */
  by: string[]
  /** Values of the split, commonest first; empty without one. */
  columns: (KeyValue | null)[]
  /** Columns that are left out, their events being in `total`. */
  otherColumns: number
  /** They begin at the offset. */
  lines: TotalsLine[]
  offset: number
  lineCount: number
  /** A line for each currency or unit, never one across them; none of what is apart by event code. */
  all: TotalsLine[]
  /** What has no known unit is apart by event code. */
  isApart?: true
  /** Periods that the snapshot's range begins or ends in the middle of. */
  cut: string[]
  events: number
  numbers: number
  without: number
  beyond: number
  /** Totals by rules alone have it. */
  worth?: {
    /** It is the version of the rules. */
    version: string
    /** False: there are quantities by code and unit, and no "All" across them. */
    hasMoney: boolean
    /** This is what lines of whole months come to that are in "All" and in no line here, as these groups cut them. */
    inNoLine: (Pick<CurrencySum, 'currency' | 'sum'> & { codes: (string | null)[] })[]
    noRule: Worth['noRule']
    /** Events that no rule takes, and the properties that tell their units apart. */
    unruled: number
    sentBy: string[]
  }
}
