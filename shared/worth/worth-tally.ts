// What a valuation keeps while events come: counts and sums of single events. Period lines come on top (worth-figures.ts).
import { SUM_TYPES, type SumType, sumTypeOf } from '../exact/exact-sum.ts'
import { type CodeQuantities, createCodeQuantities } from './code-quantities.ts'
import { isOfPeriod, type Rule, type TaxMark, withEffect } from './rule.ts'
import type { ValuedEvent } from './value-event.ts'
import { BINS, type Bin, NOT_VALUED, type NotValued } from './worth.ts'
import type { NoNumber, WorthEvent } from './worth-event.ts'
import { createWorthSums, type WorthSums } from './worth-sums.ts'

/** Codes of events without a rule that are named. */
const MOST_CODES = 1_000

export interface WorthTally {
  add(valued: ValuedEvent, event: WorthEvent, rule: Rule | null): void
  events(): number
  bins: ReadonlyMap<Bin, { events: number; sums: WorthSums }>
  /** By their place. */
  rules: { events: number; numberMissing: number }[]
  apart: ReadonlyMap<SumType, { events: number; numberMissing: number; sums: WorthSums }>
  /** By code, then by type. */
  noRule: ReadonlyMap<string | null, Map<SumType, number>>
  numberMissing: ReadonlyMap<NoNumber, number>
  /** Without those of lines. */
  notValued: ReadonlyMap<NotValued, number>
  negativeDebits: WorthSums
  differs: WorthSums
  differsByRounding: WorthSums
  /** By currency. */
  taxes: ReadonlyMap<string | null, Set<TaxMark>>
  /** Without those of lines. */
  quantities: CodeQuantities
}

export function createWorthTally(ruleCount: number): WorthTally {
  const bins = new Map(BINS.map((bin) => [bin, { events: 0, sums: createWorthSums() }]))
  const rules = Array.from({ length: ruleCount }, () => ({ events: 0, numberMissing: 0 }))
  const apart = new Map(SUM_TYPES.map((type) => [type, { events: 0, numberMissing: 0, sums: createWorthSums() }]))
  const noRule = new Map<string | null, Map<SumType, number>>()
  const numberMissing = new Map<NoNumber, number>()
  const notValued = new Map<NotValued, number>()
  const [negativeDebits, differs, differsByRounding] = [createWorthSums(), createWorthSums(), createWorthSums()]
  const taxes = new Map<string | null, Set<TaxMark>>()
  const quantities = createCodeQuantities()
  let events = 0

  function addUnruled({ sent, currency }: ValuedEvent, { eventCode }: WorthEvent, type: SumType): void {
    const tallyOfType = apart.get(type)
    if (tallyOfType !== undefined) {
      tallyOfType.events += 1
      if (sent === null || !tallyOfType.sums.add(currency, sent, 1)) tallyOfType.numberMissing += 1
    }
    const types = noRule.get(eventCode) ?? new Map<SumType, number>()
    if (types.size === 0 && noRule.size >= MOST_CODES) return
    noRule.set(eventCode, types)
    count(types, type)
  }

  function addMoney(valued: ValuedEvent, type: SumType, { tax, money }: Rule): void {
    const { bin, worth, sent, currency, differs: difference, isRounded, unit } = valued
    if (worth === null || sent === null) return
    const isOfUnit = bin === 'balance' && money.by === 'none'
    if (!bins.get(bin)?.sums.add(isOfUnit ? unit : currency, worth, 1)) {
      count(notValued, 'too-many-currencies')
      return
    }
    if (bin === 'balance') return
    taxes.set(currency, (taxes.get(currency) ?? new Set()).add(tax))
    if (type === 'debit' && sent.digits < 0n && worth.digits < 0n) negativeDebits.add(currency, worth, 1)
    if (difference !== null) (isRounded ? differsByRounding : differs).add(currency, difference, 1)
  }

  return {
    bins,
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
    events: () => events,
    add(valued, event, rule) {
      const { bin, why, line, quantity, unit } = valued
      const type = sumTypeOf(event.eventType)
      events += 1
      const tallyOfBin = bins.get(bin)
      if (tallyOfBin !== undefined) tallyOfBin.events += 1
      if (rule === null) {
        addUnruled(valued, event, type)
        return
      }
      const ofRule = rules[valued.rule ?? -1]
      if (ofRule !== undefined) {
        ofRule.events += 1
        if (bin === 'number-missing') ofRule.numberMissing += 1
      }
      if (isNoNumber(why)) count(numberMissing, why)
      else if (why !== null && line === null) count(notValued, why)
      addMoney(valued, type, rule)
      if (rule.quantity === null || quantity === null || isOfPeriod(rule.quantity)) return
      if (bin !== 'charged' && bin !== 'reduces') return
      const { by } = rule.quantity
      const property = rule.quantity.by === 'events' ? null : rule.quantity.property
      quantities.add({ eventCode: event.eventCode, unit, by, property }, withEffect(rule.effect, quantity), 1)
    },
  }
}

const isNoNumber = (why: ValuedEvent['why']): why is NoNumber =>
  why !== null && !NOT_VALUED.some((reason) => reason === why)

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
