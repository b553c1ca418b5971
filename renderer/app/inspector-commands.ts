// Every command of the one box while a connection is open, by name and by the words that people try for it.

import { type Connection, ENVIRONMENT_WORDS } from '../../shared/connection/connection.ts'
import { PAGE_SIZES } from '../../shared/event/event.ts'
import { formatExact } from '../../shared/exact/exact-json.ts'
import { nextOffset, previousOffset } from '../../shared/search/paging.ts'
import { PRESETS, type Preset } from '../../shared/time/date-words.ts'
import { shownCase } from '../case/shown-case.ts'
import type { ConnectionActions } from '../connections/use-connections.ts'
import type { DialogOpeners } from '../connections/use-dialog.ts'
import { othersLike } from '../event/details/others-like.ts'
import type { Command } from '../find/offers.ts'
import { focusGrid } from '../grid/events-grid.tsx'
import { inGridOrder } from '../grid/use-row-selection.ts'
import { PRESET_LABELS, rangeFrom } from '../live/filters/date-text.ts'
import { edgeRequests, isWhole, whyNoTimes } from '../live/over-time/time-offer.ts'
import { intervalWords } from '../live/results/auto-refresh-menu.tsx'
import { type LiveActions, PAGE_TOTALS } from '../live/results/live-actions.ts'
import { type AutoRefresh, REFRESH_INTERVALS } from '../live/store/auto-refresh.ts'
import { eventCurl, FOR_BASH, searchCurl } from '../live/store/curl.ts'
import { NO_FILTERS } from '../live/store/filters-meaning.ts'
import { copiedSearch, type GoTo, withZone } from '../live/store/place.ts'
import { copyAndSay } from '../ui/clipboard.ts'
import { openTarget } from '../ui/tool-popover.tsx'
import type { ConnectionSession } from './connection-session.ts'
import type { PageDialogOpeners } from './page-dialogs.tsx'
import type { DetailsPane, FiltersPane, RowsPane } from './panes.ts'
import type { ChangeSettings, ShownSettings } from './settings/use-settings.ts'

/** The open connection and its panes at the moment of typing. */
export interface InspectorNow {
  current: Connection
  connections: Connection[]
  session: ConnectionSession
  settings: ShownSettings
  changeSettings: ChangeSettings
  actions: ConnectionActions
  goTo: GoTo
  /** They are the dialogs of the window. */
  dialogs: DialogOpeners
  /** They open what lies over the panes. */
  openers: PageDialogOpeners
  live: LiveActions
  filters: FiltersPane
  rows: RowsPane
  details: DetailsPane
}

interface Context extends InspectorNow {
  /** Null unless a snapshot covers the live rows. */
  backToLive: (() => void) | null
}

/** A command within its group. */
interface Entry extends Omit<Command, 'group' | 'run'> {
  /** Null: not applicable right now. */
  run: (() => void) | null
}

/** Lists the commands of the find box. @param backToLive null: live rows are shown already */
export function inspectorCommands(now: InspectorNow, backToLive: Context['backToLive']): Command[] {
  const context = { ...now, backToLive }
  return [
    ...ofGroup('Time', rangeEntries(context)),
    ...ofGroup('Events', [...searchEntries(context), ...rowEntries(context)]),
    ...ofGroup('Filters', filterEntries(context)),
    ...ofGroup('Event details', backToLive === null ? detailEntries(context) : []),
    ...ofGroup('Connections', connectionEntries(context)),
    ...ofGroup('Events', [{ label: 'Back to live', run: backToLive, words: 'close snapshot rows search' }]),
    ...ofGroup('Window', windowEntries(context)),
  ]
}

function ofGroup(group: string, entries: readonly Entry[]): Command[] {
  return entries.flatMap(({ run, ...entry }) => (run === null ? [] : [{ ...entry, group, run }]))
}

/** Ranges relative to the service's now, such as "Today". */
function rangeEntries({ current, session, settings }: Context): Entry[] {
  function searchIn(preset: Preset) {
    const { from, to } = rangeFrom(preset, session.clock.now(), current.billingZone ?? settings.zone)
    const filters = session.search.state().shown?.request.filters ?? NO_FILTERS
    session.search.search({ ...filters, createdAtFrom: from, createdAtTo: to })
  }
  return PRESETS.map((preset) => ({
    label: PRESET_LABELS[preset],
    run: () => searchIn(preset),
    detail: 'Searches at once',
    words: 'range day created from to',
  }))
}

