import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventPath } from './event.ts'

test('an id is one segment that decodes to itself and survives URL parsing, or is searched for', () => {
  const ids = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'./%2e\\?#: \t\n;é😀\ud800') }),
  )
  fc.assert(
    fc.property(ids, (eventId) => {
      const asked = eventPath(eventId)
      if (asked.kind === 'search') {
        expect(['', '.', '..'].includes(eventId) || !eventId.isWellFormed()).toBe(true)
        return
      }
      const url = new URL(`https://h/base${asked.path}`)
      expect(url.pathname).toBe(`/base${asked.path}`)
      const [, , , , segment, ...more] = url.pathname.split('/')
      expect(more).toEqual([])
      expect(decodeURIComponent(segment ?? '')).toBe(eventId)
    }),
    { seed: 20261120, numRuns: 200 },
  )
})

test.each(['.', '..', '', '\ud800', 'a\udc00'])('%j is searched for', (eventId) => {
  expect(eventPath(eventId)).toEqual({ kind: 'search' })
})

test.each([
  ['ev_1', '/v1/events/ev_1'],
  ['a/b', '/v1/events/a%2Fb'],
  ['...', '/v1/events/...'],
  ['%2e%2e', '/v1/events/%252e%252e'],
  ['ä b?c#d', '/v1/events/%C3%A4%20b%3Fc%23d'],
])('%j is fetched at %s', (eventId, path) => {
  expect(eventPath(eventId)).toEqual({ kind: 'path', path })
})
