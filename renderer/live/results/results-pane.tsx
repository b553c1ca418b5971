// live/ is the search on screen: what is asked, the rows that came, and what they add up to.
// The Events pane: the rows of one search, what is to be known about them, and the ways to other rows.
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type { Event, Filters, PageSize, SearchRequest } from '../../../shared/event/event.ts'
import type { Sorting } from '../../grid/column-choice.ts'
import { type ColumnChoice, type ColumnId, USUAL_COLUMNS } from '../../grid/column-choice.ts'
import type { EventRef } from '../../grid/event-place.ts'
import { sortWords, useEventsTable } from '../../grid/events-table.ts'
import { allThere } from '../../grid/grid-events.ts'
import { inGridOrder, type Selection } from '../../grid/row-selection.ts'
import { useCellMenu } from '../../grid/use-cell-menu.ts'
import { useDimmed } from '../../grid/use-dimmed.ts'
import { useHeldFocus } from '../../grid/use-held-focus.ts'
import { usePropertyNames } from '../../grid/use-property-names.ts'
import { useRoom } from '../../grid/use-room.ts'
import { partOnDemand, releaseControls, useControlsThere } from '../../ui/on-demand.tsx'
import { say } from '../../ui/say.ts'
import type { AutoRefreshState, RefreshInterval } from '../store/auto-refresh.ts'
import { isStale, type SearchState } from '../store/search-state.ts'
import type { SeenValues } from '../store/seen-values.ts'
import { AutoRefreshMenu, ColumnsMenu, ExportMenu, SelectionBar } from './controls.tsx'
import type { Exportable } from './export-menu.tsx'
import { NoRows } from './no-rows.tsx'
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
import { usePropertyColumns } from './use-property-columns.ts'

interface ResultsPaneProps {
  connectionId: string
  search: SearchState
  zone: string
  /** Null until the remembered choice is read. */
  columns: ColumnChoice | null
  onColumns: (choice: ColumnChoice) => void
  selection: Selection
  onSelection: (next: Selection) => void
  /** The event in the details. */
  openEvent: EventRef | null
  onOpen: (event: Event) => void
  /** What this connection's events held. */
  seen: Pick<SeenValues, 'matching'>
  /** The sorted column; null: as sent. */
  sort: Sorting
  onSort: (sort: Sorting) => void
  /** Receives the rows in their order on screen, sorted: what "next" means in the details. */
  onShownEvents?: (events: readonly Event[]) => void
  /** Hears the columns in sight, left to right. */
  onShownColumns?: (columns: readonly ColumnId[]) => void
  onPage: (offset: number) => void
  onLimit: (limit: PageSize) => void
  onRefresh: () => void
  onCancel: () => void
  onRetry: () => void
  onFilters: (filters: Filters) => void
  onReplaceToken: () => void
  onExport: (what: Exportable) => void
  /** Selected rows, two or more, in the grid's order. */
  onCompare: (events: readonly Event[]) => void
  autoRefresh: AutoRefreshState
  onAutoRefresh: (every: RefreshInterval | null) => void
  /** Offers an answer that arrived in the background. */
  newer?: { words: string; show: () => void } | null
  /** What the immutability watch found, by event id, in words. */
  changes?: ReadonlyMap<string, string>
  /** What else can be asked about the search; is beside "Columns". */
  tools?: ReactNode
  /** What the rows on screen add up to. */
  sums?: ReactNode
  /** What else is to be said above the rows. */
  notice?: ReactNode
  /** The buttons that read every match. */
  taking?: ReactNode
}

const CellMenu = partOnDemand(async () => (await import('./page-cell-menu.tsx')).PageCellMenu)

