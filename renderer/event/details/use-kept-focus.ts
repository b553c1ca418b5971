// Keeps the focus in a container whose content is replaced: without it, stepping on by keyboard would end at the first event.
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The handlers go on `container`, which must be focusable. When `content` has changed and the focused element went with
 * the old one, the container itself gets the focus.
 */
export function useKeptFocus(container: RefObject<HTMLElement | null>, content: unknown) {
  const isInside = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because the content changed, whatever it is
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) container.current?.focus({ preventScroll: true })
  }, [container, content])
  return {
    onFocus: () => {
      isInside.current = true
    },
    onBlur: (event: FocusEvent) => {
      // Without a related target the element was removed, or the window left: neither is leaving the container.
      const next = event.relatedTarget
      if (next instanceof Node && !container.current?.contains(next)) isInside.current = false
    },
  }
}
