// This is what events are worth by the price rules, in words: what is in which money kind, why there is no total, what
// is not in it, and why.

import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { TotalsAnswer } from '../../../shared/snapshot/snapshot-totals.ts'
import type { DuplicateFigure, WorthAnswer } from '../../../shared/snapshot/snapshot-worth.ts'
import { ALL_READ, verdictNames, verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { type NotInSums, notInOtherSums, notInSumOf } from '../../../shared/worth/not-in-sum.ts'
import type { TaxMark } from '../../../shared/worth/rule.ts'
import {
  type CurrencyWorth,
  MONEY_KIND_WORDS,
  type MoneyKind,
  NO_NUMBER_WORDS,
  NOT_IN_TOTAL,
  NOT_VALUED_WORDS,
  noRuleWords,
  WITHOUT_RULE,
  whyNotValued,
} from '../../../shared/worth/worth.ts'
import type { NoNumber } from '../../../shared/worth/worth-event.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { moneyInWords, opposite } from '../../worth/money-words.ts'

/** The total by the price rules, where it is the headline. */
export const CHARGED_LESS = 'Charged less taken off'

export const WITH_SAME_KEY = 'with the same idempotency key'

export type Valued = Extract<WorthAnswer, { kind: 'valued' }>

/** "3,212 charged", "4 taken off", "3 events not in the total: their quantity is text". */
export function moneyKindWords(moneyKind: MoneyKind, events: number, notInSums: NotInSums): string {
  const count = grouped(events)
  switch (moneyKind) {
    case 'charged':
    case 'reduces':
      return `${count} ${MONEY_KIND_WORDS[moneyKind]}`
    case 'balance':
      return countWords(events, MONEY_KIND_WORDS[moneyKind])
    case 'not-money':
      return events === 1 ? '1 is not money' : `${count} are not money`
    case 'number-missing':
      return `${countWords(events, 'event')} ${NOT_IN_TOTAL.words}: ${events === 1 ? 'its' : 'their'} ${missingWords(notInSums)}`
    case 'no-rule':
      return `${count} ${WITHOUT_RULE}`
  }
}

/** "28 not valued: the rate card has no price". */
export const notValuedWords = ({ why, events }: Valued['notValued'][number]) =>
  `${grouped(events)} ${why === 'part-of-line' ? NOT_VALUED_WORDS[why].ofThem : whyNotValued(why, 'ofThem')}`

/** "quantity is text"; where it is not one property, or not one reason, "number is missing". */
function missingWords(notInSums: NotInSums): string {
  const parts = notInSums.flatMap(({ parts: all }) => all.filter(({ why }) => Object.hasOwn(NO_NUMBER_WORDS, why)))
  const [first] = parts
  const isAlike = parts.every(({ why, property }) => why === first?.why && property === first.property)
  if (first === undefined || !isAlike || first.property === null) return 'number is missing'
  return `${shortened(first.property, 40)} ${NO_NUMBER_WORDS[first.why as NoNumber].is}`
}

const TAX_WORDS: Record<TaxMark, string> = {
  net: 'amounts are without tax',
  gross: 'amounts include tax',
  'not-said': 'whether amounts include tax is not said',
}

/** Says above the figures of all events what they are, and what is not taken into account. */
export function nettedTitle({ currencies }: Pick<Valued, 'currencies'>): string {
  if (currencies.length === 0) return 'Quantities of these events'
  const isGross = currencies.some(({ tax }) => tax.some((mark) => mark === 'gross'))
  return `${CHARGED_LESS}, before fees${isGross ? ' and discounts' : ', discounts and tax'}`
}

/** Says what the rules say of tax in these figures. */
export function taxWords(currencies: readonly Pick<CurrencyWorth, 'tax'>[]): string {
  const marks = new Set(currencies.flatMap(({ tax }) => tax))
  const [first] = marks
  if (first === undefined) return ''
  return marks.size === 1 ? TAX_WORDS[first] : 'some amounts include tax, others do not or do not say it'
}

/** "12 events with the same idempotency key". */
export const duplicatesWords = ({ evidence, events }: Pick<DuplicateFigure, 'evidence' | 'events'>) =>
  evidence === 'key'
    ? `${countWords(events, 'event')} ${WITH_SAME_KEY}`
    : `${countWords(events, 'event')} that ${events === 1 ? 'looks' : 'look'} like another`

/** "3,843.70 GBP (without 3 events of build_minutes whose quantity is text: “150” 3 times)". */
export function moneyWithout(sum: string, currency: string | null, notInSums: NotInSums): string {
  const without = notInSumOf(notInSums, currency)
  return `${moneyInWords(sum, currency)}${without === null ? '' : ` (${without})`}`
}

/** The rule by which the net is rounded below the exact one. */
export const INVOICE_ROUNDING = 'Rounded by invoice line (customer, code and month), half up'

/** Says of which events a figure is. @param events null: not known yet */
export function countedEventsWords(
  { status, rows }: Pick<SnapshotSummary, 'status' | 'rows'>,
  events: number | null,
  isNarrowed: boolean,
): string {
  const verdict = verdictOf({ status })
  const [name, ...more] = verdictNames(verdict)
  const isAll = name === ALL_READ && more.length === 0
  const part = isNarrowed && events !== null ? `${grouped(events)} of ` : ''
  if (isAll) return `${part === '' ? 'All ' : `${part}all `}${countWords(rows, 'event')} that the service returned`
  return `${[name, ...more].join(', ')}: ${part}${countWords(rows, 'event')} that were read`
}

/**
 * Lines under a copied table: the rules that the headlines go by, and what they come to.
 * @param isByRules whether the table's figures go by them as well
 */
export function headlineSource(answer: Valued, isByRules: boolean): CopiedSource {
  const { version, currencies, invoiced, charged, credited, notInSums } = answer
  const why = noRuleWords(answer)
  const told = (sum: string, currency: string | null) => moneyWithout(sum, currency, notInSums)
  const nets = currencies.flatMap(({ net, currency }) => (net === null ? [] : [told(net, currency)]))
  const twice = (name: string, figures: readonly DuplicateFigure[], sign: (sum: string) => string) =>
    figures.map((figure) => {
      const sums = figure.sums.map(({ currency, sum }) => moneyWithout(sign(sum), currency, figure.notInSums))
      return [
        name,
        [...sums, ...notInOtherSums(figure.notInSums, figure.sums), duplicatesWords(figure)].join('; '),
      ] as const
    })
  return [
    [
      'Price rules',
      `version ${version}${isByRules ? '' : ': by them the figures below, while those of the table are as sent'}`,
    ],
    ...(why !== null
      ? [[CHARGED_LESS, `no total: ${why}`] as const]
      : nets.length > 0
        ? [[CHARGED_LESS, `${nets.join('; ')}, before fees, discounts, tax and payments`] as const]
        : []),
    ...(why !== null || invoiced.length === 0
      ? []
      : [[INVOICE_ROUNDING, invoiced.map(({ sum, currency }) => told(sum, currency)).join('; ')] as const]),
    ...twice('Possibly charged twice', charged, (sum) => sum),
    ...twice('Possibly credited twice', credited, opposite),
  ]
}

/** Codes that are named. */
const MOST_CODES = 4

/** "14,977.80 EUR of whole months (seats, build_minutes)". */
export function lineMoneyWords({
  currency,
  sum,
  codes,
}: NonNullable<TotalsAnswer['worth']>['inNoLine'][number]): string {
  const named = codes.slice(0, MOST_CODES).map((code) => (code === null ? 'no event code' : shortened(code, 40)))
  const more = codes.length > MOST_CODES ? [`${grouped(codes.length - MOST_CODES)} more`] : []
  return `${moneyInWords(sum, currency)} of whole months (${[...named, ...more].join(', ')})`
}
