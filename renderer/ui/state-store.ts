// One store for all that lives equally long. Each who writes a part of it says how that part begins, so that its code
// can be loaded after the store was made.
import { createStore } from 'zustand/vanilla'

/** A part of a store: read, watched and written as if it were a store of its own. */
export interface StatePart<T> {
  state(): T
  /** Calls the listener whenever this part is another, whatever else in the store changes. */
  subscribe(listener: () => void): () => void
  set(next: T): void
  /** A field that is left out stays. */
  patch(change: Partial<T>): void
}

export interface StateStore<All> {
  /** The same state for all who name the part. @param beginning what it is until it is written */
  part<Name extends keyof All>(name: Name, beginning: All[Name]): StatePart<All[Name]>
}

/** Makes a store without parts; each begins when it is first asked for. */
export function createStateStore<All>(): StateStore<All> {
  const store = createStore<Partial<All>>(() => ({}))
  return {
    part<Name extends keyof All>(name: Name, beginning: All[Name]) {
      const state = (): All[Name] => {
        const now = store.getState()[name]
        return now === undefined ? beginning : now
      }
      const set = (next: All[Name]) => store.setState((now) => ({ ...now, [name]: next }), true)
      return {
        state,
        subscribe(listener) {
          let known = state()
          return store.subscribe(() => {
            if (state() === known) return
            known = state()
            listener()
          })
        },
        set,
        patch: (change) => set({ ...state(), ...change }),
      }
    },
  }
}
