// The latest state of something that goes on, told to however many listen.

export interface Told<State> {
  now(): State
  tell(next: State): void
  /** The state as it is, then each change, none of which waits for a slow listener; ends with the last one or `signal`. */
  states(signal: AbortSignal): AsyncGenerator<State, void>
}

/** @param isLast whether no other state follows */
export function createTold<State>(first: State, isLast: (state: State) => boolean): Told<State> {
  let state = first
  let changed = Promise.withResolvers<void>()

  return {
    now: () => state,
    tell(next) {
      state = next
      changed.resolve()
      changed = Promise.withResolvers()
    },
    async *states(signal) {
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      while (!signal.aborted) {
        const [told, next] = [state, changed.promise]
        yield told
        if (isLast(told)) return
        if (told === state) await Promise.race([next, aborted])
      }
    },
  }
}
