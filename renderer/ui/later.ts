// The timer that sessions are given. Tests pass fixtures/manual-timers.ts instead.

/**
 * Runs `work` after some ms, at most 2 ** 31 - 1 (a longer timer fires at once). Returns a function that cancels it.
 */
export type Later = (ms: number, work: () => void) => () => void

export const later: Later = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
