// All limits of the HTTP client, times in milliseconds and sizes in bytes, and the timer that keeps a request to them.
import { linkSignals } from './linked-signal.ts'

export interface RequestLimits {
  /** From sending a request to its response's headers, per attempt. */
  headersMs: number
  /** Between two chunks of a body. */
  stallMs: number
  /** The whole call: attempts, waits and bodies. */
  totalMs: number
  /** Attempts after the first. */
  retries: number
  /** Wait before the first retry; doubled for each further one, then varied by ±25 %. A Retry-After that is no shorter takes precedence. */
  backoffMs: number
  /** The most bytes of one body, after decompression. */
  capBytes: number
}

/** For what the user asked to see. */
export const interactiveLimits: RequestLimits = {
  headersMs: 30_000,
  stallMs: 15_000,
  totalMs: 90_000,
  retries: 3,
  backoffMs: 400,
  capBytes: 32 * 1024 * 1024,
}

/** For requests that nobody waits for: a prefetched page, a check whether the service is back. One attempt. */
export const backgroundLimits: RequestLimits = { ...interactiveLimits, retries: 0 }

/** For "Test connection". One attempt. */
export const probeLimits: RequestLimits = { ...interactiveLimits, headersMs: 15_000, totalMs: 20_000, retries: 0 }

type Phase = 'headers' | 'body' | 'total'
export type Deadline = ReturnType<typeof createDeadline>

/**
 * An abort signal with a timer: aborted by the caller's signal, or when a phase exceeds its time. No timer runs before `start`. `clear` must be called in the end:
 * `outer` may outlive thousands of these.
 */
export function createDeadline(outer: AbortSignal) {
  const { signal, abort, release } = linkSignals(outer)
  let timer: NodeJS.Timeout | undefined
  let expired: { phase: Phase; afterMs: number } | null = null
  return {
    signal,
    /** Starts the timer of a phase in place of the previous one. */
    start: (phase: Phase, afterMs: number): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        expired = { phase, afterMs }
        abort()
      }, afterMs)
    },
    /** The phase whose timer ran out, if one did. */
    expired: () => expired,
    /** Stops the timer and detaches from the caller's signal. */
    clear: (): void => {
      clearTimeout(timer)
      release()
    },
  }
}
