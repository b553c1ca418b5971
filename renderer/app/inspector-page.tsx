// An open connection: the header, the three panes, and what only concerns them.
import { useMediaQuery } from '@mantine/hooks'
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { ShellInfo } from '../../shared/contract/contract.ts'
import type { Filters as FilterValues, PageSize } from '../../shared/event/event.ts'
import type { Condition } from '../../shared/snapshot/snapshot-condition.ts'
import type { ConnectionActions } from '../connections/use-connections.ts'
import type { DialogOpeners } from '../connections/use-dialog.ts'
import { changeWords } from '../event/store/event-watch.ts'
import { ExportsRegion, useLiveExport } from '../export/exporting.tsx'
import type { Exports } from '../export/store/page-exports.ts'
import type { ChosenSorting } from '../grid/column-choice.ts'
import { type EventActions, EventActionsProvider } from '../grid/event-panes.tsx'
import type { KeptDrafts } from '../live/filters/use-filters-form.ts'
import { type LiveActions, LiveActionsProvider, useLiveActions } from '../live/results/live-actions.ts'
import { ResultsPane } from '../live/results/results-pane.tsx'
import { NO_FILTERS } from '../live/store/filters-meaning.ts'
import type { GoTo } from '../live/store/place.ts'
import type { OpenedSnapshot } from '../snapshot/store/opened-snapshot.ts'
import type { FirstView, PageSnapshots } from '../snapshot/store/page-snapshots.ts'
import { partBehindRows, partOnDemand } from '../ui/on-demand.tsx'
import type { ConnectionSession } from './connection-session.ts'
import { AppFrame } from './frame/app-frame.tsx'
import { InspectorHeader } from './inspector-header.tsx'
import type { ShownLink } from './link/shown-link.ts'
import { type PageDialogOpeners, PageDialogs, usePageDialog } from './page-dialogs.tsx'
import {
  type DetailsPane,
  type FiltersPane,
  type RowsPane,
  useDetailsPane,
  useFiltersPane,
  usePaneKeys,
  useRowsPane,
} from './panes.ts'
import type { ChangeSettings, ShownSettings } from './settings/use-settings.ts'

const Filters = memo(partBehindRows(async () => (await import('../live/filters/filters-panel.tsx')).FiltersPanel))
const Searches = partBehindRows(async () => (await import('../live/searches/searches.tsx')).Searches)
const IdsOffer = partOnDemand(async () => (await import('../find/lookup-dialog.tsx')).IdsOffer)
const Results = memo(ResultsPane)
const TakeSnapshot = partBehindRows(async () => (await import('../snapshot/queue/take-snapshot.tsx')).TakeSnapshot)
const AccountNotice = partOnDemand(async () => (await import('../connections/account-notice.tsx')).AccountNotice)
const FiveThings = partOnDemand(async () => (await import('./try/five-things.tsx')).FiveThings)
const LiveDetails = partOnDemand(async () => (await import('./live-details.tsx')).LiveDetails)
const Details = memo(LiveDetails)
const OpenedView = partOnDemand(async () => (await import('../snapshot/opened-view.tsx')).OpenedView)
const Readings = partOnDemand(async () => (await import('../snapshot/queue/readings.tsx')).Readings)

/** Three panes have no room there, in CSS pixels (200 % zoom halves them). */
const NARROW = '(max-width: 1099px)'

interface InspectorPageProps {
  current: Connection
  connections: Connection[]
  session: ConnectionSession
  snapshots: PageSnapshots
  /** Null until they are loaded. */
  exports: Exports | null
  opened: OpenedSnapshot
  shell: ShellInfo
  settings: ShownSettings
  changeSettings: ChangeSettings
  /** On connections: opened, saved, forgotten. */
  actions: ConnectionActions
  /** They are the dialogs of the window. */
  dialogs: DialogOpeners
  /** It leads to a place in any connection. */
  goTo: GoTo
  showLink: ShownLink['show']
}

