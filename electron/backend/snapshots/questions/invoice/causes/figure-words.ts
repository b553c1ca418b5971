// Figures of a line in the sentences about its causes.
import { type Decimal, decimalText } from '../../../../../../shared/exact/decimal.ts'
import { groupedDigits } from '../../../../../../shared/exact/grouped-digits.ts'
import { moneyText } from '../../../../../../shared/worth/money-text.ts'
import type { Figures } from './attempt.ts'
import type { LineCase } from './line-case.ts'

/** "9,337.5", "−1,031,250": exact, without zeros that nobody needs. */
export const numberWords = (value: Decimal) => moneyWords(value, null)

/** "9,337.5 GB". */
export const quantityWords = (value: Decimal, unit: string | null | undefined) =>
  unit == null || unit === '' ? numberWords(value) : `${numberWords(value)} ${shortened(unit)}`

/** "744.00": with at least the decimals of its currency. */
export const moneyWords = (value: Decimal, currency: string | null) =>
  groupedDigits(moneyText(decimalText(value), currency)).replace(/^-/, '−')

/** "9,000 GB = 720.00". */
export function figuresWords({ quantity, worth }: Figures, { unit, line }: LineCase): string {
  const money = moneyWords(worth, line.currency)
  return quantity === null ? money : `${quantityWords(quantity, unit)} = ${money}`
}

/** " at 0.08"; empty where no single price holds. */
export const atPriceWords = (price: Decimal | null) => (price === null ? '' : ` at ${numberWords(price)}`)

/** "Berlin" of "Europe/Berlin". */
export const placeWords = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

const LONGEST_NAME = 60

/** Names of units, customers and codes are anything. */
export const shortened = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name)
