// Asks now and then whether a service that could not be reached is back: politely, and only while somebody looks.

/** Runs `work` after some ms; answers with how to call it off. */
export type Later = (ms: number, work: () => void) => () => void

export interface ReturnPoll {
  /** From here on, until `stop`. `atLeastMs` is what the service asked to wait. */
  start(atLeastMs: number): void
  stop(): void
}

const FIRST_MS = 10_000
const SLOWEST_MS = 30_000

/** What an answer says about asking on: to end it, or the ms that the service asks to wait at least. */
export type AskAgain = { atLeastMs: number } | null

/** While the window is hidden nothing is asked. */
export function createReturnPoll(later: Later, isHidden: () => boolean, ask: () => Promise<AskAgain>): ReturnPoll {
  let callOff: (() => void) | null = null
  let round = 0

  function wait(ms: number): void {
    const mine = round
    callOff = later(ms, async () => {
      if (isHidden()) return wait(ms)
      const again = await ask()
      if (again && mine === round) wait(Math.max(again.atLeastMs, Math.min(SLOWEST_MS, ms * 1.5)))
    })
  }

  function stop(): void {
    round += 1
    callOff?.()
    callOff = null
  }

  return {
    start(atLeastMs) {
      stop()
      wait(Math.max(FIRST_MS, atLeastMs))
    },
    stop,
  }
}
