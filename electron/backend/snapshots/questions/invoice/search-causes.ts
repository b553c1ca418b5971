// Searches causes of the lines that differ, customer's code by customer's code, so that the events of each are read
// once.
import type { InvoicePeriod } from '../../../../../shared/check/checked-file.ts'
import {
  compareDecimals,
  type Decimal,
  minus,
  percentOf,
  readDecimal,
  times,
  ZERO,
} from '../../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../../shared/exact/grouped-digits.ts'
import type { CheckProgress } from '../../../../../shared/snapshot/snapshot-ledger.ts'
import type { BookedPrice } from '../../../../../shared/worth/price-book.ts'
import type { Turn } from '../../table/turn.ts'
import { wholeMonth } from './billing-calendar.ts'
import { type CardedEvent, type CaseSources, MOST_SEARCHED_EVENTS } from './case-sources.ts'
import { isRoundedTo, isZero, ONE } from './causes/figures.ts'
import { findCauses } from './causes/find-causes.ts'
import type { LineCase, LineEvent, OtherFigures, Seconds } from './causes/line-case.ts'
import type { JudgedClass } from './judge-class.ts'
import { groupKey, type JudgedLine, type LineClass, withFound } from './judged-line.ts'

const LINES_A_STEP = 16

/** What all lines of an invoice are searched with. `LineCase` says what those members mean that it has, too. */
export interface SearchOptions {
  sources: CaseSources
  /** Decimals that the amounts of a currency have in the invoice. */
  places: (currency: string | null) => number
  wholeRange: Seconds
  zone: string
  shownZone: string
  /** The prices of the rate card for an event code. */
  pricesOf: (code: string) => readonly BookedPrice[]
  hasBoundaryEvents: LineCase['hasBoundaryEvents']
  taxRates: readonly Decimal[]
  otherCodes: (one: LineClass) => readonly OtherFigures[]
  otherCustomers: (one: LineClass) => readonly OtherFigures[]
}

/**
 * The classes with the causes of the lines that are to be searched: `explained` where one fits. Where there are too
 * many events to search, `why` says so.
 */
export async function searchCauses(
  classes: readonly JudgedClass[],
  options: SearchOptions,
  turn: Turn,
  report: (progress: CheckProgress) => void,
): Promise<LineClass[]> {
  const wanted = inOrderOfEvents(classes).flatMap((one) =>
    one.lines.flatMap((line) => (line.at === one.searched ? [{ one, line }] : [])),
  )
  const found = new Map<number, JudgedLine>()
  for (const [done, { one, line }] of wanted.entries()) {
    if (done % LINES_A_STEP === 0) report({ phase: 'searching', done, of: wanted.length })
    await turn.breathe()
    const events = await options.sources.eventsAround(one.customerId, one.code, one.placed, turn)
    if (typeof events === 'number') {
      const bound = grouped(MOST_SEARCHED_EVENTS)
      const why = `It has ${countWords(events, 'event')}; causes are searched among ${bound} at most.`
      found.set(line.at, { ...line, why: [...line.why, why] })
      continue
    }
    const causes = findCauses(lineCase(line, one, events, options))
    found.set(line.at, { ...line, causes, verdict: causes.fits.length > 0 ? 'explained' : line.verdict })
  }
  return withFound(classes, found)
}

/** The classes in another order: those of one customer and code stand together, as the events of each are read once. */
export function inOrderOfEvents<Class extends LineClass>(classes: readonly Class[]): Class[] {
  const byKey = Map.groupBy(classes, ({ customerId, code }) => groupKey(customerId, code))
  return [...byKey.values()].flat()
}

/**
 * What causes of a line are searched in, and what its explanation is made of.
 * @param around the events around the period of the line, as `CaseSources.eventsAround` gives them
 */
