// This is what properties mean, as the user said it: nothing is guessed about money. What names and values suggest is
// only offered.

import { z } from 'zod'
import type { PricedQuantity } from './priced-quantity.ts'

export const PROPERTY_MEANINGS = [
  'amount-major',
  'amount-minor',
  'quantity',
  'unit-price',
  'currency',
  'unit',
  'request-identifier',
] as const
/** `amount-minor`: in cents or the like. `request-identifier`: differs between two sendings of one event. */
export type PropertyMeaning = (typeof PROPERTY_MEANINGS)[number]

/** `none`: asked, and it means nothing of these; it is not offered again. */
const meaningSchema = z.object({ name: z.string(), meaning: z.enum([...PROPERTY_MEANINGS, 'none']) })

/** Confirmed by the user for one connection; a name occurs once. */
export const propertyMeaningsSchema = z
  .array(meaningSchema)
  .max(1_000)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    error: 'A property has one meaning.',
  })
export type PropertyMeanings = z.infer<typeof propertyMeaningsSchema>

/** This is what is known of a property's values: how many are of which kind, and the commonest texts. */
export interface SeenProperty {
  name: string
  strings: number
  numbers: number
  distinct: number
  commonest: readonly string[]
}

/** Meanings to offer, by name and values; of those that were asked already none. */
export function offeredMeanings(
  seen: readonly SeenProperty[],
  confirmed: PropertyMeanings,
): { name: string; meaning: PropertyMeaning }[] {
  const known = new Set(confirmed.map(({ name }) => name))
  return seen.flatMap((property) => {
    const meaning = known.has(property.name) ? null : offered(property)
    return meaning === null ? [] : [{ name: property.name, meaning }]
  })
}

/** Confirmed names of a meaning. */
function meant(meanings: PropertyMeanings, ...wanted: readonly PropertyMeaning[]): string[] {
  return meanings.filter(({ meaning }) => wanted.some((one) => one === meaning)).map(({ name }) => name)
}

/** The property that splits currencies, and the one that splits units, unless the user said otherwise. */
const DEFAULT_CURRENCY = 'currency'
const DEFAULT_UNIT = 'unit'

export interface MeasureUnits {
  /** Properties whose texts split every figure of the measure; a figure never goes across two of their values. */
  by: string[]
  /** Whether the user confirmed all of them. */
  confirmed: boolean
}

/**
 * Tells what splits the figures of these properties (two: their product). Money goes by currency, a quantity by its
 * unit; where a property's meaning is not known, by both, as nothing is added that might be of two kinds.
 */
export function measureUnits(properties: readonly string[], meanings: PropertyMeanings): MeasureUnits {
  const currencies = meant(meanings, 'currency')
  const units = meant(meanings, 'unit')
  const isMoney = meant(meanings, 'amount-major', 'amount-minor', 'unit-price').some((name) =>
    properties.includes(name),
  )
  const isQuantity =
    !isMoney && properties.length > 0 && properties.every((name) => meant(meanings, 'quantity').includes(name))
  const wanted = [
    ...(isQuantity ? [] : [{ names: currencies, usual: DEFAULT_CURRENCY }]),
    ...(isMoney ? [] : [{ names: units, usual: DEFAULT_UNIT }]),
  ]
  const denied = new Set(meanings.filter(({ meaning }) => meaning === 'none').map(({ name }) => name))
  return {
    by: wanted.flatMap(({ names, usual }) => (names.length > 0 ? names : denied.has(usual) ? [] : [usual])),
    confirmed: wanted.every(({ names }) => names.length > 0),
  }
}

/** The commonest names; each is a column to look at. */
const MOST_BESIDE = 8

/**
 * Tells by which properties beside it a number is a quantity, and no money (`priced-quantity.ts`). Null where no event
 * can make it one: it was said what it means, or no price is known.
 * @param names of all properties, commonest first
 */
export function pricedQuantity(
  property: string,
  names: readonly string[],
  meanings: PropertyMeanings,
): PricedQuantity | null {
  const meaningOf = new Map(meanings.map(({ name, meaning }) => [name, meaning]))
  const chosen = meaningOf.get(property)
  if (chosen !== undefined && chosen !== 'none') return null
  const known = [...new Set([...meaningOf.keys(), ...names])]
  // The name of a property tells what it is only where nobody said it.
  const beside = (meaning: PropertyMeaning, likeIt: RegExp) =>
    known.filter((name) => (meaningOf.has(name) ? meaningOf.get(name) === meaning : likeIt.test(foldedName(name))))
  const prices = beside('unit-price', PRICE_NAME)
  const isAmountName = [AMOUNT_NAME, MINOR_AMOUNT_NAME].some((like) => like.test(foldedName(property)))
  const quantities = isAmountName ? beside('quantity', QUANTITY_NAME) : []
  const units = new Set([DEFAULT_UNIT, ...meant(meanings, 'unit')])
  const currencies = measureUnits([property], meanings).by.filter((name) => !units.has(name))
  if (prices.length === 0 || prices.includes(property) || currencies.length === 0) return null
  return {
    prices: prices.slice(0, MOST_BESIDE),
    quantities: quantities.filter((name) => name !== property).slice(0, MOST_BESIDE),
    currencies: currencies.slice(0, MOST_BESIDE),
  }
}

