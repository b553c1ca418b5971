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
import type { Event } from '../../../shared/event/event.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { searchPattern } from '../../ui/text-search.ts'
import { FieldTrouble } from './field-trouble.tsx'
import { findProperties, type PlacedProperty, repeatedNames } from './find-properties.ts'
import styles from './property-list.module.css'
import { LONGEST_NAME_BESIDE, PropertyRow } from './property-row.tsx'
import { SectionHead } from './section-head.tsx'

const QUERY_CHARACTERS = 60

/** What was typed to find stays while stepping from event to event. */
export function PropertyList({ event, scroller }: { event: Event; scroller: HTMLElement | null }) {
  const [query, setQuery] = useState('')
  const pattern = useDeferredValue(useMemo(() => searchPattern(query), [query]))
  const found = useMemo(() => findProperties(event.properties, pattern), [event, pattern])
  const repeated = useMemo(() => repeatedNames(event.properties), [event])
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
        <PropertyRows
          owner={event.eventId ?? event.source}
          label="Properties"
          what="property"
          placed={found}
          repeated={repeated}
          highlight={pattern}
          scroller={scroller}
        />
      ) : (
        !isMissing && (
          <p className={`${common.dim} ${styles.none}`}>
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
  const repeated = useMemo(() => repeatedNames(event.extra), [event])
  if (placed.length === 0) return null
  return (
    <section aria-label="Other fields">
      <SectionHead title="Other fields" count={`${placed.length}`} hint="not part of the interface" />
      <PropertyRows
        owner={event.eventId ?? event.source}
        label="Other fields"
        what="field"
        placed={placed}
        repeated={repeated}
        highlight={null}
        scroller={scroller}
      />
    </section>
  )
}

/** Up to here all rows are in the document, which the browser's own find and readers like best. */
const ALL_AT_ONCE = 60
const ROW_HEIGHT = 32

interface PropertyRowsProps {
  /** Names the event: which long values are open belongs to it. */
  owner: string
  /** Accessible name of the list. */
  label: string
  what: 'property' | 'field'
  placed: readonly PlacedProperty[]
  repeated: ReadonlyMap<number, { nth: number; of: number }>
  highlight: RegExp | null
  /** What scrolls. */
  scroller: HTMLElement | null
}

/**
 * Properties as a list of rows; only those in sight are in the document when there are many.
 * Each row is an `li` with data-property (or data-field), data-type and data-value, the exact text.
 */
function PropertyRows(props: PropertyRowsProps) {
  const { owner, label, placed } = props
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
  const names = { '--name-width': `${nameWidth(placed, props.repeated.size > 0)}ch` } as React.CSSProperties
  const row = (place: PlacedProperty) => (
    <PropertyRow
      property={place.property}
      index={place.index}
      what={props.what}
      repeat={props.repeated.get(place.index) ?? null}
      highlight={props.highlight}
      whole={openRows.has(place.index)}
      onWhole={onWhole}
    />
  )

  if (placed.length > ALL_AT_ONCE) return <VirtualRows key={owner} {...props} names={names} row={row} />
  return (
    <ul className={styles.list} aria-label={label} style={names}>
      {placed.map((place) => (
        <li key={place.index} {...dataOf(place, props.what)}>
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

function VirtualRows({ label, what, placed, scroller, names, row }: VirtualRowsProps) {
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
      className={styles.list}
      data-virtual
      aria-label={label}
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
