// One line of an invoice, explained: its quantity in a sentence, the tier steps to its worth, its days, and where to
// look.
import { type Decimal, plus } from '../../../../../shared/exact/decimal.ts'
import { capitalized, countWords } from '../../../../../shared/exact/grouped-digits.ts'
import type { DecisiveEvent, ExplainedLine } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { formatUtc, MONTHS } from '../../../../../shared/time/instant.ts'
import { plainMoney, plainNumber } from '../../../../../shared/worth/money-text.ts'
import type { WorthValue } from '../../../../../shared/worth/worth-event.ts'
import { eventReader } from '../../money/event-reader.ts'
import type { LoadedSnapshot } from '../../table/loaded-snapshot.ts'
import type { Turn } from '../../table/turn.ts'
import { countEvents } from './causes/count-events.ts'
import { differenceGroups } from './causes/difference-groups.ts'
import { placeWords, shownNumber } from './causes/figures.ts'
import { movedBy } from './causes/find-causes.ts'
import { eventsOfPeriod, type LineCase, type Timed } from './causes/line-case.ts'
import { offeredReading, type UnruledEvent, type UnruledLine } from './causes/offered-reading.ts'
import { dateOf } from './causes/zone-days.ts'
import { type CheckedInvoice, shownLine } from './checked-invoice.ts'
import { type JudgedLine, type LineClass, lineRows } from './judged-line.ts'
import type { PeriodWorth } from './period-worth.ts'
import { lineCase } from './search-causes.ts'
import { tierSteps } from './tier-steps.ts'

/** Days that are listed. */
const MOST_DAYS = 1_000

export interface Explanation {
  explained: ExplainedLine
  /** Parallel to `explained.groups`: the rows of each group in the loaded snapshot. */
  groups: number[][]
}

/**
 * Explains a line. Tier steps, days and groups are left out where it is compared with no events, or with more than are
 * searched.
 */
export async function explainLine(
  line: JudgedLine,
  invoice: CheckedInvoice,
  snapshot: LoadedSnapshot,
  turn: Turn,
): Promise<Explanation> {
  const known = latest.get(invoice)
  if (known?.explained.line.at === line.at) return known
  const made = await newExplanation(line, invoice, snapshot, turn)
  latest.set(invoice, made)
  return made
}

/** The explanation that was made last for each invoice: its groups are asked for next. */
const latest = new WeakMap<CheckedInvoice, Explanation>()

async function newExplanation(
  line: JudgedLine,
  invoice: CheckedInvoice,
  snapshot: LoadedSnapshot,
  turn: Turn,
): Promise<Explanation> {
  const explainedCase = await caseOf(line, invoice, turn)
  const worth = invoice.classOf.get(line.at)?.worth ?? null
  const shown = shownLine(line, invoice)
  if (explainedCase === null || worth === null) {
    const sentence = shown.why === '' ? `${capitalized(shown.words)}.` : shown.why
    const explained = { line: shown, sentence, tierSteps: null, rules: noRulesWords(invoice), ...NO_EVENTS }
    return { explained, groups: [] }
  }
  const isValued = line.worth !== null
  const ofPeriod = eventsOfPeriod(explainedCase)
  const groups = isValued ? differenceGroups(explainedCase) : []
  const { currency } = line
  return {
    explained: {
      line: shown,
      sentence: quantitySentence(explainedCase, worth),
      tierSteps: isValued ? tierSteps(explainedCase, worth, invoice.rules.prices) : null,
      rules: isValued ? rulesWords(explainedCase) : noRulesWords(invoice),
      days: daysOf(ofPeriod, explainedCase),
      groups: groups.map(({ words, events, worth: sum }) => ({
        words,
        events: events.length,
        worth: plainMoney(sum, currency),
      })),
      unvalued: unvaluedEvents(worth),
      decisive: isValued ? decisiveEvents(line, explainedCase, ofPeriod, invoice) : NO_EVENTS.decisive,
      offered: await offeredRule(line, invoice, snapshot, turn),
    },
    groups: groups.map(({ events }) => events.flatMap(({ source, row }) => (source === 'snapshot' ? row : []))),
  }
}

/** What an explanation says of events where there are none to go through. */
const NO_EVENTS = {
  days: [],
  groups: [],
  unvalued: 0,
  decisive: { events: [], count: 0 },
  offered: null,
}

/** The line with its events; null: it is compared with none, or they are too many to list. */
async function caseOf(line: JudgedLine, { classOf, options }: CheckedInvoice, turn: Turn): Promise<LineCase | null> {
  const lineClass = classOf.get(line.at)
  if (lineClass === undefined) return null
  const events = await options.sources.eventsAround(lineClass.customerId, lineClass.code, lineClass.placed, turn)
  return typeof events === 'number' ? null : lineCase(line, lineClass, events, options)
}

/** "14,000 of build_minutes, sum of 31 events, Berlin’s October." */
function quantitySentence(line: LineCase, { quantity, events }: PeriodWorth): string {
  const counted = countWords(events, 'event')
  const when = periodWords(line)
  if (quantity === null) return `${capitalized(counted)}, ${when}.`
  const figure = line.unit ? `${shownNumber(quantity)} ${line.unit}` : shownNumber(quantity)
  switch (line.by) {
    case 'events':
      return `${capitalized(counted)}, ${when}.`
    case 'sum':
      return `${figure}, sum of ${counted}, ${when}.`
    case 'maximum':
      return `${figure}, the most of ${counted}, ${when}.`
    case 'last':
      return `${figure}, the last of ${counted}, ${when}.`
    case 'distinct':
      return `${figure}, different values in ${counted}, ${when}.`
  }
}

