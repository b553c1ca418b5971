// Numbers of both sides in one list, each value once however it is written: 12.5 and 12.50 have one number. So two cells are
// compared as two integers, and a million of them are added exactly.
import { type Decimal, decimalText, plus, readDecimal } from '../../../../shared/exact/decimal.ts'
import { moneyText } from '../../../../shared/worth/money-text.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { token } from './ledger-file.ts'
import { LARGE, type NumberColumn, numbersOf, SMALL } from './number-column.ts'

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
      return read === null || read === 'beyond' ? 0 : add(normalText(read))
    },
    ofDecimal: (value) => add(normalText(value)),
    text: (id) => values.text(id),
    values,
  }
}

/** As it stands it is the text of its value. */
const NORMAL = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,14})\.\d{0,14}[1-9])$/
/** Nearly all numbers are, and need not be calculated. */
const PLAIN = /^-?\d{1,15}(?:\.\d{1,15})?$/

/** Without zeros that nobody sent: 12.5, also of 12.50. */
export const normalText = (value: Decimal) => moneyText(decimalText(value), null)

/** What is done with an amount before it is added: nothing, its sign turned, or taken off by its size. */
export const TURNS = ['same', 'reversed', 'reduces'] as const
export type TurnOfSign = (typeof TURNS)[number]

/** Sums of amounts by a number of their own. */
export interface AmountSums {
  /** @param shift decimal places by which it is divided, of what stands in minor units */
  add(sum: number, id: number, sign: TurnOfSign, shift: number): void
  /** Null: nothing was added. */
  total(sum: number): Decimal | null
}

/** Two more additions stay exact. */
const CARRY = 2 ** 51
/** Places that a currency's minor unit has at most, and none. */
const SHIFTS = 8

interface Sum {
  small: number
  carried: bigint
  large: Decimal | null
}

/** @param amounts to which nothing is added any more */
export function createAmountSums({ values }: Amounts): AmountSums {
  const numbers: NumberColumn = numbersOf(values, false)
  const sums = new Map<number, Sum>()

  return {
    add(of, id, sign, shift) {
      const key = of * SHIFTS + shift
      const sum = sums.get(key) ?? { small: 0, carried: 0n, large: null }
      sums.set(key, sum)
      if (numbers.states[id] === SMALL) {
        sum.small += turnedDouble(numbers.wholes[id] ?? 0, sign)
        if (sum.small > CARRY || sum.small < -CARRY) {
          sum.carried += BigInt(sum.small)
          sum.small = 0
        }
      } else if (numbers.states[id] === LARGE) {
        const value = numbers.large.get(id)
        if (value !== undefined) sum.large = joined(sum.large, withTurnedSign(value, sign))
      }
    },
    total(of) {
      let total: Decimal | null = null
      for (let shift = 0; shift < SHIFTS; shift += 1) {
        const sum = sums.get(of * SHIFTS + shift)
        if (sum === undefined) continue
        const small = { digits: sum.carried + BigInt(sum.small), scale: numbers.scale + shift }
        total = joined(total, small)
        if (sum.large !== null) total = plus(total, { ...sum.large, scale: sum.large.scale + shift })
      }
      return total
    },
  }
}

const joined = (one: Decimal | null, other: Decimal) => (one === null ? other : plus(one, other))

const turnedDouble = (value: number, sign: TurnOfSign) =>
  sign === 'reversed' || (sign === 'reduces' && value > 0) ? -value : value

/** A decimal with the sign that its event's effect gives it. */
export const withTurnedSign = ({ digits, scale }: Decimal, sign: TurnOfSign): Decimal => ({
  digits: sign === 'reversed' || (sign === 'reduces' && digits > 0n) ? -digits : digits,
  scale,
})
