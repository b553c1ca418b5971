import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../exact/fixtures/runs.ts'
import { parseEventText } from '../search/search-page.ts'
import { anyProperty, type PropertyShape } from './expected-shapes.ts'
import { anyEventText, anyShapes } from './fixtures/any-shapes.ts'
import { eventJudge, valueJudge } from './judge-event.ts'
import { printShapes } from './print-shapes.ts'

/** A property is an event's own: without this, `constructor` is in every object. */
const validator = (text: string) =>
  new Ajv2020({ ownProperties: true, strictTypes: false, strictRequired: false }).compile(JSON.parse(text))

function eventOf(source: string) {
  const read = parseEventText(source)
  if (!read.ok) throw new Error(source)
  return read.event
}

test('another validator says the same of each event by the written schema', () => {
  const counts = { fits: 0, not: 0 }
  fc.assert(
    fc.property(anyShapes, fc.array(anyEventText, { minLength: 15, maxLength: 15 }), (shapes, events) => {
      const validate = validator(printShapes(shapes))
      const judge = eventJudge(shapes)
      for (const source of events) {
        const found = judge(eventOf(source))
        counts[found.length === 0 ? 'fits' : 'not'] += 1
        expect(validate(JSON.parse(source)), source).toBe(found.length === 0)
      }
    }),
    runs(31, 40),
  )
  expect(Math.min(counts.fits, counts.not)).toBeGreaterThan(100)
})

const none = anyProperty('amount')
const judged = (shape: Partial<PropertyShape>, source: string, type = 'debit') => {
  const { properties } = eventOf(`{"event_properties": {"amount": ${source}}}`)
  return valueJudge({ ...none, ...shape })(properties[0] ?? null, type)
}

describe('a value', () => {
  test('of a range is compared to the last digit, where doubles are equal as well', () => {
    const range = { from: '0.1', to: '940.59' }
    const inside = ['0.1', '0.10', '1e-1', '940.59', '9.4059E2', '940.5899999999999999999999999999', '500']
    const outside = [
      '0.09999999999999999999999999999',
      '940.5900000000000000000000000001',
      '-1',
      '1e400',
      '0',
      '1e99999999999999999999999999999999',
    ]
    expect(inside.map((number) => judged(range, number))).toEqual(inside.map(() => null))
    expect(outside.map((number) => judged(range, number))).toEqual(outside.map(() => 'range'))
    expect(judged({ from: '1E400' }, '1E399')).toBe('range')
    expect(judged({ from: '1E400' }, '1E401')).toBe(null)
  })

  test('has a sign where its double has none', () => {
    const sign = (credit: PropertyShape['signs']['credit']) => ({ signs: { credit, debit: null } })
    expect(judged(sign('above-zero'), '1e-400', 'credit')).toBe(null)
    expect(judged(sign('below-zero'), '-0.0', 'credit')).toBe('sign')
    expect(judged(sign('not-above-zero'), '-0e5', 'credit')).toBe(null)
    expect(judged(sign('below-zero'), '5', 'debit')).toBe(null)
  })

  test('of one reason only, the first of them', () => {
    expect(judged({ required: true, kinds: ['number'] }, '"5"')).toBe('kind')
    expect(judged({ from: '1', signs: { credit: null, debit: 'above-zero' } }, '-1')).toBe('range')
    expect(valueJudge({ ...none, required: true })(null, null)).toBe('missing')
    expect(valueJudge(none)(null, null)).toBe(null)
  })

  test('whose name stands twice is of no kind, also where any would do', () => {
    const judge = eventJudge({ codes: null, shapes: [{ code: 'c', properties: [{ ...none, required: true }] }] })
    const event = eventOf('{"event_code": "c", "event_properties": {"amount": 1, "amount": 1}}')
    expect(judge(event)).toEqual([{ what: 'kind', property: 'amount', kind: 'repeated' }])
  })
})

test('an event that misses several expectations has each of them', () => {
  const judge = eventJudge({
    codes: ['other'],
    shapes: [
      {
        code: 'c',
        properties: [
          { ...none, required: true },
          { ...none, name: 'unit', kinds: ['string'] },
        ],
      },
    ],
  })
  expect(judge(eventOf('{"event_code": "c", "event_properties": {"unit": 5}}'))).toEqual([
    { what: 'unknown-code', property: null, kind: null },
    { what: 'missing', property: 'amount', kind: null },
    { what: 'kind', property: 'unit', kind: 'number' },
  ])
})
