import { expect, test } from 'vitest'
import type { Filters } from '../../../shared/event/event.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import { memoryRemembered } from '../../ui/fixtures/memory-remembered.ts'
import { createStateStore } from '../../ui/state-store.ts'
import type { Place } from './place.ts'
import { createSearchMemory } from './search-memory.ts'

const of = (customerId: string): Filters => ({ customerId, propertyFilters: [] })
const place = (customerId: string): Place => ({
  filters: of(customerId),
  limit: 50,
  offset: 100,
  sort: null,
  columns: ['amount'],
  event: 'evt_1',
})

function memories() {
  const remembered = memoryRemembered()
  const timers = manualTimers()
  const open = (connectionId = 'one') => {
    const memory = createSearchMemory({
      parts: createStateStore(),
      bridge: { remembered: remembered.calls },
      connectionId,
      later: timers.later,
      onUnkept: () => {},
    })
    memory.start()
    return memory
  }
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
  return { open, settled, hold: remembered.hold }
}

test('the last fifty searches come back, each once, the newest first; one without filters is none', async () => {
  const { open, settled } = memories()
  const first = open()
  await settled()
  for (let index = 0; index < 60; index++) first.remember(of(`cus_${index}`))
  first.remember(of('cus_30'))
  first.remember({ propertyFilters: [] })
  first.keep()
  await settled()
  const second = open()
  await settled()
  const customers = second.state().recent.map(({ customerId }) => customerId)
  expect(customers).toHaveLength(50)
  expect(customers.slice(0, 3)).toEqual(['cus_30', 'cus_59', 'cus_58'])
  const other = open('other')
  await settled()
  expect(other.state().recent).toEqual([])
})

test('a saved search comes back by name, at its first page; a taken name is refused in words, whatever its case', async () => {
  const { open, settled } = memories()
  const first = open()
  await settled()
  expect(first.save('  Acme in November ', place('acme'))).toBeNull()
  expect(first.save('ACME IN NOVEMBER', place('other'))).toBe('A saved search “ACME IN NOVEMBER” already exists.')
  expect(first.save('Acme  in\tNovember\u202e', place('other'))).toMatch('already')
  for (const nothing of [' ', '\u200b', '\u200d']) expect(first.save(nothing, place('other'))).toBe('Give it a name.')
  await settled()
  const second = open()
  await settled()
  expect(second.state().saved).toEqual([
    { name: 'Acme in November', place: { ...place('acme'), offset: 0, event: null } },
  ])
  second.remove('Acme in November')
  expect(second.state().saved).toEqual([])
})

test('of saved searches there are two hundred, with names of a hundred characters, and no more', async () => {
  const { open, settled } = memories()
  const memory = open()
  await settled()
  expect(memory.save('x'.repeat(101), place('a'))).toMatch('100')
  for (let one = 0; one < 200; one++) expect(memory.save(`${one}`.padEnd(100, '.'), place('a'))).toBeNull()
  expect(memory.save('one more', place('a'))).toBe('There are 200 saved searches already. Remove one first.')
})

test('two windows keep what either saved, and take away only what either removed', async () => {
  const { open, settled } = memories()
  const [one, other] = [open(), open()]
  await settled()
  one.save('First', place('first'))
  one.save('Second', place('second'))
  await settled()
  other.save('Third (2)', place('third'))
  other.save('first', place('other'))
  await settled()
  one.remove('Second')
  await settled()
  const third = open()
  await settled()
  for (const memory of [one, third]) {
    expect(memory.state().saved.map(({ name }) => name)).toEqual(['First', 'first (2)', 'Third (2)'])
  }
})

test('what is searched for before the store has answered is not lost, and neither is what it held', async () => {
  const { open, settled, hold } = memories()
  const first = open()
  await settled()
  first.remember(of('before'))
  first.keep()
  await settled()
  const release = hold()
  const second = open()
  second.remember(of('meanwhile'))
  second.keep()
  release()
  await settled()
  await settled()
  expect(second.state().recent.map(({ customerId }) => customerId)).toEqual(['meanwhile', 'before'])
})
