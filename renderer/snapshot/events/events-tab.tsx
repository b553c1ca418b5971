// The tab "Events" of an opened snapshot: the screen of events over all of its rows, which the backend filters and
// sorts, and beside it the details of the open event.

import { Button, Group, Stack } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { bridge } from '../../bridge.ts'
import type { EventSteps } from '../../event/details/detail-actions.tsx'
import { createColumnMemory, type Sorting, USUAL_COLUMNS } from '../../grid/column-choice.ts'
import { propertyOf } from '../../grid/event-columns.ts'
import { EventPanes, leaveDetails } from '../../grid/event-panes.tsx'
import { type EventRows, rowMark } from '../../grid/event-rows.ts'
import { EventScreen, useEventScreen } from '../../grid/event-screen.tsx'
import { sortWords } from '../../grid/events-table.ts'
import { type FilterBy, isTooLong } from '../../grid/filter-by.ts'
import { SortedChip } from '../../grid/grid-head.tsx'
import type { Selection } from '../../grid/use-row-selection.ts'
import common from '../../ui/common.module.css'
import { later } from '../../ui/later.ts'
import { notifyError } from '../../ui/notify.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { AnswerTrouble, noEventsWords } from '../figures/answer-trouble.tsx'
import { useOpenedWindow } from '../opened/opened-context.ts'
import { createRowsSession, MOST_TOGETHER, type RowsSession, type RowsState } from '../store/rows-session.ts'
import { conditionOf, isInScope, scopeWithoutConditions, toggledScope } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { AddCondition } from './condition-form.tsx'
import styles from './events-tab.module.css'
import { SnapshotEventDetails } from './snapshot-event-details.tsx'
import { rowsOrder, useSnapshotExports } from './snapshot-exports.ts'

const NO_NAMES: readonly string[] = []

/** Rows before and after one. */
const AROUND = 100

function loadedAround(rows: Pick<ReturnType<typeof useRowsOf>, 'at'>, index: number): Event[] {
  const indexes = Array.from({ length: 2 * AROUND + 1 }, (_, at) => index - AROUND + at)
  return indexes.map((at) => (at < 0 ? null : rows.at(at))).filter((event) => event !== null)
}

export function EventsTab({ snapshot, scope, zone }: SnapshotTabProps) {
  const { opened, session, settings, shownColumns, narrow, onDetailsWidth } = useOpenedWindow()
  const { changeScope, changeSort } = opened
  const opening = useSyncExternalStore(opened.subscribe, opened.state)
  const { tab, sort } = opening.kind === 'open' ? opening : NOT_OPEN
  const rows = useRowsOf(snapshot.id)
  const memory = useColumnsOf(snapshot.connection.id, session)
  const columns = useSyncExternalStore(memory.subscribe, memory.state)
  // Rules of another connection are not known here.
  const known = useSyncExternalStore(session.money.subscribe, session.money.state)
  const money = (snapshot.connection.id === session.connection.id && known) || NO_NAMES
  const sorting = useMemo(() => ({ sort, change: changeSort }), [sort, changeSort])
  const { state, view, isOther, ...shownRows } = useRows(rows, scope, sort)
  const { shown, asking, trouble } = state
  const open = useOpenRow(rows, state)
  const { event, close } = open
  const exports = useSnapshotExports()
  const around = useMemo(() => (open.index < 0 ? [] : loadedAround(rows, open.index)), [rows, open.index])
  const closeDetails = useCallback(() => leaveDetails(close, narrow), [close, narrow])
  const isInSight = tab === 'Events'
  useShortcuts({
    ...NO_SHORTCUTS,
    onPrevious: isInSight ? open.steps.previous : null,
    onNext: isInSight ? open.steps.next : null,
    onEscape: isInSight && event !== null ? closeDetails : null,
  })

  const sortedBy = sort === null ? null : propertyOf(sort.column)
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED)
  const screen = useEventScreen({
    rows: shownRows.rows,
    key: view,
    choice: columns ?? USUAL_COLUMNS,
    onChoice: memory.change,
    offer: { of: snapshot.id, events: shownRows.sample, money, besides: sortedBy },
    sorting,
    chosen: { selection, change: setSelection },
    onShownColumns: (drawn) => {
      shownColumns.current = drawn
    },
  })
  const { properties } = screen
  const { table } = screen.columns
  const { events: selected } = screen.selection.selected
  // A removed column does not sort.
  const isSortGone = sortedBy !== null && properties.length > 0 && !properties.includes(sortedBy)
  useEffect(() => {
    if (isSortGone && columns !== null) changeSort(null)
  }, [isSortGone, columns, changeSort])
  const markOf = useCallback((one: Event) => rowMark(one, rows.factsOf(one)?.misses ?? []), [rows])
  const { isAlone, showAlone } = useRowsAlone(scope, changeScope)

  const sorted = sortWords(table)
  return (
    <EventPanes
      narrow={narrow}
      details={{
        content: event && (
          <SnapshotEventDetails
            snapshot={snapshot}
            scope={scope}
            event={event}
            steps={open.steps}
            misses={rows.factsOf(event)?.misses ?? NO_MISSES}
            around={around}
            zone={zone}
            onClose={closeDetails}
          />
        ),
        width: settings.detailsWidth,
        resize: onDetailsWidth,
        close: closeDetails,
      }}
    >
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
        filterBy={filteringBy(scope, changeScope)}
        use={{
          connectionId: snapshot.connection.id,
          billingZone: snapshot.range.zone,
          alone: isAlone,
          onShow: (alone) => showAlone(alone ? rowNumbersOf(selected, rows) : null),
          onExport: () =>
            exports.open(snapshot, { scope: scopeOf(selected, rows), sort, columns: shownColumns.current }),
        }}
        layout={LAYOUT}
        parts={{
          bar: (
            <Group gap="6px 12px" py={8} pl={16} pr={12}>
              <AddCondition
                scope={scope}
                zone={snapshot.range.zone}
                onScope={changeScope}
                listNames={screen.listNames}
              />
              <Group wrap="nowrap" gap={8} ml="auto" maw="100%" flex="none">
                {sorted !== null && (
                  <SortedChip
                    words={`sorted: ${sorted}`}
                    back="Back to the snapshot’s order"
                    onUnsort={() => table.setSorting([])}
                  />
                )}
                {screen.columnsMenu}
              </Group>
            </Group>
          ),
          notice: trouble && <AnswerTrouble trouble={trouble} onRetry={rows.retry} />,
          instead: shown?.count === 0 && <NoneFulfil scope={scope} onScope={changeScope} />,
          foot: (
            <footer className={styles.foot}>
              <span role="status" className={`${common.title} ${common.numbers}`}>
                {asking && isOther ? 'Loading…' : shown && countOf(shown)}
              </span>
              <span className={common.dim}>{shown && (sorted ?? 'Oldest first')}</span>
            </footer>
          ),
        }}
      />
    </EventPanes>
  )
}

