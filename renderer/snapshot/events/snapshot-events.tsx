// The tab "Events" of a snapshot: the screen of events over all of its rows, which are filtered and sorted where they are.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { type ChosenSorting, type ColumnId, type ColumnMemory, USUAL_COLUMNS } from '../../grid/column-choice.ts'
import { propertyOf } from '../../grid/event-columns.ts'
import { EventScreen, useEventScreen } from '../../grid/event-screen.tsx'
import { sortWords } from '../../grid/events-table.ts'
import { type FilterBy, isTooLong } from '../../grid/filter-by.ts'
import { SortedChip } from '../../grid/grid-head.tsx'
import { rowMark } from '../../grid/row-mark.ts'
import type { Selection } from '../../grid/row-selection.ts'
import common from '../../ui/common.module.css'
import { AddCondition } from '../conditions/condition-form.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { useOpenedActions } from '../opened/opened-actions.ts'
import type { RowsSession, RowsState } from '../store/rows-session.ts'
import { conditionOf, isInScope, toggledScope } from '../store/scope-conditions.ts'
import styles from './snapshot-events.module.css'
import type { OpenRow } from './use-open-row.ts'
import type { useRows } from './use-rows.ts'

interface SnapshotEventsProps {
  snapshot: SnapshotSummary
  scope: Scope
  zone: string
  columns: ColumnMemory
  sorting: ChosenSorting
  shownRows: ReturnType<typeof useRows>
  open: OpenRow
  /** Exports the selected rows, given as a scope. */
  onExport: (chosen: Scope) => void
  /** Left to right. */
  onShownColumns: (columns: readonly ColumnId[]) => void
}

export function SnapshotEvents(props: SnapshotEventsProps) {
  const { snapshot, scope, zone, sorting, shownRows, open } = props
  const { changeScope: onScope } = useOpenedActions()
  const rows = shownRows.session
  const columns = useSyncExternalStore(props.columns.subscribe, props.columns.state)
  const { state, sample, view, isOther } = shownRows
  const { shown, asking, trouble } = state
  const { sort, change: changeSort } = sorting
  const sortedBy = sort === null ? null : propertyOf(sort.column)
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const screen = useEventScreen({
    rows: shownRows.rows,
    key: view,
    choice: columns ?? USUAL_COLUMNS,
    onChoice: props.columns.change,
    offer: { of: snapshot.id, events: sample, besides: sortedBy },
    sorting,
    chosen: { selection, change: setSelection },
    onShownColumns: props.onShownColumns,
  })
  const { properties } = screen
  const { table } = screen.columns
  const { events: selected } = screen.selection.selected
  // A removed column does not sort.
  const isSortGone = sortedBy !== null && properties.length > 0 && !properties.includes(sortedBy)
  useEffect(() => {
    if (isSortGone && columns !== null) changeSort(null)
  }, [isSortGone, columns, changeSort])
  const markOf = useCallback((event: Event) => rowMark(event, rows.factsOf(event)?.misses ?? []), [rows])
  const filterBy: FilterBy = {
    isApplied: (value) => isInScope(scope, conditionOf(value)),
    toggle: (value) => (isTooLong(value) ? 'too-long' : () => onScope(toggledScope(scope, conditionOf(value)))),
  }

  /** The scope to go back to, while only the selected rows are shown. */
  const [before, setBefore] = useState<Scope | null>(null)
  function showAlone(isAlone: boolean) {
    if (!isAlone) {
      if (before !== null) onScope(before)
      return setBefore(null)
    }
    setBefore(scope)
    onScope({ where: [...scope.where, { is: 'rows', rows: numbersOf(selected, rows) }], misses: scope.misses })
  }

  const sorted = sortWords(table)
  return (
    <EventScreen
      screen={screen}
      view={{
        name: 'rows of this snapshot',
        answered: null,
        receivedAt: snapshot.endedAt,
        markOf,
        numbered: true,
        onSight: rows.want,
      }}
      progress={{ busy: asking || columns === null, coming: shown === null && trouble === null, isOther }}
      zone={zone}
      opened={open}
      filterBy={filterBy}
      use={{
        connectionId: snapshot.connection.id,
        billingZone: snapshot.range.zone,
        alone: before !== null && scope.where.some(({ is }) => is === 'rows'),
        onShow: showAlone,
        onExport: () => props.onExport(scopeOf(selected, rows)),
      }}
      layout={LAYOUT}
      parts={{
        bar: (
          <div className={styles.bar}>
            <AddCondition scope={scope} zone={zone} onScope={onScope} listNames={screen.listNames} />
            <div className={styles.tools}>
              {sorted !== null && (
                <SortedChip
                  words={`sorted: ${sorted}`}
                  back="Back to the snapshot’s order"
                  onUnsort={() => table.setSorting([])}
                />
              )}
              {screen.columnsMenu}
            </div>
          </div>
        ),
        notice: trouble && <AnswerTrouble trouble={trouble} onRetry={rows.retry} />,
        instead: shown?.count === 0 && <NoneFulfil scope={scope} onScope={onScope} />,
        foot: (
          <footer className={styles.foot}>
            <span role="status" className={styles.count}>
              {asking && isOther ? 'Loading…' : shown && countOf(shown)}
            </span>
            <span className={common.dim}>{shown && (sorted ?? 'Oldest first')}</span>
          </footer>
        ),
      }}
    />
  )
}

const LAYOUT = { className: styles.layout, below: [620] }
const NOTHING: Selection = new Map()

const numbersOf = (events: readonly Event[], rows: RowsSession) =>
  events.flatMap((event) => rows.factsOf(event)?.row ?? [])

/** Exactly these rows, whatever the filter. */
function scopeOf(events: readonly Event[], rows: RowsSession): Scope {
  const misses = events.some((event) => (rows.factsOf(event)?.misses.length ?? 0) > 0)
  return { where: [{ is: 'rows', rows: numbersOf(events, rows) }], misses }
}

function countOf({ count, of }: NonNullable<RowsState['shown']>): string {
  return count === of ? countWords(of, 'event') : `${grouped(count)} of ${countWords(of, 'event')}`
}

/** In place of rows: the snapshot has none, or none fulfils the conditions. */
function NoneFulfil({ scope, onScope }: { scope: Scope; onScope: (scope: Scope) => void }) {
  return (
    <div className={styles.none}>
      <p>{scope.where.length === 0 ? 'There are no events in this snapshot.' : 'No events match these conditions.'}</p>
      {scope.where.length > 0 && (
        <button type="button" className={styles.clear} onClick={() => onScope({ ...scope, where: [] })}>
          Clear conditions
        </button>
      )}
    </div>
  )
}
