// The connection whose case is shown: opened from anywhere in the window.
import { createStore } from 'zustand/vanilla'

/** Null: none is. */
const shown = createStore<{ connectionId: string | null }>(() => ({ connectionId: null }))

export const shownCase = {
  subscribe: shown.subscribe,
  connectionId: () => shown.getState().connectionId,
  open: (connectionId: string) => shown.setState({ connectionId }),
  close: () => shown.setState({ connectionId: null }),
}
