// What the events of a file are worth, in words: lines of the sheet "About", and a sentence.
import type { SumType } from '../../../shared/exact/exact-sum.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { TaxMark } from '../../../shared/worth/rule.ts'
import { BINS, type Bin, NOT_VALUED_WORDS, type NotValued, NUMBER_MISSING_WORDS } from '../../../shared/worth/worth.ts'
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
    ...numberMissing.map(({ why, events }) => [`Number missing: ${NUMBER_MISSING_WORDS[why]}`, eventsOf(events)]),
    ...notValued.map(({ why, events }) => [`Not valued: ${NOT_VALUED_WORDS[why]}`, eventsOf(events)]),
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

/** Why an event has no money of its own: "Number missing: it is text", "Part of a line". */
export function whyWords(why: NotValued | NoNumber): string {
  if (why === 'part-of-line') return 'Part of a line'
  const words = { ...NUMBER_MISSING_WORDS, ...NOT_VALUED_WORDS }[why]
  return Object.hasOwn(NUMBER_MISSING_WORDS, why) ? `Number missing: ${words}` : `Not valued: ${words}`
}

const count = (figure: string) => grouped(BigInt(figure))
const eventsOf = (events: string) => (events === '1' ? '1 event' : `${count(events)} events`)

/** Currencies that a sentence names. */
const MOST_NAMED = 20

/** "Net by the rules 0123456789ab: 42803.30 EUR, 64916.00 USD.": of standard error, and of a window's list of files. */
export function worthSentence({ rules, currencies, bins, notValued }: FileWorth): string {
  const unruled = bins['no-rule']
  if (unruled !== '0') return `Nothing is netted by the rules ${rules}. Events without a rule: ${unruled}.`
  const nets = currencies
    .slice(0, MOST_NAMED)
    .map(({ currency, net }) => `${net} ${currency ?? '(currency not known)'}`)
  const more = currencies.length - nets.length
  const named = more > 0 ? [...nets, `${more} more`] : nets
  const left = [
    ...(bins['number-missing'] === '0' ? [] : [` Events whose number is missing: ${bins['number-missing']}.`]),
    ...(notValued.length === 0 ? [] : [` Events that are not valued: ${sumOf(notValued)}.`]),
  ]
  return `Net by the rules ${rules}: ${named.length === 0 ? 'no event has money' : named.join(', ')}.${left.join('')}`
}

const sumOf = (counts: readonly { events: string }[]) => counts.reduce((sum, { events }) => sum + Number(events), 0)
