// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { type Failure, failed, type Result, succeeded } from '../../shared/failure/failure.ts'
import { useBackendAbsence, watchBackend } from './backend-presence.ts'
import { manualTimers } from './fixtures/manual-timers.ts'

const bridge = (reason: Extract<Failure, { kind: 'bridge' }>['reason']) =>
  failed({ kind: 'bridge', reason, detail: 'fetch failed' })

async function watched() {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  const timers = manualTimers()
  let answer: Result<unknown> = succeeded(null)
  let isHidden = false
  let asked = 0
  const ask = async () => {
    asked += 1
    return answer
  }
  const stop = watchBackend({ ask, later: timers.later, isHidden: () => isHidden })
  onTestFinished(async () => {
    await act(() => {
      stop()
      root.unmount()
    })
    page.remove()
  })
  await act(() => root.render(<Shown />))
  return {
    timers,
    stop,
    asked: () => asked,
    hide: (now: boolean) => {
      isHidden = now
    },
    /** What the window says once the next answer is `next`. */
    async after(next: Result<unknown>) {
      answer = next
      await act(async () => timers.goOff())
      return page.textContent
    },
  }
}

function Shown() {
  const failure = useBackendAbsence()
  return failure?.kind === 'bridge' ? failure.reason : 'here'
}

test('it is away once a call reaches nobody, asked within 5 s, and here again once one does', async () => {
  const { timers, after } = await watched()
  expect(Math.max(...timers.waiting())).toBeLessThan(5_000)
  expect(await after(succeeded(null))).toBe('here')
  expect(await after(bridge('backend-gone'))).toBe('backend-gone')
  // Started again, it knows nothing of this window's session.
  expect(await after(bridge('session-over'))).toBe('session-over')
  expect(await after(succeeded(null))).toBe('here')
})

test('a session that is over, and any answer, is none', async () => {
  const { after } = await watched()
  expect(await after(bridge('session-over'))).toBe('here')
  expect(await after(failed({ kind: 'disk', detail: 'full' }))).toBe('here')
})

test('nothing is asked while the window is hidden, nor once it is over', async () => {
  const { timers, after, asked, hide, stop } = await watched()
  hide(true)
  await after(bridge('backend-gone'))
  expect(asked()).toBe(0)
  hide(false)
  expect(await after(bridge('backend-gone'))).toBe('backend-gone')
  await act(stop)
  expect(timers.waiting()).toEqual([])
})
