import { expect, test } from 'vitest'
import type { Filters } from '../../../shared/event/event.ts'
import { searchWords } from './search-words.ts'

const day = { createdAtFrom: '2026-11-03T00:00:00Z', createdAtTo: '2026-11-03T23:59:59.999999999Z' }

test.each<[Partial<Filters>, string]>([
  [{}, 'All events'],
  [{ customerId: 'cus_acme', eventType: 'credit', ...day }, 'cus_acme · Credit · Tue 3 Nov 2026'],
  [{ ...day, createdAtTo: '2026-11-05T23:59:59.999999999Z' }, 'Tue 3 Nov 2026 to Thu 5 Nov 2026'],
  [{ createdAtFrom: '2026-11-01T00:00:00Z', createdAtTo: '2026-11-30T23:59:59.999999999Z' }, 'November 2026'],
  [
    { createdAtFrom: '2026-11-01T00:00:00Z', createdAtTo: '2026-11-29T23:59:59.999999999Z' },
    'Sun 1 Nov 2026 to Sun 29 Nov 2026',
  ],
  [
    { createdAtFrom: '2025-11-01T00:00:00Z', createdAtTo: '2026-11-30T23:59:59.999999999Z' },
    'Sat 1 Nov 2025 to Mon 30 Nov 2026',
  ],
  [{ createdAtFrom: '2026-11-03T14:00:00Z' }, 'from Tue 3 Nov 2026, 14:00:00'],
  [{ createdAtTo: '2026-11-03T23:59:59.999999999Z' }, 'until Tue 3 Nov 2026'],
  [
    {
      propertyFilters: [
        { name: 'amount', kind: 'number', text: '12.50' },
        { name: 'plan', kind: 'string', text: 'x'.repeat(50) },
      ],
    },
    `amount = 12.50 · plan = "${'x'.repeat(40)}…"`,
  ],
])('%j: %s', (filters, words) => {
  expect(searchWords({ propertyFilters: [], ...filters }, 'UTC')).toBe(words)
})

test('whole days of the billing zone are said as such, and the zone is named where times are shown in another', () => {
  const november = { createdAtFrom: '2026-10-31T23:00:00Z', createdAtTo: '2026-11-30T22:59:59.999999999Z' }
  const words = (filters: Partial<Filters>, zone: string) =>
    searchWords({ propertyFilters: [], ...filters }, zone, 'Europe/Berlin')
  expect(words(november, 'UTC')).toBe('November 2026 (Berlin)')
  expect(words(november, 'Europe/Berlin')).toBe('November 2026')
  expect(words({ createdAtFrom: november.createdAtFrom }, 'UTC')).toBe('from Sun 1 Nov 2026 (Berlin)')
  expect(words(day, 'UTC')).toBe('Tue 3 Nov 2026')
  expect(words({ createdAtFrom: '2026-11-03T14:00:00Z', createdAtTo: november.createdAtTo }, 'UTC')).toBe(
    'Tue 3 Nov 2026, 14:00:00 to Mon 30 Nov 2026, 22:59:59',
  )
  expect(words({}, 'UTC')).toBe('All events')
})
