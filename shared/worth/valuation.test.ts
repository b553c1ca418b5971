import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalText } from '../exact/decimal.ts'
import { runs } from '../exact/fixtures/runs.ts'
import { parseInstant } from '../time/instant.ts'
import type { WholeRangeInstants } from './billing-months.ts'
import { type AnyMonth, anyMonth } from './fixtures/any-month.ts'
import { asWorthEvent, type PlainEvent, type PlainValue } from './fixtures/plain-event.ts'
import { compared, NOUGHT, number, type Rational, sum } from './fixtures/rational.ts'
import { type ReferenceWorth, referenceWorth } from './fixtures/reference-worth.ts'
import { readRules } from './rules-text.ts'
import { createValuation } from './valuation.ts'
import { MONEY_KINDS, worthDifference } from './worth.ts'

/** 60 months that are always the same, 900 new ones in a long run. */
const short = runs(2_511, 60)
const settings = short.numRuns === 60 ? short : { numRuns: 900 }

function expectSame(figure: string | null | undefined, wanted: Rational | null | undefined) {
  if (figure == null || wanted == null) expect([figure ?? null, wanted ?? null]).toEqual([null, null])
  else expect([figure, compared(number(figure), wanted)]).toEqual([figure, 0])
}

const wholeRangeIn = ({ range: { wholeRange } }: AnyMonth) =>
  wholeRange && {
    from: wholeRange.from === null ? null : parseInstant(wholeRange.from),
    until: wholeRange.until === null ? null : parseInstant(wholeRange.until),
  }

const unruled = { amount: 'amount', currency: 'currency' }

test('is what a reference of its own finds, in any month', () => {
  fc.assert(
    fc.property(anyMonth, (month) => {
      const wanted = referenceWorth(month.events, month.rules, month.range)
      const valuation = createValuation(month.rules, {
        zone: month.range.zone,
        wholeRange: wholeRangeIn(month),
        unruled,
      })
      month.events.forEach((event, at) => {
        const found = valuation.add(asWorthEvent(event, valuation.names))
        const reference = wanted.events[at]!
        expect(found.moneyKind).toBe(reference.moneyKind)
        expect(found.rule).toBe(reference.rule)
        if (reference.rule === null) return
        expect([found.why, found.isRounded]).toEqual([reference.why, reference.isRounded])
        expectSame(found.worth && decimalText(found.worth), reference.worth)
        expectSame(found.differs && decimalText(found.differs), reference.differs)
        if (reference.worth !== null && found.moneyKind !== 'balance') expect(found.currency).toBe(reference.currency)
      })
      expectFigures(valuation.worth(), wanted, month)
      expectLines(valuation.lines(), wanted)
    }),
    settings,
  )
})

function expectFigures(
  worth: ReturnType<ReturnType<typeof createValuation>['worth']>,
  wanted: ReferenceWorth,
  { events, rules }: AnyMonth,
) {
  expect(worth.events).toBe(events.length)
  const binned = MONEY_KINDS.map((moneyKind) => wanted.events.filter((event) => event.moneyKind === moneyKind).length)
  expect(worth.moneyKinds.map((moneyKind) => moneyKind.events)).toEqual(binned)
  const sums = new Map(
    worth.moneyKinds.flatMap(({ moneyKind, sums: all }) =>
      all.map((one) => [JSON.stringify([moneyKind, one.currency]), one.sum]),
    ),
  )
  for (const key of new Set([...sums.keys(), ...wanted.sums.keys()])) expectSame(sums.get(key), wanted.sums.get(key))
  const isNetted = binned[MONEY_KINDS.indexOf('no-rule')] === 0
  for (const { currency, net, charged, reduces } of worth.currencies) {
    const [plusses, minuses] = ['charged', 'reduces'].map(
      (moneyKind) => wanted.sums.get(JSON.stringify([moneyKind, currency])) ?? NOUGHT,
    )
    expectSame(charged, plusses)
    expectSame(reduces, minuses)
    expectSame(net, isNetted ? sum(plusses!, minuses!) : null)
  }
  const quantities = new Map(
    worth.quantities.map(({ eventCode, unit, by, property, quantity }) => [
      JSON.stringify([eventCode, unit, by, property]),
      quantity,
    ]),
  )
  for (const key of new Set([...quantities.keys(), ...wanted.quantities.keys()])) {
    expectSame(quantities.get(key), wanted.quantities.get(key))
  }
  const takenBy = rules.rules.map((_, at) => wanted.events.filter(({ rule }) => rule === at))
  expect(worth.rules.map((rule) => rule.events)).toEqual(takenBy.map((taken) => taken.length))
  for (const isRounded of [false, true]) {
    const differing = wanted.events.filter(
      (event) => event.differs !== null && event.isRounded === isRounded && event.moneyKind !== 'balance',
    )
    const figures = isRounded ? worth.differsByRounding : worth.differs
    expect(figures.reduce((count, one) => count + one.events, 0)).toBe(differing.length)
    for (const { currency, sum: figure } of figures) {
      const ofCurrency = differing.filter((event) => event.currency === currency)
      expectSame(figure, ofCurrency.map((event) => event.differs!).reduce(sum, NOUGHT))
    }
  }
  const missing = wanted.events.filter(({ moneyKind }) => moneyKind === 'number-missing')
  for (const { why, events: count } of worth.numberMissing)
    expect(count).toBe(missing.filter((event) => event.why === why).length)
  expect(worth.numberMissing.reduce((count, one) => count + one.events, 0)).toBe(missing.length)
}

