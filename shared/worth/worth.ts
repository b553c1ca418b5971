// worth/ says what events are worth: rules, the rate card, and the figures that follow from them.
// The figures of a valuation. Sums are plain decimals, as exact as what was sent; currencies are never added to each other.
import type { SumType } from '../exact/exact-sum.ts'
import type { Quantity, TaxMark } from './rule.ts'
import type { NoNumber } from './worth-event.ts'

/** Every event is in exactly one; a bin's money is that of its events and period lines. */
export const BINS = ['charged', 'reduces', 'balance', 'not-money', 'number-missing', 'no-rule'] as const
export type Bin = (typeof BINS)[number]

/**
 * Why a number has no money; the first that holds is said.
 * `part-of-line`: the money is that of a whole period. `no-time`, `no-customer`: the period, or whose it is, is not known.
 * `no-price`: the rate card has none. `unit-differs`: the price is for another unit, or the units of a line differ.
 * `price-changes`: within the period. `last-tied`: two values are the last one. `below-zero`: tiers, included quantities
 * and the like are not told of a quantity below zero. `minor-units`: of a currency of which nobody knows them.
 */
export const NOT_VALUED = [
  'part-of-line',
  'no-time',
  'no-customer',
  'no-price',
  'unit-differs',
  'price-changes',
  'last-tied',
  'below-zero',
  'minor-units',
  'too-many-currencies',
] as const
export type NotValued = (typeof NOT_VALUED)[number]

/** Money of so many events; `currency` as it is called, null: not known. */
export interface CurrencySum {
  currency: string | null
  events: number
  sum: string
}

export interface BinFigure {
  bin: Bin
  events: number
  /** Of a balance: what was granted, by its currency or unit. */
  sums: CurrencySum[]
}

export interface CurrencyWorth {
  currency: string | null
  /** Charged and reduces together; null while an event has no rule, as nothing is netted then. */
  net: string | null
  charged: string
  reduces: string
  /** As rules say it of what is in it; several: they differ. */
  tax: TaxMark[]
  /** Its events, those of valued lines included. */
  events: number
}

/** Of one code in one unit, as rules count it; never across them. */
export interface CodeQuantity {
  eventCode: string | null
  unit: string | null
  by: Quantity['by']
  property: string | null
  events: number
  /** Reduced by what reduces. Of a maximum, last or distinct quantity: the sum of its lines, one a customer and month. */
  quantity: string
}

export interface ApartFigure {
  type: SumType
  sums: CurrencySum[]
  /** Its events without a number. */
  numberMissing: number
}

export interface Worth {
  events: number
  /** In the order of `BINS`. */
  bins: BinFigure[]
  currencies: CurrencyWorth[]
  /** Of the events that no rule takes: the amount that was asked for, as sent, by event type and currency. */
  apart: ApartFigure[]
  /** The events that no rule takes, most first: the first thousand codes. */
  noRule: { type: SumType; eventCode: string | null; events: number }[]
  /** One for each rule, in their order. `events`: that it takes. */
  rules: { events: number; numberMissing: number }[]
  quantities: CodeQuantity[]
  /** Events whose number is missing, by the reason. */
  numberMissing: { why: NoNumber; events: number }[]
  /** Events that have a number and no money, those of lines that are not valued included. */
  notValued: { why: NotValued; events: number }[]
  /** Debits below zero, which reduce. */
  negativeDebits: CurrencySum[]
  /** Events whose amount is not quantity × unit price: by how much it is more. */
  differs: CurrencySum[]
  /** Those of which it is so once rounded. */
  differsByRounding: CurrencySum[]
  /** Events of codes and units beyond the first thousand, which are in no quantity. */
  otherQuantities: number
}

/** What a customer's code comes to in one month. */
export interface PeriodLine {
  customerId: string | null
  eventCode: string | null
  /** `2026-11`, in the billing zone; null: not known. */
  month: string | null
  /** By their place. */
  rules: number[]
  by: Quantity['by']
  unit: string | null
  /** Null where no event has a number, or they have several units. */
  quantity: string | null
  events: number
  /** Besides, whose number is missing. */
  numberMissing: number
  /** Its place in the rate card; null: none. */
  price: number | null
  currency: string | null
  /** Null where it is not valued, and `why` says so; or where its rule is of a quantity without money. */
  worth: string | null
  why: NotValued | null
}
