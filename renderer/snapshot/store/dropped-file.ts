// The file that was dropped on the window, until a snapshot is open that it is checked against.
import { createStore } from 'zustand/vanilla'
import type { OpenedSnapshot } from './opened-snapshot.ts'

export interface DroppedFile {
  /** Null: none waits. */
  state(): File | null
  subscribe(listener: () => void): () => void
  put(file: File): void
  /** It waits no longer. */
  take(): void
}

/** Keyed by what a window has one of. */
const all = new WeakMap<OpenedSnapshot, DroppedFile>()

export function droppedFileOf(opened: OpenedSnapshot): DroppedFile {
  const known = all.get(opened)
  if (known !== undefined) return known
  const store = createStore<{ file: File | null }>(() => ({ file: null }))
  const dropped: DroppedFile = {
    state: () => store.getState().file,
    subscribe: store.subscribe,
    put: (file) => store.setState({ file }),
    take: () => store.setState({ file: null }),
  }
  all.set(opened, dropped)
  return dropped
}
