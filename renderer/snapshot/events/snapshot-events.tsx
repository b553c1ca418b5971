// The tab "Events" of a snapshot: the grid over all of its rows, with filter, sorting and selection.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { CellMenu } from '../../grid/cell-menu.tsx'
import { type ChosenSorting, type ColumnId, USUAL_COLUMNS } from '../../grid/column-choice.ts'
import type { ColumnMemory } from '../../grid/column-memory.ts'
import { propertyOf } from '../../grid/event-columns.ts'
import { EventsGrid, focusGrid } from '../../grid/events-grid.tsx'
import { useEventsTable } from '../../grid/events-table.ts'
import { LONGEST_FILTER } from '../../grid/filter-by.ts'
import { SelectionBar } from '../../grid/selection-bar.tsx'
import { useCellMenu } from '../../grid/use-cell-menu.ts'
import { useDimmed } from '../../grid/use-dimmed.ts'
import { usePropertyNames } from '../../grid/use-property-names.ts'
import { useRoom } from '../../grid/use-room.ts'
import { useHeldFocus } from '../../ui/use-held-focus.ts'
import { useOpenedActions } from '../opened/opened-actions.ts'
import type { RowsSession } from '../store/rows-session.ts'
import { conditionOf, isInScope, toggledScope } from '../store/scope-conditions.ts'
import { EventsBar } from './events-bar.tsx'
import { EventsFoot } from './events-foot.tsx'
import { NoneFulfil } from './none-fulfil.tsx'
import { rowMark } from './row-mark.ts'
import { RowsTroubleNotice } from './rows-trouble-notice.tsx'
import styles from './snapshot-events.module.css'
import { useOfferedProperties } from './use-offered-properties.ts'
import type { OpenRow } from './use-open-row.ts'
import { useRowSelection } from './use-row-selection.ts'
import type { useRows } from './use-rows.ts'

export interface SnapshotEventsProps {
  snapshot: SnapshotSummary
  scope: Scope
  zone: string
  columns: ColumnMemory
  sorting: ChosenSorting
  shownRows: ReturnType<typeof useRows>
  open: OpenRow
  /** Selected rows, two or more, in the grid's order. */
  onCompare: (events: readonly Event[]) => void
  /** Exports the selected rows, given as a scope. */
  onExport: (chosen: Scope) => void
  /** Left to right. */
  onShownColumns: (columns: readonly ColumnId[]) => void
}

const SAID_SHOWN_MS = 4_000

export function SnapshotEvents(props: SnapshotEventsProps) {
  const { snapshot, scope, zone, sorting, shownRows, open, onShownColumns } = props
  const { changeScope: onScope } = useOpenedActions()
  const rows = shownRows.session
  const columns = useSyncExternalStore(props.columns.subscribe, props.columns.state)
  const { state, sample, view, isOther } = shownRows
  const { shown, asking, trouble } = state
  const choice = columns ?? USUAL_COLUMNS
  const properties = useOfferedProperties(choice, sample, sorting.sort)
  const gridTable = useEventsTable({ events: null, choice, onChoice: props.columns.change, properties, sorting })
  const { table } = gridTable
  const { sort, change: changeSort } = sorting
  const sortedBy = sort === null ? null : propertyOf(sort.column)
  // A removed column does not sort.
  const isSortGone = sortedBy !== null && properties.length > 0 && !properties.includes(sortedBy)
  useEffect(() => {
    if (isSortGone && columns !== null) changeSort(null)
  }, [isSortGone, columns, changeSort])
  useEffect(() => onShownColumns(table.getVisibleLeafColumns().map(({ id }) => id)))
  const [said, setSaid] = useState('')
  const menu = useCellMenu(table, shownRows.rows)
  const selected = useRowSelection(rows, view, shown?.count ?? 0, setSaid)
  const [alone, setAlone] = useState<Scope | null>(null)
  const dimmed = useDimmed(isOther)
  const held = useHeldFocus(focusGrid)
  const box = useRoom<HTMLDivElement>()
  const pane = useRoom<HTMLDivElement>()
  const listNames = usePropertyNames(sample)
  const markOf = useCallback((event: Event) => rowMark(event, rows.factsOf(event)?.misses ?? []), [rows])

  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), SAID_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [said])

  /** Shows only the selected rows, or all again. */
  function showAlone(isAlone: boolean) {
    if (!isAlone) {
      if (alone !== null) onScope(alone)
      return setAlone(null)
    }
    setAlone(scope)
    onScope({ where: [...scope.where, { is: 'rows', rows: numbersOf(selected.events, rows) }], misses: scope.misses })
  }
  const isAlone = alone !== null && scope.where.some(({ is }) => is === 'rows')

  return (
    <div
      ref={pane.ref}
      className={styles.layout}
      {...held}
      data-below={BREAKPOINTS.filter((width) => pane.room.width < width).join(' ')}
    >
      <EventsBar
        scope={scope}
        zone={zone}
        onScope={onScope}
        listNames={listNames}
        table={table}
        choice={choice}
        onColumns={props.columns.change}
        properties={properties}
      />
      {trouble === null ? null : <RowsTroubleNotice trouble={trouble} onRetry={rows.retry} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the cells of the grid in it, by the menu key too */}
      <div className={styles.rows} onContextMenu={menu.open}>
        <EventsGrid
          columns={gridTable}
          view={{
            events: shownRows.rows,
            key: view,
            name: 'rows of this snapshot',
            sample,
            answered: null,
            receivedAt: snapshot.endedAt,
            markOf,
            numbered: true,
            onSight: rows.want,
          }}
          progress={{ busy: asking || columns === null, dimmed, coming: shown === null && trouble === null }}
          zone={zone}
          box={box}
          selection={selected.selecting}
          opened={open}
          onCopied={setSaid}
        >
          {shown?.count === 0 ? <NoneFulfil scope={scope} onScope={onScope} /> : null}
        </EventsGrid>
        <div role="status" className={styles.said}>
          {said}
        </div>
        {menu.cell !== null && (
          <CellMenu
            cell={menu.cell}
            isApplied={(value) => isInScope(scope, conditionOf(value))}
            onToggle={
              menu.cell.text.length > LONGEST_FILTER
                ? 'too-long'
                : (value) => onScope(toggledScope(scope, conditionOf(value)))
            }
            onSaid={setSaid}
            onClose={menu.close}
          />
        )}
      </div>
      {selected.events.length === 0 ? null : (
        <SelectionBar
          selected={selected.events}
          elsewhere={0}
          properties={properties}
          connectionId={snapshot.connection.id}
          alone={isAlone}
          onShow={showAlone}
          onCompare={() => props.onCompare(selected.events)}
          onExport={() => props.onExport(scopeOf(selected.events, rows))}
          onClear={() => {
            if (isAlone) showAlone(false)
            selected.clear()
          }}
          onSaid={setSaid}
        />
      )}
      <EventsFoot shown={shown} table={table} isBusy={asking && isOther} />
    </div>
  )
}

const numbersOf = (events: readonly Event[], rows: RowsSession) =>
  events.flatMap((event) => rows.factsOf(event)?.row ?? [])

/** Exactly these rows, whatever the filter. */
function scopeOf(events: readonly Event[], rows: RowsSession): Scope {
  const misses = events.some((event) => (rows.factsOf(event)?.misses.length ?? 0) > 0)
  return { where: [{ is: 'rows', rows: numbersOf(events, rows) }], misses }
}

/** Widths in CSS pixels below which words give way to icons (`data-below`). */
const BREAKPOINTS = [620]
