import { expect, test } from 'vitest'
import { createStateStore } from './state-store.ts'

interface Counted {
  count: number
  name: { first: string; last: string }
  chosen: string | null
}

test('a part is as it begins until it is written, and the same for all who name it', () => {
  const store = createStateStore<Counted>()
  const name = store.part('name', { first: 'Ada', last: '' })
  expect(name.state()).toEqual({ first: 'Ada', last: '' })
  name.patch({ last: 'Lovelace' })
  expect(store.part('name', { first: '', last: '' }).state()).toEqual({ first: 'Ada', last: 'Lovelace' })
  expect(store.part('count', 3).state()).toBe(3)
})

test('null is a value like any other', () => {
  const chosen = createStateStore<Counted>().part('chosen', 'first')
  chosen.set(null)
  expect(chosen.state()).toBeNull()
})

test('a listener hears of its part alone, once for each value, also of what another listener writes', () => {
  const store = createStateStore<Counted>()
  const [count, chosen] = [store.part('count', 0), store.part('chosen', null)]
  const heard: unknown[] = []
  count.subscribe(() => chosen.set(`after ${count.state()}`))
  const stop = count.subscribe(() => heard.push(count.state()))
  chosen.subscribe(() => heard.push(chosen.state()))
  count.set(1)
  expect(heard.toSorted()).toEqual([1, 'after 1'])
  count.set(1)
  expect(heard).toHaveLength(2)
  stop()
  count.set(2)
  expect(heard.toSorted()).toEqual([1, 'after 1', 'after 2'])
})
