// The grid's column heads: the page's checkbox, and a button in each column that sorts the loaded page.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Event } from '../../../shared/event.ts'
import styles from './events-grid.module.css'
import type { EventsTable } from './events-table.ts'
import type { GridPlace } from './grid-focus.ts'
import { type Selection, selectedShare } from './row-selection.ts'

interface GridHeadProps {
  table: EventsTable
  events: readonly Event[]
  selection: Selection
  onSelectPage: (selected: boolean) => void
  tabStop: GridPlace
  /** As of the rows. */
  numbered: boolean
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

export function GridHead({ table, events, selection, onSelectPage, tabStop, numbered }: GridHeadProps) {
  const tabIndex = (column: number) => (tabStop.row === -1 && tabStop.column === column ? 0 : -1)
  const share = selectedShare(selection, events)
  return (
    <thead>
      <tr data-row={-1} aria-rowindex={numbered ? 1 : undefined}>
        <th scope="col" className={styles.select}>
          <input
            type="checkbox"
            className={styles.checkbox}
            data-column={0}
            tabIndex={tabIndex(0)}
            aria-label="Select all rows of this page"
            checked={share === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = share === 'some'
            }}
            onChange={() => onSelectPage(share !== 'all')}
          />
        </th>
        {table.getVisibleLeafColumns().map((column, index) => {
          const place = { 'data-column': index + 1, tabIndex: tabIndex(index + 1) }
          const name = String(column.columnDef.header)
          const sorted = column.getIsSorted()
          if (!column.getCanSort()) {
            return (
              <th key={column.id} scope="col" {...place}>
                {name}
              </th>
            )
          }
          return (
            <th key={column.id} scope="col" aria-sort={sorted ? ARIA_SORT[sorted] : 'none'}>
              <button
                type="button"
                className={styles.sort}
                title={`Sort the rows of this page by ${name}`}
                data-sorted={sorted || undefined}
                onClick={column.getToggleSortingHandler()}
                {...place}
              >
                {name}
                {sorted === 'asc' ? <IconArrowUp size={13} stroke={2.2} aria-hidden /> : null}
                {sorted === 'desc' ? <IconArrowDown size={13} stroke={2.2} aria-hidden /> : null}
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