export function lineCase(
  line: JudgedLine,
  lineClass: LineClass,
  around: readonly CardedEvent[],
  options: SearchOptions,
): LineCase {
  const { wholeRange, zone, shownZone, hasBoundaryEvents, taxRates } = options
  const { paper, currency, worth } = line
  const { placed, group } = lineClass
  const isOfLine = ({ event, currency: eventCurrency }: CardedEvent) =>
    event.worth === null || eventCurrency === currency
  return {
    customerId: lineClass.customerId,
    line: {
      quantity: paper.quantity,
      unitPrice: paper.unitPrice,
      amount: paper.amount ?? ZERO,
      currency,
      places: options.places(currency),
    },
    period: { from: placed.from, until: placed.until },
    month: wholeMonthOf(placed.period),
    zone,
    shownZone,
    events: around.filter(isOfLine).map(({ event }): LineEvent => event),
    hasBoundaryEvents,
    by: group?.by ?? 'sum',
    quantity: lineClass.worth?.quantity ?? null,
    unit: group?.unit ?? null,
    worth: worth ?? ZERO,
    card: cardOf(around, placed),
    prices: options.pricesOf(lineClass.code),
    wholeRange,
    taxRates,
    otherCodes: options.otherCodes(lineClass),
    otherCustomers: options.otherCustomers(lineClass),
  }
}

/** The price of the rate card by which the first event of the period is valued that has one; null: none has. */
function cardOf(events: readonly CardedEvent[], { from, until }: Seconds): BookedPrice | null {
  for (const { event, card } of events) {
    const second = event.at?.seconds
    if (card !== null && second !== undefined && second >= from && second < until) return card
  }
  return null
}

/** The month that a period is, as `2026-10`; null: it is not one whole month. */
function wholeMonthOf({ from, until }: InvoicePeriod): string | null {
  const text = from.slice(0, 7)
  const month = wholeMonth(text)
  return from === month.from && until === month.until ? text : null
}

/** The first percentage in a text, as in "19 % VAT" and "incl. 8.1% MWST". */
const PERCENT = /(\d{1,2}(?:[.,]\d{1,4})?)\s?%/

/**
 * The tax rates of an invoice, in percent: as the items of its tax lines say them, else as the tax and a total beside
 * it give them.
 */
export function taxRatesOf(lines: readonly JudgedLine[]): Decimal[] {
  const rates = new Map<string, Decimal>()
  const totalsAfter = nextTotals(lines)
  let totalBefore: Decimal | null = null
  for (const [at, { paper }] of lines.entries()) {
    if (paper.means?.is === 'total') totalBefore = paper.amount ?? totalBefore
    if (paper.means?.is !== 'not-from-events' || paper.means.what !== 'tax') continue
    // A comma is a decimal sign here, and 07 is 7: as `readDecimal` takes numbers.
    const said = PERCENT.exec(paper.item.slice(0, 1_000))?.[1]
      ?.replace(',', '.')
      .replace(/^0+(?=\d)/, '')
    const text = said ?? workedOutRate(paper.amount, totalBefore, totalsAfter[at] ?? null)
    const rate = text === null ? null : readDecimal(text)
    if (text !== null && rate !== null && rate !== 'beyond' && rates.size < 20) rates.set(text, rate)
  }
  return [...rates.values()]
}

/** The amount of the first total behind each line; null: there is none. */
function nextTotals(lines: readonly JudgedLine[]): (Decimal | null)[] {
  let next: Decimal | null = null
  return lines
    .toReversed()
    .map(({ paper }) => {
      const behind = next
      if (paper.means?.is === 'total') next = paper.amount ?? next
      return behind
    })
    .toReversed()
}

/** A rate that is worked out has at most so many decimals: with more, any two amounts would give one. */
const MOST_RATE_PLACES = 3

/**
 * The rate with the fewest decimals by which a net amount comes to its tax. The net amount is the total before the tax,
 * or else the one behind it without the tax. Null: there is no such rate.
 */
function workedOutRate(tax: Decimal | null, before: Decimal | null, after: Decimal | null): string | null {
  if (tax === null || isZero(tax)) return null
  for (const net of [before, after === null ? null : minus(after, tax)]) {
    for (let places = 0; net !== null && places <= MOST_RATE_PLACES; places += 1) {
      const text = percentOf(tax, net, places)
      const rate = text === null ? null : readDecimal(text)
      if (text === null || rate === null || rate === 'beyond') break
      const share = times(rate, { digits: 1n, scale: 2 })
      const isRate = compareDecimals(ZERO, rate) < 0 && compareDecimals(share, ONE) < 0
      if (isRate && isRoundedTo(times(net, share), tax, Math.max(tax.scale, 2))) return text
    }
  }
  return null
}
