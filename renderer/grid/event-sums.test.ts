import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import { runs } from '../../shared/exact/fixtures/runs.ts'
import { parseSearchPage } from '../../shared/search/search-page.ts'
import { anyMonth } from '../../shared/worth/fixtures/any-month.ts'
import { compared, NOUGHT, number, sum } from '../../shared/worth/fixtures/rational.ts'
import { referenceWorth } from '../../shared/worth/fixtures/reference-worth.ts'
import { asEvent, rulesOf, valued } from '../worth/fixtures/valued-events.ts'
import { numericProperties, sumAsSent, worthSides } from './event-sums.ts'

const events = (...properties: string[]) => typedEvents(...properties.map((each) => ['debit', each] as const))

function typedEvents(...typed: (readonly [type: string, properties: string])[]) {
  const sent = typed.map(
    ([type, each], index) =>
      `{"event_id":"e${index}","event_code":"api_calls","event_type":"${type}","event_properties":${each}}`,
  )
  const read = parseSearchPage(`{"events":[${sent.join(',')}],"total":9,"limit":50,"offset":0}`)
  if (!read.ok) throw new Error('not a page')
  return read.page.events
}

const figures = (rows: ReturnType<typeof events>, name: string) =>
  sumAsSent(rows, name, []).figures.map(({ units, sum }) => [
    units.filter((unit) => unit !== null).join(' · ') || null,
    sum,
  ])

test('exact to the last digit, and apart for each currency', () => {
  const rows = events(
    '{"amount":1249.00,"currency":"EUR"}',
    '{"amount":9007199254740993.10,"currency":"EUR"}',
    '{"amount":0.1,"currency":"USD"}',
    '{"amount":0.2}',
  )
  expect(figures(rows, 'amount')).toEqual([
    ['EUR', '9007199254742242.10'],
    ['USD', '0.1'],
    [null, '0.2'],
  ])
  expect(sumAsSent(rows, 'amount', [])).toMatchObject({ by: 'currency', left: [] })
})

test('credits and debits are never added to each other, nor to what is neither', () => {
  const sums = sumAsSent(
    typedEvents(
      ['debit', '{"amount":940.59,"currency":"EUR"}'],
      ['credit', '{"amount":1764.69,"currency":"EUR"}'],
      ['Debit', '{"amount":1,"currency":"EUR"}'],
      ['credit', '{"amount":-3,"currency":"USD"}'],
      ['debit', '{"currency":"USD"}'],
    ),
    'amount',
    [],
  )
  expect(sums.figures.map(({ type, units, sum }) => [type, units[0], sum])).toEqual([
    ['credit', 'EUR', '1764.69'],
    ['credit', 'USD', '-3'],
    ['debit', 'EUR', '940.59'],
    ['debit', 'USD', null],
    ['neither', 'EUR', '1'],
  ])
  expect(sums.left).toEqual(['USD: 1 event of api_calls without a number in amount'])
})

test('what has no number is counted: a text, nothing, two of one name, more digits than anyone adds', () => {
  const rows = events('{"n":1}', '{"n":"2"}', '{}', '{"n":3,"n":4}', '{"n":1e9999}', '{"n":null}')
  const sum = sumAsSent(rows, 'n', [])
  expect(sum).toMatchObject({ by: null, figures: [{ units: [], sum: '1' }] })
  expect(sum.left).toEqual([
    '3 events of api_calls without a number in n: [3,4], null',
    '1 event of api_calls whose n is text: “2”',
    '1 event of api_calls whose n has more than 1,000 digits: 1e9999',
  ])
  expect(figures(events('{"n":"2"}'), 'n')).toEqual([[null, null]])
})

test('money and amounts of something are never mixed: currency and unit split together', () => {
  const rows = events('{"n":1,"currency":"EUR","unit":"GB"}', '{"n":2,"currency":"EUR"}', '{"n":4,"currency":7}')
  expect(figures(rows, 'n')).toEqual([
    ['EUR · GB', '1'],
    ['EUR', '2'],
    [null, '4'],
  ])
})

test('what was said to be a currency tells sums apart in place of what is called so', () => {
  const rows = events('{"n":1,"ccy":"EUR","currency":"paper"}', '{"n":2,"ccy":"USD","currency":"paper"}')
  const meanings = [
    { name: 'n', meaning: 'amount-major' as const },
    { name: 'ccy', meaning: 'currency' as const },
  ]
  expect(sumAsSent(rows, 'n', meanings)).toMatchObject({
    figures: [
      { units: ['EUR'], sum: '1' },
      { units: ['USD'], sum: '2' },
    ],
    by: 'ccy',
    confirmed: true,
  })
  expect(sumAsSent(rows, 'n', [])).toMatchObject({ figures: [{ units: ['paper'], sum: '3' }], confirmed: false })
})

test('the commonest numbers come first', () => {
  expect(numericProperties(events('{"a":1,"b":"2","__proto__":3}', '{"__proto__":1}'))).toEqual(['__proto__', 'a'])
})

