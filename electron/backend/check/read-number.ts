// Numbers as people, banks and spreadsheets write them in cells. What can be two numbers is none, and is never guessed;
// what was read as something else than it looks like is told by `numberDress`.
import type { DecimalSign } from '../../../shared/check/checked-file.ts'
import { currencyExponent } from '../../../shared/worth/money-text.ts'

/** `either`: it is two numbers, by which sign is the decimal one. `none`: it is the same by both. */
export type NumberShape = DecimalSign | 'either' | 'none' | 'no-number'

/** It stands around the digits of a number. */
export interface NumberDress {
  isBelowZero: boolean
  /** What says its side, other than a sign in front: `brackets` as (30.00), `behind` as 30.00-, `side` as 30.00 CR. */
  signedBy: 'brackets' | 'behind' | 'side' | null
  /** ISO codes that what stands beside it can mean; null: nothing stands there. */
  currencies: readonly string[] | null
  /** Digits, with their separators. */
  digits: string
}

/** Longer ones are beyond what is calculated with. */
const LONGEST_NUMBER = 2_000

/** What a text says of the decimal sign: those that settle it are told apart from those that do not, such as 1.234. */
export function numberShape(text: string): NumberShape {
  const dress = numberDress(text)
  return dress === null ? 'no-number' : digitsShape(dress.digits)
}

/** Written so already, as nearly all numbers with a point are. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?$/

/** Writes a JSON number, by that decimal sign; null where it is none by it. */
export function jsonNumber(text: string, decimal: DecimalSign): string | null {
  if (decimal === '.' && JSON_NUMBER.test(text)) return text
  const dress = numberDress(text)
  if (dress === null) return null
  const shape = digitsShape(dress.digits)
  if (shape !== 'none' && shape !== 'either' && shape !== decimal) return null
  const bare = plainDigits(dress.digits, decimal)
  return dress.isBelowZero ? `-${bare}` : bare
}

/** Ways of writing a number that have to be told when they are read. */
export type NumberWay = 'brackets' | 'behind' | 'side' | 'currency' | 'digits'

/** Digits that nothing is beside: there is nothing to take off. */
const BARE = /^\d+(?:[.,]\d+)?$/

/** How a number is written otherwise than with digits, thousands and decimals; null: it is not, or it is none. */
export function numberWay(text: string): NumberWay | null {
  if (BARE.test(text)) return null
  const dress = numberDress(text)
  if (dress === null) return null
  if (dress.signedBy !== null) return dress.signedBy
  if (dress.currencies !== null) return 'currency'
  return /^[.,]|[.,]$|[-−–—]$|[eE]/.test(dress.digits) || INDIAN.test(dress.digits) ? 'digits' : null
}

/** Tells what a number is written with; null: it is none. */
export function numberDress(text: string): NumberDress | null {
  if (text.length > LONGEST_NUMBER) return null
  if (BARE.test(text)) return { isBelowZero: false, signedBy: null, currencies: null, digits: text }
  let rest = spaced(text)
  let isBelowZero = false
  let signedBy: NumberDress['signedBy'] = null
  let isSigned = false
  let currencies: readonly string[] | null = null
  // The dress comes off from the outside in: a currency on either side, one sign, one pair of brackets.
  for (let layers = 0; layers < 5; layers += 1) {
    if (digitsShape(rest) !== 'no-number') return { isBelowZero, signedBy, currencies, digits: rest }
    const money = besideNumber(rest)
    if (money !== null) {
      currencies = currencies === null ? money.currencies : currencies.filter((one) => money.currencies.includes(one))
      if (currencies.length === 0) return null
      rest = money.rest
      continue
    }
    // Two signs could be one another's opposite.
    const sign = isSigned ? null : signOf(rest)
    if (sign === null) return null
    isSigned = true
    ;({ isBelowZero, signedBy, rest } = sign)
  }
  return null
}

