// Causes of which events were taken: some of them alone, others beside them, or those of another period.
import { type Decimal, plus, times, ZERO } from '../../../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../../../shared/exact/grouped-digits.ts'
import type { Attempt, Step } from './cause-attempt.ts'
import { countEvents } from './count-events.ts'
import {
  type Figures,
  figuresWords,
  isEqual,
  isZero,
  negated,
  placeWords,
  quantityWords,
  shownMoney,
} from './figures.ts'
import type { LineCalculator } from './line-calculator.ts'
import { between, type LineCase, type Seconds, type Timed } from './line-case.ts'
import { dateOf, daysLater, monthStart, startOf } from './zone-days.ts'

/** Yields the causes that lie in the events: only some were taken, signs were reversed, texts were read as numbers. */
export function* eventAttempts(line: LineCase, calculator: LineCalculator): Generator<Attempt> {
  yield* takenOnly(calculator)
  yield* signReversed(line, calculator)
  yield* textsRead(line, calculator)
}

/** A way to take only some of the events of a line. */
interface Taking extends Pick<Attempt, 'code' | 'words'> {
  isTaken: (event: Timed) => boolean
  /** The beginning of its sentence. @param taken how many events of all are taken */
  says: (taken: number, all: number) => string
}

const only = (takes: string) => (taken: number, all: number) =>
  `Only ${takes}, ${grouped(taken)} of ${countWords(all, 'event')}`
const without = (one: string, many: string) => (taken: number, all: number) =>
  `Without ${countWords(all - taken, one, many)}`

/** The ways in which only some events may have been taken. */
const TAKINGS: readonly Taking[] = [
  { code: 'one-type', words: 'debits only', isTaken: ({ type }) => type === 'debit', says: only('debits') },
  { code: 'one-type', words: 'credits only', isTaken: ({ type }) => type === 'credit', says: only('credits') },
  {
    code: 'one-type',
    words: 'charges only',
    isTaken: ({ moneyKind }) => moneyKind === 'charged',
    says: only('events that charge'),
  },
  {
    code: 'one-type',
    words: 'reductions only',
    isTaken: ({ moneyKind }) => moneyKind === 'reduces',
    says: only('events that reduce'),
  },
  {
    code: 'repeats-left-out',
    words: 'repeats left out',
    isTaken: ({ mayRepeat }) => !mayRepeat,
    says: without('event that may be a repeat', 'events that may be repeats'),
  },
  {
    code: 'late-left-out',
    words: 'late events left out',
    isTaken: ({ isLate }) => isLate !== true,
    says: without('event that came after the month was closed', 'events that came after the month was closed'),
  },
]

function* takenOnly(calculator: LineCalculator): Generator<Attempt> {
  const events = calculator.parts.flat()
  const ofTypes: (readonly Timed[])[] = []
  for (const { code, words, isTaken, says } of TAKINGS) {
    const taken = events.filter(isTaken)
    if (taken.length === events.length) continue
    if (code === 'one-type') {
      // Debits are mostly what charges, and one side may be all there is.
      if (taken.length === 0 || ofTypes.some((known) => isSame(known, taken))) continue
      ofTypes.push(taken)
    }
    const parts = calculator.parts.map((part) => part.filter(isTaken))
    yield { code, words, says: () => says(taken.length, events.length), figures: calculator.figures(parts), parts }
  }
}

const isSame = (a: readonly Timed[], b: readonly Timed[]) =>
  a.length === b.length && a.every((event, at) => event === b[at])

function* signReversed(line: LineCase, calculator: LineCalculator): Generator<Attempt> {
  const { parts } = calculator
  const reducing = parts.flat().filter(({ moneyKind }) => moneyKind === 'reduces')
  if (reducing.length === 0) return
  const taken = reducing.reduce((sum, { worth }) => (worth === null ? sum : plus(sum, worth)), ZERO)
  const what = countWords(reducing.length, 'event that reduces', 'events that reduce')
  yield {
    code: 'sign-reversed',
    words: 'reductions added',
    says: () => `${what}, ${shownMoney(taken, line.line.currency)} together, added in place of taken off`,
    figures: calculator.figures(
      parts.map((part) => part.map((event) => (event.moneyKind === 'reduces' ? turned(event) : event))),
    ),
    isOneByWorth: true,
  }
}

const turned = (event: Timed): Timed => ({
  ...event,
  quantity: event.quantity && negated(event.quantity),
  worth: event.worth && negated(event.worth),
  effect: 'as-sent',
})

