// The quantities and unit prices of groups, each event code, unit and price apart: what a difference between two
// periods is split into volume and price by. They are made up by no division: money without a price is in none of them.
import { compareDecimals, type Decimal, plus } from '../exact/decimal.ts'
import { blockCurrency } from './grouped-worth.ts'
import type { ComputedLine } from './period-lines.ts'
import { type Rule, withEffect } from './rule.ts'
import type { ValuedEvent } from './value-event.ts'
import { isMoneyKind } from './worth.ts'

/** A part is of one event code, in one unit and at one price. */
export interface PricedPart {
  currency: string | null
  eventCode: string | null
  unit: string | null
  /** One unit has this price. */
  price: Decimal
  /** What reduces is below zero. */
  quantity: Decimal
}

/** A group has at most so many: a service may give each event a price of its own. Money beyond them has no price. */
const MOST_PARTS = 100

/** @param rules by which the events are valued */
export function createGroupedPrices(rules: readonly Pick<Rule, 'effect'>[]) {
  const groups: PricedPart[][] = []
  /** The group of each line, by its place. */
  const ofLines: number[] = []

  return {
    /** @param valued one event, or the sums of several at one price @param group a number, from 0 */
    add(valued: ValuedEvent, eventCode: string | null, group: number): void {
      const { rule, moneyKind, worth, line, price, quantity, unit } = valued
      if (!isMoneyKind(moneyKind)) return
      if (line !== null) ofLines[line.place] ??= group
      const takingRule = rule === null ? undefined : rules[rule]
      if (worth === null || price === null || quantity === null || takingRule === undefined) return
      const parts = groups[group] ?? []
      groups[group] = parts
      const counted = withEffect(takingRule.effect, quantity)
      addPart(parts, { currency: blockCurrency(valued), eventCode, unit, price, quantity: counted })
    },
    /**
     * The parts of a group, as far as its money has a price.
     * @param lines of the same valuation, where each lies in one group; null: they lie in none
     */
    parts(lines: readonly ComputedLine[] | null): (group: number) => readonly PricedPart[] {
      const linesOf = new Map<number, PricedPart[]>()
      for (const [at, { line, worth, quantity, single }] of (lines ?? []).entries()) {
        const group = ofLines[at]
        if (group === undefined || worth === null || quantity === null || single === null) continue
        const parts = linesOf.get(group) ?? []
        linesOf.set(group, parts)
        const { currency, eventCode, unit } = line
        addPart(parts, { currency, eventCode, unit, price: single, quantity })
      }
      return (group) => {
        const joined = (groups[group] ?? []).map((part) => ({ ...part }))
        for (const part of linesOf.get(group) ?? []) addPart(joined, part)
        return joined
      }
    },
  }
}

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
