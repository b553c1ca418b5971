// What a difference in money comes from: another quantity at the old price, and another price of the new quantity.
import { type Decimal, decimalText, minus, readPlain, times } from '../exact/decimal.ts'
import { moneyText } from '../worth/money-text.ts'
import type { CellWorth } from './snapshot-totals.ts'

/** Plain decimals, which add up to the difference. */
export interface VolumeAndPrice {
  /** (Q₂ − Q₁) × P₁ */
  volume: string
  /** Q₂ × (P₂ − P₁) */
  price: string
  /** What neither explains: amounts that are not quantity × price. */
  rest: string
}

type Priced = NonNullable<CellWorth['priced']>

/**
 * Null where one side has no single price, or they are of two units.
 * @param difference in money, after less before
 */
export function volumeAndPrice(
  before: Priced | undefined,
  after: Priced | undefined,
  difference: string,
  currency: string | null,
): VolumeAndPrice | null {
  if (before === undefined || after === undefined || before.unit !== after.unit) return null
  const [q1, p1, q2, p2] = [before.quantity, before.price, after.quantity, after.price].map(readPlain) as [
    Decimal,
    Decimal,
    Decimal,
    Decimal,
  ]
  const volume = times(minus(q2, q1), p1)
  const price = times(q2, minus(p2, p1))
  const rest = minus(minus(readPlain(difference), volume), price)
  const text = (value: Decimal) => moneyText(decimalText(value), currency)
  return { volume: text(volume), price: text(price), rest: text(rest) }
}
