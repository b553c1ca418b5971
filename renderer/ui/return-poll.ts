// Looks, again and again, whether what was away is back.
import type { Later } from './later.ts'

export type ReturnPoll = ReturnType<typeof createReturnPoll>

const FIRST_MS = 10_000
const SLOWEST_MS = 30_000
const LONGEST_MS = 60 * 60_000

/**
 * Polls whether an unreachable service is back, at growing intervals. A hidden window does not call `look`, and that
 * time does not count.
 */
export function createReturnPoll(later: Later, isHidden: () => boolean, look: () => void) {
  let callOff: (() => void) | null = null
  let lastWaitMs = 0
  let waitedMs = 0

  function lookAfter(ms: number): boolean {
    stop()
    if (waitedMs + ms > LONGEST_MS) return false
    wait(ms)
    return true
  }

  function wait(ms: number): void {
    callOff = later(ms, () => {
      if (isHidden()) return wait(ms)
      lastWaitMs = ms
      waitedMs += ms
      look()
    })
  }

  function stop(): void {
    callOff?.()
    callOff = null
  }

  return {
    /**
     * Looks for an hour of waiting at most; `atLeastMs` is what the service asked to wait before the first look. False
     * when that is longer than an hour: nothing is asked then.
     */
    start(atLeastMs: number): boolean {
      waitedMs = 0
      return lookAfter(Math.max(FIRST_MS, atLeastMs))
    },
    /** Schedules another look within the same hour, after a longer wait. False when the hour would be over by then. */
    again: (atLeastMs: number) => lookAfter(Math.max(atLeastMs, Math.min(SLOWEST_MS, lastWaitMs * 1.5))),
    stop,
  }
}
