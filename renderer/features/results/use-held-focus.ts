// A button that does away with itself (Cancel search, Clear selection, …) leaves the focus to the rows, not to nowhere.
import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { focusGrid } from '../../ui/event-grid/events-grid.tsx'

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
    // React is deaf while it removes elements: a blur that is heard was meant.
    onBlur: () => {
      held.current = null
    },
  }
}
