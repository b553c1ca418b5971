// When the focused part of the page goes (a button that removes itself, an event that is stepped on from, a question that is
// replaced by its answer), the focus goes somewhere near instead of being lost.
import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Listeners for the element whose contents come and go.
 * @param giveTo moves the focus; is told the `data-slot` that the focus was in, '' where it was in none
 */
export function useHeldFocus(giveTo: (slot: string) => void) {
  const held = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (held.current === null || document.activeElement !== document.body) return
    const slot = held.current
    held.current = null
    giveTo(slot)
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      held.current = target.closest('[data-slot]')?.getAttribute('data-slot') ?? ''
    },
    // React dispatches no blur while it removes elements: one that arrives was meant by the user, unless the window left.
    onBlur: () => {
      if (document.hasFocus()) held.current = null
    },
  }
}
