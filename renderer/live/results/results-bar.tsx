// The line above the table: in which order the rows stand, what does not fit about them, and what can be done with them.
// One stop for Tab, so that the rows are near, however much it offers.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { SortedChip } from '../../grid/grid-head.tsx'
import { useToolbar } from '../../ui/focus.ts'
import type { ShownRows } from '../store/search-state.ts'
import { BarNotes } from './controls.tsx'
import styles from './results-bar.module.css'

interface ResultsBarProps {
  titleId: string
  /** As the service sent the rows. */
  order: string | null
  /** As "Event code, ascending"; null while the rows are in the service's order. */
  sorted: string | null
  onUnsort: () => void
  /** Null before the first answer. */
  shown: ShownRows | null
  /** Shows an answer that arrived in the background; null when there is none. */
  newer: { words: string; show: () => void } | null
  children: ReactNode
}

export function ResultsBar({ titleId, order, sorted, onUnsort, shown, newer, children }: ResultsBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-labelledby={titleId} {...useToolbar<HTMLDivElement>()}>
      <h2 id={titleId} className={styles.title}>
        Events
      </h2>
      {sorted === null ? (
        order && <span className={styles.order}>{order}</span>
      ) : (
        <SortedChip words={`sorted on this page: ${sorted}`} back="Back to the service’s order" onUnsort={onUnsort} />
      )}
      {newer === null ? null : (
        <Button size="compact-sm" variant="light" className={styles.newer ?? ''} onClick={newer.show}>
          {newer.words}
        </Button>
      )}
      {shown && <BarNotes shown={shown} />}
      <div className={styles.tools}>{children}</div>
    </div>
  )
}
