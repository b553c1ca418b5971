// An open connection: the header, the three panes, and what only concerns them.
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Condition } from '../../shared/snapshot/snapshot-condition.ts'
import { type DetailActions, DetailActionsProvider } from '../event/details/detail-actions.tsx'
import { changeOf } from '../event/store/detail-session.ts'
import { changeWords } from '../event/store/event-watch.ts'
import { ExportsRegion, useLiveExport } from '../export/exporting.tsx'
import { type EventActions, EventActionsProvider } from '../grid/event-actions.ts'
import type { KeptDrafts } from '../live/filters/use-filters-form.ts'
import { type LiveActions, LiveActionsProvider } from '../live/results/live-actions.ts'
import { ResultsPane } from '../live/results/results-pane.tsx'
import { NO_FILTERS } from '../live/store/filters-meaning.ts'
import type { FirstView, PageSnapshots } from '../snapshot/store/snapshots.ts'
import { dialogOnDemand, partBehindRows, partOnDemand } from '../ui/on-demand.tsx'
import { AppFrame } from './frame/app-frame.tsx'
import { InspectorHeader } from './inspector-header.tsx'
import { type InspectorPageProps, type InspectorPartProps, useInspector, useWindowActions } from './use-inspector.ts'

const Results = memo(ResultsPane)
const TakeSnapshot = partBehindRows(async () => (await import('../snapshot/taking.tsx')).TakeSnapshot)
const Readings = partOnDemand(async () => (await import('../snapshot/taking.tsx')).Readings)
const FilterByButton = partOnDemand(async () => (await import('../event/details/filter-by-button.tsx')).FilterByButton)
const Filters = memo(partBehindRows(async () => (await import('../live/filters/filters-panel.tsx')).FiltersPanel))
const OpenedView = partOnDemand(async () => (await import('../snapshot/opened-view.tsx')).OpenedView)
const Searches = partBehindRows(async () => (await import('../live/searches/searches.tsx')).Searches)
const SaveSearch = dialogOnDemand(async () => (await import('../live/searches/searches.tsx')).SaveSearch)
const LiveDetails = partOnDemand(async () => (await import('./live-details.tsx')).LiveDetails)
const Details = memo(LiveDetails)
const Compare = dialogOnDemand(() =>
  import('../event/compare/compare-dialog.tsx').then(({ CompareDialog }) => CompareDialog),
)
const AccountNotice = partOnDemand(async () => (await import('../connections/account-notice.tsx')).AccountNotice)
const FiveThings = partOnDemand(async () => (await import('./try/five-things.tsx')).FiveThings)
const IdsOffer = partOnDemand(async () => (await import('../find/ids-offer.tsx')).IdsOffer)
const LookupPasted = dialogOnDemand(async () => (await import('../find/lookup-dialog.tsx')).LookupPasted)

