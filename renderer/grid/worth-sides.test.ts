import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import { runs } from '../../shared/exact/fixtures/runs.ts'
import { anyMonth } from '../../shared/worth/fixtures/any-month.ts'
import { compared, NOUGHT, number, sum } from '../../shared/worth/fixtures/rational.ts'
import { referenceWorth } from '../../shared/worth/fixtures/reference-worth.ts'
import { asEvent, rulesOf, valued } from '../worth/fixtures/valued-events.ts'
import { worthSides } from './worth-sides.ts'

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
    ['Net', '−824.10 EUR'],
    ['Charged', '940.59 EUR'],
    ['Reduces', '−1,764.69 EUR'],
  ])
  expect(sides.map((side) => side.figures[0]?.value)).toEqual(['-824.10', '940.59', '-1764.69'])
  expect(left).toEqual([])
})

test('one side alone is the net; currencies stay apart', () => {
  const { figures } = sidesOf([money('debit', '1.5', 'EUR'), money('debit', '7', 'JPY'), money('debit', '1', '?')])
  expect(figures).toEqual([['Net', '1.50 EUR', '7 JPY', '1 ?']])
})

test('nothing is netted while one event has no rule', () => {
  const { figures } = sidesOf([money('debit', '1', 'EUR'), money('adjustment', '2', 'EUR')])
  expect(figures).toEqual([
    ['Charged', '1.00 EUR'],
    ['Reduces', '0.00 EUR'],
  ])
})

test('what is part of a line shows its quantity, never in a currency, and is said not to be valued', () => {
  const { figures, left, sides } = sidesOf([money('debit', '1', 'EUR'), seats('40'), seats('48'), seats('x')])
  expect(figures).toEqual([
    ['Net', '1.00 EUR'],
    ['Quantity', '48 seat of seats'],
  ])
  expect(left).toEqual(['2 not valued: part of a line', '1 has no number'])
  expect(sides.at(-1)?.figures[0]?.currency).toBe(null)
})

test('figures are those of a reference of its own, in any month', () => {
  fc.assert(
    fc.property(anyMonth, (month) => {
      const events = month.events.map(asEvent)
      const reference = referenceWorth(month.events, month.rules, { ...month.range, inHand: null })
      const { sides } = worthSides(events, valued(events, month.rules, month.range.zone))
      const isNetted = reference.events.every(({ rule }) => rule !== null)
      const of = (figure: string) => sides.find((side) => side.figure === figure)?.figures ?? []
      expect(of('net').length > 0 && !isNetted).toBe(false)
      const sumOf = (bin: string, currency: string | null) =>
        reference.sums.get(JSON.stringify([bin, currency])) ?? NOUGHT
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
