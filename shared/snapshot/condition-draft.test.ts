import { expect, test } from 'vitest'
import { type ConditionDraft, OPERATORS, operatorsOf, readCondition } from './condition-draft.ts'
import { conditionSchema } from './snapshot-condition.ts'

const amount = { of: 'property', name: 'amount' } as const
const code = { of: 'field', field: 'eventCode' } as const
const created = { of: 'field', field: 'createdAt' } as const
const draft = (other: Partial<ConditionDraft>): ConditionDraft => ({
  key: amount,
  operator: 'contains',
  text: '',
  from: '',
  to: '',
  kind: 'string',
  zone: 'Europe/Berlin',
  ...other,
})
const read = (other: Partial<ConditionDraft>) => readCondition(draft(other))

test('what is typed becomes a condition that a snapshot takes', () => {
  for (const key of [amount, code, created])
    for (const operator of operatorsOf(key)) {
      const days = key === created && { from: '2026-11-01', to: '2026-11-02' }
      const reading = read({ key, operator, text: '12', from: '1', to: '12', ...days })
      expect(reading).toMatchObject({ ok: true })
      if (reading.ok) expect(conditionSchema.parse(reading.condition)).toEqual(reading.condition)
    }
  expect(operatorsOf(amount)).toHaveLength(OPERATORS.length)
})

test('a day is all of it, in the zone; one value a line, of a property as text and as number', () => {
  expect(read({ key: created, operator: 'between', from: '2026-11-03', to: '2026-11-03' })).toEqual({
    ok: true,
    condition: { is: 'created', from: '2026-11-02T23:00:00Z', until: '2026-11-03T23:00:00Z' },
  })
  const lines = { operator: 'one-of', text: ' a \r\n\n12\na' } as const
  expect(read({ ...lines, key: code })).toMatchObject({
    condition: {
      values: [
        { kind: 'string', text: 'a' },
        { kind: 'string', text: '12' },
      ],
    },
  })
  expect(read(lines)).toMatchObject({
    condition: { values: [{ text: 'a' }, { kind: 'string', text: '12' }, { kind: 'number', text: '12' }] },
  })
})

test('what cannot be is said beside its field', () => {
  expect(read({})).toMatchObject({ field: 'text' })
  expect(read({ operator: 'more', text: '1,5' })).toMatchObject({ field: 'text', message: /not a number/ })
  expect(read({ operator: 'between' })).toMatchObject({ field: 'from' })
  expect(read({ operator: 'between', from: '1', to: 'x' })).toMatchObject({ field: 'to' })
  expect(read({ operator: 'one-of', text: ' \n' })).toMatchObject({ field: 'text' })
  expect(
    read({ operator: 'one-of', text: Array.from({ length: 600 }, (_, at) => String(at)).join('\n') }),
  ).toMatchObject({
    ok: false,
  })
  expect(read({ key: created, operator: 'between', from: 'nonsense' })).toMatchObject({ field: 'from' })
  expect(read({ key: created, operator: 'between' })).toMatchObject({ field: 'from' })
})

test('a number is compared by its value, a text as it is', () => {
  expect(read({ operator: 'is', text: ' 100 ' })).toEqual({
    ok: true,
    condition: { is: 'number', key: amount, number: '100' },
  })
  expect(read({ operator: 'is-not', text: 'pro' })).toMatchObject({ condition: { is: 'one-of', not: true } })
  expect(read({ operator: 'is', key: code, text: '100' })).toMatchObject({ condition: { is: 'one-of' } })
  expect(read({ operator: 'text', text: '100' })).toMatchObject({
    condition: { is: 'one-of', values: [{ kind: 'string', text: '100' }] },
  })
  expect(read({ operator: 'more', text: '100' })).toMatchObject({
    condition: { is: 'between', from: '100', to: null, beyond: true },
  })
  expect(read({ operator: 'less', text: '100' })).toMatchObject({
    condition: { is: 'between', from: null, to: '100', beyond: true },
  })
})

test('as many values as a condition takes, and no more', () => {
  const values = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`).join('\n')
  const oneOf = { key: code, operator: 'one-of' } as const
  expect(read({ ...oneOf, text: values(1_000) })).toMatchObject({ ok: true })
  expect(read({ ...oneOf, text: values(1_001) })).toEqual({
    ok: false,
    field: 'text',
    message: 'These are too many values for one condition.',
  })
})
