// The columns of one connection's table: as they were left, and kept as they are changed.
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'
import { type ColumnChoice, readColumnChoice, USUAL_COLUMNS } from './column-choice.ts'

export interface ColumnMemory {
  /** Null until it is known what was left: rows wait for it, or their columns would jump. */
  state(): ColumnChoice | null
  subscribe(listener: () => void): () => void
  start(): void
  /** Shown at once. What cannot be kept holds as long as the connection is open, and goes to `onUnkept`. */
  change(choice: ColumnChoice): void
}

export interface ColumnMemoryEffects {
  bridge: Pick<Bridge, 'remembered'>
  connectionId: string
  later: (ms: number, work: () => void) => () => void
  onUnkept: (error: unknown) => void
}

const NAME = 'columns'

/** A keychain that asks its user for longer than this is not waited for. In milliseconds. */
const PATIENCE_MS = 1_000

export function createColumnMemory({ bridge, connectionId, later, onUnkept }: ColumnMemoryEffects): ColumnMemory {
  const store = createStore<{ choice: ColumnChoice | null }>(() => ({ choice: null }))
  let changed = false

  return {
    state: () => store.getState().choice,
    subscribe: store.subscribe,
    start() {
      const stopWaiting = later(PATIENCE_MS, () => store.setState((now) => ({ choice: now.choice ?? USUAL_COLUMNS })))
      bridge.remembered
        .read({ connectionId, name: NAME })
        .catch(() => null)
        .then((text) => {
          stopWaiting()
          // Whoever has changed them meanwhile wants those.
          if (!changed) store.setState({ choice: readColumnChoice(text) ?? USUAL_COLUMNS })
        })
    },
    change(choice) {
      changed = true
      store.setState({ choice })
      bridge.remembered.write({ connectionId, name: NAME, value: JSON.stringify(choice) }).catch(onUnkept)
    },
  }
}
