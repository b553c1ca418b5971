import { describe, expect, test } from 'vitest'
import { createEventKinds, type EventKind, joinedRules, type KindsOptions } from './event-kinds.ts'
import { asWorthEvent, type PlainEvent, type PlainValue } from './fixtures/plain-event.ts'
import type { Rule } from './rule.ts'
import { NO_RULES, worthRulesProblems } from './worth-rules.ts'

type Meanings = KindsOptions['meanings']
const MEANINGS: Meanings = [
  { name: 'amount', meaning: 'amount-major' },
  { name: 'cents', meaning: 'amount-minor' },
  { name: 'quantity', meaning: 'quantity' },
  { name: 'unit_price', meaning: 'unit-price' },
  { name: 'currency', meaning: 'currency' },
  { name: 'unit', meaning: 'unit' },
  { name: 'note', meaning: 'none' },
]

/** Texts that begin as numbers do are numbers, the rest strings. */
const event = (code: string | null, type: string, properties: Record<string, string>): PlainEvent => ({
  customer: 'a',
  code,
  type,
  at: null,
  properties: new Map(
    Object.entries(properties).map(([name, text]): [string, PlainValue] => [
      name,
      { kind: /^-?\d/.test(text) ? 'number' : 'string', text },
    ]),
  ),
})

function kindsOf(events: readonly PlainEvent[], more: Partial<KindsOptions> = {}): EventKind[] {
  const names = (more.meanings ?? MEANINGS).map(({ name }) => name)
  const kinds = createEventKinds({ names, meanings: MEANINGS, textNumbers: [], pricedCodes: new Set(), ...more })
  events.forEach((one, at) => {
    kinds.add(asWorthEvent(one, names), at)
  })
  return kinds.kinds()
}

const offered = (events: readonly PlainEvent[], more: Partial<KindsOptions> = {}): (Partial<Rule> | null)[] =>
  kindsOf(events, more).map((kind) => {
    if (kind.offered === null) return null
    expect(worthRulesProblems({ ...NO_RULES, rules: [kind.offered] })).toEqual([])
    const { effect, quantity, money, currency, sign } = kind.offered
    return { effect, quantity, money, currency, sign }
  })

test('a kind is a code, a type and a sign: its events, its sums and one of them', () => {
  const kinds = kindsOf([
    event('calls', 'debit', { amount: '1.50', currency: 'EUR' }),
    event('calls', 'debit', { amount: '-2', currency: 'EUR' }),
    event('calls', 'debit', { amount: '0.5', currency: 'USD' }),
    event('calls', 'debit', { amount: '3', currency: 'EUR' }),
    event('calls', 'debit', { note: 'none' }),
    event('calls', 'credit', { amount: '7' }),
    event(null, 'other', {}),
  ])
  const shown = kinds.map(({ eventCode, type, sign, property, events, sums, example }) => [
    eventCode,
    type,
    sign,
    property,
    events,
    sums.map(({ currency, sum }) => `${sum} ${currency}`).join(),
    example,
  ])
  expect(shown).toEqual([
    ['calls', 'debit', 'zero-or-above', 'amount', 3, '4.50 EUR,0.5 USD', 0],
    ['calls', 'debit', 'below-zero', 'amount', 1, '-2 EUR', 1],
    ['calls', 'debit', null, 'amount', 1, '', 4],
    ['calls', 'credit', 'zero-or-above', 'amount', 1, '7 null', 5],
    [null, 'neither', null, null, 1, '', 6],
  ])
})

test('beside a price the number is a quantity, and has no currency', () => {
  const events = [event('calls', 'debit', { amount: '500', unit_price: '0.01', currency: 'EUR', unit: 'calls' })]
  expect(kindsOf(events)[0]?.sums).toEqual([{ currency: 'calls', events: 1, sum: '500' }])
  expect(offered(events)).toEqual([
    {
      effect: 'as-sent',
      quantity: { by: 'sum', property: 'amount' },
      money: { by: 'price', property: 'unit_price', units: 'major' },
      currency: { property: 'currency' },
      sign: null,
    },
  ])
})

