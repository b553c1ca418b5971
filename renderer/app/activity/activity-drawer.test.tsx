import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ActivityEntry } from '../../../shared/contract/contract.ts'
import { searchBody } from '../../../shared/search/search-body.ts'
import { ActivityRow, askedOf, askedWords } from './activity-drawer.tsx'

test('what was measured is not rounded up', () => {
  const entry: ActivityEntry = {
    id: 1,
    startedAt: '2026-11-20T14:52:57.133Z',
    connectionName: 'One',
    method: 'GET',
    url: 'https://one.example/v1/events/e',
    body: null,
    attempts: 1,
    durationMs: 1_001,
    outcome: { state: 'answered', status: 200, bytes: 2 },
  }
  const row = renderToStaticMarkup(
    <MantineProvider>
      <ActivityRow entry={entry} zone="UTC" onRunAgain={null} />
    </MantineProvider>,
  )
  expect(row).toContain('>1.0 s<')
})

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