/** Whether numbers without a known unit are never added across event codes: unless somebody said they are money. */
export const isApartByCode = (properties: readonly string[], meanings: PropertyMeanings) =>
  !meant(meanings, 'amount-major', 'amount-minor').some((name) => properties.includes(name))

/** Whether the user said of each of these names that it tells currencies or units apart. */
export const areUnits = (names: readonly string[], meanings: PropertyMeanings) => {
  const unitNames = new Set(meant(meanings, 'currency', 'unit'))
  return names.length > 0 && names.every((name) => unitNames.has(name))
}

// Names that suggest a meaning, folded: `foldedName` makes one of "unitPrice" and "unit_price".

/** The last word counts: "net_total", "amount_major". */
const AMOUNT_NAME = /(?:^|_)(?:amount|cost|total|charge|fee|net|gross)(?:_major)?$/
const MINOR_AMOUNT_NAME = /(?:^|_)(?:cents|amount_minor|minor_amount|amount_cents|minor_units)$/
const QUANTITY_NAME = /(?:^|_)(?:quantity|qty|count|units|usage|volume|seats)$/
/**
 * "unit_price", "list-price", "price_per_gb", "rate"; not "total_price", which is an amount, nor "tax_rate" or
 * "exchange_rate", which are no prices and stand beside amounts.
 */
const PRICE_NAME = /(?:^|[_.-])(?<!total[_.-])price(?:_per_\w+)?$|^(?:unit_)?rate$/

function offered({ name, strings, numbers, distinct, commonest }: SeenProperty): PropertyMeaning | null {
  const word = foldedName(name)
  const isNumeric = numbers > strings
  if (!isNumeric && isRequestName(name) && distinct * 2 > strings) return 'request-identifier'
  if (!isNumeric && strings > 0 && commonest.length > 0) {
    if (/(?:^|_)(?:currency|ccy)(?:_code)?$/.test(word)) return 'currency'
    if (commonest.every((text) => CURRENCIES.test(text))) return 'currency'
    if (/(?:^|_)(?:unit|uom|unit_of_measure)$/.test(word)) return 'unit'
    return null
  }
  if (!isNumeric) return null
  if (/(?:^|_)(?:unit_price|price|rate|price_per_\w+)$/.test(word)) return 'unit-price'
  if (MINOR_AMOUNT_NAME.test(word)) return 'amount-minor'
  if (AMOUNT_NAME.test(word)) return 'amount-major'
  if (QUANTITY_NAME.test(word)) return 'quantity'
  return null
}

/** The commonest codes of ISO 4217: three capitals alone could be anything. */
const CURRENCIES =
  /^(?:AED|ARS|AUD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NOK|NZD|PHP|PLN|RON|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR)$/

// Names of properties that tell of one sending of an event, as services commonly write them.

/** "request", "x-request-id", "trace_id", "dedupkey". */
const REQUEST_NAME =
  /(?:^|[_.-])(?:idempotency|request|trace|span|correlation|dedup\w*)(?:[_.-]?(?:id|key|token|uuid))?$/
/** Whose name says that equal values are one request sent twice. */
const IDEMPOTENCY_NAME = /idempot|dedup/

/** `requestId` and `request-id` are one name to these rules. */
const foldedName = (name: string) =>
  name
    .slice(0, 100)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()

/** Whether equal values under this name are one request that was sent twice: "Idempotency-Key", "dedupId". */
export const isIdempotencyName = (name: string) => IDEMPOTENCY_NAME.test(foldedName(name))

/** Whether the name alone says that it differs between two sendings of one event. */
export const isRequestName = (name: string) => REQUEST_NAME.test(foldedName(name))

const IDENTIFIER_NAME = /(?:^|[_.-])(?:id|uuid|guid|ulid|key|ref|reference|hash|nonce)$/

/** Whether the name says that its values identify, even as numbers: "transaction_id", "eventUuid". */
export const isIdentifierName = (name: string) => IDENTIFIER_NAME.test(foldedName(name))
