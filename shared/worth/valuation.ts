// Adds up what events are worth by the price rules, one event after the other, and says it in figures.
import { SUM_TYPES, type SumType, sumTypeOf } from '../exact/exact-sum.ts'
import { isWholeMonth, type WholeRangeInstants } from './billing-months.ts'
import { blockCurrency, missedEvent, missedLine } from './grouped-worth.ts'
import { createNotInSums } from './not-in-sum.ts'
import { type ComputedLine, createPeriodLines } from './period-lines.ts'
import { countedProperty, isOfPeriod, type Rule, TAX_MARKS, type TaxMark, withEffect } from './rule.ts'
import { eventValuer, type Unruled, type ValuedEvent } from './value-event.ts'
import {
  type CurrencySum,
  type CurrencyWorth,
  isMoneyKind,
  MONEY_KINDS,
  type MoneyKind,
  type MoneyKindFigure,
  NOT_VALUED,
  type NotValued,
  type Worth,
} from './worth.ts'
import type { NoNumber, WorthEvent } from './worth-event.ts'
import type { WorthRules } from './worth-rules.ts'
import { createCodeQuantities, createWorthSums, joinedSums } from './worth-sums.ts'

export interface ValuationOptions {
  /** The billing zone, one that `isZone` knows: months, and dates of the rate card, begin in it. */
  zone: string
  /**
   * This is what the events are all of, in time: months that lie in it are whole, and their lines have a worth. Null: a
   * part, such as a selection or what a condition leaves, in which no line has one.
   */
  wholeRange: WholeRangeInstants | null
  /** This is what to add up of events that no rule takes; null: they are only counted. */
  unruled: Unruled | null
}

/** @param rules without `worthRulesProblems` */
export function createValuation(rules: WorthRules, { zone, wholeRange, unruled }: ValuationOptions) {
  const valuer = eventValuer(rules, zone, unruled)
  const lines = createPeriodLines(isWholeMonth(wholeRange))
  const tally = createWorthTally(rules)

  return {
    /** The properties whose values an event brings, in this order. */
    names: valuer.names,
    add(event: WorthEvent): ValuedEvent {
      const valued = valuer.value(event)
      tally.add(valued, event)
      if (valued.line !== null) lines.add(valued.line)
      return valued
    },
    /** Gives what was added so far. */
    worth: () => worthFigures(tally, lines.lines()),
    /** A line a customer, code and month; as many as there are. */
    lines: () => lines.lines().map(({ line }) => line),
    /** The same with what sums by group need, in the order of their places. */
    computedLines: lines.lines,
  }
}

/** Changes neither, so that it may be asked for between events. Goes through the lines, not through events. */
export function worthFigures(tally: WorthTally, lines: readonly ComputedLine[]): Worth {
  const ofLines = { charged: createWorthSums(), reduces: createWorthSums() }
  const taxes = new Map([...tally.taxes].map(([currency, marks]) => [currency, new Set(marks)]))
  const notValued = new Map(tally.notValued)
  const quantities = createCodeQuantities()
  const missed = createNotInSums()
  missed.join(tally.missed.figures())
  for (const { line, worth, quantity, property, tax } of lines) {
    const { eventCode, unit, by, events, currency, why } = line
    // Of events and sums, the quantities of single events are in the tally.
    if (quantity !== null && by !== 'events' && by !== 'sum') {
      quantities.add({ eventCode, unit, by, property }, quantity, events)
    }
    if (why !== null) {
      notValued.set(why, (notValued.get(why) ?? 0) + events)
      missed.of(currency).add({ ...missedLine(line, quantity), why })
    }
    if (worth === null) continue
    ofLines[worth.digits < 0n ? 'reduces' : 'charged'].add(currency, worth, events)
    const marks = taxes.get(currency) ?? new Set<TaxMark>()
    taxes.set(currency, marks)
    for (const mark of tax) marks.add(mark)
  }
  const sumsOfMoneyKind = (moneyKind: MoneyKind) => tally.moneyKinds.get(moneyKind)?.sums.figures() ?? []
  const charged = joinedSums(sumsOfMoneyKind('charged'), ofLines.charged.figures())
  const reduces = joinedSums(sumsOfMoneyKind('reduces'), ofLines.reduces.figures())
  const isNetted = tally.moneyKinds.get('no-rule')?.events === 0
  return {
    events: tally.events(),
    moneyKinds: MONEY_KINDS.map((moneyKind): MoneyKindFigure => {
      const sums = moneyKind === 'charged' ? charged : moneyKind === 'reduces' ? reduces : sumsOfMoneyKind(moneyKind)
      return { moneyKind, events: tally.moneyKinds.get(moneyKind)?.events ?? 0, sums }
    }),
    currencies: joinedSums(charged, reduces).map(({ currency, events, sum }): CurrencyWorth => {
      const sumIn = (sums: readonly CurrencySum[]) => sums.find((one) => one.currency === currency)?.sum ?? '0'
      const tax = TAX_MARKS.filter((mark) => taxes.get(currency)?.has(mark))
      return { currency, net: isNetted ? sum : null, charged: sumIn(charged), reduces: sumIn(reduces), tax, events }
    }),
    apart: [...tally.apart].flatMap(([type, { events, numberMissing, sums }]) =>
      events === 0 ? [] : [{ type, sums: sums.figures(), numberMissing }],
    ),
    noRule: [...tally.noRule]
      .flatMap(([eventCode, types]) => [...types].map(([type, events]) => ({ type, eventCode, events })))
      .sort((a, b) => b.events - a.events),
    rules: tally.rules.map((rule) => ({ ...rule })),
    quantities: [...tally.quantities.figures(), ...quantities.figures()],
    numberMissing: [...tally.numberMissing].map(([why, events]) => ({ why, events })),
    notValued: NOT_VALUED.flatMap((why) => {
      const events = notValued.get(why) ?? 0
      return events === 0 ? [] : [{ why, events }]
    }),
    notInSums: missed.figures(),
    negativeDebits: tally.negativeDebits.figures(),
    differs: tally.differs.figures(),
    differsByRounding: tally.differsByRounding.figures(),
    otherQuantities: tally.quantities.others() + quantities.others(),
  }
}

