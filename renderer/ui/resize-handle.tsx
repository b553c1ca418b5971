// The edge between table and details: dragged with the pointer, moved with the arrow keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import styles from './side-pane.module.css'

const DETAILS_MIN = 280
const DETAILS_MAX = 900
const STEP = 16

interface ResizeHandleProps {
  /** CSS pixels of the pane to the right. */
  width: number
  /** Each width on the way, to be painted without React. */
  onPreview: (width: number) => void
  /** The width to keep. */
  onCommit: (width: number) => void
}

export function ResizeHandle({ width, onPreview, onCommit }: ResizeHandleProps) {
  const drag = useRef<{ fromX: number; fromWidth: number; now: number } | null>(null)

  function start(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { fromX: event.clientX, fromWidth: width, now: width }
  }
  function move(event: PointerEvent<HTMLDivElement>) {
    if (!drag.current) return
    drag.current.now = clampWidth(drag.current.fromWidth + drag.current.fromX - event.clientX)
    onPreview(drag.current.now)
  }
  function end() {
    if (drag.current && drag.current.now !== drag.current.fromWidth) onCommit(drag.current.now)
    drag.current = null
  }
  function step(event: KeyboardEvent) {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP, Home: DETAILS_MIN - width, End: DETAILS_MAX - width }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onCommit(clampWidth(width + by))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> is no window splitter; this is the ARIA pattern for one
    <div
      role="separator"
      tabIndex={0}
      aria-label="Resize event details"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={DETAILS_MIN}
      aria-valuemax={DETAILS_MAX}
      className={styles.handle}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={step}
    />
  )
}

/** Whole CSS pixels within what settings accept. */
export function clampWidth(width: number): number {
  return Math.round(Math.min(DETAILS_MAX, Math.max(DETAILS_MIN, width)))
}
