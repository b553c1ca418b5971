import { expect, test } from 'vitest'
import type { Event } from '../../../shared/event/event.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import type { Bridge } from '../../bridge.ts'
import { scriptedCache } from '../../live/store/fixtures/scripted-cache.ts'
import { createStateStore } from '../../ui/state-store.ts'
import { createEventWatch } from './event-watch.ts'

const seenAt = '2026-11-20T09:12:00.000Z'

function eventOf(text: string): Event {
  const read = parseEventText(text)
  if (!read.ok) throw new Error('not an event')
  return read.event
}

function start(kept = scriptedCache(seenAt)) {
  const watch = createEventWatch(
    { bridge: { cache: kept.cache } as unknown as Bridge, parts: createStateStore() },
    { id: 'one', account: 1 },
  )
  let heard = 0
  watch.subscribe(() => {
    heard += 1
  })
  return { watch, kept, heard: () => heard }
}

test('an event that differs is flagged with its fields, until it is as before', async () => {
  const { watch } = start()
  const before = eventOf('{"event_id":"a","event_code":"api"}')
  const after = eventOf('{"event_id":"a","event_code":"egress"}')
  await watch.compare([before])
  expect(watch.changes().size).toBe(0)
  await watch.compare([after])
  expect(watch.changes().get('a')).toEqual({
    kind: 'changed',
    since: seenAt,
    before,
    after,
    differences: [{ field: 'event_code', before: '"api"', after: '"egress"' }],
  })
  await watch.compare([before])
  expect(watch.changes().size).toBe(0)
})

test('how an event was first seen is known as soon as the service has sent it', async () => {
  const kept = scriptedCache(seenAt)
  const { recordFirstSeen } = kept.cache
  const recording = Promise.withResolvers<void>()
  kept.cache.recordFirstSeen = async (sent) => {
    await recording.promise
    return recordFirstSeen(sent)
  }
  const { watch } = start(kept)
  void watch.compare([eventOf('{"event_id":"a"}')])
  const seen = watch.firstSeen('a')
  recording.resolve()
  expect((await seen)?.seenAt).toBe(seenAt)
  expect(await watch.firstSeen('b')).toBeNull()
})

test('after a restart it is held against what was seen before', async () => {
  const first = start()
  await first.watch.compare([eventOf('{"event_id":"a","event_code":"api"}')])
  const { watch } = start(first.kept)
  await watch.compare([eventOf('{"event_id":"a","event_code":"egress"}')])
  expect(watch.changes().get('a')?.kind).toBe('changed')
})

test.each([
  ['another order and white space', '{ "event_code": "api", "event_id": "a" }'],
  ['a field that the interface does not name', '{"event_id":"a","event_code":"api","trace":1}'],
])('%s is no change', async (_, text) => {
  const { watch, heard } = start()
  await watch.compare([eventOf('{"event_id":"a","event_code":"api"}')])
  await watch.compare([eventOf(text)])
  expect(watch.changes().size).toBe(0)
  expect(heard()).toBe(0)
})

test('other events leave a flag alone; an event without an ID, or one that comes twice, is not watched', async () => {
  const { watch, kept } = start()
  await watch.compare([eventOf('{"event_id":"a","event_code":"api"}')])
  await watch.compare([eventOf('{"event_id":"a","event_code":"egress"}')])
  const nameless = eventOf('{"event_code":"api"}')
  const twice = [eventOf('{"event_id":"b","event_code":"1"}'), eventOf('{"event_id":"b","event_code":"2"}')]
  await watch.compare([nameless, ...twice])
  expect([...watch.changes().keys()]).toEqual(['a'])
  expect([...kept.seen.keys()]).toEqual(['1 a'])
})

test('one that answers 404 is flagged if it was ever seen, until it is sent again', async () => {
  const { watch } = start()
  const event = eventOf('{"event_id":"a"}')
  expect(await watch.missed('a', null)).toBeNull()
  expect(watch.changes().size).toBe(0)
  await watch.compare([event])
  expect(await watch.missed('a', null)).toEqual({ event, seenAt })
  expect(watch.changes().get('a')).toEqual({ kind: 'gone', since: seenAt, before: event })
  await watch.compare([event])
  expect(watch.changes().size).toBe(0)
})

test('what is compared while the account becomes another is not said of that one', async () => {
  const { watch } = start()
  await watch.compare([eventOf('{"event_id":"a","event_code":"api"}')])
  const comparing = watch.compare([eventOf('{"event_id":"a","event_code":"egress"}')])
  const missing = watch.missed('b', { event: eventOf('{"event_id":"b"}'), seenAt })
  watch.adopt({ id: 'one', account: 2 } as Parameters<typeof watch.adopt>[0])
  await Promise.all([comparing, missing])
  expect(watch.changes().size).toBe(0)
})

test('another account knows nothing, and a cache that does not answer stops nothing', async () => {
  const { watch, kept } = start()
  await watch.compare([eventOf('{"event_id":"a","event_code":"api"}')])
  await watch.compare([eventOf('{"event_id":"a","event_code":"egress"}')])
  watch.adopt({ id: 'one', account: 2 } as Parameters<typeof watch.adopt>[0])
  expect(watch.changes().size).toBe(0)
  expect(await watch.firstSeen('a')).toBeNull()
  kept.breakDown()
  await watch.compare([eventOf('{"event_id":"a","event_code":"api"}')])
  expect(await watch.missed('a', null)).toBeNull()
  expect(watch.changes().size).toBe(0)
})
