// The event's properties: counted, searchable, each exact.
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Event, Property } from '../../../shared/event/event.ts'
import common from '../../ui/common.module.css'
import { firstMatch, searchPattern, shortened } from '../../ui/excerpt.ts'
import { SectionHead } from './detail-tabs.tsx'
import { FieldTrouble } from './event-notices.tsx'
import styles from './property-list.module.css'
import { LONGEST_NAME_BESIDE, PropertyRow } from './property-row.tsx'

const QUERY_CHARACTERS = 60

/** What was typed to find stays while stepping from event to event. */
export function PropertyList({ event, scroller }: { event: Event; scroller: HTMLElement | null }) {
  const [query, setQuery] = useState('')
  const pattern = useDeferredValue(useMemo(() => searchPattern(query), [query]))
  const found = useMemo(() => findProperties(event.properties, pattern), [event, pattern])
  const total = event.properties.length
  const isMissing = total === 0 && event.problems.some(({ field }) => field === 'event_properties')

  const onKeyDown = (key: KeyboardEvent) => {
    if (key.key !== 'Escape' || query === '') return
    key.stopPropagation()
    setQuery('')
  }

  return (
    <section aria-label="Properties">
      <SectionHead title="Properties" count={pattern === null ? `${total}` : `${found.length} of ${total}`}>
        {(total > 0 || query !== '') && (
          <TextInput
            className={styles.find}
            aria-label="Find property"
            placeholder="Find…"
            value={query}
            onChange={(change) => setQuery(change.currentTarget.value)}
            onKeyDown={onKeyDown}
            leftSection={<IconSearch size={13} stroke={1.75} aria-hidden />}
            rightSection={
              query === '' ? null : <CloseButton size="xs" aria-label="Clear find" onClick={() => setQuery('')} />
            }
          />
        )}
      </SectionHead>
      <FieldTrouble field="event_properties" absent={false} problems={event.problems} />
      {found.length > 0 ? (
        <PropertyRows event={event} what="property" placed={found} highlight={pattern} scroller={scroller} />
      ) : (
        !isMissing && (
          <p className={`${common.dim} ${common.notice}`}>
            {total === 0
              ? 'No properties'
              : `No property has “${shortened(query, QUERY_CHARACTERS)}” in its name or value`}
          </p>
        )
      )}
    </section>
  )
}

/** Fields that the interface does not name: shown all the same, in a section of their own. */
export function ExtraFields({ event, scroller }: { event: Event; scroller: HTMLElement | null }) {
  const placed = useMemo(() => findProperties(event.extra, null), [event])
  if (placed.length === 0) return null
  return (
    <section aria-label="Other fields">
      <SectionHead title="Other fields" count={`${placed.length}`} hint="not part of the interface" />
      <PropertyRows event={event} what="field" placed={placed} highlight={null} scroller={scroller} />
    </section>
  )
}

/** Up to here all rows are in the document, which the browser's own find and readers like best. */
const ALL_AT_ONCE = 60
const ROW_HEIGHT = 32
/** Accessible names of the lists. */
const LABELS = { property: 'Properties', field: 'Other fields' }

interface PropertyRowsProps {
  event: Event
  what: 'property' | 'field'
  /** They are the properties of the event that are shown. */
  placed: readonly PlacedProperty[]
  highlight: RegExp | null
  /** It is what scrolls. */
  scroller: HTMLElement | null
}

/**
 * Properties as a list of rows; only those in sight are in the document when there are many.
 * Each row is an `li` with data-property (or data-field), data-type and data-value, the exact text.
 */
