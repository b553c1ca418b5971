import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Event, eventKey } from '../../shared/event/event.ts'
import { loadedRows, placeOfEvent } from './event-rows.ts'

const event = (eventId: string | null, source: string) => ({ eventId, source }) as Event
const refOf = (one: Event) => ({ key: eventKey(one), event: one })

test('each row is found where it stands, also where IDs repeat, so that stepping on comes to the end', () => {
  const rows = fc.array(fc.record({ eventId: fc.option(fc.constantFrom('a', 'b')), source: fc.constantFrom('1', '2') }))
  fc.assert(
    fc.property(rows, (drawn) => {
      const events = drawn.map(({ eventId, source }) => event(eventId, source))
      expect(events.map((one) => placeOfEvent(events, refOf(one)))).toEqual(events.map((_, row) => row))
    }),
    { seed: 20261121 },
  )
})

test('rows are read up to and including the last', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => event(id, '1'))
  expect(await loadedRows([a, b, c] as Event[]).read(1, 2)).toEqual([b, c])
})

test('among rows of another answer it is the first of its key, or none', () => {
  const events = [event('a', '1'), event('b', '1'), event('b', '2')]
  expect(placeOfEvent(events, refOf(event('b', '2')))).toBe(1)
  expect(placeOfEvent(events, { key: 'b', event: null })).toBe(1)
  expect(placeOfEvent(events, refOf(event('c', '1')))).toBe(-1)
})
