// One value remembered for a connection between runs: read at the start, stored on each change.
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'
import type { Later } from './later.ts'

export interface RememberedValue<T> {
  /** Null until read. */
  state(): T | null
  subscribe(listener: () => void): () => void
  /** Reads it, each time again: another window may have changed it. What was changed here meanwhile stays. */
  start(): void
  /** Takes effect at once. If it cannot be stored, it lasts as long as the page, and `onUnkept` receives why. */
  change(value: T): void
}

export interface RememberedValueEffects {
  bridge: Pick<Bridge, 'remembered'>
  connectionId: string
  later: Later
  onUnkept: (error: unknown) => void
}

/** How long to wait for a keychain that may be asking its user, in milliseconds. */
export const REMEMBERED_WITHIN_MS = 1_000

/** @param read parses a remembered text; gives the default for null and for invalid texts */
export function createRememberedValue<T>(
  name: string,
  read: (text: string | null) => T,
  { bridge, connectionId, later, onUnkept }: RememberedValueEffects,
): RememberedValue<T> {
  const store = createStore<{ value: T | null }>(() => ({ value: null }))
  let changes = 0
  let isReading = false
  /** What is read has been written before. */
  let writing: Promise<unknown> = Promise.resolve()

  async function readAnew(): Promise<void> {
    isReading = true
    const before = changes
    const stopWaiting = later(REMEMBERED_WITHIN_MS, () => store.setState((now) => ({ value: now.value ?? read(null) })))
    await writing
    const text = await bridge.remembered.read({ connectionId, name }).catch(() => undefined)
    stopWaiting()
    isReading = false
    if (changes !== before) return
    // What was known holds where it cannot be read now.
    store.setState((now) => ({ value: text === undefined ? (now.value ?? read(null)) : read(text) }))
  }

  return {
    state: () => store.getState().value,
    subscribe: store.subscribe,
    start() {
      if (!isReading) void readAnew()
    },
    change(value) {
      changes += 1
      store.setState({ value })
      const written = bridge.remembered.write({ connectionId, name, value: JSON.stringify(value) }).catch(onUnkept)
      writing = Promise.all([writing, written])
    },
  }
}