/** "Berlin’s October", "2026-10-01 to 2026-10-15 in Berlin". */
function periodWords({ month, period, zone }: LineCase): string {
  const place = placeWords(zone)
  if (month !== null) return `${place}’s ${MONTHS[Number(month.slice(5)) - 1] ?? month}`
  return `${dateOf(period.from, zone)} to ${dateOf(period.until - 1, zone)} in ${place}`
}

/** "Rate card, price 3, valid from 2026-01-01." */
function rulesWords({ card, zone }: LineCase): string {
  if (card === null) return 'Price as the events say it.'
  const from = Number.isFinite(card.from) ? `, valid from ${dateOf(card.from, zone)}` : ''
  return `Rate card, price ${card.at + 1}${from}.`
}

const noRulesWords = ({ version }: CheckedInvoice) => (version === null ? 'There are no price rules.' : '')

function daysOf(events: readonly Timed[], { by, zone, line: { currency } }: LineCase): ExplainedLine['days'] {
  const days = [...Map.groupBy(events, ({ at }) => dateOf(at.seconds, zone))].slice(0, MOST_DAYS)
  return days.map(([day, dayEvents]) => {
    const quantity = countEvents(dayEvents, by, zone)
    const worths = dayEvents.flatMap(({ worth }): Decimal[] => (worth === null ? [] : [worth]))
    return {
      day,
      quantity: quantity && plainNumber(quantity),
      worth: worths.length === 0 ? null : plainMoney(worths.reduce(plus), currency),
      events: dayEvents.length,
    }
  })
}

const unvaluedEvents = ({ unruled, numberMissing, notValued }: PeriodWorth) =>
  [...notValued.values()].reduce((sum, events) => sum + events, unruled + numberMissing)

const MOST_DECISIVE = 200

/** The events that a letter lists: those that were left out of the line or put on it, or that may be duplicates. */
function decisiveEvents(
  { causes, verdict, currency }: JudgedLine,
  line: LineCase,
  ofPeriod: readonly Timed[],
  { options: { sources } }: CheckedInvoice,
): ExplainedLine['decisive'] {
  const [cause] = causes?.fits ?? []
  const all: { event: Timed; side: DecisiveEvent['side'] }[] =
    verdict === 'in-doubt'
      ? ofPeriod.filter(({ mayRepeat }) => mayRepeat).map((event) => ({ event, side: 'repeat' }))
      : cause === undefined
        ? []
        : movedBy(line, cause).map(({ event, isOnLine }) => ({ event, side: isOnLine ? 'on-line' : 'left-out' }))
  return {
    count: all.length,
    events: all.slice(0, MOST_DECISIVE).map(({ event, side }) => ({
      eventId: sources.idOf(event)?.slice(0, LONGEST_ID) ?? null,
      at: formatUtc(event.at),
      quantity: event.quantity && plainNumber(event.quantity),
      worth: event.worth && plainMoney(event.worth, currency),
      side,
    })),
  }
}

const LONGEST_ID = 1_000

/** Only the commonest properties are tried. */
const MOST_PROPERTIES = 50
const MOST_LINES = 200
/** Events of all these lines together. */
const MOST_EVENTS = 100_000

/** A rule that would explain several lines of this code; null: it has one already, or no reading fits three of them. */
async function offeredRule(
  line: JudgedLine,
  { classOf, options }: CheckedInvoice,
  snapshot: LoadedSnapshot,
  turn: Turn,
): Promise<ExplainedLine['offered']> {
  const lineClass = classOf.get(line.at)
  if (lineClass === undefined || !isUnruled(lineClass)) return null
  const names = snapshot.table.names.slice(0, MOST_PROPERTIES).map(({ name }) => name)
  const eventOf = await unruledEvents(snapshot, names, turn)
  const lines: UnruledLine[] = []
  let events = 0
  for (const other of new Set(classOf.values())) {
    const [only] = other.lines
    if (other.code !== lineClass.code || !isUnruled(other) || other.lines.length !== 1 || only === undefined) continue
    const rows = lineRows(other)
    events += rows.length
    if (lines.length === MOST_LINES || events > MOST_EVENTS) break
    await turn.breathe()
    const { paper } = only
    if (paper.amount === null) continue
    lines.push({
      customerId: other.customerId,
      period: other.placed,
      quantity: paper.quantity,
      amount: paper.amount,
      currency: paper.currency,
      places: options.places(paper.currency),
      events: Array.from(rows, eventOf),
    })
  }
  return offeredReading(lineClass.code, lines)
}

/** Whether no rule takes any of its events. */
const isUnruled = ({ lines, worth }: LineClass) =>
  worth !== null &&
  worth.events > 0 &&
  worth.unruled === worth.events &&
  lines.every(({ verdict }) => verdict === 'no-rule')

async function unruledEvents(
  snapshot: LoadedSnapshot,
  names: readonly string[],
  turn: Turn,
): Promise<(row: number) => UnruledEvent> {
  const read = eventReader(snapshot, names, await snapshot.properties(names, turn), snapshot.table.rows)
  return (row) => {
    const { createdAt, eventType, values } = read(row)
    const found = new Map<string, WorthValue>()
    for (const [at, value] of values.entries()) if (value !== null) found.set(names[at] ?? '', value)
    return { at: createdAt, type: eventType, values: found }
  }
}
