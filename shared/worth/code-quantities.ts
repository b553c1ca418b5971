// Quantities by event code and unit, which are never added across them.
import { createDecimalSum, type Decimal, type DecimalSum, decimalText } from '../exact/decimal.ts'
import type { CodeQuantity } from './worth.ts'

/** Bounds a service that gives each event a code of its own. */
const MOST_QUANTITIES = 1_000

export type QuantityKey = Pick<CodeQuantity, 'eventCode' | 'unit' | 'by' | 'property'>

export interface CodeQuantities {
  add(key: QuantityKey, quantity: Decimal, events: number): void
  /** Codes as first seen, and the quantities of each as first seen. */
  figures(): CodeQuantity[]
  /** Events of codes and units beyond the most. */
  others(): number
}

/** Keeps the first key of each sum: it is not to be changed once it was added. Bounded by `MOST_QUANTITIES`. */
export function createCodeQuantities(): CodeQuantities {
  const byCode = new Map<string | null, { key: QuantityKey; sum: DecimalSum; events: number }[]>()
  let size = 0
  let others = 0

  function listOf(code: string | null) {
    const list = byCode.get(code) ?? []
    byCode.set(code, list)
    return list
  }

  return {
    add(key, quantity, events) {
      const known = byCode
        .get(key.eventCode)
        ?.find(({ key: { unit, by, property } }) => unit === key.unit && by === key.by && property === key.property)
      if (known !== undefined) {
        known.sum.add(quantity)
        known.events += events
        return
      }
      if (size >= MOST_QUANTITIES) {
        others += events
        return
      }
      size += 1
      const sum = createDecimalSum()
      sum.add(quantity)
      listOf(key.eventCode).push({ key, sum, events })
    },
    figures: () =>
      [...byCode.values()].flat().map(({ key, sum, events }) => ({
        ...key,
        events,
        quantity: decimalText(sum.total()),
      })),
    others: () => others,
  }
}
