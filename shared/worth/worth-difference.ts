// A change in money is the difference of two valuations by the same rules: of all events and of all without some, of what is
// there now and what was there then.
import { decimalText, minus, readPlain } from '../exact/decimal.ts'
import type { CurrencyWorth, Worth } from './worth.ts'

/** `worth` less `other`, with their signs. Null where one of them is not netted: then charged and reduces stand apart. */
export interface WorthDifference {
  currency: string | null
  net: string | null
  charged: string
  reduces: string
}

/** One for each currency that either has, those without any difference included. */
export function worthDifference(worth: Worth, other: Worth): WorthDifference[] {
  const others = new Map(other.currencies.map((one) => [one.currency, one]))
  const known = new Set(worth.currencies.map(({ currency }) => currency))
  const pairs: [CurrencyWorth, CurrencyWorth][] = [
    ...worth.currencies.map((one): [CurrencyWorth, CurrencyWorth] => [
      one,
      others.get(one.currency) ?? nothingIn(one.currency, other),
    ]),
    ...other.currencies
      .filter(({ currency }) => !known.has(currency))
      .map((one): [CurrencyWorth, CurrencyWorth] => [nothingIn(one.currency, worth), one]),
  ]
  return pairs.map(([one, less]) => ({
    currency: one.currency,
    net: one.net === null || less.net === null ? null : difference(one.net, less.net),
    charged: difference(one.charged, less.charged),
    reduces: difference(one.reduces, less.reduces),
  }))
}

const difference = (a: string, b: string) => decimalText(minus(readPlain(a), readPlain(b)))

/** Of a valuation in which this currency does not occur. */
function nothingIn(currency: string | null, { bins }: Worth): CurrencyWorth {
  const hasUnruled = bins.some(({ bin, events }) => bin === 'no-rule' && events > 0)
  return { currency, net: hasUnruled ? null : '0', charged: '0', reduces: '0', tax: [], events: 0 }
}
