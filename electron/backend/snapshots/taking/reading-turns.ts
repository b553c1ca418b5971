// A queue of readings: so many at a time, first come, first served.

export interface ReadingTurns {
  /** Resolves with true when its turn comes, or with false if `signal` is aborted first. */
  take(signal: AbortSignal): Promise<boolean>
  /** Passes the turn on. */
  end(): void
}

export function createReadingTurns(most: number): ReadingTurns {
  const waiting: { begin: (mayBegin: boolean) => void }[] = []
  let under = 0

  function beginNext(): void {
    while (under < most) {
      const next = waiting.shift()
      if (next === undefined) return
      under += 1
      next.begin(true)
    }
  }

  return {
    take: (signal) =>
      new Promise((begin) => {
        if (signal.aborted) return begin(false)
        const place = { begin }
        waiting.push(place)
        signal.addEventListener('abort', () => {
          const at = waiting.indexOf(place)
          if (at < 0) return
          waiting.splice(at, 1)
          begin(false)
        })
        beginNext()
      }),
    end() {
      under -= 1
      beginNext()
    },
  }
}
