// Work of which only the latest counts: what begins aborts what is under way.

export interface LatestWork {
  /** Aborts the work under way. @returns the signal for the work that begins */
  next(): AbortSignal
  /** The signal of the work under way. */
  signal(): AbortSignal
}

export function createLatestWork(): LatestWork {
  let current = new AbortController()
  return {
    next() {
      current.abort()
      current = new AbortController()
      return current.signal
    },
    signal: () => current.signal,
  }
}
