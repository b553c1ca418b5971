// live/ is the search on screen: what is asked, the rows that came, and what they add up to.
// The Events pane: the rows of one search, what is to be known about them, and the ways to other rows.

import { Button, Loader } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react'
import type { Event, Filters, SearchRequest } from '../../../shared/event/event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { failureWords } from '../../../shared/failure/failure-words.ts'
import { knownTotal } from '../../../shared/search/paging.ts'
import { elapsedWords, waitWords } from '../../../shared/time/duration-words.ts'
import { type ChosenSorting, type ColumnId, USUAL_COLUMNS } from '../../grid/column-choice.ts'
import { useEventActions } from '../../grid/event-panes.tsx'
import { type EventRef, placeOfEvent } from '../../grid/event-rows.ts'
import { EventScreen, useEventScreen } from '../../grid/event-screen.tsx'
import { sortWords } from '../../grid/events-table.ts'
import { type FilterBy, isApplied, toggledFilter } from '../../grid/filter-by.ts'
import type { ChosenRows } from '../../grid/use-row-selection.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { clockWords } from '../../ui/instant-words.ts'
import { releaseControls, useControlsThere } from '../../ui/on-demand.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { LiveSession } from '../store/live-session.ts'
import type { CallProgress } from '../store/queries.ts'
import { isEarlier, isStale, type SearchState } from '../store/search-session.ts'
import { useLiveActions } from './live-actions.ts'
import {
  AutoRefreshMenu,
  ExportMenu,
  NoRows,
  newerWords,
  observedOrder,
  orderWords,
  PageControls,
  PageSums,
  ResultsBar,
  ResultsFooter,
  SearchTools,
  ShapeMarks,
} from './results-bar.tsx'
import styles from './results-pane.module.css'
import { rowMarks } from './row-marks.ts'

/** Receives what is on screen; stable across renders. */
export interface ShownListener {
  /** Receives the rows in their order on screen, sorted: what "next" means in the details. */
  events: (events: readonly Event[]) => void
  /** Receives the columns in sight, left to right. */
  columns: (columns: readonly ColumnId[]) => void
}

/** `shown`: in which instants are shown. `billing`: of the connection as it is now; UTC where it has none. */
interface ShownZones {
  shown: string
  billing: string
  /** In which days are counted: the billing zone, else the shown one. */
  days: string
}

interface ResultsPaneProps {
  session: LiveSession
  /** The same from render to render. */
  zones: ShownZones
  sorting: ChosenSorting
  chosen: ChosenRows
  /** The event in the details. */
  openEvent: EventRef | null
  /** The immutability watch found these, by event id, in words. */
  changes: ReadonlyMap<string, string>
  /** This is what else is to be said above the rows. */
  notice: ReactNode
  /** The buttons that read every match. */
  taking: ReactNode
  onShown: ShownListener
}

