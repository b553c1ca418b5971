// grid/ is the screen of events, the same for the live page and for snapshots.
// The table of any rows, the menu of a cell, the bar of the selection, and what the subject puts around them.
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { useHeldFocus } from '../ui/focus.ts'
import { namesByConnection } from '../ui/names-by-connection.ts'
import { partBehindRows, partOnDemand } from '../ui/on-demand.tsx'
import type { ColumnChoice, ColumnId } from './column-choice.ts'
import { useEventActions } from './event-panes.tsx'
import { type EventRows, type GridProgress, type GridView, loadedRows, type OpenedRow } from './event-rows.ts'
import styles from './event-screen.module.css'
import { EventsGrid, focusGrid } from './events-grid.tsx'
import { type EventsTableOptions, useEventsTable } from './events-table.ts'
import type { FilterBy } from './filter-by.ts'
import { useRoom } from './grid-measures.ts'
import type { SelectionUse } from './selection-bar.tsx'
import { useCellMenu, valueAt } from './use-cell-menu.ts'
import { type ChosenRows, useRowSelection } from './use-row-selection.ts'

const tools = () => import('./loaded-tools.tsx')
const CellMenu = partOnDemand(async () => (await tools()).CellMenu)
const CellFilter = partBehindRows(async () => (await import('./cell-filter.tsx')).CellFilter)
const ColumnsMenu = partBehindRows(async () => (await tools()).ColumnsMenu)
const SelectionBar = partBehindRows(async () => (await tools()).SelectionBar)

interface EventScreenOptions extends Pick<EventsTableOptions, 'choice' | 'onChoice' | 'sorting'> {
  /** A page as it came, which is sorted here; or rows that come sorted. */
  rows: readonly Event[] | EventRows
  /** Changes with the request for rows: the screen then begins at the first row. */
  key: string
  offer: ColumnOffer
  chosen: ChosenRows
  /** Receives the columns in sight, left to right. */
  onShownColumns: (columns: readonly ColumnId[]) => void
}

export type EventScreenState = ReturnType<typeof useEventScreen>

/** The rows in their order on screen, their columns, and what is selected of them. */
export function useEventScreen(options: EventScreenOptions) {
  const { rows, key, choice, onChoice, offer, sorting, chosen, onShownColumns } = options
  const properties = usePropertyColumns(choice, offer)
  const page = 'count' in rows ? null : rows
  const columns = useEventsTable({ events: page, choice, onChoice, properties, sorting })
  const { table } = columns
  const sorted = table.getRowModel().rows
  const shown = useMemo(
    () => ('count' in rows ? rows : loadedRows(sorted.map(({ original }) => original))),
    [rows, sorted],
  )
  useEffect(() => onShownColumns(table.getVisibleLeafColumns().map(({ id }) => id)))
  // `listNames` reads it, and so stays the same function: the menu is not drawn again with every page.
  const latest = useRef(offer.events)
  useEffect(() => {
    latest.current = offer.events
  }, [offer.events])
  const listNames = useCallback(() => propertyNames(latest.current), [])
  return {
    key,
    rows: shown,
    sample: shown.all ?? offer.events,
    columns,
    properties,
    selection: useRowSelection(shown, key, chosen),
    box: useRoom<HTMLDivElement>(),
    /** Every property's name, for menus that list them: called as one opens. */
    listNames,
    columnsMenu: <ColumnsMenu choice={choice} onChoice={onChoice} properties={properties} listNames={listNames} />,
  }
}

interface EventScreenProps {
  screen: EventScreenState
  view: Omit<GridView, 'rows' | 'key' | 'sample'>
  /** `isOther`: the rows belong to an earlier request; they are dimmed once that lasts. */
  progress: Omit<GridProgress, 'dimmed'> & { isOther: boolean }
  zone: string
  opened: OpenedRow
  filterBy: FilterBy
  use: SelectionUse
  /** `below`: widths in CSS pixels below which words give way to icons, in `data-below`. */
  layout: { className: string | undefined; below: readonly number[] }
  /** `bar` and `notice` are above the rows, `instead` is in their place, `over` is on top of them, `foot` below. */
  parts: { bar: ReactNode; notice: ReactNode; instead: ReactNode; over?: ReactNode; foot: ReactNode }
}

