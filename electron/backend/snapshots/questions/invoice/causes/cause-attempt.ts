// causes/ names what gives the figures of a line that differs from what its events are worth: forty causes, one at a
// time. Each is tried on the line: an attempt has the figures that the line would have by the cause, and the cause fits
// where these are what the line says.
import type { Decimal } from '../../../../../../shared/exact/decimal.ts'
import { type Figures, isAverage, isRoundedTo, isShownAs, isZero, negated } from './figures.ts'
import type { LineCase, Timed } from './line-case.ts'

/**
 * The causes in the order of docs/invoice.md, which has an example of each. Of several that fit equally well the first
 * one stands first.
 */
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

/** One way in which a cause can have given the figures of a line. */
export interface Attempt {
  code: CauseCode
  words: string
  /** The beginning of its sentence, which is made only of an attempt that fits. */
  says: () => string
  /** The end of its sentence, in place of the figures. */
  ends?: () => string
  /** What the line would have for its quantity and amount; null: it cannot be calculated, so the cause is not tried. */
  figures: Figures | null
  /** Other quantities that the line may state by this cause. */
  quantities?: readonly Decimal[]
  /** Unit prices that the line may state; absent: those of its events; null: any, as the cause says none. */
  prices?: readonly Decimal[] | null
  /** Whether attempts of this code that come to one worth are one cause, whatever else they differ in. */
  isOneByWorth?: boolean
  /** The events that are on the line by this cause, by month; absent: the line's own. */
  parts?: readonly (readonly Timed[])[]
}

/** What of an attempt is held against the line. */
export type Tried = Pick<Attempt, 'quantities' | 'prices'> & { figures: Figures }

/** What becomes of a cause: it is tried, it cannot fit, or it is not tried as month-boundary events were not read. */
export type Step = Attempt | { ruledOut: CauseCode } | { unasked: CauseCode }

/** What a line may state by the rules. */
export interface Stated {
  /** Unit prices of its events. */
  prices: readonly Decimal[]
  /** Other ways to state a quantity: less what is included, and in the units of the price. */
  quantitiesOf: (quantity: Decimal) => readonly Decimal[]
}

/** A line may state what reduces with its sign or without. */
const isShownEitherWay = (value: Decimal, shown: Decimal) =>
  isShownAs(value, shown) || (value.digits < 0n && isShownAs(negated(value), shown))

/** Whether an attempt gives the amount of the line, and neither contradicts the line's quantity nor its unit price. */
export function fitsLine(attempt: Tried, line: LineCase['line'], stated: Stated): boolean {
  const { figures, quantities = [], prices = stated.prices } = attempt
  const { quantity, worth } = figures
  const { amount, places, quantity: lineQuantity, unitPrice } = line
  if (!isRoundedTo(worth, amount, places)) return false
  if (lineQuantity !== null && quantity !== null) {
    const all = [quantity, ...quantities, ...stated.quantitiesOf(quantity)]
    if (!all.some((one) => isShownEitherWay(one, lineQuantity))) return false
  }
  if (unitPrice === null || prices === null) return true
  return prices.some((price) => isShownEitherWay(price, unitPrice)) || isAverageOf(figures, unitPrice)
}

/** Whether the price is the average of the figures, with its sign or without. */
export const isAverageOf = ({ quantity, worth }: Figures, price: Decimal): boolean =>
  quantity !== null && !isZero(quantity) && [price, negated(price)].some((one) => isAverage({ quantity, worth }, one))
