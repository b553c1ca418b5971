// Money as files, copies and terminals show it: one text for one sum, wherever it stands; and the decimals of
// currencies.
import { type Decimal, decimalText } from '../exact/decimal.ts'
import { withoutZerosAtEnd } from '../exact/exact-number.ts'

/**
 * Exact: no digit but zeros is dropped. It has at least its currency's decimals, and no zeros beyond them.
 * @param sum a plain decimal, as sums of a valuation are
 * @param currency null: not known
 */
export function moneyText(sum: string, currency: string | null): string {
  const [whole = '0', decimals = ''] = sum.split('.')
  const least = currency === null ? 0 : (currencyExponent(currency) ?? 0)
  const shown = withoutZerosAtEnd(decimals).padEnd(least, '0')
  return shown === '' ? whole : `${whole}.${shown}`
}

/** Writes a decimal as `moneyText` does. */
export const plainMoney = (value: Decimal, currency: string | null) => moneyText(decimalText(value), currency)
/** "1234.5": without zeros that say nothing, so that it is one text for one value. */
export const plainNumber = (value: Decimal) => plainMoney(value, null)

/**
 * The codes of ISO 4217 in use, by their exponent. What Intl says is what shops write: 0 for the dinar of Iraq, 2 for
 * anything it does not know.
 */
const CODES: Record<string, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
    CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR
    ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
    MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN
    SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const EXPONENTS = new Map(
  Object.entries(CODES).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(exponent)]),
  ),
)

/** Decimals of the minor unit: 2 for EUR, 0 for JPY; null for a text that is no code of ISO 4217, as "eur" is none. */
export const currencyExponent = (currency: string): number | null => EXPONENTS.get(currency) ?? null

/** All codes of ISO 4217 in use, in the order of the alphabet. */
export const currencyCodes = (): string[] => [...EXPONENTS.keys()].sort()

/** What a currency is called among those that are taken for equal: by the first of its group. */
export function currencyNames(equal: readonly (readonly string[])[]): (currency: string) => string {
  const names = new Map(equal.flatMap(([name = '', ...others]) => others.map((text) => [text, name])))
  return (currency) => names.get(currency) ?? currency
}

/** Says, as a sentence ends, that nobody knows a currency. */
export const noCurrencyCode = (text: string): string => `“${text}” is no code of ISO 4217, such as EUR.`
