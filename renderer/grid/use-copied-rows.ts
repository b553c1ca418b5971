// Ctrl/Cmd+C copies the selected rows wherever the focus is, else the cell that has it; on a checkbox, its row.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { wellFormed } from '../../shared/exact/well-formed.ts'
import { say } from '../ui/say.ts'
import { putOnClipboard } from './copied-text.ts'
import { isTextMarked } from './grid-dom.ts'

/**
 * `selected` are the selected rows in the grid's order; `placeAt` finds the event of one, and its cell's exact text, null
 * where the row is meant. What was copied is said. Selected text, fields, overlays, and what covers the grid keep the key
 * for themselves.
 */
export function useCopiedRows(
  grid: RefObject<HTMLElement | null>,
  selected: readonly Event[],
  placeAt: (target: EventTarget) => { event: Event; cell: string | null } | null,
): void {
  const copy = useEffectEvent((copied: ClipboardEvent) => {
    const { target, clipboardData } = copied
    if (target === null || clipboardData === null || copied.defaultPrevented) return
    if (isTextMarked() || isElsewhere(target) || grid.current?.closest('[inert]')) return
    const place = placeAt(target)
    if (selected.length === 0 && place === null) return
    copied.preventDefault()
    if (selected.length === 0 && place?.cell != null) {
      clipboardData.setData('text/plain', wellFormed(place.cell))
      return say('Cell copied')
    }
    const rows = selected.length > 0 || place === null ? selected : [place.event]
    putOnClipboard(clipboardData, rows)
    say(rows.length === 1 ? '1 row copied' : `${grouped(rows.length)} rows copied`)
  })
  useEffect(() => {
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [])
}

/** In a field that has its own text to copy, or in an overlay. */
function isElsewhere(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isField = target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  return isField || target.isContentEditable || target.closest('[role="dialog"], [role="menu"]') !== null
}
