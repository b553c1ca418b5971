// An abort signal with a timer: aborted by the caller's signal, or when a phase takes longer than it may.

export type Phase = 'headers' | 'body' | 'total'

export interface Deadline {
  signal: AbortSignal
  /** Starts the timer of a phase; the one of the phase before is stopped. */
  start(phase: Phase, withinMs: number): void
  /** The phase whose timer ran out, if one did. */
  expired(): { phase: Phase; afterMs: number } | null
  /** Stops the timer, and hears no more of the caller's signal. */
  clear(): void
}

export function createDeadline(outer: AbortSignal): Deadline {
  const own = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let expired: ReturnType<Deadline['expired']> = null
  // By hand: what `AbortSignal.any` hangs on a signal that outlives thousands of calls goes only when it is collected.
  const pass = () => own.abort(outer.reason)
  if (outer.aborted) pass()
  else outer.addEventListener('abort', pass, { once: true })
  return {
    signal: own.signal,
    start: (phase, afterMs) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        expired = { phase, afterMs }
        own.abort()
      }, afterMs)
    },
    expired: () => expired,
    clear: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', pass)
    },
  }
}