export function InspectorPage(props: InspectorPageProps) {
  const { current, connections, session, settings } = props
  const { actions, dialogs, goTo, changeSettings } = useWindowActions()
  const { opened, snapshots, exports } = props
  const isLive = useSyncExternalStore(opened.subscribe, () => opened.state().kind === 'live')
  const inspector = useInspector(session, settings, changeSettings, dialogs.help, isLive)
  const isReading = useSyncExternalStore(snapshots.subscribe, () => isAnyUnfinished(snapshots))
  const { search, view, narrow, saving, setSaving, startSearch } = inspector
  const onExport = useLiveExport({ ...inspector, snapshots }, current, settings.zone)
  const { setComparing, choosePageSize } = inspector
  const { token: replaceToken, edit: editConnection } = dialogs
  const { open } = session.details
  const eventActions = useMemo((): EventActions => ({ open, compare: setComparing }), [open, setComparing])
  const liveActions = useMemo(
    (): LiveActions => ({ search: startSearch, limit: choosePageSize, export: onExport, replaceToken, editConnection }),
    [startSearch, choosePageSize, onExport, replaceToken, editConnection],
  )
  const applied = search.shown?.request.filters ?? NO_FILTERS
  const { billingZone } = current
  const usual = billingZone ?? settings.zone
  const zoneOfSearch = session.place.zoneOf(applied)
  const madeIn = zoneOfSearch === usual ? null : zoneOfSearch
  const zones = useMemo(() => ({ zone: settings.zone, days: madeIn ?? usual, madeIn }), [settings.zone, usual, madeIn])
  const ofForm = useMemo(() => {
    const inItsZone =
      (search: typeof startSearch): typeof startSearch =>
      (filters) => {
        if (madeIn !== null) session.place.keepZone(filters, madeIn)
        search(filters)
      }
    return { search: inItsZone(startSearch), choose: inItsZone(session.search.search) }
  }, [madeIn, session, startSearch])
  // Nested in a part that is loaded on demand itself: without this it would start loading one step later.
  useEffect(() => void Searches.preload(), [])
  const [drafts] = useState((): KeptDrafts => new Map())
  const hasRows = search.shown !== null
  // Most people open a row next: its pane is loaded before the first click.
  useEffect(() => {
    if (hasRows) requestIdleCallback(() => void LiveDetails.preload())
  }, [hasRows])
  const { closeDetails, findOthers, lookUp } = inspector
  const idsOffer = useCallback((text: string) => <IdsOffer text={text} onFind={lookUp} />, [lookUp])
  const loadAll: LoadAll = useRef(null)
  const onInSnapshot = useCallback((where: Condition[]) => {
    loadAll.current?.({ tab: 'Events', scope: { where, misses: false } })
  }, [])
  const { retry, showNewer } = session.details
  const { firstSeen } = session.watch
  const detailActions = useMemo(
    (): DetailActions => ({
      close: closeDetails,
      retry,
      showNewer,
      replaceToken,
      editConnection,
      findOthers,
      firstSeen,
      offersFor: (value) => <FilterByButton value={value} applied={applied} onSearch={startSearch} />,
    }),
    [closeDetails, retry, showNewer, replaceToken, editConnection, findOthers, firstSeen, applied, startSearch],
  )
  return (
    <EventActionsProvider value={eventActions}>
      <LiveActionsProvider value={liveActions}>
        <AppFrame
          environment={current.environment}
          narrow={narrow}
          header={<InspectorHeader {...props} inspector={inspector} />}
          filters={{
            open: inspector.filtersOpen,
            close: inspector.closeFilters,
            content: (
              <Filters
                key={session.epoch}
                connectionId={current.id}
                drafts={drafts}
                applied={applied}
                dates={useMemo(() => ({ zones, now: session.clock.now }), [zones, session])}
                running={search.loading && search.request.filters}
                seen={session.seen}
                onSearch={ofForm.search}
                onChoice={ofForm.choose}
                onInSnapshot={onInSnapshot}
                idsOffer={idsOffer}
                firstFieldRef={inspector.firstField}
                searches={useMemo(
                  () => (
                    <Searches
                      session={session}
                      current={current}
                      connections={connections}
                      zone={settings.zone}
                      onSave={() => setSaving(true)}
                      onSearch={startSearch}
                      goTo={goTo}
                    />
                  ),
                  [session, current, connections, settings.zone, setSaving, startSearch, goTo],
                )}
              />
            ),
          }}
          results={<LiveEvents {...props} inspector={inspector} loadAll={loadAll} />}
          details={{
            width: settings.detailsWidth,
            resize: inspector.choose.detailsWidth,
            close: closeDetails,
            content: view && (
              <DetailActionsProvider value={detailActions}>
                <Details
                  connection={current}
                  view={view}
                  change={changeOf(view, inspector.changes)}
                  shown={search.shown}
                  zone={settings.zone}
                  now={session.clock.now}
                  steps={inspector.steps}
                />
              </DetailActionsProvider>
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
                onDetailsWidth={inspector.choose.detailsWidth}
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
        <SaveSearch
          session={session}
          current={current}
          zone={settings.zone}
          opened={saving}
          onClose={() => setSaving(false)}
        />
        <LookupPasted
          opened={inspector.lookingUp}
          pasted={inspector.pasted}
          session={session}
          current={current}
          zone={settings.zone}
          onSelect={inspector.addToSelection}
          onCompare={inspector.setComparing}
          onClose={() => inspector.setLookingUp(false)}
        />
        <Compare
          opened={inspector.comparing !== null}
          events={inspector.comparing ?? []}
          connectionId={current.id}
          billingZone={current.billingZone ?? 'UTC'}
          zone={settings.zone}
          onClose={() => inspector.setComparing(null)}
        />
      </LiveActionsProvider>
    </EventActionsProvider>
  )
}

const isAnyUnfinished = (snapshots: PageSnapshots) =>
  snapshots.state().list?.snapshots.some(({ status }) => status.state !== 'finished') ?? false

/** Filled in once "Load all" is there. */
type LoadAll = RefObject<((view: FirstView) => void) | null>

/** The Events pane of the live page, and what the floors above it say around its rows. */
function LiveEvents(props: InspectorPartProps & { loadAll: LoadAll }) {
  const { current, session, snapshots, opened, settings, inspector, loadAll } = props
  const { actions } = useWindowActions()
  const { changes } = inspector
  // Nested in a part that is loaded on demand itself: without this it would start loading one step later.
  useEffect(() => void TakeSnapshot.preload(), [])
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
      sorting={inspector.sorting}
      chosen={inspector.chosen}
      openEvent={inspector.openEvent}
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
      onShown={inspector.onShown}
    />
  )
}
