// What the three panes share while one connection is open, and everything that can be done there.
import { createSafeContext } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { Connection } from '../../shared/connection/connection.ts'
import type { ShellInfo } from '../../shared/contract/contract.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { Event, Filters, PageSize } from '../../shared/event/event.ts'
import type { ConnectionActions } from '../connections/use-connection-actions.ts'
import type { DialogOpeners } from '../connections/use-dialog.ts'
import { useEventSteps } from '../event/details/detail-actions.tsx'
import type { Exports } from '../export/store/exports.ts'
import type { Pasted } from '../find/lookup-dialog.tsx'
import type { ChosenSorting, ColumnId } from '../grid/column-choice.ts'
import { leaveDetails } from '../grid/event-panes.tsx'
import { type ChosenRows, type Selection, withSelected } from '../grid/use-row-selection.ts'
import type { ShownListener } from '../live/results/results-pane.tsx'
import type { GoTo } from '../live/store/place.ts'
import type { OpenedSnapshot } from '../snapshot/store/opened-snapshot.ts'
import type { PageSnapshots } from '../snapshot/store/snapshots.ts'
import { onceControlsThere } from '../ui/on-demand.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import type { ConnectionSession } from './connection-session.ts'
import type { ShownLink } from './link/shown-link.ts'
import type { ChangeSettings, ShownSettings } from './settings/use-settings.ts'

/** Too narrow for three panes, in CSS pixels (200 % zoom halves them). */
const NARROW = '(max-width: 1099px)'
const NOTHING_SELECTED: Selection = new Map()
const NO_EVENTS: readonly Event[] = []

export type InspectorState = ReturnType<typeof useInspector>

