// Events that are on one side only, or differ, as lines and as a copied table.
import { expect, test } from 'vitest'
import { pairsTable, type ValuedLine } from '../../../shared/figures/events.ts'
import { copiedTable } from '../../../shared/figures/figure-description.ts'
import type { SnapshotDifference } from '../../../shared/snapshot/snapshot-changes.ts'
import type { EventWorth } from '../../../shared/worth/value-event.ts'
import { amountOf, ignoredNames, lineWorth, pairLine } from './pair-lines.ts'

const source = (id: string, properties: string) =>
  `{"event_id":"${id}","customer_id":"c","event_code":"calls","event_type":"debit","created_at":"2026-10-01T00:00:00Z","event_properties":{${properties}}}`
const altered: SnapshotDifference = {
  kind: 'altered',
  before: source('old', '"amount":1.10,"region":"eu","customer_id":"x"'),
  after: source('new', '"amount":1.35,"customer_id":"y"'),
  row: 3,
  rowBefore: 4,
}
const NAMES = { here: 'New books', there: 'Old books' }
const copied = (line: ValuedLine) =>
  copiedTable(pairsTable([line], { kind: null, names: NAMES, measure: 'Worth', figure: null, zone: 'UTC' }))
const ID = ignoredNames([{ of: 'field', field: 'eventId' }])
const worth = (more: Partial<EventWorth>): EventWorth => ({
  rule: 0,
  moneyKind: 'charged',
  worth: null,
  currency: null,
  quantity: null,
  unit: null,
  why: null,
  differs: null,
  isRounded: false,
  ...more,
})

test('what differs is said there → here; a property that is named like a field is told from it', () => {
  const line = pairLine(altered, ID)
  expect([line.here?.eventId, line.there?.eventId, line.rowHere, line.rowThere]).toEqual(['new', 'old', 3, 4])
  expect(line.differences.map(({ field, there, here }) => [field, there, here])).toEqual([
    ['event_properties.amount', '1.10', '1.35'],
    ['event_properties.region', '"eu"', null],
    ['event_properties.customer_id', '"x"', '"y"'],
  ])
  const { heads, rows } = copied({ line, here: null, there: null })
  expect(heads).toHaveLength(rows[0]?.length ?? 0)
  expect(rows[0]?.map((one) => one?.text ?? null)).toEqual([
    'Differing',
    '2026-10-01T00:00:00Z',
    'new',
    'old',
    'calls',
    'debit',
    'c',
    'amount: 1.10 → 1.35; region: "eu" → missing; customer_id: "x" → "y"',
    null,
    null,
    null,
  ])
})

test('an event that is on one side only has no other ID, and what it is worth stands on its side', () => {
  const line = pairLine({ ...altered, kind: 'gone', after: null, row: null }, ID)
  const there = lineWorth(worth({ worth: { digits: 110n, scale: 2 }, currency: 'EUR' }))
  const { rows } = copied({ line, here: null, there })
  expect(rows[0]?.map((one) => one?.text ?? null)).toEqual([
    'Only in Old books',
    '2026-10-01T00:00:00Z',
    null,
    'old',
    'calls',
    'debit',
    'c',
    null,
    '1.10',
    null,
    'EUR',
  ])
  expect(rows[0]?.[8]?.kind).toBe('number')
})

test('what has no money says why', () => {
  const words = (more: Partial<EventWorth>) => lineWorth(worth(more)).words
  expect(words({ why: 'part-of-line' })).toBe('billed by the month')
  expect(words({ moneyKind: 'no-rule', rule: null })).toBe('no price rule')
  expect(words({ moneyKind: 'number-missing', why: 'text' })).toBe('no number')
  expect(words({ moneyKind: 'balance' })).toBe('a prepaid grant')
  expect(words({ why: 'no-price' })).toBe('the rate card has no price')
})

test('without rules an amount is as it was sent; text is not a number', () => {
  const line = pairLine({ ...altered, before: source('old', '"amount":"12"') }, ID)
  expect(amountOf(line.here, 'amount')).toEqual({ exact: '1.35', currency: null, words: null })
  expect(amountOf(line.there, 'amount')).toEqual({ exact: null, currency: null, words: '12' })
  expect(amountOf(line.there, 'price')).toBeNull()
  expect(amountOf(line.there, null)).toBeNull()
})