/** With numbers that were sent as text, which the rules do not read. */
function* textsRead(line: LineCase, calculator: LineCalculator): Generator<Attempt> {
  const { single, isOfMonth } = calculator
  const texts = between(line.events.filter(isText), line.period)
  if (texts.length === 0) return
  const read: Timed[] = []
  for (const event of texts) {
    // In a month that the rate card prices as a whole, an event has no worth of its own.
    const price: Decimal | null = isOfMonth ? null : (event.price ?? single)
    if (!isOfMonth && price === null) return
    const worth = price && times(event.textQuantity, price)
    read.push({ ...event, moneyKind: 'charged', quantity: event.textQuantity, worth })
  }
  const count = countWords(texts.length, 'text', 'texts')
  const parts = calculator.within(line.period, line.zone, read)
  yield {
    code: 'texts-read',
    words: 'texts read as numbers',
    says: () => `With ${count} read as ${texts.length === 1 ? 'a number' : 'numbers'}`,
    figures: calculator.figures(parts),
    parts,
  }
}

type Text = Timed & { textQuantity: Decimal }

const isText = (event: LineCase['events'][number]): event is Text =>
  event.at !== null && event.moneyKind === 'number-missing' && event.textQuantity != null

/** Dates have four digits for their year from a day before the first of these until a day after the other. */
const [FIRST, LAST] = [Date.UTC(1_000, 0, 2) / 1_000, Date.UTC(9_998, 0, 1) / 1_000]

/** The first day of a line, and the one after its last. */
interface Days {
  first: string
  end: string
}

/**
 * Yields the causes that lie in the period; `unasked`: one that needs events around the period which were not read. The
 * month before is tried only where the snapshot holds it.
 */
export function* periodAttempts(line: LineCase, calculator: LineCalculator): Generator<Step> {
  const { period, zone } = line
  if (period.from < FIRST || period.until > LAST) return
  const days = { first: dateOf(period.from, zone), end: dateOf(period.until, zone) }
  yield* inOtherZones(line, days, calculator)
  yield* endIncluded(line, days, calculator)
  yield* dayMissing(line, days, calculator)
  yield* monthBefore(line, days, calculator)
}

/** The same days in UTC and in the zone in which the reader sees times. */
function* inOtherZones(line: LineCase, { first, end }: Days, calculator: LineCalculator): Generator<Step> {
  const what = line.month !== null || (first.endsWith('-01') && end.endsWith('-01')) ? 'month' : 'days'
  const zones = [
    { code: 'utc' as const, zone: 'UTC' },
    { code: 'shown-zone' as const, zone: line.shownZone },
  ]
  const tried: Seconds[] = [line.period]
  for (const { code, zone } of zones) {
    const period = { from: startOf(first, zone), until: startOf(end, zone) }
    // Zones whose days begin together are one.
    if (
      period.from >= period.until ||
      tried.some(({ from, until }) => from === period.from && until === period.until)
    ) {
      continue
    }
    tried.push(period)
    if (!isInWholeRange(period, line)) {
      yield { unasked: code }
      continue
    }
    const place = placeWords(zone)
    const ofWhat = `the ${what} in ${placeWords(line.zone)}`
    const parts = calculator.within(period, zone)
    for (const figures of figuresOf(parts, line, calculator)) {
      const ends = () => `${figuresWords(figures, line)}${shiftWords(period, ofWhat, line, calculator)}`
      yield { code, words: `${what} cut in ${place}`, says: () => `The ${what} in ${place}`, ends, figures, parts }
    }
  }
}

/** ", without 300 GB at the beginning of the month in Berlin, with 337.5 GB after its end". */
function shiftWords({ from, until }: Seconds, ofWhat: string, line: LineCase, calculator: LineCalculator): string {
  const { period } = line
  const shifts: [word: string, of: Seconds, where: string][] = [
    ['without', { from: period.from, until: Math.min(from, period.until) }, 'at the beginning of'],
    ['without', { from: Math.max(until, period.from), until: period.until }, 'at the end of'],
    ['with', { from, until: period.from }, 'before'],
    ['with', { from: period.until, until }, 'after'],
  ]
  return shifts
    .map(([word, of, where]) => ({ word, events: calculator.taken(of), where }))
    .filter(({ events }) => events.length > 0)
    .map(({ word, events, where }, at) => `, ${word} ${eventsWords(events, line)} ${where} ${at === 0 ? ofWhat : 'it'}`)
    .join('')
}

