// The file that was dropped on the window, kept until a snapshot is open to check it against.
import { createStore } from 'zustand/vanilla'
import type { OpenedSnapshot } from './opened-snapshot.ts'

export interface DroppedFile {
  /** Null: no file is waiting. */
  state(): File | null
  subscribe(listener: () => void): () => void
  /** @param isChecked whether it is checked as soon as it was looked at, if nothing has to be asked */
  put(file: File, options?: { isChecked: boolean }): void
  /** Of the file that is waiting. */
  isChecked(): boolean
  /** Ends the waiting: somebody has the file. */
  take(): void
}

/** One a window, keyed by its only OpenedSnapshot. */
const droppedFiles = new WeakMap<OpenedSnapshot, DroppedFile>()

export function droppedFileOf(opened: OpenedSnapshot): DroppedFile {
  const known = droppedFiles.get(opened)
  if (known !== undefined) return known
  const store = createStore<{ file: File | null; isChecked: boolean }>(() => ({ file: null, isChecked: false }))
  const dropped: DroppedFile = {
    state: () => store.getState().file,
    subscribe: store.subscribe,
    isChecked: () => store.getState().isChecked,
    put: (file, { isChecked } = { isChecked: false }) => store.setState({ file, isChecked }),
    take: () => store.setState({ file: null }),
  }
  droppedFiles.set(opened, dropped)
  return dropped
}
