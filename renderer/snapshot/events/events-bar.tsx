// The line above the rows of a snapshot: another condition, the sorting, and the columns.
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ColumnChoice } from '../../grid/column-choice.ts'
import { ColumnsMenu } from '../../grid/columns-menu.tsx'
import { type EventsTable, sortWords } from '../../grid/events-table.ts'
import { SortedChip } from '../../grid/sorted-chip.tsx'
import { AddCondition } from '../conditions/add-condition.tsx'
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
      <AddCondition scope={scope} zone={zone} onScope={onScope} listNames={listNames} />
      <div className={styles.tools}>
        {sorted !== null && (
          <SortedChip
            words={`sorted: ${sorted}`}
            back="Back to the snapshot’s order"
            onUnsort={() => table.setSorting([])}
          />
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
