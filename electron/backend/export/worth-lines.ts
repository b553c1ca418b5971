// What the events of a file are worth, as lines of the sheet "About".
import type { SumType } from '../../../shared/exact/exact-sum.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { TaxMark } from '../../../shared/worth/rule.ts'
import { BINS, type Bin, type NotValued } from '../../../shared/worth/worth.ts'
import type { NoNumber } from '../../../shared/worth/worth-event.ts'
import type { FileWorth } from './file-worth.ts'

type Line = readonly string[]

/** Lines of cells; all of them text, so that no figure is rounded. */
export function worthLines(worth: FileWorth): Line[] {
  const { rules, zone, bins, currencies, granted, notValued, numberMissing, noRule } = worth
  return [
    [],
    [`Worth by the rules ${rules}, by currency`, 'Net', 'Charged', 'Reduces', 'Events', 'Tax'],
    ...currencies.map(({ currency, net, charged, reduces, events, tax }) => [
      currency ?? 'currency not known',
      net ?? '–',
      charged,
      reduces,
      count(events),
      tax.map((mark) => TAXES[mark]).join(', '),
    ]),
    ['Months of the rules', zone],
    ...BINS.map((bin) => [`Bin: ${BIN_NAMES[bin]}`, eventsOf(bins[bin])]),
    ...(bins['no-rule'] === '0' ? [] : [['Not netted', `${eventsOf(bins['no-rule'])} without a rule`]]),
    ...noRule.map(({ type, eventCode, events }) => [
      `No rule: ${TYPES[type]}, event code ${eventCode ?? 'not known'}`,
      eventsOf(events),
    ]),
    ...numberMissing.map(({ why, events }) => [`Number missing: ${MISSING[why]}`, eventsOf(events)]),
    ...notValued.map(({ why, events }) => [`Not valued: ${UNVALUED[why]}`, eventsOf(events)]),
    ...sumLines('Balance', granted),
    ...sumLines('Debits below zero', worth.negativeDebits),
    ...sumLines('Amount more than quantity × unit price', worth.differs),
    ...sumLines('Amount more than quantity × unit price, by rounding', worth.differsByRounding),
  ]
}

const sumLines = (head: string, sums: FileWorth['granted']): Line[] =>
  sums.map(({ currency, events, sum }) => [
    currency === null ? head : `${head}, ${currency}`,
    `${sum} in ${eventsOf(events)}`,
  ])

export const BIN_NAMES: Record<Bin, string> = {
  charged: 'Charged',
  reduces: 'Reduces',
  balance: 'Balance',
  'not-money': 'Not money',
  'number-missing': 'Number missing',
  'no-rule': 'No rule',
}

const TAXES: Record<TaxMark, string> = { net: 'net', gross: 'gross', 'not-said': 'not said' }

const TYPES: Record<SumType, string> = { credit: 'credit', debit: 'debit', neither: 'neither credit nor debit' }

const MISSING: Record<NoNumber, string> = {
  'no-number': 'none is there',
  text: 'it is text',
  beyond: 'too large to calculate with',
}

const UNVALUED: Record<NotValued, string> = {
  'part-of-line': 'part of a line',
  'no-time': 'no time',
  'no-customer': 'no customer',
  'no-price': 'no price',
  'unit-differs': 'unit differs',
  'price-changes': 'the price changes in the period',
  'last-tied': 'two values are the last one',
  'below-zero': 'quantity below zero',
  'minor-units': 'minor units not known',
  'too-many-currencies': 'too many currencies',
}

/** Why an event has no money of its own: "Number missing: it is text", "Part of a line". */
export function whyWords(why: NotValued | NoNumber): string {
  if (why === 'part-of-line') return 'Part of a line'
  const words = { ...MISSING, ...UNVALUED }[why]
  return Object.hasOwn(MISSING, why) ? `Number missing: ${words}` : `Not valued: ${words}`
}

const count = (figure: string) => grouped(BigInt(figure))
const eventsOf = (events: string) => (events === '1' ? '1 event' : `${count(events)} events`)
