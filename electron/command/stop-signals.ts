// Ctrl+C: once to stop cleanly, twice to end at once.

/** One Ctrl+C may come twice: from the terminal, and passed on by npm. Later ones are the user's. */
const ECHO_MS = 400

export interface StopEffects {
  /** Milliseconds; only differences count. */
  now: () => number
  /** The first signal: told what to do to end at once. */
  onFirst: () => void
  /** Ends the process. */
  endAtOnce: () => void
}

/** What to call on each signal, and what is aborted by the first. */
export function createStop({ now, onFirst, endAtOnce }: StopEffects): { signal: AbortSignal; onSignal: () => void } {
  const stopping = new AbortController()
  let first = 0
  return {
    signal: stopping.signal,
    onSignal: () => {
      if (stopping.signal.aborted) {
        if (now() - first >= ECHO_MS) endAtOnce()
        return
      }
      first = now()
      onFirst()
      stopping.abort()
    },
  }
}
