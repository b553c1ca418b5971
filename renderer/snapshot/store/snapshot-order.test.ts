import { expect, test } from 'vitest'
import type { Filters } from '../../../shared/event/event.ts'
import { isOfSearch, snapshotOrder } from './snapshot-order.ts'

const connection = { id: 'acme', account: 2, billingZone: null }
const november: Filters = {
  customerId: 'cus_1',
  createdAtFrom: '2026-10-31T23:00:00Z',
  createdAtTo: '2026-11-30T22:59:59.999999999Z',
  propertyFilters: [{ name: 'amount', kind: 'number', text: '1.50' }],
}

test('days and months are whole, in their zone; a To that is an instant belongs to the range', () => {
  expect(snapshotOrder(connection, november, 'Europe/Berlin')).toEqual({
    ok: true,
    order: {
      connectionId: 'acme',
      account: 2,
      search: { customerId: 'cus_1', propertyFilters: november.propertyFilters },
      range: { from: '2026-10-31T23:00:00Z', until: '2026-11-30T23:00:00Z', zone: 'Europe/Berlin' },
    },
  })
  const instant = { createdAtTo: '2026-11-20T14:52:57Z', propertyFilters: [] }
  expect(snapshotOrder(connection, instant, 'UTC')).toMatchObject({
    order: { range: { from: null, until: '2026-11-20T14:52:57.000000001Z' } },
  })
})

test('the zone that a snapshot keeps is the billing zone of its connection, and that of display without one', () => {
  const billed = { ...connection, billingZone: 'Europe/Berlin' }
  const { createdAtFrom: from } = november
  expect(snapshotOrder(billed, november, 'UTC')).toMatchObject({ order: { range: { from, zone: 'Europe/Berlin' } } })
  expect(snapshotOrder(connection, november, 'UTC')).toMatchObject({ order: { range: { from, zone: 'UTC' } } })
})

test('without dates it is open on both sides; a range that holds nothing is refused in words', () => {
  expect(snapshotOrder(connection, { propertyFilters: [] }, 'UTC')).toMatchObject({
    order: { range: { from: null, until: null, zone: 'UTC' } },
  })
  const backward = { createdAtFrom: '2026-11-20T00:00:00Z', createdAtTo: '2026-11-19T00:00:00Z', propertyFilters: [] }
  expect(snapshotOrder(connection, backward, 'UTC')).toMatchObject({ ok: false, message: expect.stringMatching(/end/) })
})

test('a snapshot is of a search while all of it is the same, written as it may', () => {
  const read = snapshotOrder(connection, november, 'Europe/Berlin')
  if (!read.ok) throw new Error(read.message)
  const { search, range } = read.order
  const snapshot = { connection: { id: 'acme', name: 'Acme', baseUrl: 'http://x', account: 2 }, search, range }
  const others: [string, Filters][] = [
    ['other', november],
    ['acme', { ...november, customerId: 'cus_2' }],
    ['acme', { ...november, createdAtTo: '2026-11-30T22:59:59Z' }],
    ['acme', { ...november, createdAtFrom: undefined }],
    ['acme', { ...november, propertyFilters: [] }],
  ]
  expect(isOfSearch(snapshot, 'acme', { ...november, createdAtFrom: '2026-11-01T00:00:00+01:00' })).toBe(true)
  for (const [id, filters] of others) expect(isOfSearch(snapshot, id, filters)).toBe(false)
})
