// What properties mean by the rules: which are amounts, prices, quantities, currencies and units of what is summed as sent.
import type { PropertyMeaning, PropertyMeanings } from './property-meanings.ts'
import type { Rule } from './rule.ts'
import type { WorthRules } from './worth-rules.ts'

/** The most that `propertyMeaningsSchema` takes. */
const MOST = 1_000

/** One meaning a property: money before the quantity that it is counted by, and what is not said at all in none. */
export function meaningsOfRules({ rules, units, requestIdentifiers, noMeaning }: WorthRules): PropertyMeanings {
  const meanings = new Map<string, PropertyMeaning | 'none'>()
  const mean = (meaning: PropertyMeaning | 'none', names: readonly string[]) => {
    for (const name of names) if (!meanings.has(name) && meanings.size < MOST) meanings.set(name, meaning)
  }
  for (const { money } of rules) {
    if (money.by === 'amount') mean(money.units === 'minor' ? 'amount-minor' : 'amount-major', [money.property])
  }
  for (const rule of rules) mean('unit-price', priceNames(rule))
  for (const { quantity } of rules) {
    if (quantity !== null && quantity.by !== 'events' && quantity.by !== 'distinct')
      mean('quantity', [quantity.property])
  }
  for (const { currency } of rules)
    if (currency !== null && 'property' in currency) mean('currency', [currency.property])
  mean('unit', units)
  mean('request-identifier', requestIdentifiers)
  mean('none', noMeaning)
  return [...meanings].map(([name, meaning]) => ({ name, meaning }))
}

function priceNames({ money }: Rule): string[] {
  if (money.by === 'price') return [money.property]
  return money.by === 'amount' && money.price !== null ? [money.price] : []
}