/** Its functions stay the same as long as the connection does. */
export function InspectorPage(props: InspectorPageProps) {
  const { current, connections, session, snapshots, exports, opened, settings } = props
  const { actions, dialogs, changeSettings } = props
  const isLive = useSyncExternalStore(opened.subscribe, () => opened.state().kind === 'live')
  const isReading = useSyncExternalStore(snapshots.subscribe, () => isAnyUnfinished(snapshots))
  const hasRows = useSyncExternalStore(session.search.subscribe, () => session.search.state().shown !== null)
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const filters = useFiltersPane(session.epoch, narrow, settings, changeSettings)
  const { uncover } = filters
  const search = useCallback(
    (next: FilterValues) => {
      uncover()
      session.search.search(next)
    },
    [session, uncover],
  )
  const rows = useRowsPane(session.epoch)
  const details = useDetailsPane(session.details, rows.events, narrow, search)
  const { dialog, openers, close: closeDialog } = usePageDialog(session.epoch)
  const findField = usePaneKeys({
    isLive,
    narrow,
    filters,
    details,
    hasSigns: settings.slashFocusesFilters,
    showHelp: dialogs.help,
  })
  const onExport = useLiveExport(() => ({ ...rows, search: session.search.state(), snapshots }), current, settings.zone)
  const { open } = session.details
  const eventActions = useMemo((): EventActions => ({ open, compare: openers.compare }), [open, openers])
  const { token: replaceToken, edit: editConnection } = dialogs
  const liveActions = useMemo(
    (): LiveActions => ({
      search,
      limit(pageSize: PageSize) {
        changeSettings({ pageSize })
        session.search.limit(pageSize)
      },
      export: onExport,
      replaceToken,
      editConnection,
    }),
    [search, session, changeSettings, onExport, replaceToken, editConnection],
  )
  const changeWidth = useCallback((detailsWidth: number) => changeSettings({ detailsWidth }), [changeSettings])
  // Most people open a row next: its pane is loaded before the first click.
  useEffect(() => {
    if (hasRows) requestIdleCallback(() => void LiveDetails.preload())
  }, [hasRows])
  const loadAll: LoadAll = useRef(null)
  return (
    <EventActionsProvider value={eventActions}>
      <LiveActionsProvider value={liveActions}>
        <AppFrame
          environment={current.environment}
          narrow={narrow}
          header={
            <InspectorHeader
              {...props}
              isLive={isLive}
              narrow={narrow}
              findField={findField}
              filters={filters}
              rows={rows}
              details={details}
              openers={openers}
            />
          }
          filters={{
            open: filters.isOpen,
            close: filters.close,
            content: <LiveFilters {...props} firstField={filters.firstField} openers={openers} loadAll={loadAll} />,
          }}
          results={<LiveEvents {...props} rows={rows} openEvent={details.openEvent} loadAll={loadAll} />}
          details={{
            width: settings.detailsWidth,
            resize: changeWidth,
            close: details.close,
            content: details.view && (
              <Details
                session={session}
                current={current}
                view={details.view}
                steps={details.steps}
                zone={settings.zone}
                onClose={details.close}
                onFindOthers={details.findOthers}
              />
            ),
          }}
          over={
            isLive ? null : (
              <OpenedView
                opened={opened}
                session={session}
                snapshots={snapshots}
                current={current}
                connections={connections}
                zone={settings.openedZone}
                settings={settings}
                narrow={narrow}
                onDetailsWidth={changeWidth}
              />
            )
          }
          below={
            <>
              {isReading && (
                <Readings snapshots={snapshots} exports={exports} connections={connections} actions={actions} />
              )}
              {current.origin === 'sample' && <FiveThings {...props} isBar />}
              <ExportsRegion exports={exports} onOpen={(id) => opened.open(id, { tab: 'Events' })} />
            </>
          }
        />
        <PageDialogs
          dialog={dialog}
          openers={openers}
          session={session}
          current={current}
          zone={settings.zone}
          onSelect={rows.add}
          onClose={closeDialog}
        />
      </LiveActionsProvider>
    </EventActionsProvider>
  )
}

const isAnyUnfinished = (snapshots: PageSnapshots) =>
  snapshots.state().list?.snapshots.some(({ status }) => status.state !== 'finished') ?? false

/** Filled in once "Load all" is there. */
type LoadAll = RefObject<((view: FirstView) => void) | null>

interface LiveFiltersProps extends InspectorPageProps {
  firstField: FiltersPane['firstField']
  openers: PageDialogOpeners
  loadAll: LoadAll
}

