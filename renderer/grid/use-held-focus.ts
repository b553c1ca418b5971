// When a button removes itself (Cancel search, Clear selection, …), the focus goes to the rows instead of being lost.
import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { focusGrid } from './events-grid.tsx'

/** Listeners for the element that holds the grid and everything that may come and go beside it. */
export function useHeldFocus() {
  const held = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (held.current === null || held.current.isConnected) return
    held.current = null
    if (document.activeElement === document.body) focusGrid()
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      held.current = target
    },
    // React dispatches no blur while it removes elements: one that arrives was meant by the user.
    onBlur: () => {
      held.current = null
    },
  }
}
