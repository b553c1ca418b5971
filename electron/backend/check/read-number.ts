// Numbers as people, banks and spreadsheets write them in cells. What can be two numbers is none, and is never guessed;
// `numberDress` tells what stands around the digits, and `numberWay` whether that has to be told when they are read.
import type { DecimalSign } from '../../../shared/check/checked-file.ts'
import { currencyExponent } from '../../../shared/worth/money-text.ts'

/**
 * What digits say of the decimal sign: `.` or `,`, it is that one, as in 1,234.5; `either`, they are two numbers, by
 * which sign is the decimal one, as 1.234; `none`, they are the same number by both, as 1234; `no-number`.
 */
export type NumberShape = DecimalSign | 'either' | 'none' | 'no-number'

/** What a number is written with, as € 1,234.50 CR. */
export interface NumberDress {
  isBelowZero: boolean
  /** What says its side, other than a sign in front: `brackets` as (30.00), `behind` as 30.00-, `side` as 30.00 CR. */
  signedBy: 'brackets' | 'behind' | 'side' | null
  /** ISO codes that what stands beside it can mean; null: nothing stands there. */
  currencies: readonly string[] | null
  /** Digits, with their separators: 1,234.50. */
  digits: string
}

/** Longer ones are beyond what is calculated with. */
const LONGEST_NUMBER = 2_000

/** What a text says of the decimal sign, by the digits of its number. */
export function numberShape(text: string): NumberShape {
  const dress = numberDress(text)
  return dress === null ? 'no-number' : digitsShape(dress.digits)
}

/** Nearly all numbers with a point are written as JSON has them. */
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

/** Digits with nothing beside them: 1234, 12.5. */
const BARE = /^\d+(?:[.,]\d+)?$/

/** How a number is written otherwise than with digits, thousands and decimals; null: it is not, or it is none. */
export function numberWay(text: string): NumberWay | null {
  if (BARE.test(text)) return null
  const dress = numberDress(text)
  if (dress === null) return null
  if (dress.signedBy !== null) return dress.signedBy
  if (dress.currencies !== null) return 'currency'
  const areUnusual = UNUSUAL_DIGITS.test(dress.digits) || INDIAN.test(dress.digits)
  return areUnusual ? 'digits' : null
}

/** A separator at either end, a dash in place of cents, or a power of ten: .5, 5., 5,–, 1E3. */
const UNUSUAL_DIGITS = /^[.,]|[.,]$|[-−–—]$|[eE]/

/** Tells what a number is written with; null: the text is no number, or one of two currencies. */
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