/** The Filters pane of the live page: its dates are read in the days of the search on screen. */
function LiveFilters(props: LiveFiltersProps) {
  const { current, connections, session, settings, goTo, firstField, openers, loadAll } = props
  const { search } = useLiveActions()
  const { shown, loading, request } = useSyncExternalStore(session.search.subscribe, session.search.state)
  const applied = shown?.request.filters ?? NO_FILTERS
  const usual = current.billingZone ?? settings.zone
  const zoneOfSearch = session.place.zoneOf(applied)
  /** The zone in whose days the search was saved or sent; null: in the usual one. */
  const madeIn = zoneOfSearch === usual ? null : zoneOfSearch
  const zones = useMemo(() => ({ zone: settings.zone, days: madeIn ?? usual, madeIn }), [settings.zone, usual, madeIn])
  const ofForm = useMemo(() => {
    // A range that is changed in the form was typed in the days that the form shows.
    const inItsZone =
      (search: typeof session.search.search): typeof search =>
      (filters) => {
        if (madeIn !== null) session.place.keepZone(filters, madeIn)
        search(filters)
      }
    return { search: inItsZone(search), choose: inItsZone(session.search.search) }
  }, [madeIn, session, search])
  // Nested in a part that is loaded on demand itself: without this it would start loading one step later.
  useEffect(() => void Searches.preload(), [])
  const [drafts] = useState((): KeptDrafts => new Map())
  const onInSnapshot = useCallback(
    (where: Condition[]) => loadAll.current?.({ tab: 'Events', scope: { where, misses: false } }),
    [loadAll],
  )
  return (
    <Filters
      key={session.epoch}
      connectionId={current.id}
      drafts={drafts}
      applied={applied}
      dates={useMemo(() => ({ zones, now: session.clock.now }), [zones, session])}
      running={loading && request.filters}
      seen={session.seen}
      onSearch={ofForm.search}
      onChoice={ofForm.choose}
      onInSnapshot={onInSnapshot}
      idsOffer={useCallback((text: string) => <IdsOffer text={text} onFind={openers.lookUp} />, [openers])}
      firstFieldRef={firstField}
      searches={useMemo(
        () => (
          <Searches
            session={session}
            current={current}
            connections={connections}
            zone={settings.zone}
            onSave={openers.saveSearch}
            onSearch={search}
            goTo={goTo}
          />
        ),
        [session, current, connections, settings.zone, openers, search, goTo],
      )}
    />
  )
}

interface LiveEventsProps extends InspectorPageProps {
  rows: RowsPane
  openEvent: DetailsPane['openEvent']
  loadAll: LoadAll
}

/** The Events pane of the live page, and what the floors above it say around its rows. */
function LiveEvents(props: LiveEventsProps) {
  const { current, session, snapshots, opened, settings, actions, rows, openEvent, loadAll } = props
  const changes = useSyncExternalStore(session.watch.subscribe, session.watch.changes)
  const sort = useSyncExternalStore(session.place.subscribe, session.place.sort)
  // Nested in a part that is loaded on demand itself: without this it would start loading one step later. What it
  // begins is seen at once below the panes.
  useEffect(() => void TakeSnapshot.preload().then(Readings.preload), [])
  return (
    <Results
      key={session.epoch}
      session={session}
      zones={useMemo(
        () => ({
          shown: settings.zone,
          billing: current.billingZone ?? 'UTC',
          days: current.billingZone ?? settings.zone,
        }),
        [settings.zone, current.billingZone],
      )}
      sorting={useMemo((): ChosenSorting => ({ sort, change: session.place.changeSort }), [sort, session])}
      chosen={rows.chosen}
      openEvent={openEvent}
      changes={useMemo(
        () => new Map([...changes].map(([eventId, change]) => [eventId, changeWords(change, settings.zone)])),
        [changes, settings.zone],
      )}
      notice={useMemo(
        () =>
          current.hiddenAccount !== null ? (
            <AccountNotice connection={current} onDecide={actions.decideAccount} />
          ) : (
            current.origin === 'sample' && (
              <FiveThings current={current} session={session} opened={opened} snapshots={snapshots} />
            )
          ),
        [current, actions, session, opened, snapshots],
      )}
      taking={useMemo(
        () => (
          <TakeSnapshot
            session={session}
            current={current}
            snapshots={snapshots}
            zone={settings.zone}
            onOpen={opened.open}
            loadAll={loadAll}
          />
        ),
        [session, current, snapshots, opened, settings.zone, loadAll],
      )}
      onShown={rows.onShown}
    />
  )
}
