// Work of which only the latest counts: what begins aborts what is under way.

export interface Turns {
  /** Aborts the work under way. @returns the signal for the work that begins */
  next(): AbortSignal
  /** The signal of the work under way. */
  signal(): AbortSignal
}

export function createTurns(): Turns {
  let turn = new AbortController()
  return {
    next() {
      turn.abort()
      turn = new AbortController()
      return turn.signal
    },
    signal: () => turn.signal,
  }
}
