// A button that gives way to what it asked for leaves the focus to that: to the first button in its place (`data-slot`).
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
    // React is deaf while it removes elements: a blur that is heard was meant.
    onBlur() {
      slot.current = null
    },
  }
}

/** Of a row of bars the one that Tab stops at. */
const STOP = 'button:not([tabindex="-1"])'
