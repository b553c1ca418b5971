import { expect, test } from 'vitest'
import { parseSearchPage } from '../../shared/search/search-page.ts'
import { rowReasons } from './live-details.tsx'

function events(...ids: (string | null)[]) {
  const sent = ids.map((id) => `{"event_id":${JSON.stringify(id)},"event_type":"debit","event_properties":{}}`)
  const read = parseSearchPage(`{"events":[${sent.join(',')}],"total":9,"limit":50,"offset":0}`)
  if (!read.ok) throw new Error('not a page')
  return read.page.events
}

test('says what was asked for and missed, and how often its ID comes', () => {
  const rows = events('a', 'b', 'a', null, null)
  const filters = { eventType: 'credit', propertyFilters: [] } as const
  const reasonsOf = (row: number) => rowReasons(rows[row]!, rows, { ...filters, propertyFilters: [] })
  expect(reasonsOf(0)).toEqual([
    'Does not match the filter Type = credit.',
    'Its event ID occurs 2 times on this page.',
  ])
  expect(reasonsOf(1)).toHaveLength(1)
  expect(reasonsOf(3)).toHaveLength(1)
  expect(rowReasons(rows[0]!, rows, { propertyFilters: [] })).toEqual(['Its event ID occurs 2 times on this page.'])
})

test('an event that was found elsewhere is not held against filters that it was never asked with', () => {
  const [found] = events('c')
  expect(rowReasons(found!, events('a'), { eventType: 'credit', propertyFilters: [] })).toEqual([])
})
