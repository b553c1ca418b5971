// Adds up what events are worth by the rules, one event after the other, and says it in figures.
import { billingMonths, type RangeInHand } from './billing-months.ts'
import { createPeriodLines, type ReckonedLine } from './period-lines.ts'
import { eventValuer, type Unruled, type ValuedEvent } from './value-event.ts'
import type { PeriodLine, Worth } from './worth.ts'
import type { WorthEvent } from './worth-event.ts'
import { worthFigures } from './worth-figures.ts'
import type { WorthRules } from './worth-rules.ts'
import { createWorthTally } from './worth-tally.ts'

export interface ValuationOptions {
  /** The billing zone, one that `isZone` knows: months, and dates of the rate card, begin in it. */
  zone: string
  /**
   * What the events are all of, in time: months that lie in it are whole, and their lines have a worth. Null: a part, such
   * as a selection or what a condition leaves, in which no line has one.
   */
  inHand: RangeInHand | null
  /** What to add up of events that no rule takes; null: they are only counted. */
  unruled: Unruled | null
}

export interface Valuation {
  /** The properties whose values an event brings, in this order. */
  names: readonly string[]
  add(event: WorthEvent): ValuedEvent
  /** So far. */
  worth(): Worth
  /** A line a customer, code and month; as many as there are. */
  lines(): PeriodLine[]
  /** The same with what sums by group need, in the order of their places. */
  reckonedLines(): ReckonedLine[]
}

/** @param rules without `worthRulesProblems` */
export function createValuation(rules: WorthRules, { zone, inHand, unruled }: ValuationOptions): Valuation {
  const valuer = eventValuer(rules, zone, billingMonths(zone, inHand), unruled)
  const lines = createPeriodLines()
  const tally = createWorthTally(rules.rules.length)

  return {
    names: valuer.names,
    add(event) {
      const valued = valuer.value(event)
      const rule = valued.rule === null ? null : (rules.rules[valued.rule] ?? null)
      tally.add(valued, event, rule)
      if (valued.line !== null) lines.add(valued.line)
      return valued
    },
    worth: () => worthFigures(tally, lines.lines()),
    lines: () => lines.lines().map(({ line }) => line),
    reckonedLines: lines.lines,
  }
}
