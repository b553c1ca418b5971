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
