// One abort signal for an attempt: the caller's, and a timer that is set anew for each phase of it.

export interface Deadline {
  signal: AbortSignal
  /** Starts the timer of a phase, in place of the one before. */
  expect(phase: 'headers' | 'body', withinMs: number): void
  /** The phase whose timer ran out, if one did. */
  missed(): { phase: 'headers' | 'body'; afterMs: number } | null
  clear(): void
}

export function createDeadline(outer: AbortSignal): Deadline {
  const own = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let missed: ReturnType<Deadline['missed']> = null
  return {
    signal: AbortSignal.any([outer, own.signal]),
    expect: (phase, afterMs) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        missed = { phase, afterMs }
        own.abort()
      }, afterMs)
    },
    missed: () => missed,
    clear: () => clearTimeout(timer),
  }
}
