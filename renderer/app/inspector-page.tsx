// An open connection: the header, the three panes, and what only concerns them.
import { memo, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection.ts'
import type { Settings } from '../../shared/settings.ts'
import type { ShellInfo } from '../../shared/shell-info.ts'
import { AccountNotice } from '../features/connections/account-notice.tsx'
import type { Exportable } from '../features/results/export-menu.tsx'
import { ResultsPane } from '../features/results/results-pane.tsx'
import { rowReasons } from '../features/results/row-reasons.ts'
import { AppFrame } from '../layout/app-frame.tsx'
import type { ConnectionSession } from '../session/connection-session.ts'
import type { Exports } from '../session/exports.ts'
import type { FilterValue } from '../session/filter-by.ts'
import { countFilters, NO_FILTERS } from '../session/filters-meaning.ts'
import type { OpenedSnapshot } from '../session/opened-snapshot.ts'
import { ENVIRONMENT_WORDS } from '../ui/environment-words.ts'
import { dialogOnDemand, partBehindRows, partOnDemand } from '../ui/on-demand.tsx'
import { changeOf, changeWords, newerWords } from './change-words.ts'
import { ExportsRegion } from './exporting.tsx'
import type { GoTo } from './use-address.ts'
import type { ConnectionActions } from './use-connection-actions.ts'
import type { DialogOpeners } from './use-dialog.ts'
import { type InspectorState, useInspector } from './use-inspector.ts'
import { useLiveExport } from './use-live-export.ts'
import type { ChangeSettings } from './use-settings.ts'
import type { PageSnapshots } from './use-snapshots.ts'

const TakeSnapshot = partBehindRows(async () => (await import('./taking.tsx')).TakeSnapshot)
const Readings = partOnDemand(async () => (await import('./taking.tsx')).Readings)
const SnapshotsCount = partBehindRows(async () => (await import('./snapshots-list.tsx')).SnapshotsCount)
const FilterByButton = partOnDemand(async () => (await import('./filter-by-button.tsx')).FilterByButton)
const Header = partBehindRows(async () => (await import('../features/header/header.tsx')).Header)
const Find = partBehindRows(async () => (await import('./find.tsx')).Find)
const ConnectionSwitcher = partBehindRows(
  async () => (await import('../features/connections/connection-switcher.tsx')).ConnectionSwitcher,
)
const Filters = memo(partBehindRows(async () => (await import('../features/filters/filters-panel.tsx')).FiltersPanel))
const Results = memo(ResultsPane)
const OpenedView = partOnDemand(async () => (await import('./opened-view.tsx')).OpenedView)
const Searches = partBehindRows(async () => (await import('./searches.tsx')).Searches)
const SaveSearch = dialogOnDemand(async () => (await import('./searches.tsx')).SaveSearch)
const SearchTools = partBehindRows(async () => (await import('./live-tools.tsx')).SearchTools)
const PageSums = partBehindRows(async () => (await import('./live-tools.tsx')).PageSums)
const DetailPane = partOnDemand(async () => (await import('../features/detail/detail-pane.tsx')).DetailPane)
const Details = memo(DetailPane)
const Compare = dialogOnDemand(() =>
  import('../features/compare/compare-dialog.tsx').then(({ CompareDialog }) => CompareDialog),
)
const LookupPasted = dialogOnDemand(async () => (await import('./lookup-pasted.tsx')).LookupPasted)

interface InspectorPageProps {
  current: Connection
  connections: Connection[]
  session: ConnectionSession
  snapshots: PageSnapshots
  /** Null until they are loaded. */
  exports: Exports | null
  opened: OpenedSnapshot
  actions: ConnectionActions
  goTo: GoTo
  dialogs: DialogOpeners
  shell: ShellInfo
  settings: Settings
  change: ChangeSettings
  scheme: 'light' | 'dark'
}

export function InspectorPage(props: InspectorPageProps) {
  const { current, connections, session, settings, change, goTo } = props
  const { opened, snapshots, exports } = props
  const isLive = useSyncExternalStore(opened.subscribe, () => opened.state().kind === 'live')
  const inspector = useInspector(session, settings, change, props.dialogs.keys, isLive)
  const isReading = useSyncExternalStore(snapshots.subscribe, () => isAnyUnfinished(snapshots))
  const { search, view, narrow, saving, setSaving, startSearch } = inspector
  const onExport = useLiveExport(inspector, current, settings.zone)
  const applied = search.shown?.request.filters ?? NO_FILTERS
  const reasons = useMemo(
    () =>
      view?.state === 'event' && search.shown !== null
        ? rowReasons(view.event, search.shown.answer.page.events, search.shown.request.filters)
        : NO_REASONS,
    [view, search.shown],
  )
  // They stand in what is loaded itself: they would be a step behind.
  useEffect(() => {
    for (const part of [Find, ConnectionSwitcher, Searches, SearchTools, PageSums, SnapshotsCount, TakeSnapshot])
      void part.preload()
  }, [])
  const hasRows = search.shown !== null
  // A row is what most are after: its pane is there before the first is clicked.
  useEffect(() => {
    if (hasRows) requestIdleCallback(() => void DetailPane.preload())
  }, [hasRows])
  const valueOffers = useCallback(
    (value: FilterValue) => <FilterByButton value={value} applied={applied} onSearch={startSearch} />,
    [applied, startSearch],
  )
  return (
    <>
      <AppFrame
        environment={current.environment}
        narrow={narrow}
        header={
          <InspectorHeader {...props} inspector={inspector} onExport={onExport} filterCount={countFilters(applied)} />
        }
        filters={
          <Filters
            key={session.epoch}
            applied={applied}
            zone={settings.zone}
            now={session.clock.now}
            busy={search.loading !== null}
            seen={session.seen}
            onSearch={inspector.startSearch}
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
        }
        filtersOpen={inspector.filtersOpen}
        onCloseFilters={inspector.closeFilters}
        results={<Events {...props} inspector={inspector} onExport={onExport} />}
        details={
          view && (
            <Details
              connection={current}
              view={view}
              change={changeOf(view, inspector.changes)}
              reasons={reasons}
              zone={settings.zone}
              now={session.clock.now}
              position={inspector.steps.position}
              onPrevious={inspector.steps.previous}
              onNext={inspector.steps.next}
              onClose={inspector.closeDetails}
              onRetry={session.details.retry}
              onShowNewer={session.details.showNewer}
              onReplaceToken={props.dialogs.token}
              onFindOthers={inspector.findOthers}
              firstSeen={session.watch.firstSeen}
              valueOffers={valueOffers}
            />
          )
        }
        detailsWidth={settings.detailsWidth}
        onDetailsWidth={inspector.choose.detailsWidth}
        onCloseDetails={inspector.closeDetails}
        over={
          isLive ? null : (
            <OpenedView
              opened={opened}
              session={session}
              snapshots={snapshots}
              current={current}
              connections={connections}
              settings={settings}
              narrow={narrow}
              onDetailsWidth={inspector.choose.detailsWidth}
            />
          )
        }
        below={
          <>
            {isReading && (
              <Readings snapshots={snapshots} exports={exports} connections={connections} actions={props.actions} />
            )}
            <ExportsRegion exports={exports} />
          </>
        }
      />
      <SaveSearch session={session} zone={settings.zone} opened={saving} onClose={() => setSaving(false)} />
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
        onClose={() => inspector.setComparing(null)}
      />
    </>
  )
}

const NO_REASONS: readonly string[] = []

type PartProps = InspectorPageProps & { inspector: InspectorState; onExport: (what: Exportable) => void }

const isAnyUnfinished = (snapshots: PageSnapshots) =>
  snapshots.state().list?.snapshots.some(({ status }) => status.state !== 'finished') ?? false

function Events({ current, session, snapshots, settings, dialogs, actions, inspector, onExport }: PartProps) {
  const { search } = session
  const { shown, newer } = inspector.search
  return (
    <Results
      key={session.epoch}
      search={inspector.search}
      zone={settings.zone}
      columns={inspector.columns}
      onColumns={session.columns.change}
      sort={inspector.sort}
      onSort={session.place.changeSort}
      selection={inspector.selection}
      onSelection={inspector.setSelection}
      openEvent={inspector.steps.open}
      onOpen={session.details.open}
      onShownEvents={inspector.setShownEvents}
      onShownColumns={inspector.setShownColumns}
      onPage={search.page}
      onLimit={inspector.choosePageSize}
      onRefresh={search.refresh}
      onCancel={search.cancel}
      onRetry={search.retry}
      onFilters={inspector.startSearch}
      seen={session.seen}
      onReplaceToken={dialogs.token}
      onExport={onExport}
      onCompare={inspector.setComparing}
      autoRefresh={inspector.autoRefresh}
      onAutoRefresh={session.autoRefresh.choose}
      tools={useMemo(
        () => <SearchTools session={session} zone={settings.zone} onFilters={inspector.startSearch} />,
        [session, settings.zone, inspector.startSearch],
      )}
      sums={useMemo(() => <PageSums session={session} />, [session])}
      newer={useMemo(
        () => newer && { words: newerWords(newer, shown), show: search.showNewer },
        [newer, shown, search],
      )}
      changes={useMemo(() => changeWords(inspector.changes, settings.zone), [inspector.changes, settings.zone])}
      notice={useMemo(
        () => current.hiddenAccount !== null && <AccountNotice connection={current} onDecide={actions.decideAccount} />,
        [current, actions],
      )}
      taking={useMemo(
        () => <TakeSnapshot session={session} current={current} snapshots={snapshots} zone={settings.zone} />,
        [session, current, snapshots, settings.zone],
      )}
    />
  )
}

function InspectorHeader(props: PartProps & { filterCount: number }) {
  const { current, connections, session, actions, dialogs, shell, settings, scheme, inspector, snapshots } = props
  const switcher = useMemo(
    () => (
      <ConnectionSwitcher
        connections={connections}
        current={current}
        keychain={shell.keychain}
        onOpen={actions.open}
        onAdd={dialogs.add}
        onEdit={dialogs.edit}
        onReplaceToken={dialogs.token}
        onForgetToken={dialogs.forget}
        onDelete={dialogs.delete}
        onSampleData={actions.exploreSampleData}
      />
    ),
    [connections, current, shell, actions, dialogs],
  )
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const mac = shell.platform === 'darwin'
  const { findField, narrow, goToFilters } = inspector
  const { opened } = props
  const isLive = useSyncExternalStore(opened.subscribe, () => opened.state().kind === 'live')
  const showFilters = useCallback(() => {
    opened.backToLive()
    goToFilters()
  }, [opened, goToFilters])
  const find = useMemo(
    () => <Find key={session.epoch} field={findField} mac={mac} latest={latest} />,
    [session, findField, mac],
  )
  return (
    <Header
      title={`${current.name}, ${ENVIRONMENT_WORDS[current.environment]}`}
      switcher={switcher}
      find={find}
      snapshots={useMemo(
        () => <SnapshotsCount snapshots={snapshots} narrow={narrow} onOpen={dialogs.snapshots} />,
        [snapshots, narrow, dialogs],
      )}
      narrow={inspector.narrow}
      filtersOpen={isLive && inspector.filtersOpen}
      filterCount={props.filterCount}
      onToggleFilters={isLive ? inspector.toggleFilters : showFilters}
      zone={settings.zone}
      onZone={inspector.choose.zone}
      scheme={scheme}
      onScheme={inspector.choose.theme}
      onActivity={dialogs.activity}
      onSettings={dialogs.settings}
    />
  )
}
