// The rate card: what a unit costs whom, from when on. A price is plain decimals; what of it is not a price is said in
// a sentence, also while somebody types it.

import { z } from 'zod'
import { compareDecimals, type Decimal, dividedExactly, readDecimal, ZERO } from '../exact/decimal.ts'
import { currencyExponent, noCurrencyCode } from './money-text.ts'
import { nameSchema, propertyValueSchema } from './rule.ts'

/** Longer numbers are not prices, and would be multiplied with a million quantities. */
const LONGEST_DECIMAL = 100

const decimalSchema = z
  .string()
  .refine((text) => text.length <= LONGEST_DECIMAL, { error: `has more than ${LONGEST_DECIMAL} digits` })
  .refine((text) => text.length > LONGEST_DECIMAL || /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text), {
    error: 'is not a plain number of 0 or more, such as 0.05',
  })

const tierSchema = z.strictObject({
  /** Included in it; null: the last tier, which has no end. */
  upTo: decimalSchema.nullable(),
  price: decimalSchema,
})

const writtenPriceSchema = z.strictObject({
  /** Null: any. A customer's own price comes before it. */
  customer: nameSchema.nullable().default(null),
  code: nameSchema,
  /** Only events with this value of a property have it; null: all. */
  where: propertyValueSchema.nullable().default(null),
  /** A date, which begins in the billing zone; null: always. */
  validFrom: z.iso.date({ error: 'is not a date such as 2026-11-01' }).nullable().default(null),
  /** This is what is counted, in words or as events name it; null: not said. */
  unit: nameSchema.nullable().default(null),
  /** The price is that of so many. */
  per: decimalSchema.default('1'),
  /** Begun ones of `per` count whole, once for the period. */
  begun: z.boolean().default(false),
  /** Free in each period; tiers count what is left. */
  included: decimalSchema.default('0'),
  /** `graduated`: each tier's part at its price. `volume`: all at the price of the tier in which the quantity lies. */
  tiered: z.enum(['graduated', 'volume']).default('graduated'),
  tiers: z.array(tierSchema).min(1).max(100).optional(),
  /** It stands in place of tiers. */
  price: decimalSchema.optional(),
  /** The least that a period costs; null: nothing. */
  minimum: decimalSchema.nullable().default(null),
  currency: nameSchema,
})

/** One price: of one code, for a customer or for any. One that has no tiers is read as one tier without an end. */
export const ratePriceSchema = writtenPriceSchema.transform(({ price, tiers, ...rest }, context) => {
  if (tiers !== undefined && price === undefined) return { ...rest, tiers }
  if (tiers === undefined && price !== undefined) return { ...rest, tiers: [{ upTo: null, price }] }
  context.addIssue({ code: 'custom', message: `has ${price === undefined ? 'no price' : 'both a price and tiers'}` })
  return z.NEVER
})
export type RatePrice = z.infer<typeof ratePriceSchema>

/** Properties by whose values the prices of one code may differ: each is looked up for every event. */
const MOST_PROPERTIES = 8

/** Reads a text that `ratePriceSchema` let pass. */
export function priceDecimal(text: string): Decimal {
  const value = readDecimal(text)
  if (value === null || value === 'beyond') throw new Error(`No price: ${text.slice(0, 40)}`)
  return value
}

/**
 * Says what makes these no rate card: "Price 3: …". Empty where nothing does.
 * @param nameOf what the price at this place is called
 */
export function ratePriceProblems(prices: readonly RatePrice[], nameOf = (at: number) => `Price ${at + 1}`): string[] {
  const problems: string[] = []
  const first = new Map<string, number>()
  const properties = new Map<string, Set<string>>()
  prices.forEach((price, at) => {
    const problem = priceProblem(price)
    if (problem !== null) problems.push(`${nameOf(at)}: ${problem}`)
    const { customer, code, where, validFrom } = price
    const key = JSON.stringify([customer, code, where && [where.name, where.kind, where.text], validFrom])
    const same = first.get(key)
    if (same !== undefined) {
      problems.push(`${nameOf(at)}: it is for the same customer, code, value and time as ${nameOf(same)}.`)
    } else first.set(key, at)
    if (where === null) return
    const names = properties.get(code) ?? new Set()
    properties.set(code, names)
    if (names.size === MOST_PROPERTIES && !names.has(where.name)) {
      problems.push(
        `${nameOf(at)}: prices of one event code can depend on ${MOST_PROPERTIES} properties, and this is one more.`,
      )
    } else names.add(where.name)
  })
  return problems
}

