// Rules made of what users of earlier versions answered, before there were rules: meanings of properties, and what
// credits below zero mean. And the other way round: what properties mean by given rules.
import type { PropertyMeaning, PropertyMeanings } from './property-meanings.ts'
import type { Rule } from './rule.ts'
import { NO_RULES, type WorthRules } from './worth-rules.ts'

export interface OlderAnswers {
  meanings: PropertyMeanings
  /** Properties of a sum, and whether its credits below zero were added or subtracted. */
  negativeCredits: readonly { properties: readonly string[]; how: 'add' | 'subtract' }[]
  /** Properties whose texts were read as numbers, or were not. */
  textsAsNumbers: readonly { name: string; read: boolean }[]
}

/**
 * The rules by which those answers hold as they did: amounts of debits count as sent, those of credits are taken off.
 * Credits below zero get no rule where nobody said whether they are added or subtracted.
 */
export function rulesOfMeanings({ meanings, negativeCredits, textsAsNumbers }: OlderAnswers): WorthRules {
  const meant = (...wanted: (PropertyMeaning | 'none')[]) =>
    meanings.filter(({ meaning }) => wanted.some((one) => one === meaning)).map(({ name }) => name)
  /** As before, a property of the usual name splits sums unless somebody said that it means nothing of these. */
  const named = (meaning: 'currency' | 'unit') => {
    const names = meant(meaning)
    return names.length > 0 || meanings.some(({ name }) => name === meaning) ? names : [meaning]
  }
  const [currency = null] = named('currency')
  const [quantity = null] = meant('quantity')
  const [price = null] = meant('unit-price')

  /**
   * Makes rules of events with these properties, the first of which is the number: of debits, and of credits as said.
   */
  function both(has: [string, ...string[]], parts: Pick<Rule, 'money'> & Partial<Rule>): Rule[] {
    const rule: Rule = {
      codes: null,
      type: 'debit',
      sign: null,
      where: [],
      has,
      effect: 'as-sent',
      quantity: null,
      currency: currency === null ? null : { property: currency },
      tax: 'not-said',
      ...parts,
    }
    const how = negativeCredits.find(({ properties }) => JSON.stringify(properties) === JSON.stringify(has))?.how
    return [
      rule,
      {
        ...rule,
        type: 'credit',
        effect: how === 'add' ? 'as-sent' : 'reversed',
        sign: how === undefined ? { property: has[0], is: 'zero-or-above' } : null,
      },
    ]
  }

  const counted = quantity === null ? null : ({ by: 'sum', property: quantity } as const)
  const amounts = meanings.flatMap(({ name, meaning }) => {
    if (meaning !== 'amount-major' && meaning !== 'amount-minor') return []
    const units = meaning === 'amount-minor' ? 'minor' : 'major'
    const against = counted === null ? null : price
    return both([name], { quantity: counted, money: { by: 'amount', property: name, units, price: against } })
  })
  const products =
    quantity === null || price === null
      ? []
      : both([quantity, price], { quantity: counted, money: { by: 'price', property: price, units: 'major' } })
  const quantities = meant('quantity').flatMap((name) =>
    both([name], { quantity: { by: 'sum', property: name }, money: { by: 'none' }, currency: null }),
  )
  return {
    ...NO_RULES,
    rules: [...amounts, ...products, ...quantities],
    units: named('unit'),
    textNumbers: textsAsNumbers.filter(({ read }) => read).map(({ name }) => name),
    requestIdentifiers: meant('request-identifier'),
    noMeaning: meant('none'),
  }
}

/** The most that `propertyMeaningsSchema` takes. */
const MOST = 1_000

/**
 * Which properties are amounts, prices, quantities, currencies and units by the rules. One meaning a property: money
 * before the quantity that it is counted by, and what is not said at all in none.
 */
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