/** Filters the rows by a value of one of them: a condition of the scope. */
const filteringBy = (scope: Scope, changeScope: (scope: Scope) => void): FilterBy => ({
  isApplied: (value) => isInScope(scope, conditionOf(value)),
  toggle: (value) => (isTooLong(value) ? 'too-long' : () => changeScope(toggledScope(scope, conditionOf(value)))),
})

/** Shows some rows of the scope alone, and then the scope as it was before. */
function useRowsAlone(scope: Scope, changeScope: (scope: Scope) => void) {
  /** Null: no rows are shown alone. */
  const [scopeBefore, setScopeBefore] = useState<Scope | null>(null)
  return {
    isAlone: scopeBefore !== null && scope.where.some(({ is }) => is === 'rows'),
    /** @param rows their numbers; null: all of the scope again */
    showAlone(rows: number[] | null) {
      if (rows === null) {
        if (scopeBefore !== null) changeScope(scopeBefore)
        return setScopeBefore(null)
      }
      setScopeBefore(scope)
      changeScope({ where: [...scope.where, { is: 'rows', rows }], misses: scope.misses })
    },
  }
}

/** The live page underneath still handles the window's own keys. */
const NO_SHORTCUTS = { onFind: null, onSlash: null, onQuestion: null }
const NO_MISSES: readonly string[] = []
const NOT_OPEN = { tab: null, sort: null } as const
const LAYOUT = { className: styles.layout, below: [620] }
const NOTHING_SELECTED: Selection = new Map()

function useRowsOf(snapshotId: string) {
  const [rows] = useState(() => createRowsSession({ bridge, snapshotId, later, slot: `rows ${crypto.randomUUID()}` }))
  useEffect(() => rows.start(), [rows])
  return rows
}

/** The columns of the snapshot's connection, shared with the live page where that shows the same connection. */
function useColumnsOf(
  connectionId: string,
  session: { connection: { id: string }; columns: ReturnType<typeof createColumnMemory> },
) {
  const columnsElsewhere = useMemo(
    () =>
      session.connection.id === connectionId
        ? null
        : createColumnMemory({ bridge, connectionId, later, onUnkept: notifyError }),
    [session.connection.id, connectionId],
  )
  useEffect(() => void columnsElsewhere?.start(), [columnsElsewhere])
  return columnsElsewhere ?? session.columns
}

