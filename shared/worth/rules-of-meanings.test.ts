import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asWorthEvent, type PlainEvent, type PlainValue } from './fixtures/plain-event.ts'
import { propertyMeaningsSchema } from './property-meanings.ts'
import { meaningsOfRules, type OlderAnswers, rulesOfMeanings } from './rules-of-meanings.ts'
import { printRules, readRules } from './rules-text.ts'
import { createValuation } from './valuation.ts'
import { NO_RULES, worthRulesSchema } from './worth-rules.ts'

const event = (type: string, properties: Record<string, string>): PlainEvent => ({
  customer: 'a',
  code: 'calls',
  type,
  at: null,
  properties: new Map(
    Object.entries(properties).map(([name, text]): [string, PlainValue] => [
      name,
      { kind: /^-?\d/.test(text) ? 'number' : 'string', text },
    ]),
  ),
})

const answers = (more: Partial<OlderAnswers>): OlderAnswers => ({
  meanings: [],
  negativeCredits: [],
  textsAsNumbers: [],
  ...more,
})

function worthOf(older: OlderAnswers, events: readonly PlainEvent[]) {
  const rules = rulesOfMeanings(older)
  expect(readRules(printRules(rules))).toEqual({ ok: true, rules })
  const valuation = createValuation(rules, { zone: 'UTC', wholeRange: null, unruled: null })
  for (const one of events) valuation.add(asWorthEvent(one, valuation.names))
  return valuation.worth()
}
const netsOf = (older: OlderAnswers, events: readonly PlainEvent[]) =>
  worthOf(older, events).currencies.map(({ currency, net }) => [currency, net])

const amount = { name: 'amount', meaning: 'amount-major' as const }
const currency = { name: 'ccy', meaning: 'currency' as const }

test('amounts of credits are taken off those of debits, currency by currency', () => {
  const events = [
    event('debit', { amount: '10.00', ccy: 'EUR' }),
    event('credit', { amount: '2.50', ccy: 'EUR' }),
    event('debit', { amount: '7', ccy: 'USD' }),
  ]
  expect(netsOf(answers({ meanings: [amount, currency] }), events)).toEqual([
    ['EUR', '7.50'],
    ['USD', '7'],
  ])
  const minor = { name: 'amount', meaning: 'amount-minor' as const }
  expect(netsOf(answers({ meanings: [minor, currency] }), events)).toEqual([
    ['EUR', '0.0750'],
    ['USD', '0.07'],
  ])
})

test('a property that is named currency splits sums, unless it was said to mean nothing', () => {
  const events = [event('debit', { amount: '1', currency: 'EUR' }), event('debit', { amount: '2', currency: 'USD' })]
  expect(netsOf(answers({ meanings: [amount] }), events)).toEqual([
    ['EUR', '1'],
    ['USD', '2'],
  ])
  const none = { name: 'currency', meaning: 'none' as const }
  expect(netsOf(answers({ meanings: [amount, none] }), events)).toEqual([[null, '3']])
})

describe('credits below zero', () => {
  const events = [event('debit', { amount: '10' }), event('credit', { amount: '-4' })]
  const answersWith = (how: 'add' | 'subtract') =>
    answers({ meanings: [amount], negativeCredits: [{ properties: ['amount'], how }] })

  test('are added or subtracted, as was said', () => {
    expect(netsOf(answersWith('add'), events)).toEqual([[null, '6']])
    expect(netsOf(answersWith('subtract'), events)).toEqual([[null, '14']])
  })

  test('have no rule where nobody said it, so that nothing is netted', () => {
    const worth = worthOf(answers({ meanings: [amount] }), events)
    expect(worth.currencies.map(({ net, charged }) => [net, charged])).toEqual([[null, '10']])
    expect(worth.noRule).toEqual([{ type: 'credit', eventCode: 'calls', events: 1 }])
  })
})

test('quantities are multiplied with a price where there is one, and are not money elsewhere', () => {
  const meanings = [
    { name: 'used', meaning: 'quantity' as const },
    { name: 'rate', meaning: 'unit-price' as const },
    { name: 'per', meaning: 'unit' as const },
    currency,
  ]
  const worth = worthOf(answers({ meanings }), [
    event('debit', { used: '4', rate: '0.25', ccy: 'EUR', per: 'GB' }),
    event('debit', { used: '5', ccy: 'EUR', per: 'GB' }),
  ])
  expect(worth.currencies.map(({ currency: name, net }) => [name, net])).toEqual([['EUR', '1.00']])
  expect(worth.quantities.map(({ unit, quantity }) => [unit, quantity])).toEqual([['GB', '9']])
})

test('texts that were read as numbers still are, and what means nothing still does', () => {
  const older = answers({
    meanings: [amount, { name: 'note', meaning: 'none' }, { name: 'req', meaning: 'request-identifier' }],
    textsAsNumbers: [
      { name: 'amount', read: true },
      { name: 'other', read: false },
    ],
  })
  const { textNumbers, requestIdentifiers, noMeaning } = rulesOfMeanings(older)
  expect([textNumbers, requestIdentifiers, noMeaning]).toEqual([['amount'], ['req'], ['note']])
})

test('where nothing was said, there are no rules', () => {
  expect(rulesOfMeanings(answers({})).rules).toEqual([])
})

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
