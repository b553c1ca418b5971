// Heads of the table "Totals".
import type { TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { shortened } from '../../ui/excerpt.ts'
import styles from './totals-table.module.css'

interface HeadProps {
  title: string
  by?: TotalsQuestion['order'] | undefined
  order?: TotalsQuestion['order']
  onOrder?: (order: TotalsQuestion['order']) => void
  className?: string | undefined
}

/** A head that lines can be sorted by is a button: keys ascending, figures descending. */
export function Head({ title, by, order, onOrder, className }: HeadProps) {
  const shown = shortened(title, 80)
  const isOrder = by !== undefined && by === order
  const sort = isOrder ? (by === 'keys' ? 'ascending' : 'descending') : undefined
  return (
    <th
      scope="col"
      className={className}
      aria-sort={sort}
      title={title.length > 24 ? shortened(title, 2_000) : undefined}
    >
      {by === undefined || onOrder === undefined ? (
        shown
      ) : (
        <button type="button" className={styles.order} aria-label={shown} onClick={() => onOrder(by)}>
          {shown}
          {isOrder && <span aria-hidden> {by === 'keys' ? '▴' : '▾'}</span>}
        </button>
      )}
    </th>
  )
}

export function Heads({ rounded, ...head }: HeadProps & { rounded: string | null }) {
  return (
    <>
      <Head {...head} className={styles.number} />
      {rounded !== null && <Head title={rounded} className={styles.rounded} />}
    </>
  )
}
