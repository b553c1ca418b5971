// Why events have no money, and what of whole months is in no line, in words.
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Period, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer, TotalsCell } from '../../../shared/snapshot/snapshot-totals.ts'
import type { NotValued } from '../../../shared/worth/worth.ts'
import { shortened } from '../../ui/excerpt.ts'
import { moneyInWords } from '../../worth/money-words.ts'
import { notValuedWords } from '../headlines/headline-words.ts'
import { keyLabel } from './totals-options.ts'

const SHORT_WORDS: Record<NotValued, string> = {
  'part-of-line': 'part of a line',
  'no-time': 'no time',
  'no-customer': 'no customer',
  'no-price': 'no price',
  'unit-differs': 'another unit',
  'price-changes': 'the price changes',
  'last-tied': 'two last values',
  'below-zero': 'below zero',
  'minor-units': 'decimals not known',
  'too-many-currencies': 'too many currencies',
}

/** "Not valued: part of a line"; of several reasons that of most events. Empty where all are valued. */
export function shortNotValued({ worth }: TotalsCell): string {
  if (worth === undefined) return ''
  if (worth.unruled > 0) return `Not netted: ${countWords(worth.unruled, 'event')} without a rule`
  const [first] = worth.notValued.toSorted((a, b) => b.events - a.events)
  return first === undefined ? '' : `Not valued: ${SHORT_WORDS[first.why]}`
}

/** All reasons; null where there is none. */
export function notValuedTitle({ worth }: TotalsCell): string | null {
  if (worth === undefined || worth.notValued.length === 0) return null
  return worth.notValued.map(notValuedWords).join('; ')
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

const PERIOD_WORDS: Record<Period, string> = { hour: 'hour', day: 'day', week: 'week', month: 'month of another zone' }

/** What a group is called: "day", "event type". */
export function groupWord(keys: readonly SnapshotKey[]): string {
  const key = keys.find((one) => !isOfLine(one)) ?? keys[0]
  if (key === undefined) return 'group'
  return key.of === 'time' ? PERIOD_WORDS[key.every] : shortened(keyLabel(key), 40)
}

const isOfLine = (key: SnapshotKey) => key.of === 'field' && (key.field === 'customerId' || key.field === 'eventCode')
