import { expect, test } from 'vitest'
import { parseEventText } from '../../../shared/search/search-page.ts'
import { othersLike, othersWords } from './others-like.ts'

function like(event: object) {
  const read = parseEventText(JSON.stringify(event))
  if (!read.ok) throw new Error('not an event')
  return othersLike(read.event)
}

const whole = {
  event_id: 'evt_1',
  customer_id: 'cus_1',
  event_code: 'seat',
  event_type: 'credit',
  created_at: '2026-03-01T00:30:00.123456789+01:00',
  event_properties: { amount: 1 },
}

test('the same customer, code and type, a day around to the nanosecond, in UTC', () => {
  const filters = like(whole)
  expect(filters).toEqual({
    customerId: 'cus_1',
    eventCode: 'seat',
    eventType: 'credit',
    createdAtFrom: '2026-02-27T23:30:00.123456789Z',
    createdAtTo: '2026-03-01T23:30:00.123456789Z',
    propertyFilters: [],
  })
  expect(othersWords(filters!)).toBe('Same customer, code and type, a day before and after')
})

test('what an event lacks, or what cannot be asked for, is left out', () => {
  const filters = like({ ...whole, customer_id: null, event_type: 'refund', created_at: '2026-02-30T00:00:00Z' })
  expect(filters).toEqual({ eventCode: 'seat', propertyFilters: [] })
  expect(othersWords(filters!)).toBe('Same code')
  expect(like({ ...whole, customer_id: '\u202e\u202c'.repeat(100_000) })).not.toHaveProperty('customerId')
  expect(like({ ...whole, created_at: '9999-12-31T12:00:00Z' })).toMatchObject({
    createdAtFrom: '9999-12-30T12:00:00Z',
  })
  expect(like({ ...whole, created_at: '9999-12-31T12:00:00Z' })).not.toHaveProperty('createdAtTo')
  expect(like({ event_id: 'evt_1', created_at: whole.created_at, customer_id: '' })).toBeNull()
})
