// The line below the rows of a snapshot: their number and order.
import { type EventsTable, sortWords } from '../../grid/events-table.ts'
import { countWords } from '../../ui/grouped-digits.ts'
import type { RowsState } from '../store/rows-session.ts'
import styles from './snapshot-events.module.css'

export function EventsFoot({
  shown,
  table,
  isBusy,
}: {
  shown: RowsState['shown']
  table: EventsTable
  isBusy: boolean
}) {
  return (
    <footer className={styles.foot}>
      <span role="status" className={styles.count}>
        {isBusy ? 'Loading…' : shown && countOf(shown)}
      </span>
      <span className={styles.order}>{shown && (sortWords(table) ?? 'Oldest first')}</span>
    </footer>
  )
}

function countOf({ count, of }: NonNullable<RowsState['shown']>): string {
  return count === of ? countWords(of, 'event') : `${count.toLocaleString('en-US')} of ${countWords(of, 'event')}`
}
