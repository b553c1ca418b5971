// An invoice as it was written, whatever the events are: its lines, quantity × price that is the amount, totals that
// are sums of its lines.
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
import { holds, statedSums } from '../stated-sums.ts'
import { isEqual, roundsTo, shownMoney, shownNumber } from './causes/figures.ts'

export interface DocumentLine {
  /** It is a line of the file. */
  line: number
  item: string
  /** The file says it so; null: nothing. */
  customerSaid: string | null
  customerId: string | null
  /** Null: nothing is known of its item. */
  means: ItemMeaning | null
  period: InvoicePeriod | null
  /** Whether the file says its period in UTC. */
  isUtc: boolean
  quantity: Decimal | null
  unitPrice: Decimal | null
  amount: Decimal | null
  /** The rules call it so. */
  currency: string | null
  /** Cells that hold something which is not read. */
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
 * @param isSignRight whether the events bear out the sign of the amount, as of 600 × 0.05 that are credited as (30.00)
 */
export function productProblem(
  { quantity, unitPrice, amount, currency }: DocumentLine,
  places: number,
  isSignRight: boolean,
): string | null {
  if (quantity === null || unitPrice === null || amount === null) return null
  const product = times(quantity, unitPrice)
  const ownPlaces = Math.max(amount.scale, 0)
  const sides = isSignRight ? [product, minus(ZERO, product)] : [product]
  const isAmount = sides.some(
    (side) => roundsTo(side, amount, Math.max(ownPlaces, places)) || roundsTo(side, amount, ownPlaces),
  )
  if (isAmount) return null
  return `${shownNumber(quantity)} × ${shownNumber(unitPrice)} is ${shownMoney(product, currency)}, and the amount is ${shownMoney(amount, currency)}.`
}

/**
 * Each row of a total is held against all lines before it, against those since the row of a total before it, and
 * against those of its customer: one of them has to be what it says.
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
    const before = sums.before({ item, customer, currency })
    sums.restart()
    if (amount === null || totals.length === MOST_TOTALS) continue
    const right = before.find((sum) => typeof sum === 'object' && isEqual(sum, amount))
    const added = right ?? before[0] ?? 'several'
    const shownCurrency = currency ?? sums.currency()
    totals.push({
      line,
      item: item.slice(0, 1_000),
      currency: shownCurrency,
      stated: plainMoney(amount, shownCurrency),
      added: typeof added === 'string' ? null : plainMoney(added, shownCurrency),
      holds: holds(before, amount),
    })
  }
  return totals
}

/** @param products problems of lines, as `productProblem` says them, of those that count */
export function documentOf(totals: DocumentTotal[], wrongProducts: number): InvoiceDocument {
  const isWrong = wrongProducts > 0 || totals.some((total) => total.holds === false)
  return { wrongProducts, totals, holds: isWrong ? false : totals.some((total) => total.holds === null) ? null : true }
}

/** Decimals that the amounts of each currency have; those of the currency at least. */
export function placesOf(lines: readonly DocumentLine[]): (currency: string | null) => number {
  const most = new Map<string | null, number>()
  for (const { currency, amount } of lines) {
    if (amount !== null && amount.scale > (most.get(currency) ?? 0)) most.set(currency, amount.scale)
  }
  return (currency) =>
    Math.max(most.get(currency) ?? most.get(null) ?? 0, currency === null ? 2 : (currencyExponent(currency) ?? 2))
}
