// Money as it is drawn: its exact text with thousands apart and a true minus.
import { moneyText } from '../../shared/worth/money-text.ts'
import { shortened } from '../ui/excerpt.ts'
import { figureText } from '../ui/figure-text.ts'

/** "42,803.30", "−375.30". @param exact a plain decimal */
export const drawnMoney = (exact: string, currency: string | null) =>
  figureText(moneyText(exact, currency), 0).replace(/^-/, '−')

/** "42,803.30 EUR"; without a currency the number alone. */
export const moneyInWords = (exact: string, currency: string | null) =>
  currency === null ? drawnMoney(exact, null) : `${drawnMoney(exact, currency)} ${shortened(currency, 20)}`