/** "300 GB", where quantities are added up; else "2 events". */
function eventsWords(events: readonly Timed[], { by, zone, unit }: LineCase): string {
  const quantity = by === 'sum' ? countEvents(events, by, zone) : null
  return quantity === null || isZero(quantity) ? countWords(events.length, 'event') : quantityWords(quantity, unit)
}

/** With the events of the instant at which the period ends, or of the whole day behind it. */
function* endIncluded(line: LineCase, { end }: Days, calculator: LineCalculator): Generator<Step> {
  const { period, zone } = line
  const code = 'end-included'
  const day = { from: period.until, until: startOf(daysLater(end, 1), zone) }
  if (!isInWholeRange(day, line)) {
    yield { unasked: code }
    return
  }
  const ofNextDay = calculator.taken(day)
  const atEnd = ofNextDay.filter(({ at }) => at.seconds === period.until && at.nanoseconds === 0)
  // The next day may have no others than those of its first instant: then it is not tried as well.
  const isNextDayMore = atEnd.length === 0 || ofNextDay.length > atEnd.length
  const tried = [
    ...(atEnd.length === 0
      ? []
      : [{ words: 'end included', events: atEnd, what: 'at the instant at which the period ends' }]),
    ...(isNextDayMore ? [{ words: 'next day included', events: ofNextDay, what: 'of the day after the period' }] : []),
  ]
  for (const { words, events, what } of tried) {
    const parts = [...calculator.parts.slice(0, -1), [...(calculator.parts.at(-1) ?? []), ...events]]
    const says = () => `With ${eventsWords(events, line)} ${what}`
    for (const figures of figuresOf(parts, line, calculator)) yield { code, words, says, figures, parts }
  }
}

/** Without the first day, or without the last. */
function* dayMissing(line: LineCase, { first, end }: Days, calculator: LineCalculator): Generator<Attempt> {
  const { period, zone } = line
  const [second, last] = [startOf(daysLater(first, 1), zone), startOf(daysLater(end, -1), zone)]
  if (second >= period.until) return
  const all = [
    { which: 'first', left: { from: second, until: period.until }, out: { from: period.from, until: second } },
    { which: 'last', left: { from: period.from, until: last }, out: { from: last, until: period.until } },
  ]
  for (const { which, left, out } of all) {
    const says = () => `Without ${eventsWords(calculator.taken(out), line)} of its ${which} day`
    const parts = calculator.within(left, zone)
    yield { code: 'day-missing', words: `${which} day missing`, says, figures: calculator.figures(parts), parts }
  }
}

/** The month before, where the line is of one month. */
function* monthBefore(line: LineCase, { first }: Days, calculator: LineCalculator): Generator<Attempt> {
  const { period, zone, month, wholeRange } = line
  if (month === null) return
  const before = { from: startOf(monthStart(first, -1), zone), until: period.from }
  // Readings of the hours around the period do not hold it.
  if (wholeRange.from > before.from || wholeRange.until < before.until) return
  const says = () => `The month before, ${monthStart(first, -1).slice(0, 7)}`
  const parts = calculator.within(before, zone)
  for (const figures of figuresOf(parts, line, calculator)) {
    yield { code: 'month-before', words: 'the month before', says, figures, parts }
  }
}

/**
 * The figures of events that may lie outside the line's period: at the prices of their own time, and, where the rate
 * card had other prices then, a second time at the single price of the line's.
 */
function figuresOf(parts: readonly (readonly Timed[])[], { card }: LineCase, calculator: LineCalculator): Figures[] {
  const figures = calculator.figures(parts)
  if (figures === null) return []
  const priceOfLine = card?.single ?? null
  if (priceOfLine === null || figures.quantity === null) return [figures]
  const worth = times(figures.quantity, priceOfLine)
  return isEqual(worth, figures.worth) ? [figures] : [figures, { ...figures, worth }]
}

/**
 * Whether all events of a period are at hand: it lies in the line's, in what was read around that, or in the whole
 * range.
 */
function isInWholeRange({ from, until }: Seconds, { period, hasBoundaryEvents, wholeRange }: LineCase): boolean {
  const isBegun = from >= period.from || hasBoundaryEvents.before || wholeRange.from <= from
  const isEnded = until <= period.until || hasBoundaryEvents.after || wholeRange.until >= until
  return isBegun && isEnded
}
