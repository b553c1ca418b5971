// How long to wait before a request is sent once more.

export interface RetryWait {
  /** Milliseconds. */
  ms: number
  /** Whether that is what the service asked for, which then holds for all requests to it. */
  asked: boolean
}

/**
 * What the service asked for, where that is a wait at all: "Retry-After: 0" and a date that is past, or just about to be, say no
 * more than that it has no time now, and asked again at once it is asked dozens of times a second.
 * @param askedMs of `retryAfterMs`; null: it asked for none
 * @param shortestMs the wait before a first retry that nobody asked for
 * @param backoffMs the one before this retry
 */
export function retryWait(askedMs: number | null, shortestMs: number, backoffMs: number): RetryWait {
  if (askedMs !== null && askedMs >= shortestMs) return { ms: askedMs, asked: true }
  return { ms: Math.max(askedMs ?? 0, backoffMs), asked: false }
}