/** Codes of events without a rule that are named. */
const MOST_CODES = 1_000

type WorthTally = ReturnType<typeof createWorthTally>

/** Tells what a valuation keeps while events come: counts and sums of single events. Period lines come on top. */
export function createWorthTally({ rules: allRules }: Pick<WorthRules, 'rules'>) {
  const moneyKinds = new Map(MONEY_KINDS.map((moneyKind) => [moneyKind, { events: 0, sums: createWorthSums() }]))
  const rules = allRules.map(() => ({ events: 0, numberMissing: 0 }))
  const apart = new Map(SUM_TYPES.map((type) => [type, { events: 0, numberMissing: 0, sums: createWorthSums() }]))
  /** How many events no rule takes, by code, then by type. */
  const noRule = new Map<string | null, Map<SumType, number>>()
  const numberMissing = new Map<NoNumber, number>()
  const notValued = new Map<NotValued, number>()
  const [negativeDebits, differs, differsByRounding] = [createWorthSums(), createWorthSums(), createWorthSums()]
  const taxes = new Map<string | null, Set<TaxMark>>()
  const quantities = createCodeQuantities()
  const missed = createNotInSums()
  let events = 0

  function addUnruled({ sent, currency }: ValuedEvent, eventCode: string | null, type: SumType, many: number): void {
    const tallyOfType = apart.get(type)
    if (tallyOfType !== undefined) {
      tallyOfType.events += many
      if (sent === null || !tallyOfType.sums.add(currency, sent, many)) tallyOfType.numberMissing += many
    }
    const types = noRule.get(eventCode) ?? new Map<SumType, number>()
    if (types.size === 0 && noRule.size >= MOST_CODES) return
    noRule.set(eventCode, types)
    count(types, type, many)
  }

  function addMoney(valued: ValuedEvent, type: SumType, { tax, money }: Rule, many: number): void {
    const { moneyKind, worth, sent, currency, differs: difference, isRounded, unit } = valued
    if (worth === null || sent === null) return
    // What a balance grants without money, such as API calls, is summed by unit in place of currency.
    const isOfUnit = moneyKind === 'balance' && money.by === 'none'
    if (!moneyKinds.get(moneyKind)?.sums.add(isOfUnit ? unit : currency, worth, many)) {
      count(notValued, 'too-many-currencies', many)
      return
    }
    if (moneyKind === 'balance') return
    taxes.set(currency, (taxes.get(currency) ?? new Set()).add(tax))
    if (type === 'debit' && sent.digits < 0n && worth.digits < 0n) negativeDebits.add(currency, worth, many)
    if (difference !== null) (isRounded ? differsByRounding : differs).add(currency, difference, many)
  }

  return {
    moneyKinds,
    rules,
    apart,
    noRule,
    numberMissing,
    notValued,
    negativeDebits,
    differs,
    differsByRounding,
    taxes,
    quantities,
    missed,
    events: () => events,
    /** @param many how many events: several alike come with their sums, of one sign each */
    add(valued: ValuedEvent, { eventCode, eventType }: Pick<WorthEvent, 'eventCode' | 'eventType'>, many = 1): void {
      const { moneyKind, why, line, quantity, unit } = valued
      const rule = valued.rule === null ? null : (allRules[valued.rule] ?? null)
      const type = sumTypeOf(eventType)
      events += many
      const tallyOfMoneyKind = moneyKinds.get(moneyKind)
      if (tallyOfMoneyKind !== undefined) tallyOfMoneyKind.events += many
      if (rule === null) {
        addUnruled(valued, eventCode, type, many)
        return
      }
      const ofRule = rules[valued.rule ?? -1]
      if (ofRule !== undefined) {
        ofRule.events += many
        if (moneyKind === 'number-missing') ofRule.numberMissing += many
      }
      if (isNoNumber(why)) count(numberMissing, why, many)
      else if (why !== null && line === null) count(notValued, why, many)
      // An event with a number in a line is not valued by itself: what the line lacks is added with it
      // (`worthFigures`).
      const lacking = line === null || isNoNumber(why) ? missedEvent(valued, eventCode, many) : null
      if (lacking !== null) missed.of(blockCurrency(valued)).add(lacking)
      addMoney(valued, type, rule, many)
      if (rule.quantity === null || quantity === null || isOfPeriod(rule.quantity)) return
      if (!isMoneyKind(moneyKind)) return
      const { by } = rule.quantity
      const property = countedProperty(rule.quantity)
      quantities.add({ eventCode, unit, by, property }, withEffect(rule.effect, quantity), many)
    },
  }
}

const isNoNumber = (why: ValuedEvent['why']): why is NoNumber =>
  why !== null && !NOT_VALUED.some((reason) => reason === why)

function count<Key>(counts: Map<Key, number>, key: Key, many: number): void {
  counts.set(key, (counts.get(key) ?? 0) + many)
}
