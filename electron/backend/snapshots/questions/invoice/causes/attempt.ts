// A cause that is tried on a line: what the line would say, and whether it does.
import { compareDecimals, type Decimal, minus, times } from '../../../../../../shared/exact/decimal.ts'
import type { CauseCode } from './cause-codes.ts'
import { isRoundedTo, isZero, negated } from './exact-figures.ts'
import type { LineCase } from './line-case.ts'

export interface Figures {
  quantity: Decimal | null
  worth: Decimal
}

export interface Attempt {
  code: CauseCode
  words: string
  /** Asked only of one that fits. */
  sentence: () => string
  figures: Figures
  /** Other quantities as which the line may state it. */
  quantities?: readonly Decimal[]
  /** Unit prices that it gives; left out: those of the line's events. Null: it says none. */
  prices?: readonly Decimal[] | null
  /** Attempts of one code that come to the same worth are one, whatever else they differ in. */
  isOneByWorth?: boolean
}

/** What becomes of a cause: it is tried so or so, found not to fit, or cannot be asked while events at the edges are not read. */
export type Step = Attempt | { ruledOut: CauseCode } | { unasked: CauseCode }

/** How else quantities may be stated, and which unit prices, by the rules. */
export interface Stated {
  prices: readonly Decimal[]
  /** Of a quantity: what is left after what is included, and in units of the price. */
  quantitiesOf: (quantity: Decimal) => readonly Decimal[]
}

/** Equal once rounded to the digits that are shown. */
const isShownAs = (value: Decimal, shown: Decimal) => isRoundedTo(value, shown, Math.max(shown.scale, 0))

/** What reduces may be stated with its sign or without. */
const isShownEitherWay = (value: Decimal, shown: Decimal) =>
  isShownAs(value, shown) || (value.digits < 0n && isShownAs(negated(value), shown))

/** Whether it gives the amount of the line, and neither the quantity nor the unit price that the line says is against it. */
export function fitsLine(attempt: Attempt, line: LineCase['line'], stated: Stated): boolean {
  const { figures, quantities = [], prices = stated.prices } = attempt
  const { quantity, worth } = figures
  if (!isRoundedTo(worth, line.amount, line.places)) return false
  if (line.quantity !== null && quantity !== null) {
    const lineQuantity = line.quantity
    const all = [quantity, ...quantities, ...stated.quantitiesOf(quantity)]
    if (!all.some((one) => isShownEitherWay(one, lineQuantity))) return false
  }
  if (line.unitPrice === null || prices === null) return true
  const lineUnitPrice = line.unitPrice
  return prices.some((price) => isShownEitherWay(price, lineUnitPrice)) || isAverage(figures, lineUnitPrice)
}

/** Whether the price is worth ÷ quantity, to the digits that are shown. */
function isAverage({ quantity, worth }: Figures, price: Decimal): boolean {
  if (quantity === null || isZero(quantity)) return false
  // |worth − price × quantity| is at most half of the last digit shown × quantity.
  const half = { digits: 5n, scale: Math.max(price.scale, 0) + 1 }
  return [price, negated(price)].some(
    (one) => compareDecimals(sizeOf(minus(worth, times(one, quantity))), sizeOf(times(half, quantity))) <= 0,
  )
}

const sizeOf = (value: Decimal) => (value.digits < 0n ? negated(value) : value)
