// What a cache does, in memory and on the disk alike.
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CACHE_LIMITS, type Cache } from './cache.ts'
import { acme, cacheWorld, day } from './fixtures/cache-world.ts'
import { memoryCache } from './open-cache.ts'

const world = cacheWorld()

describe('both versions', () => {
  const versions: [string, (bytes: number) => Cache][] = [
    ['memory', (bytes) => memoryCache(() => world.clock, { ...CACHE_LIMITS, bytes }, null)],
    ['disk', (bytes) => world.open({ bytes })],
  ]
  test.each(versions)('%s: gives back what was written, to its owner only', (_, make) => {
    const cache = make(CACHE_LIMITS.bytes)
    const strings = fc.string({ unit: 'binary', maxLength: 200 }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(strings, strings, fc.integer({ min: 1, max: 5 }), (name, value, account) => {
        const owner = { connectionId: 'acme', account }
        cache.write(owner, name, value)
        expect(cache.read(owner, name)).toBe(value)
        expect(cache.read({ connectionId: 'other', account }, name)).toBeNull()
        expect(cache.read({ connectionId: 'acme', account: account + 10 }, name)).toBeNull()
        cache.remove(owner, name)
        expect(cache.read(owner, name)).toBeNull()
      }),
      { numRuns: 60, seed: 1 },
    )
  })
  test.each(versions)('%s: what is larger than the budget is not kept, and nothing goes for it', (_, make) => {
    const cache = make(10_000)
    cache.write(acme, 'small', 'x')
    cache.write(acme, 'large', 'x'.repeat(10_000))
    expect([cache.read(acme, 'small'), cache.read(acme, 'large')]).toEqual(['x', null])
  })
  test.each(versions)('%s: keeps the budget, least recently used goes first', (_, make) => {
    const cache = make(500_000)
    for (let index = 0; index < 20; index++) cache.write(acme, `page ${index}`, 'x'.repeat(20_000))
    cache.read(acme, 'page 0')
    for (let index = 20; index < 30; index++) cache.write(acme, `page ${index}`, 'x'.repeat(20_000))
    expect(cache.status().bytes).toBeLessThanOrEqual(500_000)
    expect(cache.read(acme, 'page 0')).not.toBeNull()
    expect(cache.read(acme, 'page 1')).toBeNull()
    expect(cache.read(acme, 'page 29')).not.toBeNull()
    cache.write(acme, 'large', 'x'.repeat(450_000))
    expect(cache.status().bytes).toBeLessThanOrEqual(500_000)
    expect(cache.read(acme, 'large')).not.toBeNull()
  })
  test.each(versions)('%s: nothing older than the retention, nothing from the future', (_, make) => {
    const cache = make(CACHE_LIMITS.bytes)
    cache.write(acme, 'page', 'old')
    world.clock += 7 * day + 1
    expect(cache.holds(acme)).toBe(false)
    expect(cache.read(acme, 'page')).toBeNull()
    cache.write(acme, 'page', 'new')
    world.clock -= 365 * day
    expect(cache.holds(acme)).toBe(false)
    expect(cache.read(acme, 'page')).toBeNull()
  })
  test.each(versions)('%s: forgets a connection, or all its accounts but one', (_, make) => {
    const cache = make(CACHE_LIMITS.bytes)
    const later = { ...acme, account: 2 }
    const other = { connectionId: 'other', account: 1 }
    for (const owner of [acme, later, other]) cache.write(owner, 'page', 'rows')
    const held = () => [acme, later, other].map((owner) => cache.holds(owner))
    expect(held()).toEqual([true, true, true])
    cache.forget('acme', 2)
    expect([acme, later, other].map((owner) => cache.read(owner, 'page'))).toEqual([null, 'rows', 'rows'])
    expect(held()).toEqual([false, true, true])
    cache.forget('acme')
    expect([later, other].map((owner) => cache.read(owner, 'page'))).toEqual([null, 'rows'])
    cache.clear()
    expect(cache.status()).toMatchObject({ entries: 0, bytes: 0, oldest: null })
  })
})

test('memory says why it is used, what it holds, and since when', () => {
  const cache = memoryCache(() => world.clock++, CACHE_LIMITS, 'No keychain answers.')
  for (let index = 0; index < 200; index++) cache.write(acme, `${index}`, 'x')
  cache.read(acme, '0')
  expect(cache.status()).toMatchObject({
    place: 'memory',
    notice: 'No keychain answers.',
    entries: 200,
    oldest: expect.stringMatching(/^2026-11-20T12:00:00/),
  })
  world.clock -= 365 * day
  cache.write(acme, 'new', 'x')
  expect(cache.status()).toMatchObject({ notice: 'No keychain answers.', entries: 1 })
})

