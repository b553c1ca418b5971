// Adds up the rows of a page for a table: as sent, with credits and debits apart, or what they are worth by the price
// rules. No sum is across currencies or units.
import type { Event } from '../../../shared/event/event.ts'
import { createDecimalSum, plus } from '../../../shared/exact/decimal.ts'
import type { PageGroup, PageLine, PageTotals } from '../../../shared/figures/page-totals.ts'
import { blockCurrency, missedEvent } from '../../../shared/worth/grouped-worth.ts'
import { plainMoney } from '../../../shared/worth/money-text.ts'
import {
  createNotInSum,
  createNotInSums,
  type NotInSums,
  type NotInSumTally,
  notInSumOf,
  notInSumWords,
} from '../../../shared/worth/not-in-sum.ts'
import { areUnits, type PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import type { PropertyFigure } from '../../../shared/worth/property-sum.ts'
import type { EventWorth, ValuedEvent } from '../../../shared/worth/value-event.ts'
import { noRuleWords } from '../../../shared/worth/worth.ts'
import { propertySums } from '../../grid/event-sums.ts'
import type { EventsWorth } from '../../worth/events-worth.ts'

/** @param measure a property; null: events are counted */
export function pageTotals(
  events: readonly Event[],
  measure: string | null,
  group: PageGroup,
  meanings: PropertyMeanings,
): PageTotals {
  if (measure === null) {
    const count = (all: readonly Event[]) => [{ unit: null, count: all.length, figures: {}, numbers: 0, without: null }]
    return { ...linesOf(events, group, count), columns: [], by: null, confirmed: true, others: 0 }
  }
  const sumOf = propertySums(events, measure, meanings)
  const { by, confirmed, rowsOfOtherUnits } = sumOf(events)
  const lines = linesOf(events, group, (all) => linesOfSum(sumOf(all).figures))
  const hasNeither = lines.all.some(({ figures }) => figures.neither != null)
  return {
    ...lines,
    columns: ['credit', 'debit', ...(hasNeither ? (['neither'] as const) : []), 'debitMinusCredit'],
    by: by.length === 0 ? null : by.join(' and '),
    confirmed: confirmed || areUnits(by, meanings),
    others: rowsOfOtherUnits,
  }
}

/** Values events by the rules; `each` is in the order of `events`. */
export function pageWorth(events: readonly Event[], { worth, each }: EventsWorth, group: PageGroup): PageTotals {
  const isNetted = noRuleWords(worth) === null
  const worths = new Map(events.map((event, at) => [event, each[at]]))
  const lines = linesOf(events, group, (all) => {
    const valued = all.flatMap((event) => {
      const worthOfEvent = worths.get(event)
      return worthOfEvent === undefined ? [] : [{ ...worthOfEvent, eventCode: event.eventCode }]
    })
    return linesOfWorth(valued, isNetted)
  })
  return { ...lines, columns: ['charged', 'reduces', 'debitMinusCredit'], by: 'Currency', confirmed: true, others: 0 }
}

function linesOf(events: readonly Event[], group: PageGroup, made: (events: readonly Event[]) => PageLine[]) {
  const groups = group === 'nothing' ? [] : [...Map.groupBy(events, (event) => event[group])]
  const lines = groups.flatMap(([key, groupEvents]) => made(groupEvents).map((line) => ({ key, ...line })))
  return { lines: lines.sort((a, b) => b.count - a.count), all: made(events) }
}

/** A line for each unit; events without one come last. */
function linesOfSum(figures: readonly PropertyFigure[]): PageLine[] {
  const lines = new Map<string, PageLine & { missed: NotInSumTally }>()
  for (const { type, units, sum, numbers, without, beyond, notIn } of figures) {
    const known = units.filter((unit) => unit !== null)
    const key = JSON.stringify(units.some((unit) => unit !== null) ? units : null)
    const line = lines.get(key) ?? {
      unit: known.length === 0 ? null : known.join(' · '),
      count: 0,
      figures: { credit: null, debit: null, neither: null, debitMinusCredit: null },
      numbers: 0,
      without: null,
      missed: createNotInSum(),
    }
    lines.set(key, line)
    line.count += numbers + without + beyond
    line.numbers += numbers
    line.figures[type] = sum
    line.missed.join(notIn)
  }
  return [...lines.values()]
    .map(({ missed, ...line }) => ({ ...line, without: notInSumWords(missed.figures()) }))
    .sort((a, b) => Number(a.unit === null) - Number(b.unit === null))
}

/** A line for each currency, and one for events without money of their own. */
function linesOfWorth(worths: readonly PageWorth[], isNetted: boolean): PageLine[] {
  const missed = missedByCurrency(worths)
  // A currency may be null, for money without one: its key is "[null]", that of events without money "null".
  const groups = Map.groupBy(worths, (one) => JSON.stringify(isMoney(one) ? [one.currency] : null))
  return [...groups.values()].map((worthsOfLine) => {
    const currency = worthsOfLine[0]?.currency ?? null
    const numbers = worthsOfLine.filter(isMoney).length
    const sumOf = (moneyKind: 'charged' | 'reduces') => {
      const sum = createDecimalSum()
      for (const one of worthsOfLine) if (one.moneyKind === moneyKind && one.worth !== null) sum.add(one.worth)
      return sum.total()
    }
    const [charged, reduces] = [sumOf('charged'), sumOf('reduces')]
    const text = (sum: typeof charged) => (numbers === 0 ? null : plainMoney(sum, currency))
    const net = isNetted ? text(plus(charged, reduces)) : null
    return {
      unit: numbers === 0 ? null : currency,
      count: worthsOfLine.length,
      figures: { charged: text(charged), reduces: text(reduces), debitMinusCredit: net },
      numbers,
      without: numbers === 0 ? null : notInSumOf(missed, currency),
    }
  })
}

/** Tells in whose sums events would be that have no money of their own. */
function missedByCurrency(worths: readonly PageWorth[]): NotInSums {
  const sums = createNotInSums()
  for (const one of worths) {
    const missed = missedEvent(one, one.eventCode)
    if (missed !== null) sums.of(blockCurrency(one)).add(missed)
  }
  return sums.figures()
}

type PageWorth = ValuedEvent & { eventCode: string | null }

const isMoney = ({ moneyKind, worth }: EventWorth) =>
  (moneyKind === 'charged' || moneyKind === 'reduces') && worth !== null
