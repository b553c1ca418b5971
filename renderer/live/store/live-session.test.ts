import { expect, test } from 'vitest'
import { createServiceClock } from './live-session.ts'

const never = () => Promise.reject(new Error('Nothing is to be asked.'))

test("carries the service's Date on, as long as the two clocks are one", () => {
  let local = Date.parse('2026-11-20T15:00:00Z')
  const clock = createServiceClock(() => local, never)
  expect(clock.now()).toBe('2026-11-20T15:00:00.000Z')
  clock.learn({ serviceDate: '2026-11-20T15:01:59Z', receivedAt: '2026-11-20T15:00:00Z' })
  local += 61_000
  expect(clock.now()).toBe('2026-11-20T15:03:00.000Z')
})

test('learns nothing from an answer without a Date, or with one that is none', () => {
  const clock = createServiceClock(() => 0, never)
  clock.learn({ serviceDate: null, receivedAt: '2026-01-01T00:00:00Z' })
  clock.learn({ serviceDate: 'yesterday', receivedAt: '2026-01-01T00:00:00Z' })
  expect(clock.now()).toBe('1970-01-01T00:00:00.000Z')
})

const COMPUTER = '2026-11-20T15:00:00.000Z'

test.each<[string, string, boolean | null, string]>([
  ['behind, with nothing after it', '2026-11-20T14:00:00.000Z', false, '2026-11-20T14:00:00.000Z'],
  ['behind, with events after it', '2026-11-20T14:00:00.000Z', true, COMPUTER],
  ['ahead, with nothing after the computer’s', '2026-11-20T16:00:00.000Z', false, COMPUTER],
  ['ahead, with events after the computer’s', '2026-11-20T16:00:00.000Z', true, '2026-11-20T16:00:00.000Z'],
  ['ahead, of a service that does not answer', '2026-11-20T16:00:00.000Z', null, '2026-11-20T16:00:00.000Z'],
])("a service's clock that is %s", async (_, service, after, used) => {
  const asked: string[] = []
  const clock = createServiceClock(
    () => Date.parse(COMPUTER),
    (instant) => {
      asked.push(instant)
      return after === null ? never() : Promise.resolve(after)
    },
  )
  clock.learn({ serviceDate: service, receivedAt: COMPUTER })
  clock.learn({ serviceDate: service, receivedAt: COMPUTER })
  await expect.poll(clock.now).toBe(used)
  expect(asked).toEqual([service < COMPUTER ? '2026-11-20T14:00:02.000Z' : '2026-11-20T15:00:02.000Z'])
})

test('another difference is asked about again, and none is not', async () => {
  let asked = 0
  const clock = createServiceClock(
    () => Date.parse(COMPUTER),
    async () => {
      asked += 1
      return false
    },
  )
  clock.learn({ serviceDate: '2026-11-20T16:00:00Z', receivedAt: COMPUTER })
  await expect.poll(clock.now).toBe(COMPUTER)
  clock.learn({ serviceDate: '2026-11-20T15:00:05Z', receivedAt: COMPUTER })
  expect(clock.now()).toBe('2026-11-20T15:00:05.000Z')
  clock.learn({ serviceDate: '2026-11-20T12:00:00Z', receivedAt: COMPUTER })
  await expect.poll(clock.now).toBe('2026-11-20T12:00:00.000Z')
  expect(asked).toBe(2)
})
