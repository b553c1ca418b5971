// Finds the price of an event in the rate card, and reckons what a quantity costs by it.
import { compareDecimals, type Decimal, dividedExactly, minus, plus, times, wholesOf, ZERO } from '../exact/decimal.ts'
import { priceDecimal, type RatePrice } from './rate-card.ts'
import { isNumber, numberOf, type WorthEvent, type WorthValue } from './worth-event.ts'

export interface BookedPrice {
  /** Its place in the rate card. */
  at: number
  price: RatePrice
  /** When it begins, in seconds since the epoch. */
  from: number
  /** Of one, where the price is the same for any quantity, so that each event has a worth of its own; else null. */
  single: Decimal | null
  /** Tells apart the lines of a customer's code: the value of a property that the price is for. */
  valueKey: string
  /** What a quantity of 0 or more costs in one period. */
  worthOf(quantity: Decimal): Decimal
}

/**
 * Prices that an event may have: a customer's own for a value, a customer's own, any customer's for a value, any customer's.
 * The first of these that has a valid one gives it: the one that began last. Each list has the latest first.
 */
export type PriceLists = readonly (readonly (readonly BookedPrice[])[])[]

export interface PriceBook {
  lists(event: WorthEvent): PriceLists
}

/**
 * @param startOf the first second of a day in the billing zone, since the epoch
 * @param slotOf where an event has the value of a property
 */
export function priceBook(
  prices: readonly RatePrice[],
  startOf: (date: string) => number,
  slotOf: (name: string) => number,
): PriceBook {
  const ofCode = new Map<string, PricesOfCode>()
  prices.forEach((price, at) => {
    const { customer, code, where, validFrom } = price
    const ofThis = ofCode.get(code) ?? { slots: new Map(), ofCustomer: new Map() }
    ofCode.set(code, ofThis)
    const pricesOfCustomer = ofThis.ofCustomer.get(customer) ?? { plain: [], byValue: new Map() }
    ofThis.ofCustomer.set(customer, pricesOfCustomer)
    const booked = bookedPrice(price, at, validFrom === null ? Number.NEGATIVE_INFINITY : startOf(validFrom))
    if (where === null) {
      pricesOfCustomer.plain.push(booked)
      return
    }
    ofThis.slots.set(where.name, slotOf(where.name))
    const values = pricesOfCustomer.byValue.get(where.name) ?? new Map<string, BookedPrice[]>()
    pricesOfCustomer.byValue.set(where.name, values)
    const list = values.get(booked.valueKey) ?? []
    values.set(booked.valueKey, list)
    list.push(booked)
  })
  for (const { ofCustomer } of ofCode.values()) {
    for (const { plain, byValue } of ofCustomer.values()) {
      for (const list of [plain, ...[...byValue.values()].flatMap((values) => [...values.values()])]) {
        list.sort((a, b) => b.from - a.from)
      }
    }
  }

  return {
    lists({ customerId, eventCode, values }) {
      const ofThis = eventCode === null ? undefined : ofCode.get(eventCode)
      if (ofThis === undefined) return []
      const lists: BookedPrice[][][] = []
      for (const customer of customerId === null ? [null] : [customerId, null]) {
        const pricesOfCustomer = ofThis.ofCustomer.get(customer)
        if (pricesOfCustomer === undefined) continue
        const ofValues: BookedPrice[][] = []
        for (const [name, slot] of ofThis.slots) {
          const key = valueKey(name, values[slot])
          const list = key === null ? undefined : pricesOfCustomer.byValue.get(name)?.get(key)
          if (list !== undefined) ofValues.push(list)
        }
        lists.push(ofValues, [pricesOfCustomer.plain])
      }
      return lists
    },
  }
}

interface PricesOfCode {
  /** Properties by whose values its prices differ. */
  slots: Map<string, number>
  ofCustomer: Map<string | null, { plain: BookedPrice[]; byValue: Map<string, Map<string, BookedPrice[]>> }>
}

/** The price at a second since the epoch. Null seconds: at any time, so that one which begins at some time is none. */
export function priceAt(lists: PriceLists, seconds: number | null): BookedPrice | null {
  for (const alike of lists) {
    let found: BookedPrice | undefined
    for (const list of alike) {
      const latest = list[firstUpTo(list, seconds ?? Number.NEGATIVE_INFINITY)]
      const isLater = latest !== undefined && (found === undefined || latest.from > found.from)
      if (isLater || (latest !== undefined && latest.from === found?.from && latest.at < found.at)) found = latest
    }
    if (found !== undefined) return found
  }
  return null
}

/** Whether another price begins within a period, after its first second. */
export function changesWithin(lists: PriceLists, from: number, until: number): boolean {
  for (const list of lists.flat()) {
    for (let at = firstUpTo(list, until - 1); (list[at]?.from ?? from) > from; at += 1) {
      if (priceAt(lists, list[at]?.from ?? from) !== priceAt(lists, from)) return true
    }
  }
  return false
}

/** Where the first price stands that begins at this second or before: the latest of them. */
function firstUpTo(list: readonly BookedPrice[], seconds: number): number {
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
  // Begun ones that count whole are counted, and tiers end at whole numbers of them; else all is in single units.
  const tiers = price.tiers.map(({ upTo, price: text }): Tier => {
    const end = upTo === null ? null : priceDecimal(upTo)
    const value = priceDecimal(text)
    return begun
      ? { end: end && { digits: wholesOf(end, per), scale: 0 }, price: value }
      : { end, price: dividedExactly(value, per) ?? value }
  })
  const [only] = tiers
  const isSingle = tiers.length === 1 && !begun && minimum === null && compareDecimals(included, ZERO) === 0
  return {
    at,
    price,
    from,
    single: isSingle && only !== undefined ? only.price : null,
    valueKey: where === null ? '' : (valueKey(where.name, { kind: where.kind, text: where.text }) ?? ''),
    worthOf(quantity) {
      const left = larger(minus(quantity, included), ZERO)
      const counted = begun ? { digits: wholesOf(left, per), scale: 0 } : left
      const worth = tiered === 'volume' ? volume(tiers, counted) : graduated(tiers, counted)
      return minimum === null ? worth : larger(worth, minimum)
    },
  }
}

interface Tier {
  /** Null: it has none. */
  end: Decimal | null
  price: Decimal
}

function volume(tiers: readonly Tier[], quantity: Decimal): Decimal {
  const tier = tiers.find(({ end }) => end === null || compareDecimals(quantity, end) <= 0)
  return tier === undefined ? ZERO : times(quantity, tier.price)
}

function graduated(tiers: readonly Tier[], quantity: Decimal): Decimal {
  let worth = ZERO
  let before = ZERO
  for (const { end, price } of tiers) {
    const upTo = end === null || compareDecimals(quantity, end) < 0 ? quantity : end
    worth = plus(worth, times(minus(upTo, before), price))
    if (upTo === quantity) break
    before = upTo
  }
  return worth
}

const larger = (a: Decimal, b: Decimal) => (compareDecimals(a, b) < 0 ? b : a)

/** Equal for values that are one to a rule; null for what cannot be one. */
function valueKey(name: string, value: WorthValue | null | undefined): string | null {
  if (value?.kind === 'string') return `${name.length} ${name} text ${value.text}`
  if (value?.kind !== 'number') return null
  const number = numberOf(value, false)
  if (!isNumber(number)) return null
  // Zeros at the end are no part of a value.
  let { digits, scale } = number
  for (; digits !== 0n && digits % 10n === 0n; scale -= 1) digits /= 10n
  return `${name.length} ${name} number ${digits}e${digits === 0n ? 0 : -scale}`
}
