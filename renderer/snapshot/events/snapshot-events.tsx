// The tab "Events" of a snapshot: the grid over all of its rows, with filter, sorting and selection.
import { useCallback, useEffect, useState } from 'react'
import { type Event, eventKey } from '../../../shared/event/event.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { CellMenu } from '../../grid/cell-menu.tsx'
import type { Sorting } from '../../grid/column-choice.ts'
import { type ColumnChoice, type ColumnId, USUAL_COLUMNS } from '../../grid/column-choice.ts'
import { propertyOf } from '../../grid/event-columns.ts'
import { EventsGrid } from '../../grid/events-grid.tsx'
import { useEventsTable } from '../../grid/events-table.ts'
import { LONGEST_FILTER } from '../../grid/filter-by.ts'
import { SelectionBar } from '../../grid/selection-bar.tsx'
import { useCellMenu } from '../../grid/use-cell-menu.ts'
import { useDimmed } from '../../grid/use-dimmed.ts'
import { useHeldFocus } from '../../grid/use-held-focus.ts'
import { usePropertyNames } from '../../grid/use-property-names.ts'
import { useRoom } from '../../grid/use-room.ts'
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
  onScope: (scope: Scope) => void
  zone: string
  /** Null until the remembered choice is read. */
  columns: ColumnChoice | null
  onColumns: (choice: ColumnChoice) => void
  sort: Sorting
  onSort: (sort: Sorting) => void
  rows: RowsSession
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
  const { snapshot, scope, onScope, zone, columns, onColumns, rows, shownRows, open } = props
  const { state, sample, view, isOther } = shownRows
  const { shown, asking, trouble } = state
  const choice = columns ?? USUAL_COLUMNS
  const properties = useOfferedProperties(choice, sample, props.sort)
  const { table, moveColumn } = useEventsTable({
    events: null,
    choice,
    onChoice: onColumns,
    properties,
    sort: props.sort,
    onSort: props.onSort,
  })
  const { sort, onSort, onShownColumns } = props
  const sortedBy = sort === null ? null : propertyOf(sort.column)
  // A removed column does not sort.
  const isSortGone = sortedBy !== null && properties.length > 0 && !properties.includes(sortedBy)
  useEffect(() => {
    if (isSortGone && columns !== null) onSort(null)
  }, [isSortGone, columns, onSort])
  useEffect(() => onShownColumns(table.getVisibleLeafColumns().map(({ id }) => id)))
  const [said, setSaid] = useState('')
  const menu = useCellMenu(table, shownRows.rows)
  const selected = useRowSelection(rows, view, shown?.count ?? 0, setSaid)
  const [alone, setAlone] = useState<Scope | null>(null)
  const dimmed = useDimmed(isOther)
  const held = useHeldFocus()
  const [scroll, room] = useRoom<HTMLDivElement>()
  const [layout, pane] = useRoom<HTMLDivElement>()
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
      ref={layout}
      className={styles.layout}
      {...held}
      data-below={BREAKPOINTS.filter((width) => pane.width < width).join(' ')}
    >
      <EventsBar
        scope={scope}
        zone={zone}
        onScope={onScope}
        listNames={listNames}
        table={table}
        choice={choice}
        onColumns={onColumns}
        properties={properties}
      />
      {trouble === null ? null : <RowsTroubleNotice trouble={trouble} onRetry={rows.retry} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the cells of the grid in it, by the menu key too */}
      <div className={styles.rows} onContextMenu={menu.open}>
        <EventsGrid
          table={table}
          rows={shownRows.rows}
          sample={sample}
          onMoveColumn={moveColumn}
          answered={null}
          view={view}
          markOf={markOf}
          zone={zone}
          receivedAt={snapshot.endedAt}
          scroll={scroll}
          room={room}
          busy={asking || columns === null}
          dimmed={dimmed}
          coming={shown === null && trouble === null}
          isSelected={(event) => selected.selection.has(eventKey(event))}
          share={selected.share}
          selecting={selected.selecting}
          selected={() => selected.events}
          rowsName="rows of this snapshot"
          numbered
          openRow={open.index}
          onOpen={open.open}
          onSight={rows.want}
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
