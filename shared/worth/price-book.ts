// Finds the price of an event in the rate card, and computes what a quantity costs by it.
import { compareDecimals, type Decimal, dividedExactly, minus, plus, times, wholesOf, ZERO } from '../exact/decimal.ts'
import { priceDecimal, type RatePrice } from './rate-price.ts'
import { isNumber, numberOf, type WorthEvent, type WorthValue } from './worth-event.ts'

export interface BookedPrice {
  /** Its place in the rate card. */
  at: number
  price: RatePrice
  /** It begins then, in seconds since the epoch. */
  from: number
  /** It is the price of one, the same for any quantity, so that each event has a worth of its own; else null. */
  single: Decimal | null
  /** Tells apart the lines of a customer's code: the value that the price is for; empty: it is for any. */
  valueKey: string
  /** Gives what a quantity of 0 or more costs in one period. */
  worthOf(quantity: Decimal): Decimal
  /** Tells what of it is in each tier, once what is included is taken off. */
  inTiers(quantity: Decimal): TierPart[]
}

/** What of a quantity is in one tier; in begun units, where the price counts these as whole ones. */
export interface TierPart {
  quantity: Decimal
  /** The price of the tier as it stands in the rate card. */
  written: string
  worth: Decimal
}

/**
 * The prices that an event may have, in four ranks: its customer's own for a value of a property, its customer's own,
 * any customer's for a value, any customer's. A rank has a list for each such value, the latest price first. The first
 * rank in which a price is valid gives the price of the event: of its valid ones the one that began last.
 */
export type PriceLists = readonly (readonly (readonly BookedPrice[])[])[]

/**
 * @param startOf the first second of a day in the billing zone, since the epoch
 * @param slotOf where an event has the value of a property
 */
export function priceBook(
  prices: readonly RatePrice[],
  startOf: (date: string) => number,
  slotOf: (name: string) => number,
) {
  const booked = prices.map((price, at) => {
    const { validFrom } = price
    return bookedPrice(price, at, validFrom === null ? Number.NEGATIVE_INFINITY : startOf(validFrom))
  })
  const ofCode = new Map(
    [...Map.groupBy(booked, ({ price }) => price.code)].map(([code, list]) => [code, pricesOfCode(list, slotOf)]),
  )
  return {
    lists({ customerId, eventCode, values }: WorthEvent): PriceLists {
      const ofThis = eventCode === null ? undefined : ofCode.get(eventCode)
      if (ofThis === undefined) return []
      const lists: BookedPrice[][][] = []
      const keys = ofThis.slots.flatMap(([name, slot]) => valueKey(name, values[slot]) ?? [])
      for (const customer of customerId === null ? [null] : [customerId, null]) {
        const byValue = ofThis.ofCustomer.get(customer)
        if (byValue === undefined) continue
        lists.push(
          keys.map((key) => byValue.get(key) ?? []),
          [byValue.get('') ?? []],
        )
      }
      return lists
    },
  }
}

/** @param prices of one code */
function pricesOfCode(prices: readonly BookedPrice[], slotOf: (name: string) => number) {
  const names = new Set(prices.flatMap(({ price }) => price.where?.name ?? []))
  const latestFirst = prices.toSorted((a, b) => b.from - a.from)
  const ofCustomers = [...Map.groupBy(latestFirst, ({ price }) => price.customer)]
  return {
    /** Properties by whose values its prices differ. */
    slots: [...names].map((name): [string, number] => [name, slotOf(name)]),
    /** The keys are those of `valueKey`. */
    ofCustomer: new Map(
      ofCustomers.map(([customer, list]) => [customer, Map.groupBy(list, ({ valueKey }) => valueKey)]),
    ),
  }
}

/** The price at a second since the epoch. Null seconds: at any time, so that one which begins at some time is none. */
export function priceAt(lists: PriceLists, seconds: number | null): BookedPrice | null {
  for (const rank of lists) {
    let found: BookedPrice | undefined
    for (const list of rank) {
      const latest = list[latestUpTo(list, seconds ?? Number.NEGATIVE_INFINITY)]
      if (latest !== undefined && (found === undefined || isBefore(latest, found))) found = latest
    }
    if (found !== undefined) return found
  }
  return null
}

/** Of two prices of one rank the later one counts; of two that begin together, the first on the rate card. */
const isBefore = (one: BookedPrice, other: BookedPrice) =>
  one.from > other.from || (one.from === other.from && one.at < other.at)

