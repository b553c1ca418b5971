import { expect, test } from 'vitest'
import { createServiceClock } from './service-clock.ts'

test("carries the service's Date on, whatever this machine's clock says", () => {
  let local = Date.parse('2026-01-01T00:00:00Z')
  const clock = createServiceClock(() => local)
  expect(clock.now()).toBe('2026-01-01T00:00:00.000Z')
  clock.learn({ serviceDate: '2026-11-20T15:00:00Z', receivedAt: '2026-01-01T00:00:00Z' })
  local += 61_000
  expect(clock.now()).toBe('2026-11-20T15:01:01.000Z')
})

test('learns nothing from an answer without a Date, or with one that is none', () => {
  const clock = createServiceClock(() => 0)
  clock.learn({ serviceDate: null, receivedAt: '2026-01-01T00:00:00Z' })
  clock.learn({ serviceDate: 'yesterday', receivedAt: '2026-01-01T00:00:00Z' })
  expect(clock.now()).toBe('1970-01-01T00:00:00.000Z')
})
