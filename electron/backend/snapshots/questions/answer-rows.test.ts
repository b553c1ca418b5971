import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition, SnapshotKey } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { RowsQuestion } from '../../../../shared/snapshot/snapshot-rows.ts'
import { answerRows } from './answer-rows.ts'
import {
  anyEvents,
  eventText,
  MANY_RUNS_MS,
  type ModelEvent,
  manyRuns,
  propertyOf,
  textOf,
} from './fixtures/any-events.ts'
import { anyTurn, snapshotOf, snapshotOfTexts } from './fixtures/table-of.ts'
import {
  compareTexts,
  compareTimes,
  compareWholes,
  nanosecondsOf,
  valueOfKey,
  wholeNumber,
} from './fixtures/value-order.ts'

const keys: SnapshotKey[] = [
  { of: 'field', field: 'eventId' },
  { of: 'field', field: 'createdAt' },
  { of: 'property', name: 'amount' },
  { of: 'property', name: 'currency' },
  { of: 'property', name: 'event_code' },
]
const anyKey = fc.constantFrom(...keys)
const anyNumber = fc.constantFrom('0', '0.1', '0.10', '1e2', '1.5', '-3.25', '1E400', '-1e999', '9007199254740993')
const instants = fc.constantFrom('2026-10-25T00:30:00Z', '2026-11-01T00:00:00.000000001Z', '2026-11-02T12:00:00+05:30')

const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ is: fc.constant('missing' as const), key: anyKey }),
  fc.record({ is: fc.constant('present' as const), key: anyKey }),
  fc.record({
    is: fc.constant('contains' as const),
    key: anyKey,
    text: fc.constantFrom('e', '1', 'EU', 'É', '\ud800', '"'),
  }),
  fc.record({
    is: fc.constant('kind' as const),
    key: anyKey,
    kind: fc.constantFrom('string' as const, 'number' as const, 'repeated' as const),
  }),
  fc.record(
    { is: fc.constant('number' as const), key: anyKey, number: anyNumber, not: fc.constant(true as const) },
    { requiredKeys: ['is', 'key', 'number'] },
  ),
  fc.record(
    {
      is: fc.constant('between' as const),
      key: anyKey,
      from: fc.option(anyNumber),
      to: fc.option(anyNumber),
      beyond: fc.constant(true as const),
    },
    { requiredKeys: ['is', 'key', 'from', 'to'] },
  ),
  fc.record({ is: fc.constant('created' as const), from: fc.option(instants), until: fc.option(instants) }),
  fc.record(
    {
      is: fc.constant('one-of' as const),
      key: anyKey,
      values: fc.array(
        fc.constantFrom(
          null,
          { kind: 'string' as const, text: 'e1' },
          { kind: 'string' as const, text: 'EUR' },
          { kind: 'string' as const, text: '\ud800' },
          { kind: 'number' as const, text: '0.10' },
        ),
        { maxLength: 3 },
      ),
      zone: fc.constant(null),
      not: fc.constant(true as const),
    },
    { requiredKeys: ['is', 'key', 'values', 'zone'] },
  ),
  fc.record({
    is: fc.constant('sign' as const),
    sign: fc.constantFrom('credit' as const, 'debit' as const, 'neither' as const),
  }),
  fc.record({
    is: fc.constant('units' as const),
    by: fc.constant<string[]>(['currency']),
    units: fc.constantFrom<(string | null)[]>(['EUR'], [null], ['nobody']),
  }),
  fc.record({ is: fc.constant('rows' as const), rows: fc.array(fc.integer({ min: 0, max: 25 })) }),
)

function fulfils(event: ModelEvent, row: number, condition: Condition): boolean {
  if ((condition.is === 'one-of' || condition.is === 'number') && condition.not) {
    const { not: _, ...otherwise } = condition
    return !fulfils(event, row, otherwise)
  }
  switch (condition.is) {
    case 'missing':
      return valueOfKey(event, condition.key) === null
    case 'present':
      return valueOfKey(event, condition.key) !== null
    case 'contains':
      return valueOfKey(event, condition.key)?.text.toLowerCase().includes(condition.text.toLowerCase()) ?? false
    case 'kind':
      return valueOfKey(event, condition.key)?.kind === condition.kind
    case 'number':
    case 'between': {
      const value = valueOfKey(event, condition.key)
      if (value?.kind !== 'number') return false
      const [from, to] =
        condition.is === 'number' ? [condition.number, condition.number] : [condition.from, condition.to]
      const [least, most] = [from, to].map((end) => (end === null ? null : wholeNumber(end)))
      const number = wholeNumber(value.text)
      if (condition.is === 'between' && condition.beyond && (number === least || number === most)) return false
      return (
        (from === null || wholeNumber(value.text) >= wholeNumber(from)) &&
        (to === null || wholeNumber(value.text) <= wholeNumber(to))
      )
    }
    case 'created': {
      const at = nanosecondsOf(textOf(event, 'created_at'))
      const [from, until] = [nanosecondsOf(condition.from), nanosecondsOf(condition.until)]
      return at !== null && (from === null || at >= from) && (until === null || at < until)
    }
    case 'one-of': {
      const eventValue = valueOfKey(event, condition.key)
      return condition.values.some((value) => value?.kind === eventValue?.kind && value?.text === eventValue?.text)
    }
    case 'sign': {
      const type = textOf(event, 'event_type')
      return condition.sign === (type === 'credit' || type === 'debit' ? type : 'neither')
    }
    case 'units': {
      const unit = propertyOf(event, 'currency')
      return (unit?.kind === 'string' ? unit.text : null) === condition.units[0]
    }
    case 'rows':
      return condition.rows.includes(row)
    default:
      throw new Error(condition.is)
  }
}