function expectLines(lines: ReturnType<ReturnType<typeof createValuation>['lines']>, wanted: ReferenceWorth) {
  expect(lines).toHaveLength(wanted.lines.length)
  lines.forEach((line, at) => {
    const reference = wanted.lines[at]!
    const { events, numberMissing, why } = line
    expect({ events, numberMissing, why }).toEqual({
      events: reference.events,
      numberMissing: reference.numberMissing,
      why: reference.why,
    })
    expectSame(line.quantity, reference.quantity)
    expectSame(line.worth, reference.worth)
  })
}

/** Numbers as numbers, the rest as texts. */
function event(
  code: string,
  type: string,
  properties: Record<string, string>,
  at = '2026-10-10T12:00:00Z',
): PlainEvent {
  const values = Object.entries(properties).map(([name, text]): [string, PlainValue] => [
    name,
    { kind: /^-?\d/.test(text) ? 'number' : 'string', text },
  ])
  return { customer: 'a', code, type, at, properties: new Map(values) }
}

function valued(
  text: string,
  events: readonly PlainEvent[],
  wholeRange: WholeRangeInstants | null = { from: null, until: null },
) {
  const read = readRules(`{"eventscopeRules":1,${text}}`)
  if (!read.ok) throw new Error(read.problems.join())
  const valuation = createValuation(read.rules, { zone: 'Europe/Berlin', wholeRange, unruled })
  const worths = events.map((one) => valuation.add(asWorthEvent(one, valuation.names)))
  return { worth: valuation.worth(), lines: valuation.lines(), worths }
}

const AMOUNT = '"money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}'

describe('events without a rule', () => {
  const events = [
    event('calls', 'debit', { amount: '10', currency: 'EUR' }),
    event('calls', 'credit', { amount: '4', currency: 'EUR' }),
    event('refund', 'credit', { amount: '1', currency: 'USD' }),
    event('refund', 'credit', {}),
  ]

  test('keep everything apart where there are no rules', () => {
    const { worth } = valued('"rules":[]', events)
    expect(worth.currencies).toEqual([])
    expect(worth.apart).toEqual([
      {
        type: 'credit',
        sums: [
          { currency: 'EUR', events: 1, sum: '4' },
          { currency: 'USD', events: 1, sum: '1' },
        ],
        numberMissing: 1,
      },
      { type: 'debit', sums: [{ currency: 'EUR', events: 1, sum: '10' }], numberMissing: 0 },
    ])
  })

  test('keep the others from being netted, and say which they are', () => {
    const { worth } = valued(`"rules":[{"type":"debit","effect":"as-sent",${AMOUNT}}]`, events)
    expect(worth.currencies).toEqual([
      { currency: 'EUR', net: null, charged: '10', reduces: '0', tax: ['not-said'], events: 1 },
    ])
    expect(worth.noRule).toEqual([
      { type: 'credit', eventCode: 'refund', events: 2 },
      { type: 'credit', eventCode: 'calls', events: 1 },
    ])
    expect(worth.apart.map(({ type }) => type)).toEqual(['credit'])
  })
})

test('an amount of minor units is divided by what its currency has of them, and is not money where nobody knows', () => {
  const rule =
    '{"effect":"as-sent","money":{"by":"amount","property":"cents","units":"minor"},"currency":{"property":"currency"},"tax":"gross"}'
  const cents = (currency: string) => event('calls', 'debit', { cents: '12345', currency })
  const events = ['EUR', 'JPY', 'KWD', 'eur', 'points'].map(cents)
  const sums = (text: string) => valued(text, events).worth
  expect(sums(`"rules":[${rule}]`).currencies.map(({ currency, net, tax }) => [currency, net, tax])).toEqual([
    ['EUR', '123.45', ['gross']],
    ['JPY', '12345', ['gross']],
    ['KWD', '12.345', ['gross']],
  ])
  expect(sums(`"rules":[${rule}]`).notValued).toEqual([{ why: 'minor-units', events: 2 }])
  const equal = sums(`"rules":[${rule}],"equalCurrencies":[["EUR","eur"]]`)
  expect(equal.currencies[0]).toMatchObject({ currency: 'EUR', net: '246.90', events: 2 })
})

test('an amount that carries no currency is in the one that the rules say for such, and one that carries any is in its own', () => {
  const of = (properties: Record<string, string>) => event('calls', 'debit', properties)
  const events = [of({ amount: '5', currency: 'USD' }), of({ amount: '7' }), of({ cents: '125' })]
  const rule = (said: string) =>
    `"rules":[{"has":["cents"],"effect":"as-sent","money":{"by":"amount","property":"cents","units":"minor"}},
      {"effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}}]${said}`
  expect(valued(rule(''), events).worth).toMatchObject({
    currencies: [
      { currency: 'USD', net: '5' },
      { currency: null, net: '7' },
    ],
    notValued: [{ why: 'minor-units', events: 1 }],
  })
  const all = valued(rule(',"equalCurrencies":[["EUR","eur"]],"currencyWhereNone":"eur"'), events).worth
  expect(all).toMatchObject({
    currencies: [
      { currency: 'USD', net: '5' },
      { currency: 'EUR', net: '8.25' },
    ],
    notValued: [],
  })
})

