// The line above the rows of a snapshot: its filter, its sorting, and its columns.
import { IconArrowsSort, IconX } from '@tabler/icons-react'
import type { Scope } from '../../../shared/snapshot-condition.ts'
import type { ColumnChoice } from '../../session/column-choice.ts'
import { ColumnsMenu } from '../../ui/event-grid/columns-menu.tsx'
import { type EventsTable, sortWords } from '../../ui/event-grid/events-table.ts'
import { ConditionsBar } from './conditions-bar.tsx'
import styles from './snapshot-events.module.css'

interface EventsBarProps {
  scope: Scope
  zone: string
  onScope: (scope: Scope) => void
  listNames: () => readonly string[]
  table: EventsTable
  choice: ColumnChoice
  onColumns: (choice: ColumnChoice) => void
  properties: readonly string[]
}

export function EventsBar(props: EventsBarProps) {
  const { scope, zone, onScope, listNames, table } = props
  const sorted = sortWords(table)
  return (
    <div className={styles.bar}>
      <ConditionsBar scope={scope} zone={zone} onScope={onScope} listNames={listNames} />
      <div className={styles.tools}>
        {sorted !== null && (
          <button
            type="button"
            className={styles.sorted}
            title="Back to the order of the snapshot"
            onClick={() => table.setSorting([])}
          >
            <IconArrowsSort size={13} stroke={1.8} aria-hidden />
            <span className={styles.short}>sorted: {sorted}</span>
            <IconX size={12} stroke={2} aria-hidden />
            <span className={styles.unseen}>Back to the order of the snapshot</span>
          </button>
        )}
        <ColumnsMenu
          choice={props.choice}
          onChoice={props.onColumns}
          properties={props.properties}
          listNames={listNames}
        />
      </div>
    </div>
  )
}