const KINDS = ['number', 'string', 'boolean', 'null', 'json', 'repeated']

/** By instants, exact numbers and code points. */
function compare(a: { kind: string; text: string }, b: { kind: string; text: string }, isTime: boolean): number {
  if (isTime && compareTimes(a.text, b.text) !== 0) return compareTimes(a.text, b.text)
  if (isTime && nanosecondsOf(a.text) !== null) return 0
  if (a.kind !== b.kind) return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)
  if (a.kind === 'number') return compareWholes(wholeNumber(a.text), wholeNumber(b.text))
  return compareTexts(a.text, b.text)
}

const questionOf = (changed: Partial<RowsQuestion>): RowsQuestion => ({
  ask: 'rows',
  scope: { where: [], misses: false },
  sort: null,
  offset: 0,
  limit: 500,
  ...changed,
})

describe('rows', () => {
  test(
    'are those that plain loops find, in the order that comparing finds',
    async () => {
      const anySort = fc.option(fc.record({ key: anyKey, descending: fc.boolean() }))
      await fc.assert(
        fc.asyncProperty(
          anyEvents,
          fc.array(anyCondition, { maxLength: 2 }),
          fc.boolean(),
          anySort,
          async (events, where, misses, sort) => {
            const question = questionOf({ scope: { where, misses }, sort })
            const answer = await answerRows(await snapshotOf(events), question, anyTurn)
            const chosen = events
              .map((event, row) => ({ event, row }))
              .filter(({ event, row }) => where.every((condition) => fulfils(event, row, condition)))
            const shown = chosen.filter(({ event }) => misses || event.misses.length === 0)
            if (sort !== null) {
              const isTime = sort.key.of === 'field' && sort.key.field === 'createdAt'
              shown.sort((a, b) => {
                const [one, other] = [valueOfKey(a.event, sort.key), valueOfKey(b.event, sort.key)]
                if (one === null || other === null) return Number(one === null) - Number(other === null)
                return compare(one, other, isTime) * (sort.descending ? -1 : 1)
              })
            }
            expect(answer.rows.map(({ row }) => row)).toEqual(shown.map(({ row }) => row))
            expect(answer.rows.map(({ source }) => source)).toEqual(shown.map(({ event }) => eventText(event)))
            expect(answer.rows.map(({ misses }) => misses)).toEqual(shown.map(({ event }) => event.misses))
            expect(answer).toMatchObject({
              count: shown.length,
              of: events.length,
              missing: chosen.length - shown.length,
            })
          },
        ),
        manyRuns(1301),
      )
    },
    MANY_RUNS_MS,
  )

  test('are sorted by exact value where doubles see none, and are between both bounds', async () => {
    const amounts = ['0.30', '0.3', '1', '9007199254740993', '9007199254740992', '1E400', '1E399', '-0', '0']
    const rows = amounts.map((amount) => ({ source: `{"event_id":"e","event_properties":{"amount":${amount}}}` }))
    const snapshot = await snapshotOfTexts(rows)
    const key: SnapshotKey = { of: 'property', name: 'amount' }
    const rowsOf = async (question: RowsQuestion) =>
      (await answerRows(snapshot, question, anyTurn)).rows.map(({ row }) => amounts[row])
    const upwards = ['-0', '0', '0.30', '0.3', '1', '9007199254740992', '9007199254740993', '1E399', '1E400']
    expect(await rowsOf(questionOf({ sort: { key, descending: false } }))).toEqual(upwards)
    const between: Condition = { is: 'between', key, from: '0.3', to: '1e0' }
    expect(await rowsOf(questionOf({ scope: { where: [between], misses: true } }))).toEqual(['0.30', '0.3', '1'])
  })

  test('have more names than columns: the others are read from the texts', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => {
      const properties = Array.from({ length: 100 }, (_, at) => `"name ${(row * 100 + at) % 5_000}":${row}`)
      return { source: `{"event_id":"e${row}","event_properties":{${properties},"common":"\\u00e9"}}` }
    })
    const snapshot = await snapshotOfTexts(rows)
    expect(snapshot.table.names).toHaveLength(5_001)
    expect(snapshot.table.names[0]).toEqual({ name: 'common', rows: 60 })
    expect(snapshot.table.properties.size).toBe(100)
    const withName = async (name: string) => {
      const present: Condition = { is: 'present', key: { of: 'property', name } }
      const answer = await answerRows(snapshot, questionOf({ scope: { where: [present], misses: true } }), anyTurn)
      return answer.rows.map(({ row }) => row)
    }
    expect(await withName('name 4711')).toEqual([47])
    expect(await withName('name 0')).toEqual([0, 50])
    expect(await withName('never seen')).toEqual([])
    expect(await withName('common')).toHaveLength(60)
  })

  test('come in fewer than asked for where their texts are long', async () => {
    const long = { source: `{"event_id":"${'x'.repeat(900_000)}"}` }
    const answer = await answerRows(await snapshotOfTexts([long, long, long]), questionOf({ offset: 1 }), anyTurn)
    expect(answer.rows.map(({ row }) => row)).toEqual([1])
    expect(answer.count).toBe(3)
  })
})
