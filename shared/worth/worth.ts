// worth/ says what events are worth: rules, the rate card, and the figures that follow from them. The figures of a
// valuation, their words, and their differences. Sums are plain decimals, as exact as the numbers sent; currencies are
// never added together.
import { decimalText, minus, readPlain, TOO_MANY_DIGITS } from '../exact/decimal.ts'
import type { SumType } from '../exact/exact-sum.ts'
import { countWords, listWords, plural } from '../exact/grouped-digits.ts'
import type { Quantity, TaxMark } from './rule.ts'
import type { NoNumber } from './worth-event.ts'

/** Every event is in exactly one money kind; a money kind's money is that of its events and period lines. */
export const MONEY_KINDS = ['charged', 'reduces', 'balance', 'not-money', 'number-missing', 'no-rule'] as const
export type MoneyKind = (typeof MONEY_KINDS)[number]
/** Whether events of a kind are money, which is added up. */
export const isMoneyKind = (kind: MoneyKind): kind is 'charged' | 'reduces' => kind === 'charged' || kind === 'reduces'

/**
 * Why a number has no money; the first reason that applies.
 * `part-of-line`: only the whole period has money. `no-time`, `no-customer`: period or customer is not known.
 * `no-price`: not on the rate card. `unit-differs`: the price is for another unit, or the units of a line differ.
 * `price-changes`: within the period. `last-tied`: two values are equally late. `below-zero`: tiers and included
 * quantities are not defined below zero. `minor-units`: the currency's minor units are not known.
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

/** A sum of money and its number of events; `currency` is null if not known. */
export interface CurrencySum {
  currency: string | null
  events: number
  sum: string
}

export interface MoneyKindFigure {
  moneyKind: MoneyKind
  events: number
  /** They are, in the money kind `balance`, what was granted, by currency or unit. */
  sums: CurrencySum[]
}

export interface CurrencyWorth {
  currency: string | null
  /** Charged plus reduces; null if any event has no rule, as nothing is netted then. */
  net: string | null
  charged: string
  reduces: string
  /** The tax marks of the rules involved; several if they differ. */
  tax: TaxMark[]
  /** Number of events, including those of valued lines. */
  events: number
}

/** The quantity of one code in one unit, as rules count it; codes and units are never mixed. */
export interface CodeQuantity {
  eventCode: string | null
  unit: string | null
  by: Quantity['by']
  property: string | null
  events: number
  /** Less what reduces. Of maximum, last and distinct it is the sum over customers and months. */
  quantity: string
}

export interface ApartFigure {
  type: SumType
  sums: CurrencySum[]
  /** Events without a number. */
  numberMissing: number
}

/** Events of one code that are not in a sum for one reason. */
export interface NotInSum {
  why: NotValued | NoNumber
  eventCode: string | null
  /** They are of several codes, as there are too many to tell apart. */
  ofSeveralCodes?: true
  /** Whose number is missing; null where none is. */
  property: string | null
  events: number
  /** This is what was sent in place of a number, the first few; events of which nothing is said here. */
  sent: { text: string; isText: boolean; events: number }[]
  otherSent: number
  /** The quantities of events that have a number, added up by unit, as plain decimals. */
  quantities: { unit: string | null; quantity: string }[]
}

export interface Worth {
  events: number
  /** They are in the order of `MONEY_KINDS`. */
  moneyKinds: MoneyKindFigure[]
  currencies: CurrencyWorth[]
  /** Sums of events that no rule takes: the amount asked for, as sent, by event type and currency. */
  apart: ApartFigure[]
  /** Events that no rule takes, most first; a thousand codes at most. */
  noRule: { type: SumType; eventCode: string | null; events: number }[]
  /** One entry for each rule, in their order. `events`: how many it takes. */
  rules: { events: number; numberMissing: number }[]
  quantities: CodeQuantity[]
  /** Events without a number, by reason. */
  numberMissing: { why: NoNumber; events: number }[]
  /** Events with a number but no money, including those of lines that are not valued. */
  notValued: { why: NotValued; events: number }[]
  /** They say what is in no sum of a currency, and why; `null`: nobody knows of which. */
  notInSums: { currency: string | null; parts: NotInSum[] }[]
  /** Debits below zero, which reduce. */
  negativeDebits: CurrencySum[]
  /** Events whose amount is not quantity × unit price, and the sum of the differences. */
  differs: CurrencySum[]
  /** The same of amounts that agree once the product is rounded: they are not in `differs`. */
  differsByRounding: CurrencySum[]
  /** Events of codes and units beyond the first thousand, which no quantity counts. */
  otherQuantities: number
}

/** One code of a customer comes to this in one month. */
export interface PeriodLine {
  customerId: string | null
  eventCode: string | null
  /** `2026-11`, in the billing zone; null: not known. */
  month: string | null
  /** Indexes of its rules. */
  rules: number[]
  by: Quantity['by']
  unit: string | null
  /** Null if no event has a number, or if there are several units. */
  quantity: string | null
  events: number
  /** Further events, without a number. */
  numberMissing: number
  /** Index in the rate card; null: none. */
  price: number | null
  currency: string | null
  /** Null if it is not valued (see `why`), or if its rule counts a quantity without money. */
  worth: string | null
  why: NotValued | null
}

// The words for them that the page, files and the terminal share.

const TYPE_WORDS: Record<SumType, [one: string, many: string]> = {
  credit: ['credit', 'credits'],
  debit: ['debit', 'debits'],
  neither: ['event of neither type', 'events of neither type'],
}

interface MoneyKinds {
  moneyKinds: readonly { moneyKind: MoneyKind; events: number }[]
  noRule: readonly { type: SumType; events: number }[]
}

