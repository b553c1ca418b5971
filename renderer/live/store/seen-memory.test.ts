import { expect, test } from 'vitest'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import { memoryRemembered } from '../../ui/fixtures/memory-remembered.ts'
import { createSeenMemory } from './seen-memory.ts'

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
