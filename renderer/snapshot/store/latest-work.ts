// Work of which only the latest counts: what begins aborts what is under way.

export function createLatestWork() {
  let current = new AbortController()
  return {
    /** Aborts the work under way. @returns the signal for the work that begins */
    next(): AbortSignal {
      current.abort()
      current = new AbortController()
      return current.signal
    },
    /** The signal of the work under way. */
    signal: () => current.signal,
  }
}