describe('what is offered', () => {
  const amount = (more: object = {}) => ({ by: 'amount', property: 'amount', units: 'major', price: null, ...more })
  const currency = { property: 'currency' }

  test('is an amount, held against quantity × price where the event has them', () => {
    const properties = { amount: '5', quantity: '500', unit_price: '0.01', currency: 'EUR' }
    expect(offered([event('calls', 'debit', properties)])).toEqual([
      {
        effect: 'as-sent',
        quantity: { by: 'sum', property: 'quantity' },
        money: amount({ price: 'unit_price' }),
        currency,
        sign: null,
      },
    ])
    expect(offered([event('calls', 'debit', { cents: '5' })])[0]?.money).toEqual(
      amount({ property: 'cents', units: 'minor' }),
    )
  })

  test('is in major units where there is such a number, whichever property comes first', () => {
    const events = [event('calls', 'debit', { cents: '500', amount: '5' })]
    expect(offered(events)[0]?.money).toEqual(amount())
    expect(offered(events, { meanings: MEANINGS.toReversed() })[0]?.money).toEqual(amount())
  })

  test('reduces by credits; nothing is offered for those below zero where others are not', () => {
    const refund = (text: string) => event('refund', 'credit', { amount: text })
    const reduces = { effect: 'reduces', quantity: null, money: amount(), currency }
    expect(offered([refund('5')])).toEqual([{ ...reduces, sign: null }])
    expect(offered([refund('-5')])).toEqual([{ ...reduces, sign: null }])
    const sign = { property: 'amount', is: 'zero-or-above' }
    expect(offered([refund('5'), refund('-5')])).toEqual([{ ...reduces, sign }, null])
  })

  test('is a balance for what is granted, and nothing for what has no number, no code or another type', () => {
    const balance = { effect: 'balance', quantity: { by: 'sum', property: 'quantity' }, money: { by: 'none' } }
    expect(offered([event('credit_grant', 'credit', { quantity: '50' })])).toMatchObject([balance])
    expect(offered([event('bonus', 'credit', { quantity: '50' })])).toMatchObject([balance])
    expect(offered([event('login', 'debit', {})])).toEqual([null])
    expect(offered([event(null, 'debit', { amount: '1' })])).toEqual([null])
    expect(offered([event('calls', 'other', { amount: '1' })])).toEqual([null])
  })

  test('is the rate card where it has a price for the code; seats count by their maximum', () => {
    const pricedCodes = new Set(['seats', 'minutes', 'credit_grant'])
    const offeredFor = (code: string, type = 'debit') =>
      offered([event(code, type, { quantity: '4' })], { pricedCodes })
    expect(offeredFor('seats')).toMatchObject([
      { quantity: { by: 'maximum', property: 'quantity' }, money: { by: 'rate-card' } },
    ])
    expect(offeredFor('minutes')).toMatchObject([
      { quantity: { by: 'sum', property: 'quantity' }, money: { by: 'rate-card' } },
    ])
    expect(offeredFor('credit_grant', 'credit')).toMatchObject([{ effect: 'balance', money: { by: 'none' } }])
    expect(offered([event('minutes', 'debit', { quantity: '4' })])).toMatchObject([{ money: { by: 'none' } }])
  })

  test('is one rule for all codes with the same offer', () => {
    const kinds = kindsOf([
      event('a', 'debit', { amount: '1' }),
      event('b', 'debit', { amount: '-1' }),
      event('b', 'debit', { amount: '1' }),
      event('c', 'credit', { amount: '1' }),
    ])
    const rules = joinedRules(kinds.flatMap(({ offered: one }) => (one === null ? [] : [one])))
    expect(rules.map(({ codes, effect }) => [codes?.toSorted(), effect])).toEqual([
      [['a', 'b'], 'as-sent'],
      [['c'], 'reduces'],
    ])
  })
})

test('codes beyond the first thousand are only counted', () => {
  const kinds = createEventKinds({ names: [], meanings: [], textNumbers: [], pricedCodes: new Set() })
  for (let at = 0; at < 1_500; at += 1) kinds.add(asWorthEvent(event(`c${at}`, 'debit', {}), []), at)
  expect([kinds.kinds().length, kinds.others()]).toEqual([1_000, 500])
})