/** Whether another price begins within a period, after its first second. */
export function changesWithin(lists: PriceLists, from: number, until: number): boolean {
  for (const list of lists.flat()) {
    // Prices stand latest first: from the last one of the period on, each further one began before it.
    for (let at = latestUpTo(list, until - 1); at < list.length; at += 1) {
      const begins = list[at]?.from ?? from
      if (begins <= from) break
      // One that began may be of a rank that another one goes before, and changes nothing then.
      if (priceAt(lists, begins) !== priceAt(lists, from)) return true
    }
  }
  return false
}

/** The place of the latest price that begins at this second or before, by halving; the list's length: none does. */
function latestUpTo(list: readonly BookedPrice[], seconds: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.from ?? seconds) <= seconds) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * @param price one in which `ratePriceProblems` finds nothing
 * @param at its place in the rate card
 * @param from when it begins, in seconds since the epoch
 */
export function bookedPrice(price: RatePrice, at: number, from: number): BookedPrice {
  const { where, begun, tiered } = price
  const [per, included] = [priceDecimal(price.per), priceDecimal(price.included)]
  const minimum = price.minimum === null ? null : priceDecimal(price.minimum)
  // With `begun`, "per 1,000" is charged for each thousand that was begun: quantities and the ends of tiers are numbers
  // of thousands then. Else they are in single units, and so is the price.
  const tiers = price.tiers.map(({ upTo, price: text }): Tier => {
    const end = upTo === null ? null : priceDecimal(upTo)
    const value = priceDecimal(text)
    return begun
      ? { end: end && { digits: wholesOf(end, per), scale: 0 }, written: text, price: value }
      : { end, written: text, price: dividedExactly(value, per) ?? value }
  })
  const [only] = tiers
  const isSingle = tiers.length === 1 && !begun && minimum === null && compareDecimals(included, ZERO) === 0
  function inTiers(quantity: Decimal): TierPart[] {
    const left = larger(minus(quantity, included), ZERO)
    const counted = begun ? { digits: wholesOf(left, per), scale: 0 } : left
    const parts = tiered === 'volume' ? wholeInTier(tiers, counted) : byTier(tiers, counted)
    return parts.map(({ tier, part }) => ({ quantity: part, written: tier.written, worth: times(part, tier.price) }))
  }
  return {
    at,
    price,
    from,
    single: isSingle && only !== undefined ? only.price : null,
    valueKey: where === null ? '' : (valueKey(where.name, { kind: where.kind, text: where.text }) ?? ''),
    worthOf(quantity) {
      const worth = inTiers(quantity).reduce((sum, part) => plus(sum, part.worth), ZERO)
      return minimum === null ? worth : larger(worth, minimum)
    },
    inTiers,
  }
}

interface Tier {
  /** Included in it; null: it has none. */
  end: Decimal | null
  /** Its price as it stands in the rate card. */
  written: string
  /** One that is counted has this price. */
  price: Decimal
}

/** `volume`: all of a quantity is in the tier in which it ends. */
const wholeInTier = (tiers: readonly Tier[], quantity: Decimal) =>
  tiers
    .filter(({ end }) => end === null || compareDecimals(quantity, end) <= 0)
    .slice(0, 1)
    .map((tier) => ({ tier, part: quantity }))

/** `graduated`: each tier takes of a quantity what lies between the end of the tier before and its own. */
function byTier(tiers: readonly Tier[], quantity: Decimal): { tier: Tier; part: Decimal }[] {
  const parts: { tier: Tier; part: Decimal }[] = []
  let before = ZERO
  for (const tier of tiers) {
    const upTo = tier.end === null || compareDecimals(quantity, tier.end) < 0 ? quantity : tier.end
    parts.push({ tier, part: minus(upTo, before) })
    if (upTo === quantity) break
    before = upTo
  }
  return parts
}

const larger = (a: Decimal, b: Decimal) => (compareDecimals(a, b) < 0 ? b : a)

/** One text for all writings of a value: of 1.50 and 1.5 the same. Null for what is neither a text nor a number. */
function valueKey(name: string, value: WorthValue | null | undefined): string | null {
  if (value?.kind === 'string') return `${name.length} ${name} text ${value.text}`
  if (value?.kind !== 'number') return null
  const number = numberOf(value, { isTextRead: false })
  if (!isNumber(number)) return null
  // Zeros at the end are no part of a value.
  let { digits, scale } = number
  for (; digits !== 0n && digits % 10n === 0n; scale -= 1) digits /= 10n
  return `${name.length} ${name} number ${digits}e${digits === 0n ? 0 : -scale}`
}