test('what a unit price stands beside is a quantity, which has no currency, until it is said what it means', () => {
  const rows = events(
    '{"quantity":10,"unit_price":0.1,"amount":1,"currency":"EUR"}',
    '{"quantity":5,"unit_price":0.2,"amount":1,"currency":"USD","unit":"GB"}',
  )
  expect(figures(rows, 'quantity')).toEqual([
    ['api_calls', '10'],
    ['GB', '5'],
  ])
  const meanings = [{ name: 'quantity', meaning: 'quantity' as const }]
  expect(sumAsSent(rows, 'quantity', meanings).by).toBe('unit and event code')
  expect(figures(rows, 'amount')).toEqual([
    ['EUR', '1'],
    ['USD · GB', '1'],
  ])
  expect(sumAsSent(rows, 'quantity', [{ name: 'quantity', meaning: 'amount-major' }]).by).toBe('currency')
})

const amount = '"money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}'
const rules = rulesOf(`{"eventscopeRules":1,"rules":[
  {"type":"credit","has":["amount"],"effect":"reduces",${amount}},
  {"type":"debit","has":["amount"],"effect":"as-sent",${amount}},
  {"codes":["seats"],"effect":"as-sent","quantity":{"by":"maximum","property":"quantity"},"money":{"by":"rate-card"}}],
  "prices":[{"code":"seats","currency":"EUR","price":"2"}],"units":["unit"]}`)

const property = (name: string, text: string) =>
  ({ name, kind: /^-?\d/.test(text) ? 'number' : 'string', text }) as const
const money = (eventType: string, text: string, currency: string) =>
  someEvent({ eventType, properties: [property('amount', text), property('currency', currency)] })
const seats = (quantity: string) =>
  someEvent({ eventCode: 'seats', properties: [property('quantity', quantity), property('unit', 'seat')] })

function sidesOf(events: readonly ReturnType<typeof someEvent>[]) {
  const { sides, left } = worthSides(events, valued(events, rules))
  const figures = sides.map((side) => [side.name, ...side.figures.map(({ drawn, unit }) => `${drawn} ${unit}`)])
  return { figures, left, sides }
}

test('a credit takes off what a debit charges, and both stand beside the net, as a file has them', () => {
  const { figures, left, sides } = sidesOf([money('debit', '940.59', 'EUR'), money('credit', '1764.69', 'EUR')])
  expect(figures).toEqual([
    ['Total', '−824.10 EUR'],
    ['Charged', '940.59 EUR'],
    ['Taken off', '−1,764.69 EUR'],
  ])
  expect(sides.map((side) => side.figures[0]?.value)).toEqual(['-824.10', '940.59', '-1764.69'])
  expect(left).toEqual([])
})

test('one side alone is the net; currencies stay apart', () => {
  const { figures } = sidesOf([money('debit', '1.5', 'EUR'), money('debit', '7', 'JPY'), money('debit', '1', '?')])
  expect(figures).toEqual([['Total', '1.50 EUR', '7 JPY', '1 ?']])
})

test('nothing is netted while one event has no rule', () => {
  const { figures } = sidesOf([money('debit', '1', 'EUR'), money('adjustment', '2', 'EUR')])
  expect(figures).toEqual([
    ['Charged', '1.00 EUR'],
    ['Taken off', '0.00 EUR'],
  ])
})

test('what is part of a line shows its quantity, never in a currency, and is said not to be valued', () => {
  const { figures, left, sides } = sidesOf([money('debit', '1', 'EUR'), seats('40'), seats('48'), seats('x')])
  expect(figures).toEqual([
    ['Total', '1.00 EUR'],
    ['Quantity', '48 seat of seats'],
  ])
  expect(left).toEqual([
    '1 event of seats without a number in quantity: “x”',
    '2 events of seats billed by the month, not per event: quantity 48 seat',
  ])
  expect(sides.at(-1)?.figures[0]?.currency).toBe(null)
})

test('figures are those of a reference of its own, in any month', () => {
  fc.assert(
    fc.property(anyMonth, (month) => {
      const events = month.events.map(asEvent)
      const reference = referenceWorth(month.events, month.rules, { ...month.range, wholeRange: null })
      const { sides } = worthSides(events, valued(events, month.rules, month.range.zone))
      const isNetted = reference.events.every(({ rule }) => rule !== null)
      const of = (figure: string) => sides.find((side) => side.figure === figure)?.figures ?? []
      expect(of('net').length > 0 && !isNetted).toBe(false)
      const sumOf = (moneyKind: string, currency: string | null) =>
        reference.sums.get(JSON.stringify([moneyKind, currency])) ?? NOUGHT
      for (const { value, currency } of of('net')) {
        const wanted = sum(sumOf('charged', currency), sumOf('reduces', currency))
        expect(compared(number(value), wanted)).toBe(0)
      }
      for (const figure of ['charged', 'reduces']) {
        for (const { value, currency } of of(figure)) {
          expect(compared(number(value), sumOf(figure, currency))).toBe(0)
        }
      }
      for (const { currency } of of('quantity')) expect(currency).toBe(null)
    }),
    runs(3_112, 60),
  )
})
