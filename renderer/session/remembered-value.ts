// One thing that is remembered of a connection between runs: as it was left, and kept as it is changed.
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'
import type { Later } from './later.ts'

export interface RememberedValue<T> {
  /** Null until it is known what was left. */
  state(): T | null
  subscribe(listener: () => void): () => void
  start(): void
  /** Holds at once. What cannot be kept holds as long as the page does, and goes to `onUnkept`. */
  change(value: T): void
}

export interface RememberedValueEffects {
  bridge: Pick<Bridge, 'remembered'>
  connectionId: string
  later: Later
  onUnkept: (error: unknown) => void
}

/** A keychain that asks its user for longer than this is not waited for, in milliseconds. */
export const REMEMBERED_WITHIN_MS = 1_000

/** @param read what a remembered text means; null and what cannot be understood mean the usual */
export function createRememberedValue<T>(
  name: string,
  read: (text: string | null) => T,
  { bridge, connectionId, later, onUnkept }: RememberedValueEffects,
): RememberedValue<T> {
  const store = createStore<{ value: T | null }>(() => ({ value: null }))
  let changed = false

  return {
    state: () => store.getState().value,
    subscribe: store.subscribe,
    start() {
      const stopWaiting = later(REMEMBERED_WITHIN_MS, () =>
        store.setState((now) => ({ value: now.value ?? read(null) })),
      )
      bridge.remembered
        .read({ connectionId, name })
        .catch(() => null)
        .then((text) => {
          stopWaiting()
          // Whoever has changed it meanwhile wants that.
          if (!changed) store.setState({ value: read(text) })
        })
    },
    change(value) {
      changed = true
      store.setState({ value })
      bridge.remembered.write({ connectionId, name, value: JSON.stringify(value) }).catch(onUnkept)
    },
  }
}