export function ResultsPane(props: ResultsPaneProps) {
  const { session, zones, chosen, openEvent, onShown } = props
  const { shown: zone, billing: billingZone, days } = zones
  const actions = useLiveActions()
  const { open } = useEventActions()
  const search = useSyncExternalStore(session.search.subscribe, session.search.state)
  const columns = useSyncExternalStore(session.columns.subscribe, session.columns.state)
  const money = useSyncExternalStore(session.money.subscribe, session.money.state)
  const { loading } = search
  // Rows wait for their columns, or the columns would jump.
  const shown = columns === null || money === null ? null : search.shown
  const titleId = useId()
  const page = shown?.answer.page ?? null
  const came = page?.events ?? NO_EVENTS
  const filters = shown?.request.filters ?? null
  // They are as selected when "Show selected" was pressed: a row that is deselected stays in place.
  const [alone, setAlone] = useState<{ of: SearchRequest; events: readonly Event[] } | null>(null)
  const only = alone !== null && alone.of === shown?.request && chosen.selection.size > 0 ? alone.events : null
  const screen = useEventScreen({
    rows: only ?? came,
    key: JSON.stringify(shown?.request ?? null),
    choice: columns ?? USUAL_COLUMNS,
    onChoice: session.columns.change,
    offer: {
      of: useMemo(() => JSON.stringify(filters), [filters]),
      events: came,
      money: money ?? NO_NAMES,
      besides: null,
    },
    sorting: props.sorting,
    chosen,
    onShownColumns: onShown.columns,
  })
  const events = screen.rows.all ?? NO_EVENTS
  const selected = screen.selection.selected.events
  const sorted = sortWords(screen.columns.table)
  const newer = useMemo(() => search.newer && newerWords(search.newer, search.shown), [search.newer, search.shown])
  const order = useMemo(() => orderWords(observedOrder(came)), [came])
  const marks = useMemo(
    () => (shown ? rowMarks(shown.answer.page.events, shown.request.filters, props.changes) : NO_MARKS),
    [shown, props.changes],
  )
  const [unexpected, setUnexpected] = useState<ReadonlyMap<Event, string>>(NO_MARKS)
  const applied = filters ?? search.request.filters
  const filterBy = filteringBy(applied, actions.search)

  const areControlsThere = useControlsThere()
  // It is busy from the first paint on: the first search is about to begin, and the remembered columns are being read.
  const busy = loading !== null || (page === null && search.failure === null) || !areControlsThere
  const failure = loading === null ? search.failure : null

  useEffect(() => onShown.events(events), [events, onShown])

  // Nested in a part that is loaded on demand itself: without this they would start loading one step later.
  useEffect(() => {
    for (const part of [SearchTools, PageSums]) void part.preload()
  }, [])
  const tools = useMemo(() => <SearchTools session={session} zone={zone} days={days} />, [session, zone, days])
  const sums = useMemo(
    () => <PageSums session={session} billingZone={billingZone} only={only} />,
    [session, billingZone, only],
  )
  // What stands around the rows is drawn once there are rows, or it is said why not.
  const isDecided = shown !== null || search.failure !== null
  useEffect(() => {
    if (isDecided) releaseControls()
  }, [isDecided])

  return (
    <section className={styles.pane} aria-labelledby={titleId}>
      <EventScreen
        screen={screen}
        view={{
          name: 'rows of this page',
          answered: page,
          receivedAt: shown?.answer.info.receivedAt ?? null,
          markOf: useCallback(
            (event: Event) => [marks.get(event), unexpected.get(event)].filter(Boolean).join('; ') || null,
            [marks, unexpected],
          ),
        }}
        progress={{
          busy,
          coming: shown === null && busy,
          isOther: isStale(search),
        }}
        zone={zone}
        opened={{
          index: openEvent === null ? -1 : placeOfEvent(events, openEvent),
          event: openEvent?.event ?? null,
          open: (row) => events[row] && open(events[row]),
        }}
        filterBy={filterBy}
        use={{
          connectionId: session.connection.id,
          billingZone,
          alone: only !== null,
          onShow: (isAlone) => setAlone(isAlone && shown ? { of: shown.request, events: selected } : null),
          onExport: () => actions.export('selection'),
        }}
        layout={LAYOUT}
        parts={{
          bar: (
            <ResultsBar
              titleId={titleId}
              // Rows chosen one by one stand as they were chosen: the service gave them no order.
              order={only === null ? order : null}
              sorted={sorted}
              onUnsort={() => screen.columns.table.setSorting([])}
              shown={shown}
              newer={newer === null ? null : { words: newer, show: session.search.showNewer }}
            >
              {screen.columnsMenu}
              {tools}
              <ShapeMarks connectionId={session.connection.id} events={came} onMarks={setUnexpected} />
              <ExportMenu
                rows={came.length}
                selected={selected.length}
                total={shown && knownTotal(shown.request, shown.answer.page)}
                onExport={actions.export}
              />
              {props.taking}
            </ResultsBar>
          ),
          notice: (props.notice || failure) && (
            <>
              {props.notice}
              {failure && (
                <SearchFailure failure={failure} search={search} zone={zone} onRetry={session.search.retry} />
              )}
            </>
          ),
          instead: shown?.answer.page.events.length === 0 && (
            <NoRows shown={shown} seen={session.seen} onPage={session.search.page} onFilters={actions.search} />
          ),
          over: loading !== null && (
            <>
              <div className={styles.line} aria-hidden />
              <SearchProgress {...loading} onCancel={session.search.cancel} />
            </>
          ),
          foot: (
            <>
              <ResultsFooter shown={shown} only={only} zone={zone} sums={sums} />
              <PageControls
                limit={search.request.limit}
                shown={shown}
                busy={loading !== null && (isStale(search) || page === null)}
                onPage={session.search.page}
                onLimit={actions.limit}
                onRefresh={session.search.refresh}
                autoRefresh={<AutoRefreshMenu autoRefresh={session.autoRefresh} />}
              />
            </>
          ),
        }}
      />
    </section>
  )
}