/** These entries choose which rows there are. */
function searchEntries({ session, live, backToLive }: Context): Entry[] {
  const search = session.search.state()
  const { shown } = search
  const { refresh, retry, showNewer, cancel, page } = session.search
  const previous = shown && previousOffset(shown.request, shown.answer.page)
  const next = shown && nextOffset(shown.request, shown.answer.page)
  const pageAt = (offset: number | null) => (offset === null ? null : () => page(offset))
  const ofLiveRows: Entry[] = [
    ...autoRefreshEntries(session.autoRefresh),
    { label: 'Retry', run: search.failure && retry, words: 'again failure' },
    { label: 'Show newer results', run: search.newer && showNewer },
    { label: 'Cancel search', run: search.loading && cancel, words: 'stop abort' },
  ]
  return [
    { label: 'Refresh', run: backFirst(backToLive, refresh), words: 'reload search again update' },
    ...(backToLive === null ? ofLiveRows : []),
    { label: 'First page', run: previous === null ? null : pageAt(0) },
    { label: 'Previous page', run: pageAt(previous), words: 'back' },
    { label: 'Next page', run: pageAt(next) },
    ...PAGE_SIZES.map((size) => ({
      label: `${size} rows per page`,
      run: () => live.limit(size),
      words: 'limit size',
    })),
  ]
}

/** Tells what can be done with the rows that there are, and with their search. */
function rowEntries(context: Context): Entry[] {
  const { current, connections, session, settings, goTo, dialogs, openers, live, backToLive } = context
  const { selection, events, clearSelection } = context.rows
  const search = session.search.state()
  const columns = session.columns.state()
  const isLive = backToLive === null
  const canCompare = selection.size > 1
  const hasRows = isLive && events.length > 0
  const hasSelection = isLive && selection.size > 0
  const compare = () => openers.compare(inGridOrder(selection, events).events)
  const showAllColumns = () => columns && session.columns.change({ ...columns, hidden: [] })
  const file = 'csv save download excel'
  return [
    {
      label: 'Compare selected rows',
      run: canCompare ? compare : focusGrid,
      words: 'compare diff difference side duplicates',
      ...(canCompare && isLive ? {} : { detail: 'Select two rows first: Space selects' }),
    },
    { label: 'Clear selection', run: hasSelection ? clearSelection : null, words: 'deselect unselect' },
    { label: 'Choose columns', run: () => openTarget('Columns'), words: 'column hide properties table' },
    { label: 'Show all columns', run: columns?.hidden.length ? showAllColumns : null, words: 'column hidden' },
    { label: 'Save this search', run: openers.saveSearch, words: 'keep name bookmark favourite' },
    {
      label: 'Copy search',
      run: () =>
        copyAndSay(copiedSearch(current, withZone(session.place.current(), current.billingZone ?? settings.zone))),
      words: 'share link send clipboard',
      detail: 'For any Eventscope’s Find',
    },
    ...connections
      .filter(({ id }) => id !== current.id)
      .map(({ id, name }) => ({
        label: `Run in ${name}`,
        run: () => goTo(id, { ...session.place.current(), offset: 0, event: null }),
        words: 'ask same search connection',
      })),
    {
      label: 'Copy the search as cURL',
      run: copying(searchCurl(current.baseUrl, search.request)),
      detail: FOR_BASH,
      words: 'command clipboard',
    },
    {
      label: 'Load all',
      run: search.shown === null ? null : () => openTarget('Load all'),
      words: 'take snapshot every match read whole complete proof total',
    },
    { label: 'Snapshots', run: dialogs.snapshots, words: 'taken kept closed list' },
    { label: 'Export this page', run: hasRows ? () => live.export('page') : null, words: file },
    { label: 'Export selected rows', run: hasSelection ? () => live.export('selection') : null, words: file },
    ...(isLive ? liveQuestions(session) : []),
    { label: 'Export all matches', run: hasRows ? () => live.export('all') : null, words: `${file} everything` },
  ]
}

function filterEntries({ filters, backToLive }: Context): Entry[] {
  const { goTo, submit, clear } = filters
  const toggle = backToLive === null ? filters.toggle : goTo
  return [
    { label: 'Go to filters', run: backFirst(backToLive, goTo), keys: '/' },
    { label: 'Show or hide filters', run: backFirst(backToLive, toggle), words: 'collapse panel' },
    { label: 'Search with these filters', run: backFirst(backToLive, submit), words: 'apply' },
    { label: 'Clear filters', run: backFirst(backToLive, clear), words: 'reset all' },
  ]
}

function detailEntries({ current, details }: Context): Entry[] {
  const { view, steps, close, findOthers } = details
  const event = view?.state === 'event' ? view.event : null
  const others = event && othersLike(event)
  return [
    { label: 'Previous event', run: steps.previous, keys: 'Alt ↑' },
    { label: 'Next event', run: steps.next, keys: 'Alt ↓' },
    {
      label: 'Similar events',
      run: others && (() => findOthers(others)),
      words: 'similar same customer duplicates',
    },
    { label: 'Copy event ID', run: copying(event?.eventId), words: 'clipboard' },
    { label: 'Copy JSON', run: event && (() => copyAndSay(formatExact(event.source, 2))), words: 'clipboard raw' },
    {
      label: 'Copy as cURL',
      run: copying(event?.eventId && eventCurl(current.baseUrl, event.eventId)),
      detail: FOR_BASH,
      words: 'clipboard command',
    },
    { label: 'Close details', run: view && close, keys: 'Esc' },
  ]
}

