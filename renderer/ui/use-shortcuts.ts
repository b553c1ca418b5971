// The page's own keys: Ctrl/Cmd+K to the one box, "/" to the filters, "?" for the keys, Alt+Up and Alt+Down through the
// events, F6 from pane to pane, Escape closes the details.
import { useEffect, useRef } from 'react'
import { focusNextPane } from './focus-next-pane.ts'

interface Shortcuts {
  /** Null, here and below: the key is not handled. */
  onFind: (() => void) | null
  /** Null also where single-character shortcuts are switched off. */
  onSlash: (() => void) | null
  onQuestion: (() => void) | null
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
  if (event.defaultPrevented || event.isComposing) return null
  if (isFind(event)) return isUnderDialog() ? null : shortcuts.onFind
  if (event.ctrlKey || event.metaKey || isInOverlay(event.target)) return null
  if (event.key === 'F6' && !event.altKey) return () => focusNextPane(event.shiftKey ? -1 : 1)
  if (isTyping(event.target)) return null
  switch (event.key) {
    case '/':
      return event.altKey ? null : shortcuts.onSlash
    case '?':
      return shortcuts.onQuestion
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

/** Ctrl+K, and on a Mac Command+K; from a field too. */
function isFind({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}

/** A dialog keeps the focus; panes shown as overlays do not. */
function isUnderDialog(): boolean {
  return document.querySelector('.mantine-Modal-inner, .mantine-Drawer-inner') !== null
}

/** Keys typed into a field belong to the field. */
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
