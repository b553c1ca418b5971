// The commands of the one box while a connection is open; null: not applicable right now.
import type { Connection } from '../../shared/connection/connection.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { type Filters, PAGE_SIZES } from '../../shared/event/event.ts'
import { formatExact } from '../../shared/exact/format-exact.ts'
import { nextOffset, previousOffset } from '../../shared/search/paging.ts'
import { PRESETS, type Preset } from '../../shared/time/preset-range.ts'
import { ENVIRONMENT_WORDS } from '../connections/environment-words.ts'
import type { ConnectionActions } from '../connections/use-connection-actions.ts'
import type { DialogOpeners } from '../connections/use-dialog.ts'
import { othersLike } from '../event/details/others-like.ts'
import type { Commands } from '../find/find-commands.ts'
import { focusGrid } from '../grid/events-grid.tsx'
import { inGridOrder } from '../grid/row-selection.ts'
import { PRESET_LABELS } from '../live/filters/preset-labels.ts'
import { rangeFrom } from '../live/filters/range-from.ts'
import { intervalWords } from '../live/results/auto-refresh-words.ts'
import type { Exportable } from '../live/results/export-menu.tsx'
import { type AutoRefresh, REFRESH_INTERVALS } from '../live/store/auto-refresh.ts'
import { eventCurl, searchCurl } from '../live/store/curl.ts'
import { NO_FILTERS } from '../live/store/filters-meaning.ts'
import { copiedSearch, type GoTo } from '../live/store/place.ts'
import { copyAndSay } from '../ui/copy-and-say.ts'
import type { ConnectionSession } from './connection-session.ts'
import { liveQuestions, openByButton } from './live-questions.ts'
import type { InspectorState } from './use-inspector.ts'

interface InspectorContext {
  current: Connection
  connections: Connection[]
  session: ConnectionSession
  actions: ConnectionActions
  goTo: GoTo
  dialogs: DialogOpeners
  settings: Settings
  onExport: (what: Exportable) => void
}

export function inspectorCommands(inspector: InspectorState, context: InspectorContext): Commands {
  const { current, connections, session, actions, goTo, dialogs, settings } = context
  const { search, view, steps, selection, shownEvents, columns, choose } = inspector
  const { shown, loading } = search
  const event = view?.state === 'event' ? view.event : null
  function withRange(filters: Filters, preset: Preset): Filters {
    const { from, to } = rangeFrom(preset, session.clock.now(), settings.zone)
    return { ...filters, createdAtFrom: from, createdAtTo: to }
  }
  const others = event && othersLike(event)
  const isSaved = current.origin === 'saved'
  const previous = shown && previousOffset(shown.request, shown.answer.page)
  const next = shown && nextOffset(shown.request, shown.answer.page)
  const canCompare = selection.size > 1
  const pageAt = (offset: number | null) => (offset === null ? null : () => session.search.page(offset))
  return {
    connections: connections.map(({ id, name, environment }) => ({
      name,
      environment: ENVIRONMENT_WORDS[environment],
      open: id === current.id ? null : () => actions.open(id),
    })),
    addConnection: dialogs.add,
    sampleData: connections.some(({ origin }) => origin === 'sample') ? null : actions.exploreSampleData,
    editConnection: isSaved ? dialogs.edit : null,
    replaceToken: dialogs.token,
    forgetToken: isSaved && current.token.place !== 'nowhere' ? dialogs.forget : null,
    deleteConnection: isSaved ? dialogs.delete : null,
    goToFilters: inspector.goToFilters,
    toggleFilters: inspector.toggleFilters,
    searchWithFilters: inspector.searchWithFilters,
    clearFilters: inspector.clearFilters,
    saveSearch: () => inspector.setSaving(true),
    copySearch: () => copyAndSay(copiedSearch(current, session.place.current())),
    runIn: connections
      .filter(({ id }) => id !== current.id)
      .map(({ id, name }) => ({
        name,
        run: () => goTo(id, { ...session.place.current(), offset: 0, event: null }),
      })),
    copySearchCurl: copying(searchCurl(current.baseUrl, search.request)),
    refresh: session.search.refresh,
    autoRefresh: autoRefreshCommands(session.autoRefresh),
    retry: search.failure && session.search.retry,
    showNewer: search.newer && session.search.showNewer,
    cancelSearch: loading && session.search.cancel,
    firstPage: previous === null ? null : pageAt(0),
    previousPage: pageAt(previous),
    nextPage: pageAt(next),
    ranges: PRESETS.map((preset) => ({
      label: PRESET_LABELS[preset],
      choose: () => session.search.search(withRange(search.shown?.request.filters ?? NO_FILTERS, preset)),
    })),
    pageSizes: PAGE_SIZES.map((size) => ({ size, choose: () => inspector.choosePageSize(size) })),
    asked: liveQuestions(session),
    compare: canCompare ? () => inspector.setComparing(inGridOrder(selection, shownEvents).events) : focusGrid,
    canCompare,
    clearSelection: selection.size > 0 ? inspector.clearSelection : null,
    takeSnapshot: shown === null ? null : () => openByButton('Take snapshot'),
    snapshots: dialogs.snapshots,
    exportPage: shownEvents.length > 0 ? () => context.onExport('page') : null,
    exportSelection: selection.size > 0 ? () => context.onExport('selection') : null,
    exportAll: shownEvents.length > 0 ? () => context.onExport('all') : null,
    previousEvent: steps.previous,
    nextEvent: steps.next,
    closeDetails: view && inspector.closeDetails,
    findOthers: others && (() => inspector.findOthers(others)),
    copyEventId: copying(event?.eventId),
    copyJson: event && (() => copyAndSay(formatExact(event.source, 2))),
    copyCurl: copying(event?.eventId && eventCurl(current.baseUrl, event.eventId)),
    themes: [
      { label: 'Light theme', choose: () => choose.theme('light') },
      { label: 'Dark theme', choose: () => choose.theme('dark') },
      { label: 'System theme', choose: () => choose.theme('auto') },
    ],
    columns: () => openByButton('Columns'),
    chooseZone: dialogs.settings,
    backToLive: null,
    keys: dialogs.keys,
    showAllColumns: columns?.hidden.length ? () => session.columns.change({ ...columns, hidden: [] }) : null,
    utc: { isShown: settings.zone === 'UTC', choose: () => choose.zone('UTC') },
    activity: dialogs.activity,
    settings: dialogs.settings,
  }
}

/** Null without a text. */
function copying(text: string | null | undefined): (() => void) | null {
  return text ? () => copyAndSay(text) : null
}

function autoRefreshCommands({ state, choose }: AutoRefresh) {
  const current = state()
  const every = REFRESH_INTERVALS.filter((one) => current.kind !== 'on' || current.every !== one)
  return [
    ...every.map((one) => ({ label: `Auto-refresh every ${intervalWords(one)}`, choose: () => choose(one) })),
    ...(current.kind === 'off' ? [] : [{ label: 'Auto-refresh off', choose: () => choose(null) }]),
  ]
}
