// "Filter by this" over the cell that the pointer is on.
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './cell-filter.module.css'
import type { EventRows } from './event-rows.ts'
import type { FilterBy, FilterValue } from './filter-by.ts'

interface CellFilterProps {
  rows: EventRows
  /** Tells what the cell that holds it can be filtered by; null: nothing. */
  valueAt: (target: EventTarget) => FilterValue | null
  filterBy: FilterBy
}

/** The rows are seen between these: beside them may be a scroll bar. */
function inSight(cell: Element): { left: number; right: number } | null {
  const scroll = cell.closest('table')?.parentElement
  if (!scroll) return null
  const { left } = scroll.getBoundingClientRect()
  return { left, right: left + scroll.clientWidth }
}

interface CellUnderPointer {
  cell: Element
  value: FilterValue
  /** It counts CSS pixels from the corner of the box around the grid. */
  left: number
  top: number
}

/** It counts CSS pixels, as in the stylesheet. */
const FILTER_SIZE = 22

/**
 * One button for all cells, over the one that the pointer is on: a button a cell would cost more than the rows. It is
 * for the pointer alone: the menu of a cell, which the menu key opens, and the details have the same for everybody
 * else.
 */
export function CellFilter({ rows, valueAt, filterBy }: CellFilterProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [under, setUnder] = useState<CellUnderPointer | null>(null)

  const look = useEffectEvent((box: Element, { target, pointerType, clientX }: PointerEvent) => {
    if (target === null || (target instanceof Node && button.current?.contains(target))) return
    const cell = target instanceof Element ? target.closest<HTMLElement>('td') : null
    const value = cell === null || pointerType === 'touch' ? null : valueAt(cell)
    if (cell === null || value === null) return setUnder(null)
    const around = box.getBoundingClientRect()
    const { left: start, right, top, height } = cell.getBoundingClientRect()
    const sight = inSight(cell) ?? around
    const left = Math.max(start, sight.left)
    const places = [Math.min(right, sight.right) - FILTER_SIZE - 2, left]
    // The end of the cell at which no text stands is tried first: numbers end at the right.
    if (cell.dataset.numeric) places.reverse()
    // The button never lies under the pointer itself, whose click is meant for the row.
    const at = places.find((place) => clientX < place || clientX > place + FILTER_SIZE) ?? left
    setUnder({ cell, value, left: at - around.left, top: top - around.top + (height - FILTER_SIZE) / 2 })
  })
  useEffect(() => {
    const box = button.current?.parentElement
    if (!box) return
    const over = (event: PointerEvent) => look(box, event)
    const leave = () => setUnder(null)
    box.addEventListener('pointerover', over)
    box.addEventListener('pointerleave', leave)
    box.addEventListener('scroll', leave, { capture: true, passive: true })
    return () => {
      box.removeEventListener('pointerover', over)
      box.removeEventListener('pointerleave', leave)
      box.removeEventListener('scroll', leave, { capture: true })
    }
  }, [])
  // Other rows stand there now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows change
  useEffect(() => setUnder(null), [rows])

  const toggle = under && filterBy.toggle(under.value)
  const isOn = under !== null && filterBy.isApplied(under.value)
  const Icon = isOn ? IconFilterFilled : IconFilter
  return (
    <button
      ref={button}
      type="button"
      aria-hidden
      tabIndex={-1}
      data-cell-filter
      className={styles.cellFilter}
      hidden={typeof toggle !== 'function'}
      title={isOn ? 'Remove this filter' : 'Filter by this'}
      style={{ left: under?.left, top: under?.top }}
      // The focus stays in the grid.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (typeof toggle === 'function') toggle()
        setUnder(null)
      }}
    >
      <Icon size={14} stroke={1.7} aria-hidden />
    </button>
  )
}
