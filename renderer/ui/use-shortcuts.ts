// The page's own keys: Ctrl/Cmd+K to the one box, "/" to the filters, "?" for the keys, Alt+Up and Alt+Down through the
// events, F6 from pane to pane, Escape closes the details.
import { useEffect, useRef } from 'react'

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

/**
 * Ctrl/Cmd+K works everywhere but under a dialog, F6 from fields too; all other keys are left to the field, menu, list
 * or dialog that has the focus. Where several components use it, only one handles a key. Callbacks need not be stable.
 */
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

/** The element that takes the focus in each pane, in screen order. */
const PANES = [
  { pane: 'header', entry: 'button, input' },
  { pane: 'form[aria-label="Filters"]', entry: 'input' },
  { pane: 'main', entry: '[role="grid"] [tabindex="0"]' },
  { pane: '[aria-label="Event details"]', entry: null },
] as const

/**
 * F6 and Shift+F6 cycle through header, filters, rows and details, as in other desktop programs. `step` is 1 or -1.
 * Panes that are not on screen are skipped.
 */
function focusNextPane(step: number): void {
  const panes = PANES.flatMap(({ pane, entry }) => {
    const there = [...document.querySelectorAll<HTMLElement>(pane)]
    const element = there.find((one) => one.checkVisibility() && one.closest('[inert]') === null)
    return element === undefined ? [] : [{ element, entry }]
  })
  const at = panes.findIndex(({ element }) => element.contains(document.activeElement))
  const next = panes[at < 0 ? 0 : (at + step + panes.length) % panes.length]
  if (next === undefined) return
  const target = next.entry === null ? next.element : entryOf(next.element, next.entry)
  target?.focus()
}

/** Covered elements are skipped; without rows it is the first tab stop. */
function entryOf(pane: HTMLElement, entry: string): HTMLElement | null {
  const entries = [...pane.querySelectorAll<HTMLElement>(entry), ...pane.querySelectorAll<HTMLElement>('button, input')]
  return entries.find((one) => one.closest('[inert]') === null) ?? null
}
