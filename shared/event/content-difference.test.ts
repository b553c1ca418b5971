import { expect, test } from 'vitest'
import { contentDifferences } from './content-difference.ts'

const event = (id: string, at: string, properties = '"amount":1') =>
  `{"event_id":"${id}","customer_id":"c","created_at":${at},"event_properties":{${properties}}}`
const fieldsOf = (one: string, other: string, ...ignored: string[]) =>
  contentDifferences(one, other, new Set(ignored)).map(({ field }) => field)

test('a time is its instant; one that cannot be read is what it says', () => {
  const at = (text: string) => event('a', text)
  expect(fieldsOf(at('"2026-10-01T00:00:00Z"'), at('"2026-10-01T02:00:00.000+02:00"'))).toEqual([])
  expect(fieldsOf(at('"2026-10-01T00:00:00Z"'), at('"2026-10-01T00:00:00.000000001Z"'))).toEqual(['created_at'])
  expect(fieldsOf(at('"soon"'), at('"later"'))).toEqual(['created_at'])
  expect(fieldsOf(at('5'), at('"2026-10-01T00:00:00Z"'))).toEqual(['created_at'])
})

test('what is ignored does not count, by its own name only', () => {
  const [one, other] = [event('a', '"x"', '"amount":1,"event_id":1'), event('b', '"x"', '"amount":2,"event_id":2')]
  expect(fieldsOf(one, other, 'event_id')).toEqual(['event_properties.amount', 'event_properties.event_id'])
  expect(fieldsOf(one, other, 'event_id', 'event_properties.event_id')).toEqual(['event_properties.amount'])
})
