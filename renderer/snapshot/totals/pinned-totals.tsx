// Below the table "Totals": "All" of each currency or unit in one line that stays in sight, and how much that is of.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { shortened } from '../../ui/excerpt.ts'
import { countOfGroups, pinnedFigures } from './pinned-figures.ts'
import type { ShownTotals } from './totals-lines.ts'
import styles from './totals-table.module.css'

/** More of them would cover the lines. */
const MOST_PINNED = 6

export function PinnedTotals({ shown }: { shown: ShownTotals }) {
  const pinned = pinnedFigures(shown)
  const more = pinned.length - MOST_PINNED
  return (
    <div className={styles.pinned}>
      {pinned.length > 0 && (
        <p className={styles.pinnedFigures}>
          <b>All</b>
          {pinned.slice(0, MOST_PINNED).map(({ unit, figures }) => (
            <span key={unit}>
              {figures.map(({ name, text }, at) => (
                <span key={name}>
                  {at > 0 && ' · '}
                  {figures.length > 1 && `${name} `}
                  <b>{text}</b>
                </span>
              ))}{' '}
              {shortened(unit, 20)}
            </span>
          ))}
          {more > 0 && <span>and {grouped(more)} more</span>}
        </p>
      )}
      <p className={styles.pinnedCount} role="status">
        {countOfGroups(shown)}
      </p>
    </div>
  )
}
