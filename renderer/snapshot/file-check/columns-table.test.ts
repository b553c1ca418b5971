import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Meaning, type MeantColumn, meaningSchema, NOTHING_CHOSEN } from '../../../shared/check/checked-file.ts'
import { FIELD_KEYS } from '../../../shared/event/event-fields.ts'
import { headWords } from '../../../shared/snapshot/checked-words.ts'
import { lookedFile } from '../store/fixtures/checked-ledger.ts'
import {
  areNumbers,
  foundByWords,
  LEFT_OUT,
  meaningChoices,
  meaningOfValue,
  meantColumns,
  usualKey,
  valueOfMeaning,
  withMeaning,
} from './columns-table.tsx'

const anyMeaning: fc.Arbitrary<Meaning> = fc.oneof(
  fc.constantFrom(...FIELD_KEYS).map((field): Meaning => ({ is: 'field', field })),
  fc.constantFrom<Meaning>({ is: 'amount' }, { is: 'currency' }),
  fc.string({ minLength: 1 }).map((name): Meaning => ({ is: 'property', name })),
)

test('a meaning is the same after it was chosen from a list, whatever its property is called', () => {
  fc.assert(
    fc.property(anyMeaning, (means) => {
      expect(meaningSchema.safeParse(means).success).toBe(true)
      expect(meaningOfValue(valueOfMeaning(means))).toEqual(means)
    }),
  )
  expect(meaningOfValue(LEFT_OUT)).toBeNull()
  expect(valueOfMeaning(null)).toBe(LEFT_OUT)
})

test('columns are meant as proposed until one is said to be something else; then all are said', () => {
  const look = lookedFile()
  expect(meantColumns(look, NOTHING_CHOSEN).map(({ column }) => column)).toEqual([0, 1, 2])
  const { columns } = withMeaning(look, NOTHING_CHOSEN, 3, { is: 'property', name: 'note' })
  expect(columns.at(-1)).toEqual({ column: 3, means: { is: 'property', name: 'note' } })
  expect(columns).toHaveLength(4)
  const chosen = { ...NOTHING_CHOSEN, columns }
  expect(meantColumns(look, chosen)).toEqual(columns)
  expect(withMeaning(look, chosen, 1, null).columns.map(({ column }) => column)).toEqual([0, 2, 3])
})

test('what lines are found by is what the file has of the usual fields, and goes with its column', () => {
  const look = lookedFile()
  const columns: MeantColumn[] = [
    ...meantColumns(look, NOTHING_CHOSEN),
    { column: 4, means: { is: 'field', field: 'createdAt' } },
  ]
  const timed = (...times: string[]) => times.map((time, at) => ({ line: at + 2, cells: ['', '', '', '', time] }))
  const key = usualKey(columns, timed('2026-10-01', '2026-10-01 12:00:00'))
  expect(foundByWords(key)).toBe('customer ID and created to the second')
  expect(foundByWords(usualKey(columns, timed('', '2026-10-01')))).toBe('customer ID and created to the day')
  expect(foundByWords(usualKey(columns, timed('')))).toBe('customer ID and created to the second')
  const without = withMeaning(look, { ...NOTHING_CHOSEN, key }, 1, null)
  expect(without.key).toEqual([])
  expect(foundByWords(null)).toBe('event ID')
  expect(usualKey([], look.lines)).toEqual([])
})

test('a column can be any field, money, its own name, or a property that events have, each offered once', () => {
  const offered = meaningChoices('plan', ['plan', 'region']).flatMap((one) =>
    'items' in one ? (one.items ?? []) : [one],
  )
  expect(offered.map(({ label }) => label)).toEqual([
    'Left out',
    'Event ID',
    'Customer ID',
    'Event code',
    'Event type',
    'Created',
    'Amount',
    'Debit (charged)',
    'Credit (taken off)',
    'Side of the amount (debit or credit)',
    'Currency',
    'plan',
    'region',
  ])
  expect(meaningChoices('', [])).toHaveLength(3)
  expect(headWords({ column: 2, head: ' ' })).toBe('Column 3')
})

test('figures are told from other texts by every cell that is not empty', () => {
  expect(areNumbers(['1.234,50', '', '-7', '+1 000'])).toBe(true)
  for (const texts of [['1', 'n/a'], ['2026-10-01'], ['', ''], [], ['1e5'], ['-']])
    expect(areNumbers(texts)).toBe(false)
})
