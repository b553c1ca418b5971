// The page's own keys: "/" to the filters, Alt+Up and Alt+Down through the events, F6 from pane to pane, Escape closes the details.
import { useEffect, useRef } from 'react'
import { focusNextPane } from './focus-next-pane.ts'

interface Shortcuts {
  /** null: "/" is switched off. */
  onSlash: (() => void) | null
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onEscape: (() => void) | null
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const action = actionFor(event, latest.current)
      if (action === null) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function actionFor(event: KeyboardEvent, shortcuts: Shortcuts): (() => void) | null {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return null
  if (isInOverlay(event.target)) return null
  if (event.key === 'F6' && !event.altKey) return () => focusNextPane(event.shiftKey ? -1 : 1)
  if (isTyping(event.target)) return null
  switch (event.key) {
    case '/':
      return event.altKey ? null : shortcuts.onSlash
    case 'ArrowUp':
      return event.altKey ? shortcuts.onPrevious : null
    case 'ArrowDown':
      return event.altKey ? shortcuts.onNext : null
    case 'Escape':
      return shortcuts.onEscape
    default:
      return null
  }
}

/** Keys typed into a field are the field's. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** Menus, lists and dialogs have keys of their own; the details as an overlay are still the details. */
function isInOverlay(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const overlay = target.closest('[role="menu"], [role="listbox"], [role="dialog"]')
  return overlay !== null && overlay.querySelector('[aria-label="Event details"]') === null
}
