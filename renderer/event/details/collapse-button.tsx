// Shows a long text to its end, and stays in sight until it is folded again, however long that is.
import { useEffect, useRef } from 'react'
import styles from './json-text.module.css'

interface CollapseButtonProps {
  whole: boolean
  /** What the button says while a part is shown. */
  showAll: string
  onWhole: (whole: boolean) => void
}

export function CollapseButton({ whole, showAll, onWhole }: CollapseButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const wasWhole = useRef(whole)
  useEffect(() => {
    // What was read last is not left far above.
    if (wasWhole.current && !whole) button.current?.parentElement?.scrollIntoView({ block: 'nearest' })
    wasWhole.current = whole
  }, [whole])
  return (
    <button
      ref={button}
      type="button"
      className={styles.collapse}
      aria-expanded={whole}
      onClick={() => onWhole(!whole)}
    >
      {whole ? 'Collapse' : showAll}
    </button>
  )
}
