import { expect, onTestFinished, test } from 'vitest'
import { type Failure, failed, type Result, succeeded } from '../../shared/failure/failure.ts'
import { watchBackend } from './backend-presence.tsx'
import { manualTimers } from './fixtures/manual-timers.ts'

const bridge = (reason: Extract<Failure, { kind: 'bridge' }>['reason']) =>
  failed({ kind: 'bridge', reason, detail: 'fetch failed' })

function watched() {
  const timers = manualTimers()
  let answer: Result<unknown> = succeeded(null)
  let isHidden = false
  let asked = 0
  let absence: Failure | null = null
  const ask = async () => {
    asked += 1
    return answer
  }
  const onAbsence = (now: Failure | null) => {
    absence = now
  }
  const stop = watchBackend({ ask, later: timers.later, isHidden: () => isHidden, onAbsence })
  onTestFinished(stop)
  return {
    timers,
    stop,
    asked: () => asked,
    hide: (now: boolean) => {
      isHidden = now
    },
    /** Why it is away once the next answer is `next`. */
    async after(next: Result<unknown>) {
      answer = next
      timers.goOff()
      await new Promise((done) => setTimeout(done))
      return absence?.kind === 'bridge' ? absence.reason : 'here'
    },
  }
}

test('it is away once a call reaches nobody, asked within 5 s, and here again once one does', async () => {
  const { timers, after } = watched()
  expect(Math.max(...timers.waiting())).toBeLessThan(5_000)
  expect(await after(succeeded(null))).toBe('here')
  expect(await after(bridge('backend-gone'))).toBe('backend-gone')
  // Started again, it knows nothing of this window's session.
  expect(await after(bridge('session-over'))).toBe('session-over')
  expect(await after(succeeded(null))).toBe('here')
})

test('a session that is over, and any answer, is none', async () => {
  const { after } = watched()
  expect(await after(bridge('session-over'))).toBe('here')
  expect(await after(failed({ kind: 'disk', detail: 'full' }))).toBe('here')
})

test('nothing is asked while the window is hidden, nor once it is over', async () => {
  const { timers, after, asked, hide, stop } = watched()
  hide(true)
  await after(bridge('backend-gone'))
  expect(asked()).toBe(0)
  hide(false)
  expect(await after(bridge('backend-gone'))).toBe('backend-gone')
  stop()
  expect(timers.waiting()).toEqual([])
})