/** Filters the search on screen by a value of its rows. */
const filteringBy = (applied: Filters, search: (filters: Filters) => void): FilterBy => ({
  isApplied: (value) => isApplied(applied, value),
  toggle(value) {
    const next = toggledFilter(applied, value)
    return next === null || next === 'too-long' ? next : () => search(next)
  },
})

const LAYOUT = { className: styles.layout, below: [860, 700, 620, 480] }

const NO_EVENTS: readonly Event[] = []
const NO_NAMES: readonly string[] = []
const NO_MARKS: ReadonlyMap<Event, string> = new Map()

interface SearchFailureProps {
  failure: Failure
  search: SearchState
  zone: string
  onRetry: () => void
}

function SearchFailure({ failure, search, zone, onRetry }: SearchFailureProps) {
  const { replaceToken, editConnection } = useLiveActions()
  const { shown, autoRetry } = search
  const earlier = isEarlier(search)
  const isEmpty = shown?.answer.page.events.length === 0
  const at = shown && clockWords(shown.answer.info.receivedAt, zone, new Date().toISOString())
  return (
    <FailureNotice
      failure={failure}
      onRetry={onRetry}
      onReplaceToken={replaceToken}
      onEditConnection={editConnection}
      kept={at === null || earlier ? null : { what: isEmpty ? 'no rows' : 'rows', at }}
      note={earlier ? 'The rows below are from the previous search.' : null}
      autoRetry={autoRetry}
      compact={shown !== null}
    />
  )
}

// A search under way, over the rows that stay: how long it has taken, its retries aloud, and the way to stop it.

/** Elapsed time is said from here on. */
const SAID_AFTER_MS = 2_000
const TICK_MS = 250

interface SearchProgressProps {
  /** Date.now() when the search began. */
  startedAt: number
  progress: CallProgress
  onCancel: () => void
}

function SearchProgress({ startedAt, progress, onCancel }: SearchProgressProps) {
  const now = useNow(TICK_MS)
  const elapsedMs = Math.max(0, now - startedAt)
  const { waiting } = progress
  // `now` may be a tick older than the wait.
  const leftSeconds = waiting ? Math.ceil(Math.min(waiting.waitMs, waiting.at + waiting.waitMs - now) / 1000) : 0
  const words = progressWords(progress) ?? (elapsedMs < SAID_AFTER_MS ? null : 'Still searching')

  return (
    <div className={styles.progress} data-at-once={words !== null || undefined}>
      <Loader size={14} aria-hidden />
      {/* The words alone are announced; the seconds beside them would be read out one by one. */}
      <span role="status" className={styles.words}>
        {words ?? ''}
      </span>
      <span key={words === null ? 'searching' : 'seconds'} className={styles.seconds} aria-hidden>
        {words === null ? 'Searching' : secondsWords(leftSeconds, elapsedMs)}
      </span>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        Cancel search
      </Button>
    </div>
  )
}

function secondsWords(leftSeconds: number, elapsedMs: number): string {
  const elapsed = elapsedWords(elapsedMs)
  return leftSeconds > 0 ? `${leftSeconds} s left · ${elapsed} so far` : elapsed
}

/** Tells what is worth saying about a search under way; null while its first attempt runs. */
export function progressWords({ attempt, of, waiting }: CallProgress): string | null {
  if (waiting === null) return attempt > 1 ? `Retrying (${attempt} of ${of})` : null
  const { next, waitMs, asked, because } = waiting
  const retrying = `Retrying (${next} of ${of})`
  if (asked) return `${retrying}, the service asked to wait ${waitWords(waitMs)}`
  return `${retrying} in ${waitWords(waitMs)}: ${cause(because)}`
}

function cause(failure: Failure): string {
  const { title, http } = failureWords(failure)
  const status = http === null || title.includes(String(http.status)) ? '' : ` (${http.status})`
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}${status}`
}
