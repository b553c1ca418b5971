import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event, Filters, Property, PropertyFilter } from '../event/event.ts'
import { NO_TEXTS } from '../event/event-fields.ts'
import { mismatches, mismatchSummary } from './matches.ts'

const settings = { seed: 20261120, numRuns: 500 }

// Few values, so that filters hit often. Numbers as a value in thousandths and a way to write it.
const text = fc.constantFrom('a', 'A', 'b', '')
const number = fc.constantFrom(
  { thousandths: 100n, text: '0.1' },
  { thousandths: 100n, text: '0.10' },
  { thousandths: 100n, text: '1e-1' },
  { thousandths: 1000n, text: '1' },
  { thousandths: 1000n, text: '10E-1' },
  { thousandths: -1000n, text: '-1' },
  { thousandths: 9007199254740993000n, text: '9007199254740993' },
  { thousandths: 9007199254740992000n, text: '9007199254740992' },
  { thousandths: 10n ** 403n, text: '1e400' },
  { thousandths: 10n ** 403n, text: '10E399' },
)
const instant = fc.integer({ min: 0, max: 5 }).map((nanosecond) => ({
  nanosecond,
  text: `2026-11-20T14:52:57.00000000${nanosecond}Z`,
}))
const names = fc.constantFrom('region', '__proto__')
const value = fc.oneof(
  fc.record({ kind: fc.constant('string' as const), text, thousandths: fc.constant(0n) }),
  number.map((number) => ({ kind: 'number' as const, ...number })),
)
const property = fc.record({ name: names, value })

const rows = fc.record({
  eventId: fc.option(text),
  customerId: fc.option(text),
  eventCode: fc.option(text),
  eventType: fc.option(fc.constantFrom('credit', 'debit', 'refund')),
  at: fc.option(instant),
  properties: fc.array(property, { maxLength: 3 }),
})
const questions = fc.record({
  eventId: fc.option(text, { nil: undefined }),
  customerId: fc.option(text, { nil: undefined }),
  eventCode: fc.option(text, { nil: undefined }),
  eventType: fc.option(fc.constantFrom('credit' as const, 'debit' as const), { nil: undefined }),
  from: fc.option(instant, { nil: undefined }),
  to: fc.option(instant, { nil: undefined }),
  properties: fc.uniqueArray(property, { selector: ({ name }) => name }),
})
type Row = typeof rows extends fc.Arbitrary<infer T> ? T : never
type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never

describe('mismatches', () => {
  test('names what a naive model names', () => {
    fc.assert(
      fc.property(rows, questions, (row, question) => {
        expect(mismatches(eventOf(row), filtersOf(question))).toEqual(naive(row, question))
      }),
      settings,
    )
  })

  test('the summary counts rows and names filters once, in their order', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 5 }), questions, (list, question) => {
        const each = list.map((row) => naive(row, question))
        const order = ['Customer ID', 'Event code', 'Type', 'From', 'To', 'Event ID', 'region', '__proto__']
        const summary = mismatchSummary(list.map(eventOf), filtersOf(question))
        expect({ ...summary, names: [...summary.names].sort() }).toEqual({
          count: each.filter((names) => names.length > 0).length,
          of: list.length,
          names: order.filter((name) => each.some((names) => names.includes(name))).sort(),
        })
        const fixed = summary.names.filter((name) => order.indexOf(name) < 6)
        expect(fixed).toEqual(order.filter((name) => fixed.includes(name)))
        expect(summary.names.slice(0, fixed.length)).toEqual(fixed)
      }),
      settings,
    )
  })

  test('an instant is the same however it is written; digits past the ninth do not push it over a bound', () => {
    const filters = {
      createdAtFrom: '2026-11-20T00:00:00Z',
      createdAtTo: '2026-11-20T23:59:59.999999999Z',
      propertyFilters: [],
    }
    const at = (createdAt: string) => mismatches({ ...blank, createdAt }, filters)
    expect(at('2026-11-20T00:00:00.000Z')).toEqual([])
    expect(at('2026-11-20T01:00:00+01:00')).toEqual([])
    expect(at('2026-11-20T23:59:59.9999999999Z')).toEqual([])
    expect(at('2026-11-19T23:59:59.999999999Z')).toEqual(['From'])
    expect(at('2026-11-21T00:00:00Z')).toEqual(['To'])
    expect(at('yesterday')).toEqual(['From', 'To'])
  })

  test('a property filter named like a field is told apart by nothing but its place', () => {
    const filters: Filters = { eventType: 'credit', propertyFilters: [{ name: 'Type', kind: 'string', text: 'x' }] }
    expect(mismatches({ ...blank, eventType: 'debit' }, filters)).toEqual(['Type', 'Type'])
    expect(mismatchSummary([{ ...blank, eventType: 'debit' }], filters).names).toEqual(['Type'])
  })
})

const blank: Event = {
  ...NO_TEXTS,
  properties: [],
  extra: [],
  problems: [],
  source: '{}',
}

function eventOf({ at, properties, ...fields }: Row): Event {
  return {
    ...blank,
    ...fields,
    createdAt: at?.text ?? null,
    properties: properties.map(({ name, value }): Property => ({ name, kind: value.kind, text: value.text })),
  }
}

function filtersOf({ eventId, customerId, eventCode, eventType, from, to, properties }: Question): Filters {
  const propertyFilters = properties.map(
    ({ name, value }): PropertyFilter => ({ name, kind: value.kind, text: value.text }),
  )
  return {
    eventId,
    customerId,
    eventCode,
    eventType,
    createdAtFrom: from?.text,
    createdAtTo: to?.text,
    propertyFilters,
  }
}

function naive(row: Row, question: Question): string[] {
  const names: string[] = []
  if (question.customerId !== undefined && question.customerId !== row.customerId) names.push('Customer ID')
  if (question.eventCode !== undefined && question.eventCode !== row.eventCode) names.push('Event code')
  if (question.eventType !== undefined && question.eventType !== row.eventType) names.push('Type')
  if (question.from && !(row.at && row.at.nanosecond >= question.from.nanosecond)) names.push('From')
  if (question.to && !(row.at && row.at.nanosecond <= question.to.nanosecond)) names.push('To')
  if (question.eventId !== undefined && question.eventId !== row.eventId) names.push('Event ID')
  for (const { name, value } of question.properties) {
    const found = row.properties.filter((property) => property.name === name && property.value.kind === value.kind)
    const isHit = found.some((property) =>
      value.kind === 'number' ? property.value.thousandths === value.thousandths : property.value.text === value.text,
    )
    if (!isHit) names.push(name)
  }
  return names
}
