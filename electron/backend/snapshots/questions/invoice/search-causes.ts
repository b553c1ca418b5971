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

/** All lines share these. */
export interface SearchOptions {
  sources: CaseSources
  places: (currency: string | null) => number
  wholeRange: Seconds
  zone: string
  shownZone: string
  pricesOf: (code: string) => readonly BookedPrice[]
  hasBoundaryEvents: LineCase['hasBoundaryEvents']
  taxRates: readonly Decimal[]
  otherCodes: (one: LineClass) => readonly OtherFigures[]
  otherCustomers: (one: LineClass) => readonly OtherFigures[]
}

/** The classes with the causes of differing lines: `explained` where one fits, else `why`: too many events. */
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

/** One customer's code after the other, as the events of each are read once. */
export function inOrderOfEvents<Class extends LineClass>(classes: readonly Class[]): Class[] {
  const byKey = Map.groupBy(classes, ({ customerId, code }) => groupKey(customerId, code))
  return [...byKey.values()].flat()
}

/** Tells what a cause is searched in, and what an explanation walks through. */
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

/** Takes the card of the first event of the period that has one. */
function cardOf(events: readonly CardedEvent[], { from, until }: Seconds): BookedPrice | null {
  for (const { event, card } of events) {
    const second = event.at?.seconds
    if (card !== null && second !== undefined && second >= from && second < until) return card
  }
  return null
}

function wholeMonthOf({ from, until }: InvoicePeriod): string | null {
  const text = from.slice(0, 7)
  const month = wholeMonth(text)
  return from === month.from && until === month.until ? text : null
}

const PERCENT = /(\d{1,2}(?:[.,]\d{1,4})?)\s?%/

/** Gives percents, as items of tax lines say them, else as tax and net of the invoice come to where both are stated. */
export function taxRatesOf(lines: readonly JudgedLine[]): Decimal[] {
  const rates = new Map<string, Decimal>()
  const totalsAfter = nextTotals(lines)
  let totalBefore: Decimal | null = null
  for (const [at, { paper }] of lines.entries()) {
    if (paper.means?.is === 'total') totalBefore = paper.amount ?? totalBefore
    if (paper.means?.is !== 'not-from-events' || paper.means.what !== 'tax') continue
    const said = PERCENT.exec(paper.item.slice(0, 1_000))?.[1]
      ?.replace(',', '.')
      .replace(/^0+(?=\d)/, '')
    const text = said ?? workedOutRate(paper.amount, totalBefore, totalsAfter[at] ?? null)
    const rate = text === null ? null : readDecimal(text)
    if (text !== null && rate !== null && rate !== 'beyond' && rates.size < 20) rates.set(text, rate)
  }
  return [...rates.values()]
}

/** Gives for each line the amount of the first total behind it. */
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

/** Most decimals that a rate has which is worked out: with more, any two amounts would come to one. */
const MOST_RATE_PLACES = 3

/** The shortest rate by which the total before a tax, or the one behind it without the tax, comes to that tax. */
function workedOutRate(tax: Decimal | null, before: Decimal | null, after: Decimal | null): string | null {
  if (tax === null || isZero(tax)) return null
  for (const net of [before, after === null ? null : minus(after, tax)]) {
    for (let places = 0; net !== null && places <= MOST_RATE_PLACES; places += 1) {
      const text = percentOf(tax, net, places)
      const rate = text === null ? null : readDecimal(text)
      if (text === null || rate === null || rate === 'beyond') break
      const share = times(rate, { digits: 1n, scale: 2 })
      if (compareDecimals(ZERO, rate) < 0 && compareDecimals(share, ONE) < 0) {
        if (isRoundedTo(times(net, share), tax, Math.max(tax.scale, 2))) return text
      }
    }
  }
  return null
}
