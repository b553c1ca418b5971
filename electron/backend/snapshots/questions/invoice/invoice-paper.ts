// An invoice as it stands on the paper, whatever the events are: its lines, quantity × price that is the amount, totals that are
// sums of its lines.
import type { InvoiceMeaning, InvoicePeriod, ItemMeaning } from '../../../../../shared/check/checked-file.ts'
import { type Decimal, plus, times, ZERO } from '../../../../../shared/exact/decimal.ts'
import type {
  InvoiceColumn,
  InvoiceName,
  InvoicePaper,
  PaperTotal,
} from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { currencyExponent } from '../../../../../shared/worth/money-text.ts'
import { isSubtotal } from '../../../check/propose-names.ts'
import { isEqual, plainMoney, roundsTo, shownMoney, shownNumber } from './causes/figures.ts'

export interface PaperLine {
  /** Of the file. */
  line: number
  item: string
  /** As the file has it; null: nothing. */
  customerSaid: string | null
  customerId: string | null
  /** Null: nothing is known of its item. */
  means: ItemMeaning | null
  /** In words: as the file has it. */
  periodSaid: string | null
  period: InvoicePeriod | null
  quantity: Decimal | null
  unitPrice: Decimal | null
  amount: Decimal | null
  /** As the rules call it. */
  currency: string | null
  /** Cells that hold something which is not read. */
  unread: InvoiceMeaning[]
}

export interface ReadInvoice {
  lines: PaperLine[]
  columns: InvoiceColumn[]
  names: InvoiceName[]
  notes: string[]
}

/** Rows of totals that are listed. */
const MOST_TOTALS = 1_000

/** "14,000 × 0.008 is 112.00, and the amount is 96.00."; null where it is the amount, or not all three are there. */
export function productProblem({ quantity, unitPrice, amount, currency }: PaperLine, places: number): string | null {
  if (quantity === null || unitPrice === null || amount === null) return null
  const product = times(quantity, unitPrice)
  const ownPlaces = Math.max(amount.scale, 0)
  if (roundsTo(product, amount, Math.max(ownPlaces, places)) || roundsTo(product, amount, ownPlaces)) return null
  return `${shownNumber(quantity)} × ${shownNumber(unitPrice)} is ${shownMoney(product, currency)}, and the amount is ${shownMoney(amount, currency)}.`
}

/** Lines of one currency since some row. */
interface Sum {
  total: Decimal
  lines: number
}
type Sums = Map<string | null, Sum>

/**
 * Each row of a total is held against all lines before it, against those since the row of a total before it, and against those
 * of its customer: one of them has to be what it says.
 */
export function paperTotals(lines: readonly PaperLine[]): PaperTotal[] {
  const totals: PaperTotal[] = []
  const all: Sums = new Map()
  const ofCustomers = new Map<string, Sums>()
  let since: Sums = new Map()
  for (const line of lines) {
    const { means, amount, customerSaid, currency } = line
    if (amount === null) continue
    if (means?.is !== 'total') {
      add(all, currency, amount)
      add(since, currency, amount)
      if (customerSaid === null) continue
      const sumsOfCustomer = ofCustomers.get(customerSaid) ?? new Map()
      ofCustomers.set(customerSaid, sumsOfCustomer)
      add(sumsOfCustomer, currency, amount)
      continue
    }
    const ofCustomer = customerSaid === null ? undefined : ofCustomers.get(customerSaid)
    const nearest = isSubtotal(line.item) ? [since, ofCustomer, all] : [all, ofCustomer, since]
    const sums = nearest.flatMap((one) => (one === undefined ? [] : [sumFor(one, currency)]))
    const right = sums.find((sum) => sum !== null && isEqual(sum, amount))
    const added = right ?? sums[0] ?? null
    const shownCurrency = currency ?? onlyCurrency(all)
    if (totals.length < MOST_TOTALS) {
      totals.push({
        line: line.line,
        item: line.item.slice(0, 1_000),
        currency: shownCurrency,
        stated: plainMoney(amount, shownCurrency),
        added: added && plainMoney(added, shownCurrency),
        holds: right !== undefined,
      })
    }
    since = new Map()
  }
  return totals
}

/** @param products problems of lines, as `productProblem` says them, of those that count */
export function invoicePaper(totals: PaperTotal[], wrongProducts: number): InvoicePaper {
  return { wrongProducts, totals, holds: wrongProducts === 0 && totals.every(({ holds }) => holds) }
}

function add(sums: Sums, currency: string | null, amount: Decimal): void {
  const known = sums.get(currency)
  if (known === undefined) sums.set(currency, { total: amount, lines: 1 })
  else {
    known.total = plus(known.total, amount)
    known.lines += 1
  }
}

/** Of lines with that currency; a row without one adds up lines of one currency only. */
function sumFor(sums: Sums, currency: string | null): Decimal | null {
  if (sums.size === 0) return ZERO
  if (currency !== null && sums.has(currency)) return sums.get(currency)?.total ?? null
  const [only] = sums.values()
  return sums.size === 1 && (currency === null || sums.has(null)) ? (only?.total ?? null) : null
}

const onlyCurrency = (sums: Sums) => (sums.size === 1 ? ([...sums.keys()][0] ?? null) : null)

/** Decimals that the amounts of each currency have; those of the currency at least. */
export function placesOf(lines: readonly PaperLine[]): (currency: string | null) => number {
  const most = new Map<string | null, number>()
  for (const { currency, amount } of lines) {
    if (amount !== null && amount.scale > (most.get(currency) ?? 0)) most.set(currency, amount.scale)
  }
  return (currency) =>
    Math.max(most.get(currency) ?? most.get(null) ?? 0, currency === null ? 2 : (currencyExponent(currency) ?? 2))
}
