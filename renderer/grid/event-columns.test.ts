import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_PROPERTY_COLUMNS, USUAL_COLUMNS } from './column-choice.ts'
import {
  columnOrder,
  pinnedColumns,
  propertyColumn,
  shownColumns,
  withColumn,
  withMoved,
  withPinned,
} from './event-columns.ts'

const amount = propertyColumn('amount')

test('columns of properties come between the codes and the customers', () => {
  expect(columnOrder(USUAL_COLUMNS, ['amount', 'customerId'])).toEqual([
    ...['created', 'eventId', 'eventCode', 'type'],
    ...[amount, 'property:customerId'],
    ...['customerId', 'properties'],
  ])
})

test('whatever was remembered, each column stands once', () => {
  const id = fc.constantFrom('created', 'eventId', 'eventCode', 'type', 'customerId', 'properties', amount, 'gone')
  fc.assert(
    fc.property(fc.array(id), fc.uniqueArray(fc.string()), (order, names) => {
      const columns = columnOrder({ order }, names)
      expect(new Set(columns).size).toBe(columns.length)
      expect(columns).toHaveLength(6 + names.length)
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('a column that is moved takes its place, hidden ones keep theirs, and what was offered is chosen', () => {
  const choice = { ...USUAL_COLUMNS, hidden: ['eventId'] }
  const order = columnOrder(choice, ['amount'])
  const moved = withMoved(choice, ['amount'], shownColumns(choice, order), amount, 0)
  expect(moved.properties).toEqual(['amount'])
  const next = columnOrder(moved, ['amount'])
  expect(next.slice(0, 3)).toEqual([amount, 'created', 'eventId'])
  expect(pinnedColumns(moved, next)).toEqual([amount])
})

test('any column goes to any place in sight', () => {
  fc.assert(
    fc.property(fc.nat({ max: 7 }), fc.nat({ max: 9 }), fc.subarray(['eventId', 'type']), (from, to, hidden) => {
      const choice = { ...USUAL_COLUMNS, hidden }
      const shown = shownColumns(choice, columnOrder(choice, ['amount', 'note']))
      const id = shown[from % shown.length] as string
      const moved = withMoved(choice, ['amount', 'note'], shown, id, to)
      const next = shownColumns(moved, columnOrder(moved, ['amount', 'note']))
      expect(next.indexOf(id)).toBe(Math.min(to, shown.length - 1))
      expect(next.filter((other) => other !== id)).toEqual(shown.filter((other) => other !== id))
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('a column is hidden and shown again, one of a property goes and comes; pins outlive both', () => {
  expect(withColumn(USUAL_COLUMNS, ['amount'], 'type', false)).toEqual({ ...USUAL_COLUMNS, hidden: ['type'] })
  const gone = withColumn(USUAL_COLUMNS, ['amount', 'note'], amount, false)
  expect(gone).toEqual({ ...USUAL_COLUMNS, hidden: [amount], properties: ['amount', 'note'] })
  expect(withColumn(gone, ['amount', 'note'], amount, true).hidden).toEqual([])
  const many = Array.from({ length: MOST_PROPERTY_COLUMNS }, (_, index) => `p${index}`)
  const full = { ...USUAL_COLUMNS, properties: many, hidden: [propertyColumn('p3')] }
  expect(withColumn(full, many, amount, true).properties).toEqual([...many.filter((name) => name !== 'p3'), 'amount'])
  const pinned = withPinned(USUAL_COLUMNS, ['created'], amount, true)
  expect(pinnedColumns(pinned, columnOrder(pinned, ['amount']))).toEqual(['created', amount])
  expect(pinnedColumns(pinned, columnOrder(pinned, []))).toEqual(['created'])
  expect(withPinned(pinned, ['created', amount], 'created', false).pinned).toEqual([amount])
})
