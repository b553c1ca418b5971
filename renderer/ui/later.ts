// A timer as the session is handed it; that of the tests is fixtures/manual-timers.ts.

/** Runs `work` after some ms, at most 2 ** 31 - 1 (a longer timer goes off at once); answers with how to call it off. */
export type Later = (ms: number, work: () => void) => () => void

export const later: Later = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
