import { expect, test } from 'vitest'
import { parseSearchPage } from '../../shared/search/search-page.ts'
import { offeredProperties, propertyNames } from './offered-properties.ts'

function events(...properties: string[]) {
  const sent = properties.map((each, index) => `{"event_id":"e${index}","event_properties":${each}}`)
  const read = parseSearchPage(`{"events":[${sent.join(',')}],"total":9,"limit":50,"offset":0}`)
  if (!read.ok) throw new Error('not a page')
  return read.page.events
}

test('the two numbers that most rows share; texts, rare ones and names that no head can hold are not offered', () => {
  const long = `"${'x'.repeat(10_000)}":1`
  const rows = events(
    `{"note":"1","rate":1,"quantity":2,"amount":3,${long},"rare":1}`,
    `{"note":"1","amount":"3","quantity":2,${long}}`,
    `{"amount":0.10,"amount":4,"rate":1}`,
    '{"amount":1}',
  )
  expect(offeredProperties(rows)).toEqual(['amount', 'rate'])
  expect(offeredProperties([])).toEqual([])
})

test('names like __proto__ are names', () => {
  expect(offeredProperties(events('{"__proto__":1,"constructor":2}'))).toEqual(['__proto__', 'constructor'])
  expect(propertyNames(events('{"__proto__":1,"a":2}', '{"a":1,"toString":0}'))).toEqual(['__proto__', 'a', 'toString'])
})
