// Where rules find what they need in an event: each property has a slot, and each rule reads its own.
import type { Decimal } from '../exact/decimal.ts'
import type { PropertySlots } from './match-rules.ts'
import type { Rule } from './rule.ts'
import { type NoNumber, numberOf, type WorthEvent } from './worth-event.ts'

const ONE: Decimal = { digits: 1n, scale: 0 }

/** @param names grows by each property that is asked for */
export function createSlots(names: string[], textNumbers: readonly string[]): PropertySlots {
  const known = new Map<string, number>()
  const read = new Set(textNumbers)
  return {
    slotOf(name) {
      const at = known.get(name) ?? names.push(name) - 1
      known.set(name, at)
      return at
    },
    isRead: (name) => read.has(name),
  }
}

/**
 * What a rule reads in an event.
 * @param called what a currency's text is called
 */
export function ruleReaders(
  { quantity, money, currency }: Rule,
  slots: PropertySlots,
  called: (currency: string) => string,
) {
  const number = (name: string | null) => {
    if (name === null) return () => 'no-number' as const
    const [slot, isRead] = [slots.slotOf(name), slots.isRead(name)]
    return ({ values }: WorthEvent) => numberOf(values[slot], isRead)
  }
  const property = quantity === null || quantity.by === 'events' ? null : quantity.property
  const counted = property === null ? -1 : slots.slotOf(property)
  const currencySlot = currency !== null && 'property' in currency ? slots.slotOf(currency.property) : -1
  const fixed = currency !== null && 'fixed' in currency ? called(currency.fixed) : null
  const ofProperty = number(property)
  const value = ({ values }: WorthEvent) => values[counted] ?? null
  return {
    quantity(event: WorthEvent): Decimal | NoNumber {
      if (quantity?.by === 'events') return ONE
      if (quantity?.by === 'distinct') return value(event) === null ? 'no-number' : ONE
      return ofProperty(event)
    },
    /** Of the property that is counted. */
    value,
    /** The amount, or the price. */
    money: number(money.by === 'amount' || money.by === 'price' ? money.property : null),
    price: number(money.by === 'amount' ? money.price : null),
    currency({ values }: WorthEvent): string | null {
      const value = currencySlot < 0 ? null : values[currencySlot]
      return value?.kind === 'string' ? called(value.text) : fixed
    },
  }
}
