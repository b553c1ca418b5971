import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createArrivedLinks } from './arrived-links.ts'

test('a link waits for a window, the latest alone, and is told once', async () => {
  const links = createArrivedLinks(true)
  links.arrive('eventscope://open?a=1')
  links.arrive('eventscope://open?a=2')
  const left = new AbortController()
  const followed = links.follow(left.signal)
  expect(await followed.next()).toEqual({ done: false, value: 'eventscope://open?a=2' })
  const next = followed.next()
  links.arrive('eventscope://open?a=3')
  expect(await next).toEqual({ done: false, value: 'eventscope://open?a=3' })
  const last = followed.next()
  left.abort()
  expect(await last).toEqual({ done: true, value: undefined })
})

test('a window that was loaded again takes over', async () => {
  const links = createArrivedLinks(true)
  const { signal } = new AbortController()
  const before = links.follow(signal).next()
  const after = links.follow(signal).next()
  expect(await before).toEqual({ done: true, value: undefined })
  links.arrive('eventscope://open?a=1')
  expect(await after).toEqual({ done: false, value: 'eventscope://open?a=1' })
})

test('what is far longer than a link is not held whole', async () => {
  const links = createArrivedLinks(true)
  links.arrive('x'.repeat(1_000_000))
  const { value } = await links.follow(new AbortController().signal).next()
  expect(value).toHaveLength(8_001)
})

test('where links come at the start only, the one that waits is told, and nobody waits for another', async () => {
  const links = createArrivedLinks(false)
  const { signal } = new AbortController()
  links.arrive('eventscope://open?a=1')
  const followed = links.follow(signal)
  expect(await followed.next()).toEqual({ done: false, value: 'eventscope://open?a=1' })
  expect(await followed.next()).toEqual({ done: true, value: undefined })
  expect(await links.follow(signal).next()).toEqual({ done: true, value: undefined })
})

test('nothing is left on the signal of a window that another took over from', async () => {
  const links = createArrivedLinks(true)
  const [left, other] = [new AbortController(), new AbortController()]
  const before = links.follow(left.signal).next()
  void links.follow(other.signal).next()
  await before
  expect([left, other].map(({ signal }) => getEventListeners(signal, 'abort').length)).toEqual([0, 1])
})
