// causes/ names what gives the figures of a line that differs from what its events are worth: forty causes, one at a
// time. Each is tried on the line: what it would say, and whether it does.
import type { Decimal } from '../../../../../../shared/exact/decimal.ts'
import { type Figures, isAverage, isRoundedTo, isShownAs, isZero, negated } from './figures.ts'
import type { LineCase, Timed } from './line-case.ts'

/** They are as docs/invoice.md lists them, with an example. Of several that fit equally well the first stands first. */
export const CAUSE_CODES = [
  'number-of-events',
  'sum',
  'maximum',
  'last-or-first',
  'distinct',
  'daily-maximum',
  'one-type',
  'sign-reversed',
  'texts-read',
  'repeats-left-out',
  'billed-twice',
  'late-left-out',
  'utc',
  'shown-zone',
  'end-included',
  'day-missing',
  'month-before',
  'decimal-factor',
  'binary-units',
  'included-forgotten',
  'included-twice',
  'included-after',
  'minimum',
  'other-tiering',
  'one-tier',
  'begun-not-rounded',
  'each-event-priced',
  'per-forgotten',
  'other-time-price',
  'list-price',
  'other-customer-price',
  'other-value-price',
  'other-currency-price',
  'another-price',
  'product',
  'price-rounded',
  'rounded-otherwise',
  'tax-included',
  'other-code',
  'other-customer',
] as const
export type CauseCode = (typeof CAUSE_CODES)[number]

export interface Attempt {
  code: CauseCode
  words: string
  /** Begins its sentence. Asked only of one that fits. */
  says: () => string
  /** Ends it in place of the figures. */
  ends?: () => string
  /** Null: they cannot be calculated, so it is not tried. */
  figures: Figures | null
  /** Other quantities as which the line may state it. */
  quantities?: readonly Decimal[]
  /** Unit prices that it gives; left out: those of the line's events. Null: it says none. */
  prices?: readonly Decimal[] | null
  /** Attempts of one code that come to the same worth are one, whatever else they differ in. */
  isOneByWorth?: boolean
  /** The events that it takes, by month; left out: those of the line, or the same ones otherwise. */
  parts?: readonly (readonly Timed[])[]
}

/** It has what is asked of it where the line is held against it. */
export type Tried = Pick<Attempt, 'quantities' | 'prices'> & { figures: Figures }

/** What becomes of a cause: tried, found not to fit, or not to be asked while month-boundary events are not read. */
export type Step = Attempt | { ruledOut: CauseCode } | { unasked: CauseCode }

/** How else quantities may be stated, and which unit prices, by the rules. */
export interface Stated {
  prices: readonly Decimal[]
  /** Gives what is left of a quantity after what is included, and in units of the price. */
  quantitiesOf: (quantity: Decimal) => readonly Decimal[]
}

/** A line may state what reduces with its sign or without. */
const isShownEitherWay = (value: Decimal, shown: Decimal) =>
  isShownAs(value, shown) || (value.digits < 0n && isShownAs(negated(value), shown))

/** Whether it gives the amount of the line, and neither the quantity nor the unit price of the line is against it. */
export function fitsLine(attempt: Tried, line: LineCase['line'], stated: Stated): boolean {
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
  return prices.some((price) => isShownEitherWay(price, lineUnitPrice)) || isAverageOf(figures, lineUnitPrice)
}

/** Whether the price is the average of the figures, with its sign or without. */
export const isAverageOf = ({ quantity, worth }: Figures, price: Decimal): boolean =>
  quantity !== null && !isZero(quantity) && [price, negated(price)].some((one) => isAverage({ quantity, worth }, one))
