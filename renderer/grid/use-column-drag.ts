// Column heads are dragged to another place. By the pointer only: the Columns menu moves them by key.
import type { PointerEvent } from 'react'
import { useRef } from 'react'

/** In CSS pixels: a shorter drag is a click, which sorts. */
const SLACK = 6

/** Listeners for the row of heads; `onMove` hears places that count the columns from 0, without the checkbox. */
export function useColumnDrag(onMove: (from: number, to: number) => void) {
  const drag = useRef<{ from: number; x: number; to: number | null } | null>(null)

  function end(row: HTMLElement, pointer: number) {
    for (const head of row.children) head.removeAttribute('data-drop')
    row.removeAttribute('data-dragging')
    if (row.hasPointerCapture(pointer)) row.releasePointerCapture(pointer)
    const done = drag.current
    drag.current = null
    return done
  }

  return {
    onPointerDown({ target, button, clientX, pointerType }: PointerEvent<HTMLTableRowElement>) {
      // A finger scrolls.
      if (button !== 0 || pointerType === 'touch' || !(target instanceof Element)) return
      const head = target.closest('th')
      if (!head || head.cellIndex === 0 || target.closest('[aria-hidden][title]')) return
      drag.current = { from: head.cellIndex - 1, x: clientX, to: null }
    },
    onPointerMove({ currentTarget, clientX, pointerId }: PointerEvent<HTMLTableRowElement>) {
      const now = drag.current
      if (!now || (now.to === null && Math.abs(clientX - now.x) < SLACK)) return
      currentTarget.setPointerCapture(pointerId)
      currentTarget.dataset.dragging = ''
      const heads = [...currentTarget.cells].slice(1)
      const under = heads.findIndex((head) => clientX < head.getBoundingClientRect().right)
      now.to = under < 0 ? heads.length - 1 : under
      heads.forEach((head, index) => {
        if (index === now.to && index !== now.from) head.dataset.drop = index < now.from ? 'before' : 'after'
        else head.removeAttribute('data-drop')
      })
    },
    onPointerUp({ currentTarget, pointerId }: PointerEvent<HTMLTableRowElement>) {
      const done = end(currentTarget, pointerId)
      if (done === null || done.to === null) return
      // The click that ends a drag must not sort.
      currentTarget.addEventListener('click', (clicked) => clicked.stopPropagation(), { capture: true, once: true })
      if (done.to !== done.from) onMove(done.from, done.to)
    },
    onPointerCancel: ({ currentTarget, pointerId }: PointerEvent<HTMLTableRowElement>) =>
      void end(currentTarget, pointerId),
  }
}