export function useInspector(
  session: ConnectionSession,
  settings: ShownSettings,
  change: ChangeSettings,
  showHelp: () => void,
  /** No snapshot covers the page. */
  isLive: boolean,
) {
  const { epoch, details } = session
  const search = useSyncExternalStore(session.search.subscribe, session.search.state)
  const view = useSyncExternalStore(details.subscribe, details.view)
  const changes = useSyncExternalStore(session.watch.subscribe, session.watch.changes)
  const columns = useSyncExternalStore(session.columns.subscribe, session.columns.state)
  const sort = useSyncExternalStore(session.place.subscribe, session.place.sort)
  const [selection, setSelection] = usePerEpoch(epoch, NOTHING_SELECTED)
  const [shownEvents, setShownEvents] = usePerEpoch(epoch, NO_EVENTS)
  const [comparing, setComparing] = usePerEpoch<readonly Event[] | null>(epoch, null)
  const [pasted, setPasted] = usePerEpoch<Pasted | null>(epoch, null)
  const [lookingUp, setLookingUp] = usePerEpoch(epoch, false)
  const shownColumns = useRef<readonly ColumnId[]>([])
  const [saving, setSaving] = usePerEpoch(epoch, false)
  const [drawerOpen, setDrawerOpen] = usePerEpoch(epoch, false)
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const firstField = useRef<HTMLInputElement>(null)
  const findField = useRef<HTMLInputElement>(null)
  const { open: openEvent, steps } = useEventSteps(details, view, shownEvents)
  const filtersOpen = narrow ? drawerOpen : settings.filtersOpen

  const openFilters = useCallback(
    (open: boolean) => (narrow ? setDrawerOpen(open) : change({ filtersOpen: open })),
    [narrow, setDrawerOpen, change],
  )
  const goToFilters = useCallback(() => {
    flushSync(() => openFilters(true))
    onceControlsThere(() => firstField.current?.focus())
  }, [openFilters])
  /** Like the form's own button; where the form refuses, its errors must be visible. */
  const searchWithFilters = useCallback(() => {
    flushSync(() => openFilters(true))
    firstField.current?.form?.requestSubmit()
  }, [openFilters])
  const clearFilters = useCallback(() => firstField.current?.form?.reset(), [])
  const closeDetails = useCallback(() => leaveDetails(details.close, narrow), [details, narrow])
  const startSearch = useCallback(
    (filters: Filters) => {
      setDrawerOpen(false)
      session.search.search(filters)
    },
    [session, setDrawerOpen],
  )
  const lookUp = useCallback(
    (next: Pasted) => {
      setPasted(next)
      setLookingUp(true)
    },
    [setPasted, setLookingUp],
  )
  const addToSelection = useCallback(
    (events: readonly Event[]) => setSelection(withSelected(selection, events, events, true)),
    [selection, setSelection],
  )
  const findOthers = useCallback(
    (filters: Filters) => {
      // As an overlay the details would cover what was found.
      if (narrow) details.close()
      startSearch(filters)
    },
    [narrow, details, startSearch],
  )
  const choosePageSize = useCallback(
    (pageSize: PageSize) => {
      change({ pageSize })
      session.search.limit(pageSize)
    },
    [session, change],
  )
  const choose = useMemo(
    () => ({
      zone: (zone: string) => change({ zone }),
      theme: (theme: Settings['theme']) => change({ theme }),
      detailsWidth: (detailsWidth: number) => change({ detailsWidth }),
    }),
    [change],
  )
  const sorting = useMemo((): ChosenSorting => ({ sort, change: session.place.changeSort }), [sort, session])
  const chosen = useMemo((): ChosenRows => ({ selection, change: setSelection }), [selection, setSelection])
  const onShown = useMemo(
    (): ShownListener => ({
      events: setShownEvents,
      columns: (columns) => {
        shownColumns.current = columns
      },
    }),
    [setShownEvents],
  )
  const clearSelection = useCallback(() => setSelection(NOTHING_SELECTED), [setSelection])
  const closeFilters = useCallback(() => openFilters(false), [openFilters])
  const toggleFilters = useCallback(() => openFilters(!filtersOpen), [openFilters, filtersOpen])

  const isCovered = narrow && (drawerOpen || view !== null)
  const goToFind = useCallback(() => {
    if (isCovered && isLive) {
      // The overlay gives the focus back as it closes.
      flushSync(() => {
        setDrawerOpen(false)
        details.close()
      })
    }
    onceControlsThere(() => findField.current?.focus())
  }, [isCovered, isLive, setDrawerOpen, details])

  useShortcuts({
    onFind: goToFind,
    onSlash: settings.slashFocusesFilters && isLive ? goToFilters : null,
    onQuestion: settings.slashFocusesFilters ? showHelp : null,
    onPrevious: isLive ? steps.previous : null,
    onNext: isLive ? steps.next : null,
    onEscape: view === null || !isLive ? null : closeDetails,
  })

  return {
    isLive,
    search,
    view,
    changes,
    columns,
    sorting,
    openEvent,
    steps,
    narrow,
    firstField,
    findField,
    filtersOpen,
    closeFilters,
    toggleFilters,
    goToFilters,
    searchWithFilters,
    clearFilters,
    selection,
    chosen,
    clearSelection,
    shownEvents,
    shownColumns,
    onShown,
    saving,
    setSaving,
    comparing,
    setComparing,
    pasted,
    lookUp,
    lookingUp,
    setLookingUp,
    addToSelection,
    startSearch,
    findOthers,
    choosePageSize,
    choose,
    closeDetails,
  }
}

/** State of one session epoch, reset in the very render that shows another. */
function usePerEpoch<Value>(epoch: number, beginning: Value): [Value, (next: Value) => void] {
  const [held, setHeld] = useState({ epoch, value: beginning })
  const set = useCallback((value: Value) => setHeld({ epoch, value }), [epoch])
  return [held.epoch === epoch ? held.value : beginning, set]
}

/** What the page of an open connection is given, and what it hands on to its parts. */
export interface InspectorPageProps {
  current: Connection
  connections: Connection[]
  session: ConnectionSession
  snapshots: PageSnapshots
  /** Null until they are loaded. */
  exports: Exports | null
  opened: OpenedSnapshot
  shell: ShellInfo
  settings: ShownSettings
}

export interface InspectorPartProps extends InspectorPageProps {
  inspector: InspectorState
}

// What the window offers to the parts of an open connection, by context.

export interface WindowActions {
  /** On connections: opened, saved, forgotten. */
  actions: ConnectionActions
  dialogs: DialogOpeners
  /** To a place in any connection. */
  goTo: GoTo
  showLink: ShownLink['show']
  changeSettings: ChangeSettings
}

/** What is provided stays the same as long as the connection does. */
export const [WindowActionsProvider, useWindowActions] = createSafeContext<WindowActions>('There is no window here')
