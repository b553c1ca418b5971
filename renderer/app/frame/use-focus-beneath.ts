// What covers the panes goes, with the focus in it: the focus is again where it was in the panes.
import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/** @param isCovered as drawn now. @returns listeners for the element that holds the panes */
export function useFocusBeneath(isCovered: boolean) {
  const last = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (isCovered || document.activeElement !== document.body) return
    if (last.current?.isConnected) last.current.focus({ preventScroll: true })
  }, [isCovered])
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target : null
    },
  }
}
