// Figures of an invoice as plain decimals, one text for one figure wherever it stands.
import { type Decimal, decimalText } from '../../../../../shared/exact/decimal.ts'
import { groupedDigits } from '../../../../../shared/exact/grouped-digits.ts'
import { moneyText } from '../../../../../shared/worth/money-text.ts'

/** With at least the currency's decimals, and no zeros beyond them. */
export const plainMoney = (value: Decimal, currency: string | null) => moneyText(decimalText(value), currency)

/** Without zeros that say nothing. */
export const plainNumber = (value: Decimal) => moneyText(decimalText(value), null)

/** As sentences have it: "1,234.50"; where the currency is null "1,234.5". */
export const shownMoney = (value: Decimal, currency: string | null) => groupedDigits(plainMoney(value, currency))
/** "1,234.50 EUR"; where the currency is null "1,234.5". */
export const moneyWithCurrency = (value: Decimal, currency: string | null) =>
  currency === null ? shownMoney(value, currency) : `${shownMoney(value, currency)} ${currency}`
/** "1,234.5". */
export const shownNumber = (value: Decimal) => groupedDigits(plainNumber(value))
