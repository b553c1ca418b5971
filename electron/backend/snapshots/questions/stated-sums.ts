// What a row of totals can be the sum of, in a ledger or an invoice: all lines before it, those since the row of totals
// before it, or those of its customer.
import { compareDecimals, type Decimal, plus, ZERO } from '../../../../shared/exact/decimal.ts'
import { isSubtotal } from '../../check/propose-names.ts'

export interface SummedLine {
  customer: string | null
  currency: string | null
  /** Null: its cell is not read, so that no sum with it is known. */
  amount: Decimal | null
}

/**
 * A sum of lines, or why it is not known. `unread`: one of the lines has an amount that is not read. `several`: the
 * lines have several currencies.
 */
export type StatedSum = Decimal | 'unread' | 'several'

export const isKnown = (sum: StatedSum): sum is Decimal => typeof sum === 'object'

interface Sum {
  total: Decimal
  /** Whether the amount of one of its lines is not read. */
  isUnread: boolean
}
/** Sums by currency. */
type Sums = Map<string | null, Sum>

/** Adds up lines in the order of the file, as rows of totals state them. */
export function statedSums() {
  const all: Sums = new Map()
  const ofCustomers = new Map<string, Sums>()
  let since: Sums = new Map()
  return {
    add({ customer, currency, amount }: SummedLine): void {
      addTo(all, currency, amount)
      addTo(since, currency, amount)
      if (customer === null) return
      const ofCustomer = ofCustomers.get(customer) ?? new Map()
      ofCustomers.set(customer, ofCustomer)
      addTo(ofCustomer, currency, amount)
    },
    /**
     * The sums of lines before a row that it can state, the likeliest first: one of all lines, or, where the row is
     * called a subtotal, of those since the row of totals before it. It depends on the row alone in which order they
     * come.
     */
    before({ item, customer, currency }: Omit<SummedLine, 'amount'> & { item: string }): StatedSum[] {
      const ofCustomer = customer === null ? undefined : ofCustomers.get(customer)
      const nearest = isSubtotal(item) ? [since, ofCustomer, all] : [all, ofCustomer, since]
      return nearest.flatMap((one) => (one === undefined ? [] : [sumFor(one, currency)]))
    },
    /** From here on lines stand behind a row of totals. */
    restart(): void {
      since = new Map()
    },
    /** The currency of all lines; null: none, or several. */
    currency: () => (all.size === 1 ? ([...all.keys()][0] ?? null) : null),
  }
}

/** Whether one of the sums is what a row states; null: none is, and one of them is not known. */
export function holds(sums: readonly StatedSum[], stated: Decimal): boolean | null {
  if (sums.some((sum) => isKnown(sum) && compareDecimals(sum, stated) === 0)) return true
  return sums.includes('unread') ? null : false
}

function addTo(sums: Sums, currency: string | null, amount: Decimal | null): void {
  const sum = sums.get(currency) ?? { total: ZERO, isUnread: false }
  sums.set(currency, sum)
  if (amount === null) sum.isUnread = true
  else sum.total = plus(sum.total, amount)
}

/**
 * The sum that a row of totals in this currency can state. Where all lines are of one currency, a row without one is in
 * theirs; where no line names one, all are in that of the row.
 */
function sumFor(sums: Sums, currency: string | null): StatedSum {
  if (sums.size === 0) return ZERO
  const ofNone = sums.get(null)
  const [only] = sums.values()
  // There is but one sum, and either the row or its lines name no currency: so they can be in the same one.
  const isInOneCurrency = sums.size === 1 && (currency === null || ofNone !== undefined)
  const sum = (currency === null ? undefined : sums.get(currency)) ?? (isInOneCurrency ? only : undefined)
  if (sum === undefined) return 'several'
  // A line without a currency may be in that of the row: then its amount lacks here.
  return sum.isUnread || ofNone?.isUnread === true ? 'unread' : sum.total
}