/** "3 credits have no price rule": why nothing is netted. Null where every event has one. */
export function noRuleWords({ moneyKinds, noRule }: MoneyKinds): string | null {
  const events = moneyKinds.find(({ moneyKind }) => moneyKind === 'no-rule')?.events ?? 0
  if (events === 0) return null
  const counts = new Map<SumType, number>()
  for (const line of noRule) counts.set(line.type, (counts.get(line.type) ?? 0) + line.events)
  const named = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const parts = [...counts].map(([type, count]) => countWords(count, ...TYPE_WORDS[type]))
  const words = named === events ? listWords(parts) : countWords(events, 'event')
  return `${words} ${plural(events, 'has', 'have')} no price rule`
}

/** What has no amount, and stands with each sum that lacks it: as a head, within a sentence or as a unit. */
export const NOT_IN_TOTAL = { head: 'Not in the total', words: 'not in the total' } as const

/** It stands before a figure that goes by the price rules, or is its head. */
export const BY_PRICE_RULES = 'By your price rules'
export const WORTH_BY_RULES = 'Worth by your price rules'

export const WITHOUT_RULE = 'without a price rule'

/** Files say after it in which zone months begin. */
export const RULES_MONTHS = 'Months of the rules'

/** A money kind is called so, in a line of its events or as a head. */
export const MONEY_KIND_WORDS: Record<MoneyKind, string> = {
  charged: 'charged',
  reduces: 'taken off',
  balance: 'prepaid grant',
  'not-money': 'not money',
  'number-missing': 'number missing',
  'no-rule': 'no price rule',
}

/** Why an event that has a number has no money, in as many words as there is room for. */
interface NotValuedWords {
  /** It stands beside a sum and in files; receipts keep it. */
  why: string
  /** It stands for several events, after their number. */
  ofThem: string
  /** It stands in a cell. */
  brief: string
}

export const NOT_VALUED_WORDS: Record<NotValued, NotValuedWords> = {
  'part-of-line': {
    why: 'billed by the month, not per event',
    ofThem: 'billed by the month, which is not all here',
    brief: 'billed by the month',
  },
  'no-time': { why: 'no time', ofThem: 'their time cannot be read', brief: 'no time' },
  'no-customer': { why: 'no customer', ofThem: 'they name no customer', brief: 'no customer' },
  'no-price': { why: 'no price', ofThem: 'the rate card has no price', brief: 'no price' },
  'unit-differs': {
    why: 'unit differs',
    ofThem: 'they are in another unit than the price',
    brief: 'another unit',
  },
  'price-changes': {
    why: 'the price changes in the period',
    ofThem: 'the price changes within the month',
    brief: 'the price changes',
  },
  'last-tied': {
    why: 'two values are the last one',
    ofThem: 'two values are the last of the month',
    brief: 'two last values',
  },
  'below-zero': {
    why: 'quantity below zero',
    ofThem: 'the quantity of the month is below zero',
    brief: 'below zero',
  },
  'minor-units': {
    why: 'minor units not known',
    ofThem: 'the decimals of their currency are not known',
    brief: 'decimals not known',
  },
  'too-many-currencies': {
    why: 'too many currencies',
    ofThem: 'there are too many currencies',
    brief: 'too many currencies',
  },
}

/** "billed by the month, not per event", "not valued: no price". @param form of any other reason */
export const whyNotValued = (why: NotValued, form: keyof NotValuedWords = 'why'): string =>
  why === 'part-of-line' ? NOT_VALUED_WORDS[why].why : `not valued: ${NOT_VALUED_WORDS[why][form]}`

/** Why an event has no number: what follows "Number missing: " in files, and what follows the property's name. */
export const NO_NUMBER_WORDS: Record<NoNumber, { why: string; is: string }> = {
  'no-number': { why: 'none is there', is: 'is missing' },
  text: { why: 'it is text', is: 'is text' },
  beyond: { why: 'too large to calculate with', is: TOO_MANY_DIGITS },
}

/** `worth` less `other`, with their signs. Null where one is not netted: charged and reduces stand apart. */
export interface WorthDifference {
  currency: string | null
  net: string | null
  charged: string
  reduces: string
}

type NettedWorth = Pick<Worth, 'currencies'> & Pick<MoneyKinds, 'moneyKinds'>

/** One for each currency that either has, those without any difference included. */
export function worthDifference(worth: NettedWorth, other: NettedWorth): WorthDifference[] {
  const others = new Map(other.currencies.map((one) => [one.currency, one]))
  const known = new Set(worth.currencies.map(({ currency }) => currency))
  const pairs: [CurrencyWorth, CurrencyWorth][] = [
    ...worth.currencies.map((one): [CurrencyWorth, CurrencyWorth] => [
      one,
      others.get(one.currency) ?? nothingIn(one.currency, other),
    ]),
    ...other.currencies
      .filter(({ currency }) => !known.has(currency))
      .map((one): [CurrencyWorth, CurrencyWorth] => [nothingIn(one.currency, worth), one]),
  ]
  return pairs.map(([one, less]) => ({
    currency: one.currency,
    net: one.net === null || less.net === null ? null : difference(one.net, less.net),
    charged: difference(one.charged, less.charged),
    reduces: difference(one.reduces, less.reduces),
  }))
}

const difference = (a: string, b: string) => decimalText(minus(readPlain(a), readPlain(b)))

/** Makes what a valuation says of a currency that does not occur in it. */
function nothingIn(currency: string | null, { moneyKinds }: NettedWorth): CurrencyWorth {
  const hasUnruled = moneyKinds.some(({ moneyKind, events }) => moneyKind === 'no-rule' && events > 0)
  return { currency, net: hasUnruled ? null : '0', charged: '0', reduces: '0', tax: [], events: 0 }
}
