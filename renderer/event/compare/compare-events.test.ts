import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Event } from '../../../shared/event/event.ts'
import { fieldCount, someMembers } from '../../../shared/event/fixtures/some-event.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import { compareEvents, differencesText } from './compare-events.ts'

function event(id: string, properties: string, extra = ''): Event {
  const text = `{${someMembers({ eventId: id })},"event_properties":{${properties}}${extra}}`
  const parsed = parseEventText(text)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return parsed.event
}

const differing = (events: Event[]) =>
  compareEvents(events)
    .filter(({ equal }) => !equal)
    .map(({ label }) => label)

test('what is written in the same letters is equal, and nothing else is', () => {
  expect(differing([event('a', '"n":42,"m":1'), event('a', '"n":42,"m":1')])).toEqual([])
  expect(differing([event('a', '"n":42'), event('b', '"n":"42"')])).toEqual(['Event ID', 'n'])
  expect(differing([event('a', '"n":42'), event('a', '"n":42.0')])).toEqual(['n'])
  expect(differing([event('a', '"n":9007199254740993'), event('a', '"n":9007199254740992')])).toEqual(['n'])
  expect(differing([event('a', '"n":null'), event('a', '')])).toEqual(['n'])
  expect(differing([event('a', '"n":1'), event('a', '"n":1'), event('a', '"n":2')])).toEqual(['n'])
})

test('a property that is missing, repeated or named like anything gets rows of its own', () => {
  const rows = compareEvents([event('a', '"x":1,"x":2,"__proto__":3'), event('b', '"x":1')])
  const properties = rows.filter(({ id }) => id.startsWith('property'))
  expect(properties.map(({ label, cells }) => [label, ...cells.map((cell) => cell?.text ?? null)])).toEqual([
    ['x', '1', '1'],
    ['x', '2', null],
    ['__proto__', '3', null],
  ])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(differing([event('a', '', ',"region":"eu"'), event('a', '', ',"region":"us"')])).toEqual(['region'])
})

test('any two events are equal exactly where they are the same', () => {
  const value = fc.oneof(fc.constant('1'), fc.constant('1.0'), fc.constant('"1"'), fc.constant('null'))
  const properties = fc.array(fc.tuple(fc.constantFrom('a', 'b', '"__proto__"'), value), { maxLength: 4 })
  fc.assert(
    fc.property(properties, properties, (one, other) => {
      const text = (list: [string, string][]) => list.map(([name, of]) => `${JSON.stringify(name)}:${of}`).join()
      const sorted = (list: [string, string][]) => {
        const counts = new Map<string, number>()
        const keyed = list.map(([name, of]) => {
          counts.set(name, (counts.get(name) ?? 0) + 1)
          return `${name} ${counts.get(name)} ${of}`
        })
        return keyed.sort().join()
      }
      const isEqual = differing([event('x', text(one)), event('x', text(other))]).length === 0
      expect(isEqual).toBe(sorted(one) === sorted(other))
    }),
  )
})

test('the differences are copied as text that says which event has what', () => {
  const events = [event('evt_1', '"amount":1249.00,"key":"c1a"'), event('evt_2', '"amount":1249.00,"key":"d9"')]
  expect(differencesText(events, compareEvents(events))).toBe(
    // The amount and all fields but the ID.
    `A: evt_1\nB: evt_2\nkey: A "c1a", B "d9"\n${fieldCount} fields are equal.`,
  )
  const same = [event('evt_1', ''), event('evt_1', '')]
  expect(differencesText(same, compareEvents(same))).toContain('Nothing else differs.')
})
