// An abort signal with a timer: aborted by the caller's signal, or when a phase exceeds its time.

export type Phase = 'headers' | 'body' | 'total'

export interface Deadline {
  signal: AbortSignal
  /** Starts the timer of a phase in place of the previous one. */
  start(phase: Phase, withinMs: number): void
  /** The phase whose timer ran out, if one did. */
  expired(): { phase: Phase; afterMs: number } | null
  /** Stops the timer and detaches from the caller's signal. */
  clear(): void
}

/** No timer runs before `start`. `clear` must be called in the end: `outer` may outlive thousands of these. */
export function createDeadline(outer: AbortSignal): Deadline {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let expired: ReturnType<Deadline['expired']> = null
  // Not AbortSignal.any: what it attaches to a signal that outlives thousands of calls stays until it is collected.
  const pass = () => controller.abort(outer.reason)
  if (outer.aborted) pass()
  else outer.addEventListener('abort', pass, { once: true })
  return {
    signal: controller.signal,
    start: (phase, afterMs) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        expired = { phase, afterMs }
        controller.abort()
      }, afterMs)
    },
    expired: () => expired,
    clear: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', pass)
    },
  }
}
