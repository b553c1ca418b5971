import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { linkSignals } from './linked-signal.ts'

const listening = (...all: AbortSignal[]) => all.map((one) => getEventListeners(one, 'abort').length)

test('aborted with the first of the others, for its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const { signal } = linkSignals(one.signal, other.signal)
  expect(signal.aborted).toBe(false)
  other.abort('first')
  one.abort('second')
  expect(signal.reason).toBe('first')
  expect(listening(one.signal, other.signal)).toEqual([0, 0])
})

test('aborted at once where one of them is', () => {
  const one = new AbortController()
  const { signal } = linkSignals(one.signal, AbortSignal.abort('before'))
  expect(signal.reason).toBe('before')
  expect(listening(one.signal)).toEqual([0])
})

test('released, it follows nobody, and nobody holds it', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const linked = linkSignals(one.signal, other.signal)
  expect(listening(one.signal, other.signal)).toEqual([1, 1])
  linked.release()
  expect(listening(one.signal, other.signal)).toEqual([0, 0])
  one.abort()
  expect(linked.signal.aborted).toBe(false)
  linked.abort()
  expect(linked.signal.aborted).toBe(true)
})
