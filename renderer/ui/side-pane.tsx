// A pane beside the table.
import { ActionIcon } from '@mantine/core'
import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { takeFocus } from './focus.ts'
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
  useLayoutEffect(() => (modal ? takeFocus(pane.current) : undefined), [modal])
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return
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
