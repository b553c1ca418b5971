// The line below the table: the range, and where the rows came from.
import type { ReactNode } from 'react'
import { rangeText } from '../../../shared/search/paging.ts'
import type { ShownRows } from '../store/search-state.ts'
import { AnswerSource } from './controls.tsx'
import styles from './results-footer.module.css'

interface ResultsFooterProps {
  /** null before the first answer. */
  shown: ShownRows | null
  order: string | null
  sorted: string | null
  zone: string
  /** What the rows add up to. */
  sums: ReactNode
}

export function ResultsFooter({ shown, order, sorted, zone, sums }: ResultsFooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.words}>
        <span role="status" className={styles.range}>
          {/* A new node for each search: it is announced once, also when the words are the same as before. */}
          <span key={shown?.turn}>{shown && rangeText(shown.request, shown.answer.page)}</span>
        </span>
        {/* Before anything whose width changes from page to page, or it would move. */}
        {shown === null || shown.answer.page.events.length === 0 ? null : <span className={styles.origin}>{sums}</span>}
        {shown === null ? null : (
          <span className={styles.origin}>
            <AnswerSource shown={shown} order={order} sorted={sorted} zone={zone} />
          </span>
        )}
      </div>
    </footer>
  )
}