function connectionEntries({ current, connections, actions, dialogs }: Context): Entry[] {
  const isSaved = current.origin === 'saved'
  const hasSample = connections.some(({ origin }) => origin === 'sample')
  const hasToken = current.token.place !== 'nowhere'
  return [
    ...connections.map(({ id, name, environment }) => ({
      label: `Switch to ${name}`,
      run: id === current.id ? null : () => actions.open(id),
      detail: ENVIRONMENT_WORDS[environment],
      words: 'connection open',
    })),
    { label: 'Add connection', run: dialogs.add, words: 'new service connect' },
    { label: 'Explore sample data', run: hasSample ? null : actions.exploreSampleData, words: 'demo example' },
    {
      label: 'Save Nordlicht’s invoice',
      run: current.origin === 'sample' ? actions.saveSampleInvoice : null,
      words: 'sample demo bill file csv',
    },
    { label: 'Customer names', run: dialogs.names, words: 'list csv map who called' },
    { label: 'Edit connection', run: isSaved ? dialogs.edit : null, words: 'rename base url' },
    { label: 'Replace API key', run: dialogs.token, words: 'token' },
    { label: 'Forget API key', run: isSaved && hasToken ? dialogs.forget : null, words: 'token remove keychain' },
    { label: 'Delete connection', run: isSaved ? dialogs.delete : null, words: 'remove' },
  ]
}

function windowEntries({ current, dialogs, settings, changeSettings }: Context): Entry[] {
  const theme = 'theme colour color mode scheme'
  return [
    { label: 'Light theme', run: () => changeSettings({ theme: 'light' }), words: theme },
    { label: 'Dark theme', run: () => changeSettings({ theme: 'dark' }), words: theme },
    { label: 'System theme', run: () => changeSettings({ theme: 'auto' }), words: theme },
    { label: 'Choose time zone', run: dialogs.settings, words: 'timezone clock' },
    {
      label: 'Show times in UTC',
      run: () => changeSettings({ zone: 'UTC' }),
      words: 'timezone zone gmt',
      ...(settings.zone === 'UTC' ? { detail: 'Current setting' } : {}),
    },
    { label: 'Reports', run: () => shownCase.open(current.id), words: 'case dispute evidence collected' },
    { label: 'Activity', run: dialogs.activity, words: 'requests log history' },
    { label: 'Settings', run: dialogs.settings, words: 'preferences options cache' },
    {
      label: 'Help',
      run: dialogs.help,
      words: 'keyboard shortcuts keys hotkeys words meaning docs manual ?',
      keys: '?',
    },
  ]
}

/** Tells what a command about the live rows does while a snapshot covers them. */
function backFirst(backToLive: (() => void) | null, run: () => void): () => void {
  if (backToLive === null) return run
  return () => {
    backToLive()
    run()
  }
}

/** Null without a text. */
function copying(text: string | null | undefined): (() => void) | null {
  return text ? () => copyAndSay(text) : null
}

function autoRefreshEntries({ state, choose }: AutoRefresh): Entry[] {
  const current = state()
  const words = 'poll live every automatic'
  const every = REFRESH_INTERVALS.filter((one) => current.kind !== 'on' || current.every !== one)
  return [
    ...every.map((one) => ({ label: `Auto-refresh every ${intervalWords(one)}`, run: () => choose(one), words })),
    ...(current.kind === 'off' ? [] : [{ label: 'Auto-refresh off', run: () => choose(null), words }]),
  ]
}

/** Questions about all rows on screen that the one box offers, each with its cost. */
function liveQuestions({ search, times }: Pick<ConnectionSession, 'search' | 'times'>): Entry[] {
  const { shown } = search.state()
  const sums = {
    label: PAGE_TOTALS,
    detail: 'This page only',
    words: 'sums add up amount currency page',
    run: () => openTarget(PAGE_TOTALS),
  }
  if (shown === null || shown.answer.page.events.length === 0) return []
  const totals = {
    label: 'Totals',
    detail: isWhole(shown) ? 'All matches are on this page, by the service’s count' : 'Loads all matches first',
    words: 'sum add up group amount finance',
    run: () => openTarget(isWhole(shown) ? PAGE_TOTALS : 'Totals'),
  }
  if (whyNoTimes(shown) !== null) return [totals, sums]
  const detail = isWhole(shown) ? 'Found on this page, without requests' : `At most ${edgeRequests(shown)} requests`
  const finding = (side: 'first' | 'last') => () => {
    openTarget('Over time')
    if (!isWhole(shown)) times.find(side)
  }
  return [
    { label: 'When did it start?', detail, words: 'first event earliest begin since oldest', run: finding('first') },
    { label: 'When did it stop?', detail, words: 'last event latest end until newest', run: finding('last') },
    {
      label: 'Events over time',
      detail: 'A small chart',
      words: 'distribution histogram when days hours',
      run: () => openTarget('Over time'),
    },
    totals,
    sums,
  ]
}
