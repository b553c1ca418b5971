// The Events pane of the live page: the rows of the search, and what stands around them.
import { memo, useEffect, useMemo } from 'react'
import { AccountNotice } from '../connections/account-notice.tsx'
import { changeWords, newerWords } from '../event/details/change-words.ts'
import { ResultsPane } from '../live/results/results-pane.tsx'
import { partBehindRows } from '../ui/on-demand.tsx'
import type { InspectorPartProps } from './inspector-props.ts'

const Results = memo(ResultsPane)
const SearchTools = partBehindRows(async () => (await import('../live/live-tools.tsx')).SearchTools)
const PageSums = partBehindRows(async () => (await import('../live/live-tools.tsx')).PageSums)
const TakeSnapshot = partBehindRows(async () => (await import('../snapshot/taking.tsx')).TakeSnapshot)

export function LiveEvents({
  current,
  session,
  snapshots,
  settings,
  dialogs,
  actions,
  inspector,
  onExport,
}: InspectorPartProps) {
  const { search } = session
  const { shown, newer } = inspector.search
  // Nested in parts that are loaded on demand themselves: without this they would start loading one step later.
  useEffect(() => {
    for (const part of [SearchTools, PageSums, TakeSnapshot]) void part.preload()
  }, [])
  return (
    <Results
      key={session.epoch}
      connectionId={session.connection.id}
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
        () => (
          <SearchTools
            session={session}
            zone={settings.zone}
            onFilters={inspector.startSearch}
            onOpen={session.details.open}
          />
        ),
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
