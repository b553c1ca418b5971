// A pane beside the table.

import { ActionIcon } from '@mantine/core'
import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { takeFocusAlone } from './focus.ts'
import styles from './side-pane.module.css'

interface SidePaneProps {
  side: 'left' | 'right'
  /** The dialog's name while it is an overlay; the left one then has a button that closes it, in its head. */
  label: string
  overlay: boolean
  open: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * Where there is no room beside the table it becomes an overlay: modal, closed by Escape, returning the focus. The same
 * element serves both, so that a draft or a scroll position inside survives a change of width.
 */
export function SidePane({ side, label, overlay, open, onClose, children }: SidePaneProps) {
  const modal = overlay && open
  const pane = useRef<HTMLDivElement>(null)
  const trap = useMergedRef(useFocusTrap(modal), pane)
  useLayoutEffect(() => (modal ? takeFocusAlone(pane.current) : undefined), [modal])
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return
    // Escape closes the list that is open at a field first.
    if ((event.target as HTMLElement).getAttribute('aria-expanded') === 'true') return
    event.preventDefault()
    onClose()
  }
  return (
    <>
      {modal && <div className={styles.backdrop} onClick={onClose} aria-hidden />}
      <div
        ref={trap}
        className={styles.pane}
        data-side={side}
        data-overlay={overlay || undefined}
        hidden={!open}
        // It has the focus itself until what it holds is loaded.
        {...(modal
          ? { role: 'dialog', 'aria-modal': true, 'aria-label': label, tabIndex: -1, onKeyDown: closeOnEscape }
          : {})}
      >
        {children}
        {modal && side === 'left' && (
          <ActionIcon
            variant="subtle"
            size={28}
            className={styles.close ?? ''}
            aria-label="Close the filters"
            onClick={onClose}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </>
  )
}

// The edge between table and details: dragged with the pointer, moved with the arrow keys.

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
