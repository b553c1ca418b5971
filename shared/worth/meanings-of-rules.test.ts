import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meaningsOfRules } from './meanings-of-rules.ts'
import { propertyMeaningsSchema } from './property-meanings.ts'
import { rulesOfMeanings } from './rules-of-meanings.ts'
import { NO_RULES, worthRulesSchema } from './worth-rules.ts'

test('properties mean what the rules use them for', () => {
  const rules = worthRulesSchema.parse({
    rules: [
      {
        effect: 'as-sent',
        quantity: { by: 'sum', property: 'quantity' },
        money: { by: 'amount', property: 'amount', price: 'unit_price' },
        currency: { property: 'currency' },
      },
      { effect: 'as-sent', quantity: { by: 'maximum', property: 'amount' }, money: { by: 'rate-card' } },
      { effect: 'as-sent', money: { by: 'amount', property: 'cents', units: 'minor' }, currency: { fixed: 'EUR' } },
      { effect: 'as-sent', quantity: { by: 'distinct', property: 'user' }, money: { by: 'none' } },
    ],
    units: ['unit'],
    requestIdentifiers: ['trace'],
    noMeaning: ['total'],
  })
  expect(Object.fromEntries(meaningsOfRules(rules).map(({ name, meaning }) => [name, meaning]))).toEqual({
    amount: 'amount-major',
    cents: 'amount-minor',
    unit_price: 'unit-price',
    quantity: 'quantity',
    currency: 'currency',
    unit: 'unit',
    trace: 'request-identifier',
    total: 'none',
  })
  expect(meaningsOfRules(NO_RULES)).toEqual([])
})

test('rules that were made of meanings mean the same again', () => {
  const meanings = fc.uniqueArray(
    fc.record({
      name: fc.string(),
      meaning: fc.constantFrom('amount-major', 'amount-minor', 'request-identifier', 'none'),
    }),
    { selector: ({ name }) => name, maxLength: 20 },
  )
  fc.assert(
    fc.property(meanings, (meant) => {
      const again = meaningsOfRules(rulesOfMeanings({ meanings: meant, negativeCredits: [], textsAsNumbers: [] }))
      expect(propertyMeaningsSchema.parse(again)).toEqual(expect.arrayContaining(meant))
    }),
  )
})
