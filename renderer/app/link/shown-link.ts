// The link that is looked at: one at a time, so that none takes the place of another under somebody's hand.
import { createStore } from 'zustand/vanilla'
import { LONGEST_LINK } from '../../../shared/connection/link.ts'
import type { OpenedSnapshot } from '../../snapshot/store/opened-snapshot.ts'

export interface ShownLink {
  /** As it came; null: none is looked at. */
  state(): string | null
  subscribe(listener: () => void): () => void
  /** False where another is looked at: this one is left out. */
  show(text: string): boolean
  leave(): void
}

/** Keyed by what a window has one of. */
const all = new WeakMap<OpenedSnapshot, ShownLink>()

export function shownLinkOf(opened: OpenedSnapshot): ShownLink {
  const known = all.get(opened)
  if (known !== undefined) return known
  const store = createStore<{ text: string | null }>(() => ({ text: null }))
  const shown: ShownLink = {
    state: () => store.getState().text,
    subscribe: store.subscribe,
    show(text) {
      if (store.getState().text !== null) return false
      // One more than a link has is enough to refuse it.
      store.setState({ text: text.slice(0, LONGEST_LINK + 1) })
      return true
    },
    leave: () => store.setState({ text: null }),
  }
  all.set(opened, shown)
  return shown
}