/** The text with one space for each space of any width, and without characters that nobody sees. */
const spaced = (text: string) =>
  text
    .replaceAll(/[\u200b-\u200f\u2060\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .trim()

/** Which side a cell says that says nothing else; `isOfEvents`: in the words of events, of which debits are charged. */
export function sideMark(text: string): { side: 'debit' | 'credit'; isOfEvents: boolean } | null {
  const { debit, credit } = SIDE_MARK.exec(text)?.groups ?? {}
  if (debit === undefined && credit === undefined) return null
  // Debit and credit in full, short or with an accent; not the Spanish debe.
  const isOfEvents = /^[dc](?!ebe)/i.test(text)
  return { side: debit === undefined ? 'credit' : 'debit', isOfEvents }
}

/** The two sides in the words of events, and in those of German and Spanish ledgers. */
const SIDE_MARK = /^(?:(?<debit>s|soll|d|dr|db|debits?|débit|debe)|(?<credit>h|haben|c|cr|credits?|crédit|haber))\.?$/i

interface Signed {
  isBelowZero: boolean
  signedBy: NumberDress['signedBy']
  /** What is left of the text. */
  rest: string
}

/**
 * Bookkeepers' words for the side of an amount: 30.00 CR, 30.00DB, 30 € Dr. with `number` and `side`. Letters alone are
 * one only behind cents, as 5 H may be hours: 30.00 H with `cents` and `letter`.
 */
const SIDE = /^(?<number>.*\d|.*\S(?= )) ?(?<side>[DdCc][Rr]|D[Bb])\.?$|^(?<cents>.*[.,]\d{2,}) ?(?<letter>[SHDC])$/

/** The outermost sign of a number, or a pair of brackets, and what is left; null: there is none. */
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
  const isCredit = /^[hc]/i.test(side ?? letter ?? '')
  return { isBelowZero: isCredit, signedBy: 'side', rest: rest.trimEnd() }
}

/** The ISO codes that a sign can mean: several currencies share $, and a letter before it says which is meant. */
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

/** A currency right before a number, its sign or another sign of a currency: EUR 30, kr. -5, EUR €30. */
const MONEY_BEFORE = /^(?<money>[^\d\s.,'’()+\-−–]{1,5}\.?) ?(?=[\d.,(+\-−–]|\p{Sc})/u
/** One right behind a number: 30€, (30.00) EUR, 5,– Fr. */
const MONEY_BEHIND = /(?<=[\d.,)\-−–]) ?(?<money>[^\d\s.,'’()+\-−–]{1,5}\.?)$/u

/** A currency at the beginning or the end, and what is left. */
function besideNumber(text: string): { currencies: readonly string[]; rest: string } | null {
  const before = MONEY_BEFORE.exec(text)
  const codesBefore = currenciesOf(before?.groups?.money ?? '')
  if (before !== null && codesBefore !== null) return { currencies: codesBefore, rest: text.slice(before[0].length) }
  const behind = MONEY_BEHIND.exec(text)
  const codesBehind = currenciesOf(behind?.groups?.money ?? '')
  if (behind === null || codesBehind === null) return null
  return { currencies: codesBehind, rest: text.slice(0, behind.index) }
}

/** 1234, 12.5, 5, */
const PLAIN = /^\d+(?:(?<sign>[.,])\d*)?$/
/** .5 */
const NO_WHOLE = /^(?<sign>[.,])\d+$/
/** A dash, or two, in place of cents: 5,–, 1.200,-- */
const DASHED = /^(?<whole>\d[\d.,'’ ]*)(?<sign>[.,])(?:--?|−|–|—)$/
/** Thousands with a space or an apostrophe between them, the same each time: 1'234'567.50 */
const SPACED = /^\d{1,3}(?:(?<between>[ '’‘´`])\d{3})(?:\k<between>\d{3})*(?:(?<sign>[.,])\d*)?$/
/** 1.234.567,50 */
const POINTED_THOUSANDS = /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/
/** 1,234,567.50 */
const COMMA_THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
/** Lakh and crore: 12,34,567.89. */
const INDIAN = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d*)?$/
/** 1.5E3 */
const EXPONENT = /^\d+(?:(?<sign>[.,])\d+)?[eE][+-]?\d{1,4}$/
/** One separator, before three digits: 1.234. One that a zero begins has no thousands: 0.123. */
const ONE_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$/

/** What digits with their separators say of the decimal sign. */
function digitsShape(digits: string): NumberShape {
  if (ONE_GROUP.test(digits)) return 'either'
  const dashed = DASHED.exec(digits)?.groups
  if (dashed?.whole !== undefined) return wholeShape(dashed.whole, decimalSign(dashed.sign))
  const oneSign = PLAIN.exec(digits) ?? NO_WHOLE.exec(digits) ?? SPACED.exec(digits) ?? EXPONENT.exec(digits)
  if (oneSign !== null) return oneSign.groups?.sign === undefined ? 'none' : decimalSign(oneSign.groups.sign)
  if (POINTED_THOUSANDS.test(digits)) return ','
  return COMMA_THOUSANDS.test(digits) || INDIAN.test(digits) ? '.' : 'no-number'
}

/**
 * The shape of a number with a dash in place of cents, by what stands before its sign: a whole number, which has the
 * other sign between its thousands, if any.
 */
function wholeShape(whole: string, sign: DecimalSign): NumberShape {
  const shape = digitsShape(`${whole}${sign}0`)
  return shape === sign ? sign : 'no-number'
}

const decimalSign = (sign: string | undefined): DecimalSign => (sign === ',' ? ',' : '.')

/** The JSON number of digits that are a number by this sign: 1234.50 of 1.234,50 by the comma. */
function plainDigits(digits: string, decimal: DecimalSign): string {
  if (/[eE]/.test(digits)) return digits.replace(',', '.').replace(LEADING_ZEROS, '')
  const at = digits.lastIndexOf(decimal)
  const [whole, fraction] = at < 0 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1).replaceAll(/\D/g, '')]
  const bare = whole.replaceAll(/\D/g, '').replace(LEADING_ZEROS, '') || '0'
  return fraction === '' ? bare : `${bare}.${fraction}`
}

/** Zeros with a digit behind them, which no JSON number begins with. */
const LEADING_ZEROS = /^0+(?=\d)/
