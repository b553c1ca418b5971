// An abort signal with a timer: aborted by the caller's signal, or when a phase takes longer than it may.

export type Phase = 'headers' | 'body' | 'total'

export interface Deadline {
  signal: AbortSignal
  /** Starts the timer of a phase; the one of the phase before is stopped. */
  start(phase: Phase, withinMs: number): void
  /** The phase whose timer ran out, if one did. */
  expired(): { phase: Phase; afterMs: number } | null
  clear(): void
}

export function createDeadline(outer: AbortSignal): Deadline {
  const own = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let expired: ReturnType<Deadline['expired']> = null
  return {
    signal: AbortSignal.any([outer, own.signal]),
    start: (phase, afterMs) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        expired = { phase, afterMs }
        own.abort()
      }, afterMs)
    },
    expired: () => expired,
    clear: () => clearTimeout(timer),
  }
}
