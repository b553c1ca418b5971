// An invoice as it was written, whatever the events are: its lines, whether an amount is quantity × price, and whether
// totals are sums of its lines.
import type {
  HiddenRows,
  InvoiceMeaning,
  InvoicePeriod,
  ItemMeaning,
} from '../../../../../shared/check/checked-file.ts'
import { type Decimal, minus, times, ZERO } from '../../../../../shared/exact/decimal.ts'
import type {
  DocumentTotal,
  InvoiceColumn,
  InvoiceDocument,
  InvoiceName,
} from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { currencyExponent, plainMoney } from '../../../../../shared/worth/money-text.ts'
import { holds, isKnown, statedSums } from '../stated-sums.ts'
import { isEqual, roundsTo, shownMoney, shownNumber } from './causes/figures.ts'

/** A line as it stands in the file. What is null, the file does not say, or it could not be read (`unread`). */
export interface DocumentLine {
  /** The number of the line in the file. */
  line: number
  item: string
  /** What the file calls the customer. */
  customerSaid: string | null
  /** The ID of the customer; null: it is not known who is meant. */
  customerId: string | null
  /** What the item stands for, such as an event code or a total; null: it is not known. */
  means: ItemMeaning | null
  period: InvoicePeriod | null
  /** Whether the file says its period in UTC. */
  isUtc: boolean
  quantity: Decimal | null
  unitPrice: Decimal | null
  amount: Decimal | null
  /** The currency, as the rules call it. */
  currency: string | null
  /** The meanings of those of its cells that hold something which could not be read. */
  unread: InvoiceMeaning[]
}

export interface ReadInvoice {
  lines: DocumentLine[]
  hidden: HiddenRows | null
  columns: InvoiceColumn[]
  names: InvoiceName[]
  notes: string[]
}

/** Rows of totals that are listed. */
const MOST_TOTALS = 1_000

/**
 * "14,000 × 0.008 is 112.00, and the amount is 96.00."; null where it is the amount, or not all three are there.
 * @param places decimals that the amounts of the invoice have
 * @param isSignRight whether the events bear out the sign of the amount, as of 600 × 0.05 that are credited as (30.00)
 */
export function productProblem(
  { quantity, unitPrice, amount, currency }: DocumentLine,
  places: number,
  isSignRight: boolean,
): string | null {
  if (quantity === null || unitPrice === null || amount === null) return null
  const product = times(quantity, unitPrice)
  const products = isSignRight ? [product, minus(ZERO, product)] : [product]
  // 112.004 is 112.00 in an invoice of two decimals, and may be cut to the decimals of its own cell, as in 112.
  const ownPlaces = Math.max(amount.scale, 0)
  const placesOfInvoice = Math.max(ownPlaces, places)
  const isAmount = products.some((one) => roundsTo(one, amount, placesOfInvoice) || roundsTo(one, amount, ownPlaces))
  if (isAmount) return null
  return `${shownNumber(quantity)} × ${shownNumber(unitPrice)} is ${shownMoney(product, currency)}, and the amount is ${shownMoney(amount, currency)}.`
}

/**
 * What each row of a total states, and whether it is right: it has to be the sum of all lines before it, of those since
 * the row of a total before it, or of those of its customer.
 */
export function documentTotals(lines: readonly DocumentLine[]): DocumentTotal[] {
  const totals: DocumentTotal[] = []
  const sums = statedSums()
  for (const { line, item, means, amount, customerSaid: customer, currency, unread } of lines) {
    if (amount === null && !unread.includes('amount')) continue
    if (means?.is !== 'total') {
      sums.add({ customer, currency, amount })
      continue
    }
    const possible = sums.before({ item, customer, currency })
    // The next row of a total may be the sum of the lines behind this one alone.
    sums.restart()
    if (amount === null || totals.length === MOST_TOTALS) continue
    // Where no sum is right, the likeliest is shown beside what is stated; one that is not known has no figure.
    const right = possible.find((sum) => isKnown(sum) && isEqual(sum, amount))
    const shown = right ?? possible[0] ?? 'several'
    const shownCurrency = currency ?? sums.currency()
    totals.push({
      line,
      item: item.slice(0, 1_000),
      currency: shownCurrency,
      stated: plainMoney(amount, shownCurrency),
      added: isKnown(shown) ? plainMoney(shown, shownCurrency) : null,
      holds: holds(possible, amount),
    })
  }
  return totals
}

/**
 * The document as a whole: `holds` is null where nothing is wrong, but a total cannot be checked.
 * @param wrongProducts how many lines have a problem (`productProblem`) that counts
 */
export function documentOf(totals: DocumentTotal[], wrongProducts: number): InvoiceDocument {
  const isWrong = wrongProducts > 0 || totals.some((total) => total.holds === false)
  const isUnknown = totals.some((total) => total.holds === null)
  return { wrongProducts, totals, holds: isWrong ? false : isUnknown ? null : true }
}

/** How many decimals the amounts of each currency have: as many as any of them, and those of the currency at least. */
export function placesOf(lines: readonly DocumentLine[]): (currency: string | null) => number {
  const most = new Map<string | null, number>()
  for (const { currency, amount } of lines) {
    if (amount !== null && amount.scale > (most.get(currency) ?? 0)) most.set(currency, amount.scale)
  }
  return (currency) =>
    Math.max(most.get(currency) ?? most.get(null) ?? 0, currency === null ? 2 : (currencyExponent(currency) ?? 2))
}