const rowNumbersOf = (events: readonly Event[], rows: RowsSession) =>
  events.flatMap((event) => rows.factsOf(event)?.row ?? [])

/** Exactly the rows of these events, whatever the conditions. */
function scopeOf(events: readonly Event[], rows: RowsSession): Scope {
  const misses = events.some((event) => (rows.factsOf(event)?.misses.length ?? 0) > 0)
  return { where: [{ is: 'rows', rows: rowNumbersOf(events, rows) }], misses }
}

function countOf({ count, of }: NonNullable<RowsState['shown']>): string {
  return count === of ? countWords(of, 'event') : `${grouped(count)} of ${countWords(of, 'event')}`
}

/** In place of rows: the snapshot has none, or none fulfils the conditions. */
function NoneFulfil({ scope, onScope }: { scope: Scope; onScope: (scope: Scope) => void }) {
  return (
    <Stack className={common.dim ?? ''} align="center" gap={8} px={16} py={48}>
      <p>{noEventsWords(scope.where.length > 0)}</p>
      {scope.where.length > 0 && (
        <Button variant="default" onClick={() => onScope(scopeWithoutConditions(scope))}>
          Clear conditions
        </Button>
      )}
    </Stack>
  )
}

// The rows of a snapshot in one view, as the screen of events takes them, and the one that is open in the details.

const NO_EVENTS: readonly Event[] = []
const LIMIT = {
  most: MOST_TOGETHER,
  words: `At most ${grouped(MOST_TOGETHER)} rows can be selected at once. Add a condition to have fewer, or export them all.`,
}

/** New objects whenever rows arrive. `view` changes when other rows are shown: the grid then scrolls to the first. */
export function useRows(session: RowsSession, scope: Scope, sort: Sorting) {
  const state = useSyncExternalStore(session.subscribe, session.state)
  const wanted = useMemo(() => ({ scope, sort: rowsOrder(sort) }), [scope, sort])
  useEffect(() => session.show(wanted), [session, wanted])
  const { shown, turn } = state
  const count = shown?.count ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is all that tells of rows that came
  const rows = useMemo(
    (): EventRows => ({ count, at: session.at, all: null, read: session.segment, limit: LIMIT }),
    [session, count, turn],
  )
  const shownView = useMemo(() => JSON.stringify([shown?.scope, shown?.sort]), [shown?.scope, shown?.sort])
  const isOther =
    shown !== null && (shown.scope !== scope || JSON.stringify(shown.sort) !== JSON.stringify(wanted.sort))
  return { state, rows, sample: shown === null ? NO_EVENTS : session.sample(), view: shownView, isOther }
}

interface OpenRow {
  event: Event | null
  /** Its index in the view; -1: not there, as far as is known. */
  index: number
  open: (index: number) => void
  close: () => void
  steps: EventSteps
}

/** The event in the details, its position among the rows as they are shown, and the steps to its neighbours. */
export function useOpenRow(rows: RowsSession, { shown, turn }: RowsState): OpenRow {
  const [held, setHeld] = useState<{ event: Event; index: number } | null>(null)
  /** The index to open once its row has loaded. */
  const [awaited, setAwaited] = useState<number | null>(null)
  const open = useCallback(
    (index: number) => {
      const event = rows.at(index)
      if (event === null) setAwaited(index)
      else {
        setAwaited(null)
        setHeld({ event, index })
      }
    },
    [rows],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because rows came
  useEffect(() => {
    if (awaited !== null && rows.at(awaited) !== null) open(awaited)
  }, [rows, awaited, open, turn])
  const index = awaited ?? (held === null ? -1 : placeOf(rows, held))
  const count = shown?.count ?? 0
  return {
    event: held?.event ?? null,
    index,
    open,
    close: useCallback(() => {
      setAwaited(null)
      setHeld(null)
    }, []),
    steps: {
      position: index < 0 ? null : { index, count },
      among: 'in this snapshot',
      previous: index > 0 ? () => open(index - 1) : null,
      next: index >= 0 && index < count - 1 ? () => open(index + 1) : null,
    },
  }
}

/** Where the held event stands among the rows now: its index may differ in another view. -1: not known. */
function placeOf(rows: RowsSession, { event, index }: { event: Event; index: number }): number {
  const row = rows.factsOf(event)?.row
  const there = rows.at(index)
  if (there === event || (there !== null && rows.factsOf(there)?.row === row)) return index
  return row === undefined ? -1 : rows.placeOf(row)
}
