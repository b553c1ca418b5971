// Whose turn it is to be read: so many at a time, the others in the order in which they came.

export interface ReadingTurns {
  /** Resolves when it is its turn; false once `signal` is aborted before that. */
  take(signal: AbortSignal): Promise<boolean>
  /** The turn is over: another's comes. */
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
