// Ctrl/Cmd+C copies rows: the selected ones wherever the focus is, else the one that has it.
import { useEffect, useEffectEvent } from 'react'
import type { Event } from '../../../shared/event.ts'
import { putOnClipboard } from './copied-text.ts'
import { isTextMarked } from './grid-dom.ts'
import { inGridOrder, type Selection } from './row-selection.ts'

/** `shown` are the grid's rows as they stand; `rowAt` finds the event of one. Marked text, fields and overlays keep the key for themselves. */
export function useCopiedRows(
  selection: Selection,
  shown: readonly Event[],
  rowAt: (target: EventTarget) => Event | null,
  onCopied: (rows: number) => void,
): void {
  const copy = useEffectEvent((copied: ClipboardEvent) => {
    const { target, clipboardData } = copied
    if (target === null || clipboardData === null || copied.defaultPrevented) return
    if (isTextMarked() || isElsewhere(target)) return
    const row = rowAt(target)
    const chosen = selection.size > 0 ? inGridOrder(selection, shown).events : row ? [row] : []
    if (chosen.length === 0) return
    putOnClipboard(clipboardData, chosen)
    copied.preventDefault()
    onCopied(chosen.length)
  })
  useEffect(() => {
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [])
}

/** In a field that has text of its own to copy, or in something that lies over the page. */
function isElsewhere(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isField = target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  return isField || target.isContentEditable || target.closest('[role="dialog"], [role="menu"]') !== null
}
