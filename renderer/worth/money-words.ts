// Exact sums with their currency or unit, as they are drawn and said: one way, wherever they stand; and why events are
// in no total by themselves.
import { capitalized } from '../../shared/exact/grouped-digits.ts'
import { codeWords } from '../../shared/figures/line-words.ts'
import type { UnvaluedGroup } from '../../shared/snapshot/snapshot-changes.ts'
import { moneyText } from '../../shared/worth/money-text.ts'
import { MONEY_KIND_WORDS, NO_NUMBER_WORDS, NOT_IN_TOTAL, whyNotValued } from '../../shared/worth/worth.ts'
import { shortened } from '../ui/excerpt.ts'
import { figureText, withSign } from '../ui/figure-text.ts'

/** How an amount is to be read. */
interface AmountWords {
  /** Cents or the like. */
  isMinor?: boolean
  /** A difference is written "+36.45 EUR". */
  isSigned?: boolean
  /** It is the event code where the unit is not known, and nothing is added across codes; absent: not told apart. */
  code?: string | null | undefined
}

/** Writes what reduces as a size. @param sum a plain decimal */
export const opposite = (sum: string) => (sum.startsWith('-') ? sum.slice(1) : /[1-9]/.test(sum) ? `-${sum}` : sum)

/** "42,803.30", "−375.30". @param exact a plain decimal */
export const drawnMoney = (exact: string, currency: string | null) => figureText(moneyText(exact, currency), 0)

/** Writes a difference: "+32.00", "−375.30", "0.00". @param exact a plain decimal */
export const signedMoney = (exact: string, currency: string | null) => withSign(drawnMoney(exact, currency))

/** "+32.00 EUR". */
export const signedMoneyInWords = (exact: string, currency: string | null) =>
  `${signedMoney(exact, currency)} ${currencyWords(currency)}`

/** A currency as it stands behind a sum. */
export const currencyWords = (currency: string | null) =>
  currency === null ? '(currency not set)' : shortened(currency, 20)

/** "42,803.30 EUR"; without a currency the number alone. */
export const moneyInWords = (exact: string, currency: string | null) =>
  currency === null ? drawnMoney(exact, null) : `${drawnMoney(exact, currency)} ${shortened(currency, 20)}`

/** "1,249.00 EUR", "250,000 api_calls (unit not set)"; where nothing tells the unit, that is said. Cents stay cents. */
export function moneyWords(
  exact: string,
  units: readonly (string | null)[],
  { isMinor = false, isSigned = false, code }: AmountWords = {},
): string {
  const known = units.filter((unit) => unit !== null)
  const [first = null] = known
  const figure = isMinor || first === null ? figureText(exact, 0) : figureText(moneyText(exact, first), 0)
  const unit =
    known.length === 0
      ? (codeWords(code && shortened(code, 40)) ?? '(unit not set)')
      : known.map((one) => shortened(one, 20)).join(' · ')
  return `${isSigned ? withSign(figure) : figure} ${unit}${isMinor ? ' in minor units' : ''}`
}

/** "+36.45", "−5.00", "0.00". */
export const signedFigure = (exact: string) => withSign(figureText(exact, 0))

/** "Billed by the month, not per event", "Not valued: the rate card has no price", "Prepaid grant". */
export function unvaluedWords(why: UnvaluedGroup['why']): string {
  if (why === 'balance') return capitalized(MONEY_KIND_WORDS.balance)
  if (why === 'not-money') return NOT_IN_TOTAL.head
  if (why === 'no-number') return capitalized(MONEY_KIND_WORDS['number-missing'])
  if (why === 'text' || why === 'beyond') return `The number ${NO_NUMBER_WORDS[why].is}`
  return capitalized(whyNotValued(why, 'ofThem'))
}

/** "1,200 GB". @param quantity a plain decimal */
export const quantityInWords = (quantity: string, unit: string | null) =>
  [figureText(moneyText(quantity, null), 0), ...(unit === null ? [] : [shortened(unit, 20)])].join(' ')
