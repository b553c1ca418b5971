// The line below the table: the range, and where the rows came from.
import type { AnswerInfo, SearchRequest } from '../../../shared/event.ts'
import { AnswerSource } from './answer-source.tsx'
import styles from './results-footer.module.css'

interface ResultsFooterProps {
  /** As "Rows 1–50 of 1,234"; null before the first answer. */
  range: string | null
  /** Grows with each search. */
  turn: number
  answered: { info: AnswerInfo; request: SearchRequest; fromCache: boolean } | null
  order: string | null
  sorted: string | null
  zone: string
}

export function ResultsFooter(props: ResultsFooterProps) {
  const { range, turn, answered, order, sorted, zone } = props
  return (
    <footer className={styles.footer}>
      <div className={styles.words}>
        <span role="status" className={styles.range}>
          {/* A new node for each search: it is announced once, also when the words are the same as before. */}
          <span key={turn}>{range}</span>
        </span>
        {answered === null ? null : (
          <span className={styles.origin}>
            <AnswerSource {...answered} order={order} sorted={sorted} zone={zone} />
          </span>
        )}
      </div>
    </footer>
  )
}
