import { expect, test } from 'vitest'
import { searchBody } from '../../../shared/search/search-body.ts'
import { askedOf, askedWords } from './asked-of.ts'

const base = 'https://billing.example.com/usage'

test('a search is said with its rows and filters, and can be asked again', () => {
  const request = {
    filters: {
      customerId: 'cus_1',
      eventType: 'debit' as const,
      propertyFilters: [{ name: 'amount', kind: 'number' as const, text: '0.10' }],
    },
    limit: 50,
    offset: 1_000,
  }
  const asked = askedOf({ method: 'POST', url: `${base}/v1/events/search`, body: searchBody(request) })
  expect(asked).toEqual({ kind: 'search', request })
  expect(asked && askedWords(asked)).toBe('Rows 1,001–1,050 of Customer ID = cus_1, Type = debit, amount = 0.10')
  expect(askedWords({ kind: 'search', request: { filters: { propertyFilters: [] }, limit: 1, offset: 0 } })).toBe(
    'Row 1 of all events',
  )
})

test('an event is said by its ID, however that was encoded; a long one is cut', () => {
  const asked = askedOf({ method: 'GET', url: `${base}/v1/events/evt%2F1%20%C3%A4`, body: null })
  expect(asked).toEqual({ kind: 'event', eventId: 'evt/1 ä' })
  expect(askedWords({ kind: 'event', eventId: 'x'.repeat(100_000) })).toHaveLength(67)
})

test.each([
  ['POST', `${base}/v1/events/search`, '{"limit":"x"}'],
  ['POST', `${base}/v1/events/search`, null],
  ['GET', `${base}/v1/events/%E0%A4%A`, null],
  ['GET', `${base}/v1/other`, null],
] as const)('%s %s %s is said as it is', (method, url, body) => {
  expect(askedOf({ method, url, body })).toBeNull()
})
