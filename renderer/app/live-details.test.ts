import { expect, test } from 'vitest'
import type { Filters } from '../../shared/event/event.ts'
import { parseSearchPage } from '../../shared/search/search-page.ts'
import { rowReasons } from './live-details.tsx'

function events(...ids: (string | null)[]) {
  const sent = ids.map((id) => `{"event_id":${JSON.stringify(id)},"event_type":"debit","event_properties":{}}`)
  const read = parseSearchPage(`{"events":[${sent.join(',')}],"total":9,"limit":50,"offset":0}`)
  if (!read.ok) throw new Error('not a page')
  return read.page.events
}

test('says which filter a row does not match, and how often its event ID occurs', () => {
  const rows = events('a', 'b', 'a', null, null)
  const filters: Filters = { eventType: 'credit', propertyFilters: [] }
  const reasonsOf = (row: number) => rowReasons(rows[row]!, rows, filters)
  expect(reasonsOf(0)).toEqual([
    'Does not match the filter Type = credit.',
    'Its event ID occurs 2 times on this page.',
  ])
  expect(reasonsOf(1)).toHaveLength(1)
  expect(reasonsOf(3)).toHaveLength(1)
  expect(rowReasons(rows[0]!, rows, { propertyFilters: [] })).toEqual(['Its event ID occurs 2 times on this page.'])
})

test('an event that is not among the rows is not checked against their filters', () => {
  const [found] = events('c')
  expect(rowReasons(found!, events('a'), { eventType: 'credit', propertyFilters: [] })).toEqual([])
})
