import { expect, test, vi } from 'vitest'
import { createStop } from './command-process.ts'

test('the first signal stops cleanly, its echo is ignored, the next one ends at once', () => {
  let now = 10_000
  const onFirst = vi.fn()
  const endAtOnce = vi.fn()
  const { signal, onSignal } = createStop({ now: () => now, onFirst, endAtOnce })
  onSignal()
  expect([signal.aborted, onFirst.mock.calls.length]).toEqual([true, 1])
  now += 20
  onSignal()
  expect(endAtOnce).not.toHaveBeenCalled()
  now += 1_000
  onSignal()
  expect(endAtOnce).toHaveBeenCalledOnce()
  expect(onFirst).toHaveBeenCalledOnce()
})
