import { expect, test } from 'vitest'
import type { Event } from '../../../shared/event/event.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import { memoryRemembered } from '../../ui/fixtures/memory-remembered.ts'
import { createSeenMemory, createSeenValues } from './seen-values.ts'

const event = (customerId: string, properties: Event['properties'] = []): Event =>
  someEvent({ eventId: `of ${customerId}`, customerId, eventCode: 'code', createdAt: null, properties })

test('what begins with the text comes before what holds it, the newest first, whatever the case', () => {
  const seen = createSeenValues()
  seen.observe(['my_acme', 'acme_1', 'ACME_2', 'other'].map((customer) => event(customer)))
  expect(seen.matching('customerId', 'acme', 5)).toEqual(['ACME_2', 'acme_1', 'my_acme'])
  expect(seen.matching('customerId', 'acme', 1)).toEqual(['ACME_2'])
  expect(seen.has('customerId', 'acme_2')).toBe(false)
})

test('values of one property are not those of another, nor its texts its numbers', () => {
  const seen = createSeenValues()
  const text = (name: string, value: string) => ({ name, kind: 'string' as const, text: value })
  const number = (name: string, value: string) => ({ name, kind: 'number' as const, text: value })
  const properties = [text('region', 'eu'), text('plan', 'europe'), { name: 'big', kind: 'json' as const, text: '{}' }]
  seen.observe([event('a', properties), event('b', [text('seats', '42'), number('seats', '7.50')])])
  expect(seen.matching({ property: 'region', kind: 'string' }, 'eu', 5)).toEqual(['eu'])
  expect(seen.matching('propertyName', '', 5)).toEqual(['seats', 'big', 'plan', 'region'])
  expect(seen.matching({ property: 'big', kind: 'string' }, '', 5)).toEqual([])
  expect(seen.matching({ property: 'seats', kind: 'string' }, '', 5)).toEqual(['42'])
  expect(seen.matching({ property: 'seats', kind: 'number' }, '', 5)).toEqual(['7.50'])
})

test('of 10,000 values the oldest go, and one too long to type is not kept', () => {
  const seen = createSeenValues()
  seen.observe(Array.from({ length: 10_000 }, (_, index) => event(`cus_${index}`)))
  seen.observe([event('x'.repeat(121))])
  expect(seen.has('customerId', 'cus_0')).toBe(false)
  expect(seen.has('customerId', 'cus_9999')).toBe(true)
  expect(seen.matching('customerId', '', 10_000)).toHaveLength(4_000)
})

test('what was saved comes back as older than what was seen since', () => {
  const before = createSeenValues()
  before.observe([event('acme_old', [{ name: 'plan', kind: 'string', text: 'basic' }]), event('acme_both')])
  const after = createSeenValues()
  after.observe([event('acme_new')])
  after.restore(before.saved())
  expect(after.matching('customerId', 'acme', 5)).toEqual(['acme_new', 'acme_both', 'acme_old'])
  expect(after.matching({ property: 'plan', kind: 'string' }, 'b', 5)).toEqual(['basic'])
  after.restore('nonsense')
  after.restore('[["customerId"]]')
  expect(after.matching('customerId', '', 5)).toHaveLength(3)
})

const settled = () => new Promise((done) => setTimeout(done, 0))
const rows = (...customers: string[]) => customers.map((customerId) => someEvent({ customerId }))

function open(remembered: ReturnType<typeof memoryRemembered>) {
  const timers = manualTimers()
  const memory = createSeenMemory({
    bridge: { remembered: remembered.calls },
    connectionId: 'one',
    later: timers.later,
    onUnkept: () => {},
  })
  memory.start()
  return { memory, timers, customers: () => memory.values.matching('customerId', '', 9) }
}

test('what was seen is written while the window is open, without waiting for its end, and once for several pages', async () => {
  const remembered = memoryRemembered()
  const { memory, timers } = open(remembered)
  await settled()
  memory.observe(rows('cus_1'))
  memory.observe(rows('cus_2'))
  timers.goOff()
  expect(timers.waiting()).toEqual([2_000])
  timers.goOff()
  await settled()
  expect(open(remembered).timers.waiting()).not.toContain(2_000)
  const next = open(remembered)
  await settled()
  expect(next.customers()).toEqual(['cus_2', 'cus_1'])

  // The same again is nothing to write.
  memory.observe(rows('cus_1'))
  timers.goOff()
  expect(timers.waiting()).toEqual([])
})

test('a window that closes writes what waits, rows that were not looked at yet included', async () => {
  const remembered = memoryRemembered()
  const { memory } = open(remembered)
  await settled()
  memory.observe(rows('cus_late'))
  memory.keep()
  await settled()
  const next = open(remembered)
  await settled()
  expect(next.customers()).toEqual(['cus_late'])
})

test('what was left is not written over before it was read', async () => {
  const remembered = memoryRemembered()
  const before = open(remembered)
  await settled()
  before.memory.observe(rows('cus_before'))
  before.memory.keep()
  await settled()

  const letGo = remembered.hold()
  const { memory, timers, customers } = open(remembered)
  memory.observe(rows('cus_since'))
  timers.goOff()
  timers.goOff()
  memory.keep()
  letGo()
  await settled()
  timers.goOff()
  await settled()
  expect(customers()).toEqual(['cus_since', 'cus_before'])
  const next = open(remembered)
  await settled()
  expect(next.customers()).toEqual(['cus_since', 'cus_before'])
})
