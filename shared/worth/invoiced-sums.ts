// What an invoice would say: each of its lines, which is a customer's event code in one month, rounded to the currency's minor
// unit before it is added.
import { type Decimal, decimalText, plus, rounded } from '../exact/decimal.ts'
import { currencyExponent } from './currency-exponent.ts'
import type { GroupWorth } from './grouped-worth.ts'

export interface InvoicedSum {
  currency: string
  /** With the decimals of the currency. */
  sum: string
}

/**
 * Rounded half up, away from zero. A currency of which nobody knows the minor unit has none, nor has anything while an event
 * has no rule.
 * @param groups one for each customer, event code and month
 */
export function invoicedSums(groups: readonly GroupWorth[]): InvoicedSum[] {
  const sums = new Map<string, Decimal>()
  for (const { money, unruled } of groups) {
    if (unruled > 0) return []
    for (const { currency, charged, reduces } of money) {
      const places = currency === null ? null : currencyExponent(currency)
      if (currency === null || places === null || (charged === null && reduces === null)) continue
      const exact = charged === null || reduces === null ? (charged ?? reduces) : plus(charged, reduces)
      if (exact === null) continue
      const line = rounded(exact, places, 'half-up')
      const known = sums.get(currency)
      sums.set(currency, known === undefined ? line : plus(known, line))
    }
  }
  return [...sums].map(([currency, sum]) => ({ currency, sum: decimalText(sum) }))
}