test('what reduces does so before tiers and included quantities are counted', () => {
  const { lines, worth } = valued(
    `"rules":[{"type":"debit","effect":"as-sent","quantity":{"by":"sum","property":"q"},"money":{"by":"rate-card"}},
      {"type":"credit","effect":"reduces","quantity":{"by":"sum","property":"q"},"money":{"by":"rate-card"}}],
      "prices":[{"code":"minutes","included":2000,"price":"0.01","currency":"EUR"}]`,
    [event('minutes', 'debit', { q: '5000' }), event('minutes', 'credit', { q: '500' })],
  )
  expect(lines).toMatchObject([{ rules: [0, 1], quantity: '4500', worth: '25.00', why: null }])
  expect(worth.currencies[0]?.net).toBe('25.00')
})

test('a price that changes inside a month leaves that line not valued; single events have the price of their time', () => {
  const text = (
    price: string,
  ) => `"rules":[{"effect":"as-sent","quantity":{"by":"sum","property":"q"},"money":{"by":"rate-card"}}],
    "prices":[{"code":"a","currency":"EUR",${price}},{"code":"a","currency":"EUR","validFrom":"2026-10-15","price":2}]`
  const events = [
    event('a', 'debit', { q: '1' }, '2026-10-14T21:59:59Z'),
    event('a', 'debit', { q: '1' }, '2026-10-14T22:00:00Z'),
  ]
  expect(valued(text('"price":1'), events).worth.currencies[0]?.net).toBe('3')
  const { lines, worth } = valued(text('"price":1,"included":5'), events)
  expect(lines).toMatchObject([{ quantity: '1', worth: null, why: 'price-changes' }])
  expect(worth.notValued).toEqual([{ why: 'price-changes', events: 1 }])
})

test('quantities are sums by code and unit, without a currency anywhere', () => {
  const { worth } = valued(
    '"rules":[{"effect":"as-sent","quantity":{"by":"sum","property":"q"},"money":{"by":"none"}}],"units":["unit"]',
    [
      event('a', 'debit', { q: '1.5', unit: 'GB' }),
      event('a', 'debit', { q: '-1', unit: 'GB' }),
      event('a', 'debit', { q: '7' }),
      event('b', 'debit', { q: '2', unit: 'GB' }),
    ],
  )
  expect(worth.currencies).toEqual([])
  expect(worth.quantities.map(({ eventCode, unit, quantity }) => [eventCode, unit, quantity])).toEqual([
    ['a', 'GB', '0.5'],
    ['a', null, '7'],
    ['b', 'GB', '2'],
  ])
})

test('a difference of two valuations is there for each currency of either, and is not netted where one is not', () => {
  const rules = `"rules":[{"type":"debit","effect":"as-sent",${AMOUNT}}]`
  const debit = (amount: string, currency: string) => event('calls', 'debit', { amount, currency })
  const some = valued(rules, [debit('10', 'EUR'), debit('1', 'USD')]).worth
  const other = valued(rules, [debit('2.5', 'EUR'), debit('3', 'GBP')]).worth
  expect(worthDifference(some, other)).toEqual([
    { currency: 'EUR', net: '7.5', charged: '7.5', reduces: '0' },
    { currency: 'USD', net: '1', charged: '1', reduces: '0' },
    { currency: 'GBP', net: '-3', charged: '-3', reduces: '0' },
  ])
  const unnetted = valued(rules, [event('calls', 'credit', {})]).worth
  expect(worthDifference(some, unnetted).map(({ net }) => net)).toEqual([null, null])
})

test('a currency of its own for each event is not a thousand blocks and more', () => {
  const events = Array.from({ length: 1_200 }, (_, at) => event('calls', 'debit', { amount: '1', currency: `C${at}` }))
  const { worth } = valued(`"rules":[{"effect":"as-sent",${AMOUNT}}]`, events)
  expect(worth.currencies).toHaveLength(1_000)
  expect(worth.notValued).toEqual([{ why: 'too-many-currencies', events: 200 }])
})

test('what is granted in a unit of its own for each event is counted where it is not summed', () => {
  const events = Array.from({ length: 1_200 }, (_, at) => event('top_up', 'credit', { q: '1', unit: `U${at}` }))
  const { worth } = valued(
    '"rules":[{"effect":"balance","quantity":{"by":"sum","property":"q"},"money":{"by":"none"}}],"units":["unit"]',
    events,
  )
  expect(worth.moneyKinds.find(({ moneyKind }) => moneyKind === 'balance')?.sums).toHaveLength(1_000)
  expect(worth.notValued).toEqual([{ why: 'too-many-currencies', events: 200 }])
})