function PropertyRows(props: PropertyRowsProps) {
  const { event, what, placed } = props
  const repeated = useMemo(() => repeatedNames(what === 'property' ? event.properties : event.extra), [event, what])
  // Which long values are open belongs to the event.
  const owner = event.eventId ?? event.source
  // The rows stay while the event changes, so that the focus does.
  const [open, setOpen] = useState<{ owner: string; rows: ReadonlySet<number> }>({ owner, rows: new Set() })
  const openRows = open.owner === owner ? open.rows : new Set<number>()
  const onWhole = useCallback(
    (index: number, whole: boolean) =>
      setOpen((before) => {
        const rows = new Set(before.owner === owner ? before.rows : [])
        if (whole) rows.add(index)
        else rows.delete(index)
        return { owner, rows }
      }),
    [owner],
  )
  const names = { '--name-width': `${nameWidth(placed, repeated.size > 0)}ch` } as React.CSSProperties
  const row = (place: PlacedProperty) => (
    <PropertyRow
      property={place.property}
      index={place.index}
      what={what}
      repeat={repeated.get(place.index) ?? null}
      highlight={props.highlight}
      whole={openRows.has(place.index)}
      onWhole={onWhole}
    />
  )

  if (placed.length > ALL_AT_ONCE) return <VirtualRows key={owner} {...props} names={names} row={row} />
  return (
    <ul className={`${common.list} ${common.divided} ${styles.list}`} aria-label={LABELS[what]} style={names}>
      {placed.map((place) => (
        <li key={place.index} {...dataOf(place, what)}>
          {row(place)}
        </li>
      ))}
    </ul>
  )
}

interface VirtualRowsProps extends PropertyRowsProps {
  names: React.CSSProperties
  row: (place: PlacedProperty) => React.ReactNode
}

function VirtualRows({ what, placed, scroller, names, row }: VirtualRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const scrollMargin = useDistanceFromTop(list, scroller)
  const virtualizer = useVirtualizer({
    count: placed.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (at) => placed[at]?.index ?? at,
    overscan: 12,
    scrollMargin,
  })
  return (
    <ul
      ref={list}
      className={`${common.list} ${common.divided} ${styles.list}`}
      data-virtual
      aria-label={LABELS[what]}
      style={{ ...names, height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ key, index: at, start }) => {
        const place = placed[at]
        if (place === undefined) return null
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={at}
            aria-setsize={placed.length}
            aria-posinset={at + 1}
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
            {...dataOf(place, what)}
          >
            {row(place)}
          </li>
        )
      })}
    </ul>
  )
}

/** Room for the longest name that is beside its value, in widths of a digit (letters are a little narrower). */
function nameWidth(placed: readonly PlacedProperty[], withRepeats: boolean): number {
  // At least the badge of a name that repeats, "duplicate, …", has room, or a short name.
  let widest = withRepeats ? 13 : 8
  for (const { property } of placed) {
    const { length } = property.name
    if (length > widest && length <= LONGEST_NAME_BESIDE) widest = length
  }
  return widest * 0.92
}

function dataOf({ property }: PlacedProperty, what: 'property' | 'field') {
  return { [`data-${what}`]: property.name, 'data-type': property.kind, 'data-value': property.text }
}

/** How far below the scroller's top edge an element lies, kept up to date while what is above it changes height. */
function useDistanceFromTop(element: RefObject<HTMLElement | null>, scroller: HTMLElement | null): number {
  const [distance, setDistance] = useState(0)
  useLayoutEffect(() => {
    if (scroller === null) return
    const measure = () => {
      if (element.current === null) return
      const top = element.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top
      setDistance(Math.round(top + scroller.scrollTop))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const part of scroller.children) observer.observe(part)
    return () => observer.disconnect()
  }, [element, scroller])
  return distance
}

/** A property and its place in the order sent. */
interface PlacedProperty {
  property: Property
  index: number
}

/** The properties whose name or value holds a match, in the order sent; all of them without a pattern. */
export function findProperties(properties: readonly Property[], pattern: RegExp | null): PlacedProperty[] {
  const placed = properties.map((property, index) => ({ property, index }))
  if (pattern === null) return placed
  return placed.filter(
    ({ property }) => firstMatch(property.name, pattern) !== -1 || firstMatch(property.text, pattern) !== -1,
  )
}

/** Tells, for each property whose name occurs more than once, which occurrence it is, and of how many. */
export function repeatedNames(properties: readonly Property[]): Map<number, { nth: number; of: number }> {
  const places = Map.groupBy(properties.keys(), (index) => properties[index]?.name ?? '')
  const repeated = new Map<number, { nth: number; of: number }>()
  for (const indexes of places.values()) {
    if (indexes.length < 2) continue
    for (const [at, index] of indexes.entries()) repeated.set(index, { nth: at + 1, of: indexes.length })
  }
  return repeated
}