export function ResultsPane(props: ResultsPaneProps) {
  const { search, zone, columns, onColumns, selection, onSelection, onShownEvents, onShownColumns } = props
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
  const { table, moveColumn } = useEventsTable({
    events: only ?? page?.events ?? null,
    choice,
    onChoice: onColumns,
    properties,
    sort: props.sort,
    onSort: props.onSort,
  })
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
  const [scroll, room] = useRoom<HTMLDivElement>()
  const shownRows = table.getRowModel().rows
  const events = useMemo(() => shownRows.map(({ original }) => original), [shownRows])
  const menu = useCellMenu(
    table,
    useMemo(() => allThere(events), [events]),
  )
  const selected = useMemo(() => inGridOrder(selection, events), [selection, events])

  useEffect(() => onShownEvents?.(events), [events, onShownEvents])
  useEffect(() => onShownColumns?.(table.getVisibleLeafColumns().map(({ id }) => id)))

  const areControlsThere = useControlsThere()
  const isDecided = shown !== null || search.failure !== null
  useEffect(() => {
    if (isDecided) releaseControls()
  }, [isDecided])

  return (
    <section className={styles.pane} aria-labelledby={titleId} {...useHeldFocus()}>
      <div className={styles.layout} data-below={BREAKPOINTS.filter((width) => room.width < width).join(' ')}>
        <ResultsBar
          titleId={titleId}
          order={order}
          sorted={sorted}
          onUnsort={() => table.setSorting([])}
          notes={notes}
          newer={props.newer ?? null}
        >
          <ColumnsMenu choice={choice} onChoice={onColumns} properties={properties} listNames={listNames} />
          {props.tools}
          {props.taking}
          <ExportMenu
            rows={page?.events.length ?? 0}
            selected={selected.events.length}
            total={page?.total ?? null}
            onExport={props.onExport}
          />
        </ResultsBar>
        <ResultsNotice search={search} zone={zone} onRetry={props.onRetry} onReplaceToken={props.onReplaceToken}>
          {props.notice}
        </ResultsNotice>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: for the cells of the grid in it, by the menu key too */}
        <div className={styles.rows} onContextMenu={menu.open}>
          <PageGrid
            table={table}
            onMoveColumn={moveColumn}
            page={page}
            view={JSON.stringify(shown?.request ?? null)}
            marks={marks}
            zone={zone}
            receivedAt={shown?.answer.info.receivedAt ?? null}
            scroll={scroll}
            room={room}
            // From the first paint on: the first search is about to begin, and the remembered columns are being read.
            busy={loading !== null || (page === null && search.failure === null) || !areControlsThere}
            dimmed={dimmed}
            selection={selection}
            onSelection={onSelection}
            openEvent={props.openEvent}
            onOpen={props.onOpen}
            onCopied={say}
          >
            {shown?.answer.page.events.length === 0 ? (
              <NoRows shown={shown} seen={props.seen} onPage={props.onPage} onFilters={props.onFilters} />
            ) : null}
          </PageGrid>
          {loading === null ? null : (
            <>
              <div className={styles.line} aria-hidden />
              <SearchProgress {...loading} onCancel={props.onCancel} />
            </>
          )}
          {menu.cell !== null && (
            <CellMenu
              cell={menu.cell}
              applied={shown?.request.filters ?? search.request.filters}
              onFilters={props.onFilters}
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
            connectionId={props.connectionId}
            alone={only !== null}
            onShow={(isAlone) => setAlone(isAlone && shown ? { of: shown.request, events: selected.events } : null)}
            onCompare={() => props.onCompare(selected.events)}
            onExport={() => props.onExport('selection')}
            onClear={() => onSelection(new Map())}
            onSaid={say}
          />
        )}
        <ResultsFooter shown={shown} order={order} sorted={sorted} zone={zone} sums={props.sums} />
        <PageControls
          limit={search.request.limit}
          shown={shown}
          busy={loading !== null && (stale || page === null)}
          onPage={props.onPage}
          onLimit={props.onLimit}
          onRefresh={props.onRefresh}
          autoRefresh={<AutoRefreshMenu state={props.autoRefresh} onChoose={props.onAutoRefresh} />}
        />
      </div>
    </section>
  )
}

/** Widths of the pane, in CSS pixels, below which words give way to icons (`data-below`). */
const BREAKPOINTS = [860, 700, 620, 480]

const NO_EVENTS: readonly Event[] = []
const NO_MARKS: ReadonlyMap<Event, string> = new Map()
