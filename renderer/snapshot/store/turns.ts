// Work of which only the latest counts.

export interface Turns {
  /** Aborts what is under way. @returns the signal of what begins now */
  next(): AbortSignal
  /** Of what is under way. */
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
