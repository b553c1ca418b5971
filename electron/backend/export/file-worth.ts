// What the events of a file are worth by your price rules, as its receipt, "About" and the command's last line say it.
import { SUM_TYPE_WORDS } from '../../../shared/event/event.ts'
import type { Cell, TableRow } from '../../../shared/event/event-table.ts'
import { readPlain } from '../../../shared/exact/decimal.ts'
import { capitalized, grouped } from '../../../shared/exact/grouped-digits.ts'
import { readPropertyMeanings } from '../../../shared/snapshot/remembered-answers.ts'
import { wholeRangeOf } from '../../../shared/snapshot/scopes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { billingMonths, type WholeRangeInstants } from '../../../shared/worth/billing-months.ts'
import { moneyText, plainMoney } from '../../../shared/worth/money-text.ts'
import { notInSumOf } from '../../../shared/worth/not-in-sum.ts'
import type { PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import type { TaxMark } from '../../../shared/worth/rule.ts'
import { meaningsOfRules } from '../../../shared/worth/rules-of-meanings.ts'
import { readRules, rulesVersion } from '../../../shared/worth/rules-text.ts'
import { createValuation } from '../../../shared/worth/valuation.ts'
import { eventValuer } from '../../../shared/worth/value-event.ts'
import {
  type CurrencySum,
  isMoneyKind,
  MONEY_KIND_WORDS,
  MONEY_KINDS,
  type MoneyKind,
  NO_NUMBER_WORDS,
  NOT_IN_TOTAL,
  type NotValued,
  RULES_MONTHS,
  WITHOUT_RULE,
  WORTH_BY_RULES,
  whyNotValued,
} from '../../../shared/worth/worth.ts'
import { type NoNumber, worthEventReader } from '../../../shared/worth/worth-event.ts'
import type { WorthRules } from '../../../shared/worth/worth-rules.ts'
import { createWorthSums } from '../../../shared/worth/worth-sums.ts'
import { instantsOf } from '../snapshots/money/event-reader.ts'
import type { ReadingState } from '../snapshots/reading-state.ts'
import type { SnapshotHeader } from '../snapshots/snapshot-journal.ts'
import { type Charge, compareTexts, createCharges } from './charges.ts'

/** The events of a file are valued by this. */
export interface Valuing {
  rules: WorthRules
  /** `rulesVersion` gives them this version. */
  version: string
  /** Months begin in it. */
  zone: string
  /** Null: period lines have no worth. */
  wholeRange: WholeRangeInstants | null
}

/** Values the events that conditions leave of a finished snapshot, in the zone of its range. */
export function valuingOf(
  rules: WorthRules,
  { header, state }: { header: SnapshotHeader; state: ReadingState },
  scope: Scope,
): Valuing {
  const { search, range, begunAt } = header
  const { until, begins, clock, verdict } = state
  if (verdict === null) throw new Error('Only what was read to its end is valued')
  const taken = { search, range, begunAt, until, begins, clock, status: { state: 'finished' as const, verdict } }
  return { rules, version: rulesVersion(rules), zone: range.zone, wholeRange: instantsOf(wholeRangeOf(taken, scope)) }
}

/** Values rows of the screen: they are always a part. */
export const partValuing = (rules: WorthRules, zone: string): Valuing => ({
  rules,
  version: rulesVersion(rules),
  zone,
  wholeRange: null,
})

/** Figures are texts: counts, and plain decimals as `moneyText` writes them. */
export type FileWorth = ReturnType<typeof statedWorth>

/** Values a file's rows, one after the other. */
export function createFileWorth({ rules, version, zone, wholeRange }: Valuing) {
  const valuation = createValuation(rules, { zone, wholeRange, unruled: null })
  const read = worthEventReader(valuation.names)
  const charges = createCharges(rules, billingMonths(zone))
  return {
    add(row: TableRow): void {
      const event = read(row)
      charges.add(event, valuation.add(event))
    },
    result: () => statedWorth(valuation.worth(), version, zone),
    /** It is in the result and in no row: the worth of lines of whole months, by currency. */
    ofMonths: (): CurrencySum[] => {
      const sums = createWorthSums()
      for (const { worth, currency, events } of valuation.lines()) {
        if (worth !== null) sums.add(currency, readPlain(worth), events)
      }
      return sums.figures()
    },
    /** Adds up to the result, currency by currency. */
    charges: (): Charge[] => charges.result(valuation.computedLines()),
  }
}

/** Properties that the rules call amounts, prices or quantities. */
export const measuredBy = ({ rules }: Valuing): string[] =>
  meaningsOfRules(rules).flatMap(({ name, meaning }) => (MEASURED.includes(meaning) ? [name] : []))

const MEASURED: readonly string[] = ['amount-major', 'amount-minor', 'unit-price', 'quantity']

function statedWorth(worth: ReturnType<ReturnType<typeof createValuation>['worth']>, version: string, zone: string) {
  const { moneyKinds, notInSums } = worth
  const counts = Object.fromEntries(moneyKinds.map(({ moneyKind, events }) => [moneyKind, String(events)])) as Record<
    MoneyKind,
    string
  >
  const granted = moneyKinds.find(({ moneyKind }) => moneyKind === 'balance')?.sums ?? []
  return {
    rules: version,
    zone,
    bins: counts,
    currencies: inOrder(worth.currencies).map(({ currency, net, charged, reduces, tax, events }) => ({
      currency,
      net: net === null ? null : moneyText(net, currency),
      charged: moneyText(charged, currency),
      reduces: moneyText(reduces, currency),
      tax,
      events: String(events),
      ...withoutOf(notInSumOf(notInSums, currency, 'file')),
    })),
    granted: inOrder(granted).map(statedSum),
    notValued: worth.notValued.map(counted),
    numberMissing: worth.numberMissing.map(counted),
    noRule: worth.noRule.map(counted),
    negativeDebits: inOrder(worth.negativeDebits).map(statedSum),
    differs: inOrder(worth.differs).map(statedSum),
    differsByRounding: inOrder(worth.differsByRounding).map(statedSum),
  }
}

const withoutOf = (words: string | null): { without?: string } => (words === null ? {} : { without: words })

/** Orders by name, what has none last: the same whatever event came first. */
const inOrder = <T extends { currency: string | null }>(all: readonly T[]) =>
  all.toSorted((a, b) => compareTexts(a.currency, b.currency))

const statedSum = ({ currency, events, sum }: CurrencySum) => ({
  currency,
  events: String(events),
  sum: moneyText(sum, currency),
})

const counted = <T extends { events: number }>({ events, ...rest }: T) => ({ ...rest, events: String(events) })

// These say in words what the events of a file are worth: lines of the sheet "About", and a sentence.

type Line = readonly string[]

/** Lines of cells; all of them text, so that no figure is rounded. */
export function worthLines(worth: FileWorth): Line[] {
  const { rules, zone, bins, currencies, granted, notValued, numberMissing, noRule } = worth
  const isAnyMissed = currencies.some(({ without }) => without !== undefined)
  return [
    [],
    [
      `${WORTH_BY_RULES} ${rules}, by currency`,
      'Total',
      'Charged',
      'Taken off',
      'Events',
      'Tax',
      ...(isAnyMissed ? [NOT_IN_TOTAL.head] : []),
    ],
    ...currencies.map(({ currency, net, charged, reduces, events, tax, without }) => [
      currency ?? 'currency not set',
      net ?? '–',
      charged,
      reduces,
      count(events),
      tax.map((mark) => TAXES[mark]).join(', '),
      ...(without === undefined ? [] : [without]),
    ]),
    [RULES_MONTHS, zone],
    ...MONEY_KINDS.map((moneyKind) => [`Bin: ${capitalized(MONEY_KIND_WORDS[moneyKind])}`, eventsOf(bins[moneyKind])]),
    ...(bins['no-rule'] === '0' ? [] : [['No total', `${eventsOf(bins['no-rule'])} ${WITHOUT_RULE}`]]),
    ...noRule.map(({ type, eventCode, events }) => [
      `No price rule: ${SUM_TYPE_WORDS[type]}, event code ${eventCode ?? 'not known'}`,
      eventsOf(events),
    ]),
    ...numberMissing.map(({ why, events }) => [whyWords(why), eventsOf(events)]),
    ...notValued.map(({ why, events }) => [whyWords(why), eventsOf(events)]),
    ...sumLines('Prepaid grant', granted),
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

const TAXES: Record<TaxMark, string> = { net: 'net', gross: 'gross', 'not-said': 'not said' }

/** Why an event has no money of its own: "Number missing: it is text", "Billed by the month, not per event". */
function whyWords(why: NotValued | NoNumber): string {
  if (why === 'no-number' || why === 'text' || why === 'beyond')
    return `${capitalized(MONEY_KIND_WORDS['number-missing'])}: ${NO_NUMBER_WORDS[why].why}`
  return capitalized(whyNotValued(why))
}

const count = (figure: string) => grouped(BigInt(figure))
const eventsOf = (events: string) => (events === '1' ? '1 event' : `${count(events)} events`)

/** Currencies that a sentence names. */
const MOST_NAMED = 20

/**
 * "Total by your price rules 0123456789ab: 42803.30 EUR, 64916.00 USD.": of standard error, and of a window's list of
 * files.
 * @param minus of the figures: programs read "-" on standard error
 */
export function worthSentence({ rules, currencies, bins, notValued }: FileWorth, minus: '-' | '−'): string {
  const unruled = bins['no-rule']
  if (unruled !== '0') return `No total by your price rules ${rules}. Events without a price rule: ${unruled}.`
  const nets = currencies.slice(0, MOST_NAMED).map(({ currency, net, without }) => {
    const sum = `${net?.replace('-', minus) ?? '–'} ${currency ?? '(currency not set)'}`
    return without === undefined ? sum : `${sum} (${without})`
  })
  const more = currencies.length - nets.length
  const named = more > 0 ? [...nets, `${more} more`] : nets
  const left = [
    ...(bins['number-missing'] === '0' ? [] : [` Events whose number is missing: ${bins['number-missing']}.`]),
    ...(notValued.length === 0 ? [] : [` Events that are not valued: ${sumOf(notValued)}.`]),
  ]
  return `Total by your price rules ${rules}: ${named.length === 0 ? 'no event is in the total' : named.join(', ')}.${left.join('')}`
}

const sumOf = (counts: readonly { events: string }[]) => counts.reduce((sum, { events }) => sum + Number(events), 0)

// These are cells beside an event's own that say what it is worth by the rules.

/** The heads of their columns. */
export const WORTH_HEADS = ['worth', 'worth currency', 'worth by the rules']

/** Its money, the currency, and what the rules take it for; none without rules. Money of a whole month is in no row. */
export function worthCells(valuing: Valuing | null): (row: TableRow) => Cell[] {
  if (valuing === null) return () => []
  const { rules, zone } = valuing
  const valuer = eventValuer(rules, zone, null)
  const read = worthEventReader(valuer.names)
  return (row) => {
    const { moneyKind, worth, currency, why } = valuer.value(read(row))
    const isMoney = worth !== null && isMoneyKind(moneyKind)
    const words = why === null ? capitalized(MONEY_KIND_WORDS[moneyKind]) : whyWords(why)
    return [
      isMoney ? { kind: 'number', text: plainMoney(worth, currency) } : null,
      isMoney && currency !== null ? { kind: 'string', text: currency } : null,
      { kind: 'string', text: words },
    ]
  }
}

// This is what was said of a connection's events, as it is kept: by it the events of a file are valued, and its sums
// are split.

export interface KeptRules {
  /** Null: there are none to value by. */
  rules: WorthRules | null
  /** Some are kept, but they are of another version of Eventscope or damaged. */
  areUnreadable: boolean
  /** This is what properties mean by the rules; without any, as it was said before there were rules. */
  meanings: PropertyMeanings
}

/** Rules that can be read, with the meanings of properties that follow from them. */
export const asKeptRules = (rules: WorthRules): KeptRules => ({
  rules,
  areUnreadable: false,
  meanings: meaningsOfRules(rules),
})

/** @param text, meanings as they are remembered; null: nothing is */
export function readKeptRules(text: string | null, meanings: string | null): KeptRules {
  const before: KeptRules = { rules: null, areUnreadable: false, meanings: readPropertyMeanings(meanings) }
  if (text === null || text === '') return before
  const read = readRules(text)
  if (!read.ok) return { ...before, areUnreadable: true }
  const applied = asKeptRules(read.rules)
  return read.rules.rules.length === 0 ? { ...applied, rules: null } : applied
}
