// Money as files, copies and terminals show it: one text for one sum, wherever it stands.
import { currencyExponent } from './currency-exponent.ts'

/**
 * Exact: no digit but zeros is dropped. With at least its currency's decimals, and without zeros beyond them.
 * @param sum a plain decimal, as sums of a valuation are
 * @param currency null: not known
 */
export function moneyText(sum: string, currency: string | null): string {
  const [whole = '0', decimals = ''] = sum.split('.')
  const least = currency === null ? 0 : (currencyExponent(currency) ?? 0)
  let end = decimals.length
  while (end > 0 && decimals[end - 1] === '0') end -= 1
  const shown = decimals.slice(0, end).padEnd(least, '0')
  return shown === '' ? whole : `${whole}.${shown}`
}
