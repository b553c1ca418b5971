// The three panes of an open connection: what each holds while the connection is open, and what can be done with it.
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { Settings } from '../../shared/contract/settings.ts'
import type { Event, Filters } from '../../shared/event/event.ts'
import { useEventSteps } from '../event/details/detail-actions.tsx'
import type { DetailSession } from '../event/store/detail-session.ts'
import type { ColumnId } from '../grid/column-choice.ts'
import { leaveDetails } from '../grid/event-panes.tsx'
import { type ChosenRows, type Selection, withSelected } from '../grid/use-row-selection.ts'
import type { ShownListener } from '../live/results/results-pane.tsx'
import { onceControlsThere } from '../ui/on-demand.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import type { ChangeSettings } from './settings/use-settings.ts'

/** State of one opening of a connection (`LiveSession.epoch`), reset in the very render that shows another. */
export function usePerEpoch<Value>(epoch: number, beginning: Value): [Value, (next: Value) => void] {
  const [held, setHeld] = useState({ epoch, value: beginning })
  const set = useCallback((value: Value) => setHeld({ epoch, value }), [epoch])
  return [held.epoch === epoch ? held.value : beginning, set]
}

export type FiltersPane = ReturnType<typeof useFiltersPane>

/** The pane stays beside the rows as the settings have it; as an overlay (`narrow`) it opens for one use. */
export function useFiltersPane(
  epoch: number,
  narrow: boolean,
  { filtersOpen }: Pick<Settings, 'filtersOpen'>,
  change: ChangeSettings,
) {
  const [isOverlayOpen, setOverlayOpen] = usePerEpoch(epoch, false)
  const firstField = useRef<HTMLInputElement>(null)
  const isOpen = narrow ? isOverlayOpen : filtersOpen
  // Every search does this, and searching is handed to the rows: were it another function each time the pane opens or
  // closes, they would be drawn again.
  const uncover = useCallback(() => setOverlayOpen(false), [setOverlayOpen])
  return useMemo(() => {
    const open = (isOpen: boolean) => (narrow ? setOverlayOpen(isOpen) : change({ filtersOpen: isOpen }))
    return {
      isOpen,
      /** The first of its fields, and so its form. */
      firstField,
      close: () => open(false),
      toggle: () => open(!isOpen),
      /** Closes it where it covers the rows. */
      uncover,
      /** Opens it, with the focus in its first field. */
      goTo() {
        // The browser gives no focus to a field that is hidden, so the pane is drawn before its field is asked to take
        // it.
        flushSync(() => open(true))
        onceControlsThere(() => firstField.current?.focus())
      },
      /** It does as the form's own button: opens it, as a form that refuses shows why. */
      submit() {
        // A form that refuses gives the focus to what is wrong at once, which the browser does only where that is not
        // hidden.
        flushSync(() => open(true))
        firstField.current?.form?.requestSubmit()
      },
      clear: () => firstField.current?.form?.reset(),
    }
  }, [isOpen, narrow, setOverlayOpen, uncover, change])
}

const NOTHING_SELECTED: Selection = new Map()
const NO_EVENTS: readonly Event[] = []

export type RowsPane = ReturnType<typeof useRowsPane>

/** Tells what the rows say of themselves, and which of them are selected, on this page and on others. */
export function useRowsPane(epoch: number) {
  const [selection, change] = usePerEpoch(epoch, NOTHING_SELECTED)
  const [events, setEvents] = usePerEpoch(epoch, NO_EVENTS)
  const columns = useRef<readonly ColumnId[]>([])
  const onShown = useMemo(
    (): ShownListener => ({
      events: setEvents,
      columns: (shown) => {
        columns.current = shown
      },
    }),
    [setEvents],
  )
  const chosen = useMemo((): ChosenRows => ({ selection, change }), [selection, change])
  return useMemo(
    () => ({
      /** In their order on screen, sorted: what "next" means in the details. */
      events,
      /** The columns in sight, left to right. */
      columns,
      selection,
      /** The same as long as the selection is. */
      chosen,
      /** Selects these as well. */
      add: (added: readonly Event[]) =>
        change(withSelected(selection, { page: added, chosen: added, isSelected: true })),
      clearSelection: () => change(NOTHING_SELECTED),
      onShown,
    }),
    [events, selection, chosen, change, onShown],
  )
}

export type DetailsPane = ReturnType<typeof useDetailsPane>

/**
 * @param events the rows among which its event stands
 * @param narrow it is an overlay
 * @param search begins another search
 */
export function useDetailsPane(
  details: DetailSession,
  events: readonly Event[],
  narrow: boolean,
  search: (filters: Filters) => void,
) {
  const view = useSyncExternalStore(details.subscribe, details.view)
  const { open: openEvent, steps } = useEventSteps(details, view, events)
  const close = useCallback(() => leaveDetails(details.close, narrow), [details, narrow])
  const findOthers = useCallback(
    (filters: Filters) => {
      // As an overlay the details would cover what was found.
      if (narrow) details.close()
      search(filters)
    },
    [narrow, details, search],
  )
  return {
    /** Null: closed. */
    view,
    /** The event that is open, to mark its row. */
    openEvent,
    steps,
    close,
    /** Searches for others like the open event. */
    findOthers,
  }
}

interface KeyTargets {
  /** No snapshot covers the panes. */
  isLive: boolean
  narrow: boolean
  filters: FiltersPane
  details: DetailsPane
  /** "/" and "?" are keys of the page. */
  hasSigns: boolean
  showHelp: () => void
}

/** The keys that lead from pane to pane. @returns the field of the one box, which Ctrl+K or Command+K leads to */
export function usePaneKeys({ isLive, narrow, filters, details, hasSigns, showHelp }: KeyTargets) {
  const findField = useRef<HTMLInputElement>(null)
  const isCovered = narrow && (filters.isOpen || details.view !== null)
  function goToFind() {
    if (isCovered && isLive) {
      // An overlay gives the focus back as it goes: were it drawn later, it would take the focus from the one box.
      flushSync(() => {
        filters.uncover()
        details.close()
      })
    }
    onceControlsThere(() => findField.current?.focus())
  }
  useShortcuts({
    onFind: goToFind,
    onSlash: hasSigns && isLive ? filters.goTo : null,
    onQuestion: hasSigns ? showHelp : null,
    onPrevious: isLive ? details.steps.previous : null,
    onNext: isLive ? details.steps.next : null,
    onEscape: details.view === null || !isLive ? null : details.close,
  })
  return findField
}
