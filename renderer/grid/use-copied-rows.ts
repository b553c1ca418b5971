// Ctrl/Cmd+C copies the selected rows wherever the focus is, else the cell that has it; on a checkbox, its row.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { wellFormed } from '../../shared/exact/exact-json.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { onceControlsThere } from '../ui/on-demand.tsx'
import { say } from '../ui/say.ts'
import { isTextMarked } from './grid-dom.ts'

/** A copy event takes its texts at once, so what makes them is loaded before: after the first rows, which do not need it. */
let copying: typeof import('./copied-text.ts') | null = null

async function loadCopying(): Promise<void> {
  copying ??= await import('./copied-text.ts')
}

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
    // Right after the start it is still on its way: the same is copied once it is there.
    if (copying === null) return void loadCopying().then(() => document.execCommand('copy'))
    copying.putOnClipboard(clipboardData, rows)
    say(rows.length === 1 ? '1 row copied' : `${grouped(rows.length)} rows copied`)
  })
  useEffect(() => {
    onceControlsThere(() => void loadCopying())
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
