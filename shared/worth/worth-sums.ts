// Sums by currency, and quantities by event code and unit: never across two of them.
import { createDecimalSum, type Decimal, type DecimalSum, decimalText, plus, readPlain } from '../exact/decimal.ts'
import type { CodeQuantity, CurrencySum } from './worth.ts'

/** Bounds a service that gives each event a currency of its own. */
const MOST_CURRENCIES = 1_000

export type WorthSums = ReturnType<typeof createWorthSums>

/** Adds up worths exactly, and counts the events of each sum. */
export function createWorthSums() {
  const sums = new Map<string | null, { sum: DecimalSum; events: number }>()

  return {
    /** False where there are too many currencies to have one more: nothing is added then. */
    add(currency: string | null, value: Decimal, events: number): boolean {
      let known = sums.get(currency)
      if (known === undefined) {
        if (currency !== null && sums.size >= MOST_CURRENCIES) return false
        known = { sum: createDecimalSum(), events: 0 }
        sums.set(currency, known)
      }
      known.sum.add(value)
      known.events += events
      return true
    },
    /** First seen first, what has no currency last. */
    figures: (): CurrencySum[] =>
      [...sums]
        .map(([currency, { sum, events }]) => ({ currency, events, sum: decimalText(sum.total()) }))
        .sort(nullLast),
  }
}

/** Both added, currency by currency. */
export function joinedSums(some: readonly CurrencySum[], others: readonly CurrencySum[]): CurrencySum[] {
  const joined = new Map(some.map((one) => [one.currency, one]))
  for (const { currency, events, sum } of others) {
    const known = joined.get(currency)
    joined.set(currency, {
      currency,
      events: events + (known?.events ?? 0),
      sum: known === undefined ? sum : decimalText(plus(readPlain(known.sum), readPlain(sum))),
    })
  }
  return [...joined.values()].sort(nullLast)
}

const nullLast = (a: CurrencySum, b: CurrencySum) => Number(a.currency === null) - Number(b.currency === null)

/** Bounds a service that gives each event a code of its own. */
const MOST_QUANTITIES = 1_000

type QuantityKey = Pick<CodeQuantity, 'eventCode' | 'unit' | 'by' | 'property'>

export type CodeQuantities = ReturnType<typeof createCodeQuantities>

/** Keeps the first key of each sum: it is not to be changed once it was added. Bounded by `MOST_QUANTITIES`. */
export function createCodeQuantities() {
  const byCode = new Map<string | null, { key: QuantityKey; sum: DecimalSum; events: number }[]>()
  let size = 0
  let others = 0

  return {
    add(key: QuantityKey, quantity: Decimal, events: number): void {
      const ofCode = byCode.get(key.eventCode) ?? []
      let known = ofCode.find(
        ({ key: { unit, by, property } }) => unit === key.unit && by === key.by && property === key.property,
      )
      if (known === undefined) {
        if (size >= MOST_QUANTITIES) {
          others += events
          return
        }
        size += 1
        known = { key, sum: createDecimalSum(), events: 0 }
        ofCode.push(known)
        byCode.set(key.eventCode, ofCode)
      }
      known.sum.add(quantity)
      known.events += events
    },
    /** Codes as first seen, and the quantities of each as first seen. */
    figures: (): CodeQuantity[] =>
      [...byCode.values()].flat().map(({ key, sum, events }) => ({
        ...key,
        events,
        quantity: decimalText(sum.total()),
      })),
    /** Events of codes and units beyond the most. */
    others: () => others,
  }
}
