// How the suite reads an event, and when it takes two for one.
import { expect, test } from 'vitest'
import { parseExact } from './parse-exact.ts'
import { instantText, readEvent, type SeenEvent, sameEvent } from './seen-event.ts'

const sent = (fields: object = {}) =>
  parseExact(
    JSON.stringify({
      event_id: 'evt_1',
      customer_id: 'cus_1',
      event_code: 'calls',
      event_type: 'debit',
      created_at: '2026-11-01T00:00:00Z',
      event_properties: { amount: 1.5, unit: 'GB' },
      ...fields,
    }),
  )

test.each([
  ['2026-11-01T00:00:00Z', []],
  ['2026-11-01T00:00:00-00:00', []],
  ['2026-11-01T01:00:00+01:00', ['created_at is not in UTC: 2026-11-01T01:00:00+01:00']],
  ['2026-11-01', ['created_at is not an RFC 3339 date-time: 2026-11-01']],
])('a time of %s', (created_at, problems) => {
  expect(readEvent(sent({ created_at }))).toMatchObject({ problems })
})

test('what the interface does not know is an extension, what it forbids a problem', () => {
  const { event, problems, extensions } = readEvent(
    sent({ event_type: 'grant', region: 'eu', event_properties: { of: null } }),
  )
  expect([event, problems]).toEqual([null, ['event_type is "grant", neither credit nor debit']])
  expect(extensions).toEqual(['field region', 'a property that is neither string nor number (of)'])
})

test('two events are one by the values of their numbers, whatever order properties are in, and none may be missing', () => {
  const read = (event_properties: object) => readEvent(sent({ event_properties })).event as SeenEvent
  const one = read({ amount: 1.5, unit: 'GB' })
  expect(sameEvent(one, read({ unit: 'GB', amount: 1.5 }))).toBe(true)
  expect(sameEvent(one, { ...one, properties: new Map([...one.properties, ['more', 'x']]) })).toBe(false)
  expect(sameEvent({ ...one, properties: new Map([...one.properties, ['more', 'x']]) }, one)).toBe(false)
  expect(sameEvent(one, read({ amount: '1.5', unit: 'GB' }))).toBe(false)
})

test('no text is an instant outside of the years 0000 to 9999', () => {
  expect(instantText(0n)).toBe('1970-01-01T00:00:00Z')
  expect(instantText(253_402_300_800n * 1_000_000_000n)).toBeNull()
})