/** Spaces of all widths as one, without what is not seen. */
const spaced = (text: string) =>
  text
    .replaceAll(/[\u200b-\u200f\u2060\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .trim()

interface Signed {
  isBelowZero: boolean
  signedBy: NumberDress['signedBy']
  rest: string
}

/** Bookkeepers' words for the side of an amount; letters alone (S, H) only behind cents, as 5 H may be hours. */
const SIDE = /^(?<number>.*\d|.*\S(?= )) ?(?<side>[DdCc][Rr]|D[Bb])\.?$|^(?<cents>.*[.,]\d{2,}) ?(?<letter>[SHDC])$/

/** Which side a cell says that says nothing else; `isOfEvents`: in the words of events, of which debits are charged. */
export function sideMark(text: string): { side: 'debit' | 'credit'; isOfEvents: boolean } | null {
  const { debit, credit } = SIDE_MARK.exec(text)?.groups ?? {}
  if (debit === undefined && credit === undefined) return null
  return { side: debit === undefined ? 'credit' : 'debit', isOfEvents: /^[dc](?!eb[eo])/i.test(text) }
}

const SIDE_MARK = /^(?:(?<debit>s|soll|d|dr|db|debits?|débit|debe)|(?<credit>h|haben|c|cr|credits?|crédit|haber))\.?$/i

function signOf(text: string): Signed | null {
  const brackets = /^\((?<inner>[^()]+)\)$/.exec(text)?.groups?.inner
  if (brackets !== undefined) return { isBelowZero: true, signedBy: 'brackets', rest: brackets.trim() }
  if (/^[-−–]/.test(text)) return { isBelowZero: true, signedBy: null, rest: text.slice(1).trimStart() }
  if (text.startsWith('+')) return { isBelowZero: false, signedBy: null, rest: text.slice(1).trimStart() }
  // A dash in place of cents, as in 5,–, is no sign.
  if (/[^.,\-−–][-−–]$/.test(text)) return { isBelowZero: true, signedBy: 'behind', rest: text.slice(0, -1).trimEnd() }
  if (/\d ?\+$/.test(text)) return { isBelowZero: false, signedBy: null, rest: text.slice(0, -1).trimEnd() }
  const { number, side, cents, letter } = SIDE.exec(text)?.groups ?? {}
  const rest = number ?? cents
  if (rest === undefined) return null
  return { isBelowZero: /^[hc]/i.test(side ?? letter ?? ''), signedBy: 'side', rest: rest.trimEnd() }
}

/** Signs that currencies share; what has a letter before it is one of them. */
const SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP', 'EGP', 'GIP', 'FKP', 'SHP', 'SYP', 'LBP', 'SSP', 'SDG'],
  $: [
    'USD',
    'CAD',
    'AUD',
    'NZD',
    'SGD',
    'HKD',
    'MXN',
    'ARS',
    'CLP',
    'COP',
    'UYU',
    'TWD',
    'BBD',
    'BMD',
    'BSD',
    'BZD',
  ].concat(['FJD', 'GYD', 'JMD', 'KYD', 'LRD', 'NAD', 'SBD', 'SRD', 'TTD', 'XCD', 'BND', 'DOP', 'CUP']),
  US$: ['USD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  S$: ['SGD'],
  HK$: ['HKD'],
  R$: ['BRL'],
  '¥': ['JPY', 'CNY'],
  '￥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₩': ['KRW', 'KPW'],
  '₪': ['ILS'],
  '₫': ['VND'],
  '₴': ['UAH'],
  '₦': ['NGN'],
  '₱': ['PHP'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  'kr.': ['DKK', 'ISK', 'NOK', 'SEK'],
  Kč: ['CZK'],
  zł: ['PLN'],
  Ft: ['HUF'],
  lei: ['RON', 'MDL'],
  'Fr.': ['CHF'],
  SFr: ['CHF'],
  'SFr.': ['CHF'],
  Euro: ['EUR'],
}
const BY_SYMBOL = new Map(Object.entries(SYMBOLS).map(([symbol, codes]) => [symbol.toLowerCase(), codes]))

/** The ISO codes that a sign, a code or a name of a currency can mean; null: it is none. */
export function currenciesOf(text: string): readonly string[] | null {
  const bare = spaced(text)
  if (bare.length === 0 || bare.length > 5) return null
  const code = bare.toUpperCase()
  return BY_SYMBOL.get(bare.toLowerCase()) ?? (currencyExponent(code) === null ? null : [code])
}

/** A currency at the beginning or the end, and what is left. */
function besideNumber(text: string): { currencies: readonly string[]; rest: string } | null {
  const before = /^(?<money>[^\d\s.,'’()+\-−–]{1,5}\.?) ?(?=[\d.,(+\-−–]|\p{Sc})/u.exec(text)
  const found = currenciesOf(before?.groups?.money ?? '')
  if (before !== null && found !== null) return { currencies: found, rest: text.slice(before[0].length) }
  const behind = /(?<=[\d.,)\-−–]) ?(?<money>[^\d\s.,'’()+\-−–]{1,5}\.?)$/u.exec(text)
  const last = currenciesOf(behind?.groups?.money ?? '')
  return behind !== null && last !== null ? { currencies: last, rest: text.slice(0, behind.index) } : null
}

const PLAIN = /^\d+(?:(?<sign>[.,])\d*)?$/
const NO_WHOLE = /^(?<sign>[.,])\d+$/
/** A dash, or two, in place of cents. */
const DASHED = /^(?<whole>\d[\d.,'’ ]*)(?<sign>[.,])(?:--?|−|–|—)$/
/** Thousands may have a space or an apostrophe between them, besides the point and the comma; the same each time. */
const SPACED = /^\d{1,3}(?:(?<between>[ '’‘´`])\d{3})(?:\k<between>\d{3})*(?:(?<sign>[.,])\d*)?$/
const POINTED_THOUSANDS = /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/
const COMMA_THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
/** Lakh and crore: 12,34,567.89. */
const INDIAN = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d*)?$/
const EXPONENT = /^\d+(?:(?<sign>[.,])\d+)?[eE][+-]?\d{1,4}$/
/** One that a zero begins has no thousands: 0.123. */
const ONE_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$/

function digitsShape(digits: string): NumberShape {
  const plain = PLAIN.exec(digits)
  if (plain !== null) {
    if (ONE_GROUP.test(digits)) return 'either'
    return plain.groups?.sign === undefined ? 'none' : decimalSign(plain.groups.sign)
  }
  const dashed = DASHED.exec(digits)?.groups
  if (dashed?.whole !== undefined) return wholeShape(dashed.whole, decimalSign(dashed.sign))
  const signed = NO_WHOLE.exec(digits) ?? SPACED.exec(digits) ?? EXPONENT.exec(digits)
  if (signed !== null) return signed.groups?.sign === undefined ? 'none' : decimalSign(signed.groups.sign)
  if (POINTED_THOUSANDS.test(digits)) return ','
  return COMMA_THOUSANDS.test(digits) || INDIAN.test(digits) ? '.' : 'no-number'
}

/** What stands before a dash in place of cents is a whole number, by the other sign where it has thousands. */
function wholeShape(whole: string, sign: DecimalSign): NumberShape {
  const shape = digitsShape(`${whole}${sign}0`)
  return shape === sign ? sign : 'no-number'
}

const decimalSign = (sign: string | undefined): DecimalSign => (sign === ',' ? ',' : '.')

/** The plain number of digits that have a shape by this sign. */
function plainDigits(digits: string, decimal: DecimalSign): string {
  if (/[eE]/.test(digits)) return digits.replace(',', '.').replace(/^0+(?=\d)/, '')
  const at = digits.lastIndexOf(decimal)
  const [whole, fraction] = at < 0 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1).replaceAll(/\D/g, '')]
  const bare = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? bare : `${bare}.${fraction}`
}
