// live/ is the search on screen: what is asked, the rows that came, and what they add up to.
// The Events pane: the rows of one search, what is to be known about them, and the ways to other rows.
import { type ReactNode, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react'
import type { Event, SearchRequest } from '../../../shared/event/event.ts'
import { type ChosenSorting, type ColumnId, USUAL_COLUMNS } from '../../grid/column-choice.ts'
import { useEventActions } from '../../grid/event-actions.ts'
import type { EventRef } from '../../grid/event-place.ts'
import { focusGrid } from '../../grid/events-grid.tsx'
import { sortWords, useEventsTable } from '../../grid/events-table.ts'
import { allThere } from '../../grid/grid-events.ts'
import { type ChosenRows, inGridOrder } from '../../grid/row-selection.ts'
import { useCellMenu } from '../../grid/use-cell-menu.ts'
import { useDimmed } from '../../grid/use-dimmed.ts'
import { usePropertyNames } from '../../grid/use-property-names.ts'
import { useRoom } from '../../grid/use-room.ts'
import { partOnDemand, releaseControls, useControlsThere } from '../../ui/on-demand.tsx'
import { say } from '../../ui/say.ts'
import { useHeldFocus } from '../../ui/use-held-focus.ts'
import type { LiveSession } from '../store/live-session.ts'
import { isStale } from '../store/search-state.ts'
import { AutoRefreshMenu, ColumnsMenu, ExportMenu, NoRows, PageSums, SearchTools, SelectionBar } from './controls.tsx'
import { useLiveActions } from './live-actions.ts'
import { observedOrder, orderWords } from './observed-order.ts'
import { PageControls } from './page-controls.tsx'
import { PageGrid } from './page-grid.tsx'
import { ResultsBar } from './results-bar.tsx'
import { ResultsFooter } from './results-footer.tsx'
import { ResultsNotice } from './results-notice.tsx'
import styles from './results-pane.module.css'
import { rowMarks } from './row-marks.ts'
import { rowsNotes } from './rows-notes.ts'
import { SearchProgress } from './search-progress.tsx'
import { useAutoRefresh } from './use-auto-refresh.ts'
import { usePropertyColumns } from './use-property-columns.ts'

/** Who is told what is on screen; the same from render to render. */
export interface ShownListener {
  /** Receives the rows in their order on screen, sorted: what "next" means in the details. */
  events: (events: readonly Event[]) => void
  /** Receives the columns in sight, left to right. */
  columns: (columns: readonly ColumnId[]) => void
}

interface ResultsPaneProps {
  session: LiveSession
  zone: string
  sorting: ChosenSorting
  chosen: ChosenRows
  /** The event in the details. */
  openEvent: EventRef | null
  /** What the immutability watch found, by event id, in words. */
  changes: ReadonlyMap<string, string>
  /** Of an answer that arrived in the background and is offered; null: there is none. */
  newerWords: string | null
  /** What else is to be said above the rows. */
  notice: ReactNode
  /** The buttons that read every match. */
  taking: ReactNode
  onShown: ShownListener
}

const CellMenu = partOnDemand(async () => (await import('./page-cell-menu.tsx')).PageCellMenu)

export function ResultsPane(props: ResultsPaneProps) {
  const { session, zone, chosen, onShown } = props
  const { selection } = chosen
  const actions = useLiveActions()
  const { compare } = useEventActions()
  const search = useSyncExternalStore(session.search.subscribe, session.search.state)
  const columns = useSyncExternalStore(session.columns.subscribe, session.columns.state)
  const autoRefresh = useAutoRefresh(session.autoRefresh)
  const { loading } = search
  // Rows wait for their columns, or the columns would jump.
  const shown = columns === null ? null : search.shown
  const choice = columns ?? USUAL_COLUMNS
  const titleId = useId()
  const page = shown?.answer.page ?? null
  const properties = usePropertyColumns(choice, shown)
  // As selected when "Show selected" was pressed: a row that is deselected stays in place.
  const [alone, setAlone] = useState<{ of: SearchRequest; events: readonly Event[] } | null>(null)
  const only = alone !== null && alone.of === shown?.request && selection.size > 0 ? alone.events : null
  const gridTable = useEventsTable({
    events: only ?? page?.events ?? null,
    choice,
    onChoice: session.columns.change,
    properties,
    sorting: props.sorting,
  })
  const { table } = gridTable
  const listNames = usePropertyNames(page?.events ?? NO_EVENTS)
  const sorted = sortWords(table)
  const order = useMemo(() => orderWords(observedOrder(page?.events ?? [])), [page])
  const marks = useMemo(
    () => (shown ? rowMarks(shown.answer.page.events, shown.request.filters, props.changes) : NO_MARKS),
    [shown, props.changes],
  )
  const notes = useMemo(() => (shown ? rowsNotes(shown.request, shown.answer.page) : []), [shown])
  const stale = isStale(search)
  const dimmed = useDimmed(stale)
  const box = useRoom<HTMLDivElement>()
  const shownRows = table.getRowModel().rows
  const events = useMemo(() => shownRows.map(({ original }) => original), [shownRows])
  const menu = useCellMenu(
    table,
    useMemo(() => allThere(events), [events]),
  )
  const selected = useMemo(() => inGridOrder(selection, events), [selection, events])

  useEffect(() => onShown.events(events), [events, onShown])
  useEffect(() => onShown.columns(table.getVisibleLeafColumns().map(({ id }) => id)))

  // Nested in a part that is loaded on demand itself: without this they would start loading one step later.
  useEffect(() => {
    for (const part of [SearchTools, PageSums]) void part.preload()
  }, [])
  const tools = useMemo(() => <SearchTools session={session} zone={zone} />, [session, zone])
  const sums = useMemo(() => <PageSums session={session} />, [session])
  const areControlsThere = useControlsThere()
  const isDecided = shown !== null || search.failure !== null
  useEffect(() => {
    if (isDecided) releaseControls()
  }, [isDecided])

  return (
    <section className={styles.pane} aria-labelledby={titleId} {...useHeldFocus(focusGrid)}>
      <div className={styles.layout} data-below={BREAKPOINTS.filter((width) => box.room.width < width).join(' ')}>
        <ResultsBar
          titleId={titleId}
          order={order}
          sorted={sorted}
          onUnsort={() => table.setSorting([])}
          notes={notes}
          newer={props.newerWords === null ? null : { words: props.newerWords, show: session.search.showNewer }}
        >
          <ColumnsMenu
            choice={choice}
            onChoice={session.columns.change}
            properties={properties}
            listNames={listNames}
          />
          {tools}
          {props.taking}
          <ExportMenu
            rows={page?.events.length ?? 0}
            selected={selected.events.length}
            total={page?.total ?? null}
            onExport={actions.export}
          />
        </ResultsBar>
        <ResultsNotice search={search} zone={zone} onRetry={session.search.retry}>
          {props.notice}
        </ResultsNotice>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: for the cells of the grid in it, by the menu key too */}
        <div className={styles.rows} onContextMenu={menu.open}>
          <PageGrid
            columns={gridTable}
            shown={shown}
            progress={{
              // From the first paint on: the first search is about to begin, and the remembered columns are being read.
              busy: loading !== null || (page === null && search.failure === null) || !areControlsThere,
              dimmed,
            }}
            marks={marks}
            zone={zone}
            box={box}
            chosen={chosen}
            openEvent={props.openEvent}
            onCopied={say}
          >
            {shown?.answer.page.events.length === 0 ? (
              <NoRows shown={shown} seen={session.seen} onPage={session.search.page} onFilters={actions.search} />
            ) : null}
          </PageGrid>
          {loading === null ? null : (
            <>
              <div className={styles.line} aria-hidden />
              <SearchProgress {...loading} onCancel={session.search.cancel} />
            </>
          )}
          {menu.cell !== null && (
            <CellMenu
              cell={menu.cell}
              applied={shown?.request.filters ?? search.request.filters}
              onFilters={actions.search}
              onSaid={say}
              onClose={menu.close}
            />
          )}
        </div>
        {selected.events.length === 0 ? null : (
          <SelectionBar
            selected={selected.events}
            elsewhere={selected.elsewhere}
            properties={properties}
            connectionId={session.connection.id}
            alone={only !== null}
            onShow={(isAlone) => setAlone(isAlone && shown ? { of: shown.request, events: selected.events } : null)}
            onCompare={() => compare(selected.events)}
            onExport={() => actions.export('selection')}
            onClear={() => chosen.change(new Map())}
            onSaid={say}
          />
        )}
        <ResultsFooter shown={shown} order={order} sorted={sorted} zone={zone} sums={sums} />
        <PageControls
          limit={search.request.limit}
          shown={shown}
          busy={loading !== null && (stale || page === null)}
          onPage={session.search.page}
          onLimit={actions.limit}
          onRefresh={session.search.refresh}
          autoRefresh={<AutoRefreshMenu state={autoRefresh} onChoose={session.autoRefresh.choose} />}
        />
      </div>
    </section>
  )
}

/** Widths of the pane, in CSS pixels, below which words give way to icons (`data-below`). */
const BREAKPOINTS = [860, 700, 620, 480]

const NO_EVENTS: readonly Event[] = []
const NO_MARKS: ReadonlyMap<Event, string> = new Map()
