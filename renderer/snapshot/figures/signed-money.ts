// Differences of money, drawn with their sign.
import { shortened } from '../../ui/excerpt.ts'
import { drawnMoney } from '../../worth/money-words.ts'

/** "+32.00", "−375.30", "0.00". @param exact a plain decimal */
export const signedMoney = (exact: string, currency: string | null) =>
  drawnMoney(exact, currency).replace(/^(?=[\d.,]*[1-9])/, '+')

/** "+32.00 EUR". */
export const signedMoneyInWords = (exact: string, currency: string | null) =>
  `${signedMoney(exact, currency)} ${currency === null ? '(currency not known)' : shortened(currency, 20)}`
