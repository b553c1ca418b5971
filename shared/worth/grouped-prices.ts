// How much of what a group has at which unit price, by event code and unit: a difference between two periods is split
// into volume and price by it. Prices are what events and the rate card say; none is worth divided by quantity, so that
// money without such a price is in no part.
import { compareDecimals, type Decimal, plus } from '../exact/decimal.ts'
import { blockCurrency } from './grouped-worth.ts'
import type { ComputedLine } from './period-lines.ts'
import { type Rule, withEffect } from './rule.ts'
import type { ValuedEvent } from './value-event.ts'
import { isMoneyKind } from './worth.ts'

/** The quantity of one event code in one unit at one price. */
export interface PricedPart {
  currency: string | null
  eventCode: string | null
  unit: string | null
  /** The price of one. */
  price: Decimal
  /** Below zero where it reduces. */
  quantity: Decimal
}

/** A group has at most so many: a service may give each event a price of its own. Money beyond them has no price. */
const MOST_PARTS = 100

/**
 * Takes events one by one. Those with money of their own add a part at once. Those that are worth something only as a
 * whole month's line (`period-lines.ts`) are remembered as the group of their line, whose part is added in the end.
 * @param rules by which the events are valued
 */
export function createGroupedPrices(rules: readonly Pick<Rule, 'effect'>[]) {
  /** The parts of events with money of their own, by group. */
  const partsOfEvents: PricedPart[][] = []
  /** The group of each line's first event, by the line's place. */
  const groupOfLine: number[] = []

  return {
    /** @param valued one event, or the sums of several at one price @param group a number, from 0 */
    add(valued: ValuedEvent, eventCode: string | null, group: number): void {
      const { rule, moneyKind, worth, line, price, quantity, unit } = valued
      if (!isMoneyKind(moneyKind)) return
      if (line !== null) groupOfLine[line.place] ??= group
      const takingRule = rule === null ? undefined : rules[rule]
      if (worth === null || price === null || quantity === null || takingRule === undefined) return
      const parts = partsOfEvents[group] ?? []
      partsOfEvents[group] = parts
      const counted = withEffect(takingRule.effect, quantity)
      addPart(parts, { currency: blockCurrency(valued), eventCode, unit, price, quantity: counted })
    },
    /**
     * The parts of a group, those of its lines included.
     * @param lines all lines of the same valuation, by their places; null where the events of a line may be in several
     * groups, so that lines are in none
     */
    parts(lines: readonly ComputedLine[] | null): (group: number) => readonly PricedPart[] {
      const partsOfLines = new Map<number, PricedPart[]>()
      for (const [place, { line, worth, quantity, single: price }] of (lines ?? []).entries()) {
        const group = groupOfLine[place]
        if (group === undefined || worth === null || quantity === null || price === null) continue
        const parts = partsOfLines.get(group) ?? []
        partsOfLines.set(group, parts)
        const { currency, eventCode, unit } = line
        addPart(parts, { currency, eventCode, unit, price, quantity })
      }
      return (group) => {
        const joined = (partsOfEvents[group] ?? []).map((part) => ({ ...part }))
        for (const part of partsOfLines.get(group) ?? []) addPart(joined, part)
        return joined
      }
    },
  }
}

/** Adds to the part of the same code, unit and price, or puts it behind the others. */
function addPart(parts: PricedPart[], part: PricedPart): void {
  const known = parts.find(
    (one) =>
      one.currency === part.currency &&
      one.eventCode === part.eventCode &&
      one.unit === part.unit &&
      compareDecimals(one.price, part.price) === 0,
  )
  if (known !== undefined) known.quantity = plus(known.quantity, part.quantity)
  else if (parts.length < MOST_PARTS) parts.push(part)
}
