// When a button is replaced by the answer it asked for, the focus goes to the first button in the same `data-slot`.
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Listeners for the container. */
export function useHeldSlot(container: RefObject<HTMLElement | null>) {
  const slot = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (slot.current === null || document.activeElement !== document.body) return
    const place = container.current?.querySelector(`[data-slot="${slot.current}"]`)
    const [first] = [place, container.current].flatMap((element) => element?.querySelector<HTMLElement>(STOP) ?? [])
    first?.focus({ preventScroll: true })
  })
  return {
    onFocus({ target }: FocusEvent) {
      slot.current = target.closest('[data-slot]')?.getAttribute('data-slot') ?? ''
    },
    // React dispatches no blur while it removes elements: one that arrives was meant by the user.
    onBlur() {
      slot.current = null
    },
  }
}

/** Of a row of bars, the tab stop. */
const STOP = 'button:not([tabindex="-1"])'