describe.each<[string, () => Cache]>([
  ['memory', () => memoryCache(() => world.clock, CACHE_LIMITS, null)],
  ['disk', () => world.open()],
])('how events were first seen (%s)', (_, make) => {
  const event = (eventId: string, source = `{"event_id":"${eventId}"}`) => ({ eventId, source })
  const noon = '2026-11-20T12:00:00.000Z'

  test('is told where the text is another than before, however often it is asked', () => {
    const cache = make()
    expect(cache.recordFirstSeen(acme, [event('a'), event('b')])).toEqual([])
    world.clock += day
    expect(cache.recordFirstSeen(acme, [event('b'), event('c'), event('a', 'other')])).toEqual([
      { ...event('a'), seenAt: noon },
    ])
    expect(cache.recordFirstSeen(acme, [event('a', 'third')])).toEqual([{ ...event('a'), seenAt: noon }])
    expect(cache.recordFirstSeen(acme, [event('a'), event('b'), event('c')])).toEqual([])
  })

  test('agrees with a plain map, whatever the ids and texts', () => {
    const cache = make()
    const model = new Map<string, string>()
    const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => one.isWellFormed())
    const pages = fc.uniqueArray(fc.tuple(fc.oneof(fc.constantFrom('a', 'b', '__proto__'), text), text), {
      selector: ([eventId]) => eventId,
      maxLength: 12,
    })
    fc.assert(
      fc.property(pages, (page) => {
        const events = page.map(([eventId, source]) => ({ eventId, source }))
        const expected = events.flatMap(({ eventId, source }) => {
          const first = model.get(eventId)
          if (first === undefined) model.set(eventId, source)
          return first === undefined || first === source ? [] : [{ eventId, source: first, seenAt: noon }]
        })
        expect(cache.recordFirstSeen(acme, events)).toEqual(expected)
      }),
      { numRuns: 60, seed: 2 },
    )
    for (const [eventId, source] of model)
      expect(cache.firstSeen(acme, eventId)).toEqual({ eventId, source, seenAt: noon })
  })

  test('is found by id, for its owner only, until it is forgotten or too old', () => {
    const cache = make()
    const later = { ...acme, account: 2 }
    const other = { connectionId: 'other', account: 1 }
    for (const owner of [acme, later, other]) cache.recordFirstSeen(owner, [event('a', `for ${owner.connectionId}`)])
    expect(cache.firstSeen(acme, 'nobody')).toBeNull()
    expect(cache.firstSeen(other, 'a')).toEqual({ ...event('a', 'for other'), seenAt: noon })
    cache.forget('acme', 2)
    expect([acme, later, other].map((owner) => cache.firstSeen(owner, 'a') !== null)).toEqual([false, true, true])
    world.clock += 7 * day + 1
    expect(cache.firstSeen(other, 'a')).toBeNull()
    expect(cache.recordFirstSeen(other, [event('a', 'new')])).toEqual([])
    cache.clear()
    expect(cache.firstSeen(other, 'a')).toBeNull()
    expect(cache.status().entries).toBe(0)
  })

  test('is never taken for an answer of the same name', () => {
    const cache = make()
    cache.recordFirstSeen(acme, [event('a')])
    expect(cache.read(acme, 'a')).toBeNull()
    cache.write(acme, 'event a', 'an answer')
    expect(cache.firstSeen(acme, 'a')?.source).toBe(event('a').source)
  })
})

test('what leads to the first version of an event counts towards the budget', () => {
  const cache = world.open()
  const before = cache.status().bytes
  cache.write(acme, 'page', JSON.stringify([['a', '']]))
  const page = cache.status().bytes - before
  cache.recordFirstSeen(acme, [{ eventId: 'a', source: '' }])
  expect(cache.status().bytes - before - page).toBeGreaterThan(page + 100)
})

test('nothing leads any more to events that were forgotten or cleared', () => {
  const cache = world.open()
  for (const account of [1, 2]) cache.recordFirstSeen({ ...acme, account }, [{ eventId: 'a', source: '{}' }])
  const raw = new DatabaseSync(world.file)
  const pointers = () => raw.prepare('SELECT count(*) AS n FROM seen').get()?.n
  cache.forget('acme', 2)
  expect(pointers()).toBe(1)
  cache.clear()
  expect(pointers()).toBe(0)
  raw.close()
})

test('what led to events that were evicted goes at the next start', () => {
  const cache = world.open({ bytes: 400_000 })
  for (let page = 0; page < 30; page++) {
    const events = Array.from({ length: 50 }, (_, row) => ({ eventId: `${page}-${row}`, source: 'x'.repeat(400) }))
    cache.recordFirstSeen(acme, events)
    // What comes again and again stays.
    if (page > 0) cache.recordFirstSeen(acme, [{ eventId: '1-0', source: 'x'.repeat(400) }])
  }
  expect(cache.firstSeen(acme, '0-0')).toBeNull()
  expect(cache.firstSeen(acme, '1-0')).not.toBeNull()
  expect(cache.firstSeen(acme, '29-0')).not.toBeNull()
  expect(cache.status().bytes).toBeLessThanOrEqual(400_000)
  cache.close()
  world.open()
  const raw = new DatabaseSync(world.file)
  const { pointers } = raw.prepare('SELECT count(*) AS pointers FROM seen').get() as { pointers: number }
  raw.close()
  expect(pointers).toBeLessThan(30 * 50)
  expect(pointers % 50).toBe(0)
})
