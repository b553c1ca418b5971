// The quantity and the unit price of groups whose money is quantity × one price: what a difference between two periods is split
// into volume and price by.
import { compareDecimals, type Decimal, plus } from '../exact/decimal.ts'
import { blockOf } from './grouped-worth.ts'
import type { ReckonedLine } from './period-lines.ts'
import { type Rule, withEffect } from './rule.ts'
import type { ValuedEvent } from './value-event.ts'

/** Of one event code in one unit. */
export interface GroupPrice {
  /** What reduces is below zero. */
  quantity: Decimal
  unit: string | null
  /** Of one. */
  price: Decimal
}

interface Bucket extends GroupPrice {
  code: number
}

/** @param rules by which the events are valued */
export function createGroupedPrices(rules: readonly Pick<Rule, 'effect'>[]) {
  /** By group, then by currency; null: there are several prices, or something has none. */
  const groups: Map<string | null, Bucket | null>[] = []
  /** Of each line, by its place. */
  const ofLines: { code: number; group: number }[] = []

  function merge(group: number, currency: string | null, bucket: Bucket | null): void {
    const blocks = groups[group] ?? new Map<string | null, Bucket | null>()
    groups[group] = blocks
    const known = blocks.get(currency)
    if (known === undefined || bucket === null) blocks.set(currency, bucket)
    else if (known !== null) blocks.set(currency, joined(known, bucket))
  }

  return {
    /** @param code a number of its event code @param group a number, from 0 */
    add(valued: ValuedEvent, code: number, group: number): void {
      const { rule, bin, worth, line, price, quantity, unit } = valued
      if (bin !== 'charged' && bin !== 'reduces') return
      if (line !== null) ofLines[line.place] ??= { code, group }
      if (worth === null) return
      const takingRule = rule === null ? undefined : rules[rule]
      const isPriced = price !== null && quantity !== null && takingRule !== undefined
      const bucket = isPriced ? { code, unit, price, quantity: withEffect(takingRule.effect, quantity) } : null
      merge(group, blockOf(valued), bucket)
    },
    /**
     * Where all money of a group in a currency has one price; else null.
     * @param lines of the same valuation, where each lies in one group; null: they lie in none
     */
    prices(lines: readonly ReckonedLine[] | null) {
      for (const [at, { line, worth, quantity, single }] of (lines ?? []).entries()) {
        const of = ofLines[at]
        if (of === undefined || worth === null) continue
        const bucket =
          quantity === null || single === null ? null : { code: of.code, unit: line.unit, price: single, quantity }
        merge(of.group, line.currency, bucket)
      }
      return (group: number, currency: string | null): GroupPrice | null => groups[group]?.get(currency) ?? null
    },
  }
}

function joined(one: Bucket, other: Bucket): Bucket | null {
  const isSame = one.code === other.code && one.unit === other.unit && compareDecimals(one.price, other.price) === 0
  return isSame ? { ...one, quantity: plus(one.quantity, other.quantity) } : null
}