export function EventScreen({ screen, view, progress, zone, opened, filterBy, use, layout, parts }: EventScreenProps) {
  const { columns, rows, key, sample, selection, box } = screen
  const { busy, coming, isOther } = progress
  const { selected } = selection
  const { compare } = useEventActions()
  const menu = useCellMenu(columns.table, rows)
  const dimmed = useDimmed(isOther)

  // Loaded only once a row is selected, the bar would take room after the next key press has counted the rows that fit.
  useEffect(() => void SelectionBar.preload(), [])

  function clear() {
    if (use.alone) use.onShow(false)
    selection.clear()
  }

  const names = useSyncExternalStore(namesByConnection.subscribe, () => namesByConnection.getState()[use.connectionId])
  return (
    <div
      className={`${styles.screen} ${layout.className}`}
      {...useHeldFocus(focusGrid)}
      data-below={layout.below.filter((width) => box.room.width < width).join(' ')}
    >
      {parts.bar}
      {parts.notice && <div className={styles.notice}>{parts.notice}</div>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the cells of the grid in it, by the menu key too */}
      <div className={styles.rows} onContextMenu={menu.open}>
        <EventsGrid
          columns={columns}
          view={{ ...view, rows, key, sample }}
          progress={{ busy, coming, dimmed }}
          zone={zone}
          names={names}
          box={box}
          selection={selection}
          opened={opened}
        >
          {parts.instead}
        </EventsGrid>
        {parts.over}
        <CellFilter
          rows={rows}
          valueAt={(target) => valueAt(columns.table, rows, target)?.value ?? null}
          filterBy={filterBy}
        />
        {menu.cell !== null && <CellMenu cell={menu.cell} filterBy={filterBy} onClose={menu.close} />}
      </div>
      {selected.events.length > 0 && (
        <SelectionBar
          {...use}
          selected={selected.events}
          elsewhere={selected.elsewhere}
          table={columns.table}
          onCompare={() => compare(selected.events)}
          onClear={clear}
        />
      )}
      {parts.foot}
    </div>
  )
}

const DIM_AFTER_MS = 120

/** True after a moment of `isOther`, so that quick answers do not flicker; false as soon as that is. */
function useDimmed(isOther: boolean): boolean {
  const [isOverdue, setOverdue] = useState(false)
  useEffect(() => {
    if (!isOther) return
    const timer = setTimeout(() => setOverdue(true), DIM_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [isOther])
  return isOther && isOverdue
}

// Properties that become columns by default: money, as the rules call it, and the numbers that most rows share.

const OFFERED = 2
/** Names longer than this say too little in a column's head. */
const LONGEST_NAME = 60

/**
 * Those of `money` that are a number in some event, and at most two others, each a number in at least half of the
 * events; the commoner first, of equals the one that comes first.
 */
export function offeredProperties(events: readonly Event[], money: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const { properties } of events) {
    const met = new Set<string>()
    for (const { name, kind } of properties) {
      if (kind !== 'number' || name.length > LONGEST_NAME || met.has(name)) continue
      met.add(name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const amounts = money.filter((name) => counts.has(name)).slice(0, OFFERED)
  const shared = [...counts].filter(([name, count]) => count * 2 >= events.length && !amounts.includes(name))
  const others = shared.sort(([, a], [, b]) => b - a).slice(0, OFFERED)
  return [...amounts, ...others.map(([name]) => name)]
}

/** Every name once, in the order in which they come. */
export function propertyNames(events: readonly Event[]): string[] {
  const names = new Set<string>()
  for (const { properties } of events) for (const { name } of properties) names.add(name)
  return [...names]
}

interface ColumnOffer {
  /**
   * This is what columns are offered for: an offer lasts while this text does, so that neither paging nor scrolling
   * moves a column.
   */
  of: string
  /** The first rows that are there. */
  events: readonly Event[]
  /** Names of properties that are money. */
  money: readonly string[]
  /** A property that is offered too, such as the one that rows are sorted by. */
  besides: string | null
}

/**
 * Names of the properties that are columns: the chosen ones, else those on offer; the same array while they are the
 * same.
 */
function usePropertyColumns({ properties }: ColumnChoice, { of, events, money, besides }: ColumnOffer) {
  const [offer, setOffer] = useState<{ of: string | null; names: readonly string[] }>(NO_OFFER)
  let { names } = offer
  if (properties === null && events.length > 0 && offer.of !== of) {
    const found = [...new Set([...offeredProperties(events, money), ...(besides === null ? [] : [besides])])]
    names = JSON.stringify(found) === JSON.stringify(names) ? names : found
    setOffer({ of, names })
  }
  return properties ?? names
}

const NO_OFFER = { of: null, names: [] }
