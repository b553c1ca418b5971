// Money as it is drawn and as tests read it: at least the decimals of its currency, and no zeros that nobody sent.
import { currencyExponent } from '../../shared/worth/currency-exponent.ts'
import { shortened } from '../ui/excerpt.ts'
import { figureText } from '../ui/figure-text.ts'

/** `42803.30`: not one digit more or less, but for zeros at its end. @param exact a plain decimal */
export function moneyText(exact: string, currency: string | null): string {
  const [whole = '', places = ''] = exact.split('.')
  const least = currency === null ? 0 : (currencyExponent(currency) ?? 0)
  const filled = places.replace(/0+$/, '').padEnd(least, '0')
  return filled === '' ? whole : `${whole}.${filled}`
}

/** "42,803.30", "−375.30". */
export const drawnMoney = (exact: string, currency: string | null) =>
  figureText(moneyText(exact, currency), 0).replace(/^-/, '−')

/** "42,803.30 EUR"; without a currency the number alone. */
export const moneyInWords = (exact: string, currency: string | null) =>
  currency === null ? drawnMoney(exact, null) : `${drawnMoney(exact, currency)} ${shortened(currency, 20)}`
