// Numbers of both sides in one list, each value once however it is written: 12.5 and 12.50 have one number. So two
// cells are compared as two integers, and a million of them are added exactly.
import { createDecimalSum, type Decimal, type DecimalSum, readDecimal } from '../../../../shared/exact/decimal.ts'
import { moneyText, plainNumber } from '../../../../shared/worth/money-text.ts'
import { type Effect, withEffect } from '../../../../shared/worth/rule.ts'
import { createDictionary, type Dictionary } from '../table/dictionary.ts'
import { token } from './ledger-file.ts'

export interface Amounts {
  /** The number of a JSON number's value; 0: it is beyond what is calculated with. */
  of(jsonNumber: string): number
  ofDecimal(value: Decimal): number
  text(id: number): string
  values: Dictionary
}

export function createAmounts(): Amounts {
  const values = createDictionary()
  const add = (text: string) => values.add(token('number', text))
  return {
    of(text) {
      if (NORMAL.test(text)) return add(text)
      if (PLAIN.test(text)) {
        const normal = moneyText(text, null)
        return add(normal === '-0' ? '0' : normal)
      }
      const read = readDecimal(text)
      return read === null || read === 'beyond' ? 0 : add(plainNumber(read))
    },
    ofDecimal: (value) => add(plainNumber(value)),
    text: (id) => values.text(id),
    values,
  }
}

/** A number written so is the text of its value. */
const NORMAL = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,14})\.\d{0,14}[1-9])$/
/** Nearly all numbers are, and need not be calculated. */
const PLAIN = /^-?\d{1,15}(?:\.\d{1,15})?$/

/** Sums of amounts by a number of their own. */
export interface AmountSums {
  /** @param shift decimal places by which it is divided, of what stands in minor units */
  add(sum: number, id: number, effect: Effect, shift: number): void
  /** Null: nothing was added. */
  total(sum: number): Decimal | null
}

/** @param amounts to which nothing is added any more */
export function createAmountSums({ values }: Amounts): AmountSums {
  const known: Decimal[] = []
  const sums = new Map<number, DecimalSum>()
  return {
    add(of, id, effect, shift) {
      const sum = sums.get(of) ?? createDecimalSum()
      sums.set(of, sum)
      const value = known[id] ?? readDecimal(values.text(id))
      if (value === null || value === 'beyond') return
      known[id] = value
      sum.add(inMajorUnits(withEffect(effect, value), shift))
    },
    total: (of) => sums.get(of)?.total() ?? null,
  }
}

/** A decimal divided by ten to the power of `shift`. */
export const inMajorUnits = ({ digits, scale }: Decimal, shift: number): Decimal => ({ digits, scale: scale + shift })