function priceProblem({ per: perText, begun, tiers, currency, where }: RatePrice): string | null {
  if (where?.kind === 'number' && !isNumberText(where.text)) return 'the value of its property is not a number.'
  if (currencyExponent(currency) === null) {
    return `its currency ${noCurrencyCode(shown(currency))}`
  }
  const per = priceDecimal(perText)
  if (compareDecimals(per, ZERO) === 0) return 'it is per 0: nothing has a price then.'
  let before = ZERO
  for (const [at, { upTo, price }] of tiers.entries()) {
    const isLast = at === tiers.length - 1
    if (upTo === null && !isLast) return 'its tiers overlap: one that has no end stands before another.'
    if (upTo !== null && isLast) return 'its last tier has an end: what is above it would have no price.'
    if (!begun && dividedExactly(priceDecimal(price), per) === null) {
      return `${price} per ${perText} is no exact decimal: give the price for another number of units, or let started ones count as whole (“begun”).`
    }
    if (upTo === null) continue
    const end = priceDecimal(upTo)
    if (compareDecimals(end, before) <= 0) return `its tiers overlap: one that ends at ${upTo} comes too late.`
    if (begun && !isMultiple(end, per)) {
      return `each started ${perText} counts as a whole one, but a tier ends at ${upTo}, in the middle of one.`
    }
    before = end
  }
  return null
}

/** Whether the quotient of the two is a whole number: none of its digits but zeros stand behind the point. */
function isMultiple(number: Decimal, of: Decimal): boolean {
  const quotient = dividedExactly(number, of)
  return quotient !== null && quotient.digits % 10n ** BigInt(Math.max(quotient.scale, 0)) === 0n
}

/** Whether it is a number that can be calculated with. */
export function isNumberText(text: string): boolean {
  const value = readDecimal(text)
  return value !== null && value !== 'beyond'
}

/** The first twenty, and how many more there are. */
export function firstProblems(problems: readonly string[]): string[] {
  const more = problems.length - MOST_PROBLEMS
  const first = problems.slice(0, MOST_PROBLEMS)
  return more <= 0 ? first : [...first, `There ${more === 1 ? 'is 1 more' : `are ${more} more`}.`]
}

const MOST_PROBLEMS = 20

/** A text as a sentence quotes it: its first 40 UTF-16 units. */
export const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** A price as somebody types it; a sentence where it can be read in two ways. */
export type TypedPrice = { ok: true; price: string } | { ok: false; problem: string }

/** A longer text is no price, whatever it holds. */
const LONGEST = 200

/**
 * "0,05" and "0.05" are one price. "1,234" is none: a comma before exactly three digits may also part the thousands, so
 * it is asked for again. Other signs are left to the rate card, which says what is wrong with them.
 */
export function typedPrice(typed: string): TypedPrice {
  const text = typed.trim()
  if (text.length > LONGEST || !/^\d+,\d+$/.test(text)) return { ok: true, price: text }
  const [whole = '', decimals = ''] = text.split(',')
  if (decimals.length === 3 && whole.length <= 3 && !whole.startsWith('0'))
    return {
      ok: false,
      problem: `“${text}” can be ${whole}.${decimals} or ${whole}${decimals}: type one of these.`,
    }
  return { ok: true, price: `${whole}.${decimals}` }
}

export type PricesFromDay = { ok: true; prices: RatePrice[] } | { ok: false; problem: string }

/**
 * The rate card in which the price at a place is another one from a day on. The worth of events before that day stays
 * as it was.
 * @param price of the one tier that it then has
 * @param from a date, which begins in the billing zone
 */
export function priceFromDay(prices: readonly RatePrice[], at: number, price: string, from: string): PricesFromDay {
  const before = prices[at]
  if (before === undefined) throw new Error('No such price')
  if (from === '') return { ok: false, problem: 'Choose the day from which it holds.' }
  if (before.validFrom !== null && from <= before.validFrom)
    return { ok: false, problem: `The price before it holds from ${before.validFrom} on: choose a later day.` }
  const next = { ...before, validFrom: from, tiers: [{ upTo: null, price }] }
  return { ok: true, prices: [...prices.slice(0, at + 1), next, ...prices.slice(at + 1)] }
}
