// The lines above and below the rows: in which order they stand, what does not fit about them, what can be done with
// them; which rows they are, where they came from, and the ways to others.
import { Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconRefresh } from '@tabler/icons-react'
import { memo, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import {
  type Event,
  eventKey,
  PAGE_SIZES,
  type PageSize,
  type SearchPage,
  type SearchRequest,
} from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { isFullPage, nextOffset, previousOffset, rangeText } from '../../../shared/search/paging.ts'
import { compareInstants, type Instant, parseInstant } from '../../../shared/time/instant.ts'
import { SortedChip } from '../../grid/grid-head.tsx'
import { useToolbar } from '../../ui/focus.ts'
import { partBehindRows, partOnDemand } from '../../ui/on-demand.tsx'
import type { SearchState, ShownRows } from '../store/search-session.ts'
import styles from './results-bar.module.css'

// Tells what stands around the rows and opens something: loaded after the first rows, because what opens is most of the
// page's code (docs/decisions/start.md). Each is drawn where it stands as soon as it is there.
const parts = () => import('./loaded-controls.tsx')

const AnswerSource = partBehindRows(async () => (await parts()).AnswerSource)
export const AutoRefreshMenu = partBehindRows(async () => (await parts()).AutoRefreshMenu)
const BarNotes = partBehindRows(async () => (await parts()).BarNotes)
export const ExportMenu = partBehindRows(async () => (await parts()).ExportMenu)
export const PageSums = partBehindRows(async () => (await parts()).PageSums)
export const ShapeMarks = partBehindRows(async () => (await parts()).ShapeMarks)
export const SearchTools = partBehindRows(async () => (await parts()).SearchTools)
/** It stands in the rows' place, so as soon as there are none. */
export const NoRows = partOnDemand(async () => (await parts()).NoRows)

interface ResultsBarProps {
  titleId: string
  /** The service sent the rows so. */
  order: string | null
  /** It reads as "Event code, ascending"; null while the rows are in the service's order. */
  sorted: string | null
  onUnsort: () => void
  /** Null before the first answer. */
  shown: ShownRows | null
  /** Shows an answer that arrived in the background; null when there is none. */
  newer: { words: string; show: () => void } | null
  children: ReactNode
}

/** One stop for Tab, so that the rows are near, however much it offers. */
export function ResultsBar({ titleId, order, sorted, onUnsort, shown, newer, children }: ResultsBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-labelledby={titleId} {...useToolbar<HTMLDivElement>()}>
      <h2 id={titleId} className={styles.title}>
        Events
      </h2>
      {sorted === null ? (
        order && <span className={styles.order}>{order}</span>
      ) : (
        <SortedChip words={`sorted on this page: ${sorted}`} back="Back to the service’s order" onUnsort={onUnsort} />
      )}
      {newer === null ? null : (
        <Button size="compact-sm" variant="light" className={styles.newer ?? ''} onClick={newer.show}>
          {newer.words}
        </Button>
      )}
      {shown && <BarNotes shown={shown} />}
      <div className={styles.tools}>{children}</div>
    </div>
  )
}

/** null where fewer than two different instants can be compared: then there is nothing to observe. */
type ObservedOrder = 'newest-first' | 'oldest-first' | 'none' | null

/**
 * The order in which the service sent the events: docs/interface.md 4.2 promises none, so it is only an observation.
 * Instants that cannot be read are left out.
 */
export function observedOrder(events: readonly Event[]): ObservedOrder {
  let rises = false
  let falls = false
  let previous: Instant | null = null
  for (const { createdAt } of events) {
    const instant = createdAt === null ? null : parseInstant(createdAt)
    if (instant === null) continue
    const step = previous === null ? 0 : compareInstants(instant, previous)
    if (step > 0) rises = true
    if (step < 0) falls = true
    previous = instant
  }
  if (rises) return falls ? 'none' : 'oldest-first'
  return falls ? 'newest-first' : null
}

/** "Newest first", "Order not guaranteed"; null where there is nothing to observe. */
export function orderWords(order: ObservedOrder): string | null {
  switch (order) {
    case 'newest-first':
      return 'Newest first'
    case 'oldest-first':
      return 'Oldest first'
    case 'none':
      return 'Order not guaranteed'
    case null:
      return null
  }
}

interface ResultsFooterProps {
  /** Null before the first answer. */
  shown: ShownRows | null
  /** Those on screen where they are not the page's; else null. */
  only: readonly Event[] | null
  zone: string
  /** The rows add up to them. */
  sums: ReactNode
}

const selectedWords = (count: number) => `${countWords(count, 'row')} that ${count === 1 ? 'was' : 'were'} selected`

/** The line below the table: the range, and where the rows came from. */
export function ResultsFooter({ shown, only, zone, sums }: ResultsFooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.words}>
        <span role="status" className={styles.range}>
          {/* A new node for each search: it is announced once, also when the words are the same as before. */}
          <span key={shown?.turn}>
            {shown && (only ? selectedWords(only.length) : rangeText(shown.request, shown.answer.page))}
          </span>
        </span>
        {/* Before anything whose width changes from page to page, or it would move. */}
        {shown === null || shown.answer.page.events.length === 0 ? null : <span className={styles.origin}>{sums}</span>}
        {shown === null ? null : (
          <span className={styles.origin}>
            <AnswerSource shown={shown} zone={zone} />
          </span>
        )}
      </div>
    </footer>
  )
}

/** The label of the button that shows an answer which arrived in the background. */
export function newerWords(
  { request, answer }: NonNullable<SearchState['newer']>,
  shown: SearchState['shown'],
): string {
  if (shown === null || request !== shown.request) return 'The service is back – show the rows asked for'
  return newEventsWords(request, shown.answer.page, answer.page) ?? 'Newer results – show'
}

/** On later pages new events push others over from the page before, so only the totals can tell how many are new. */
function newEventsWords(request: SearchRequest, before: SearchPage, after: SearchPage): string | null {
  const fresh = request.offset === 0 ? newEvents(request, before, after) : 0
  if (fresh > 0) {
    const isAll = fresh === after.events.length && before.events.length > 0
    return `${fresh}${isAll ? ' or more' : ''} new ${fresh === 1 ? 'event' : 'events'} – show`
  }
  const more = before.total === null || after.total === null ? 0 : after.total - before.total
  return more > 0 ? `${grouped(more)} more ${more === 1 ? 'event' : 'events'} – show` : null
}

/** Events after the last known one on a full page may only have moved up because another event was removed. */
function newEvents(request: SearchRequest, before: SearchPage, after: SearchPage): number {
  const known = new Set(before.events.map(eventKey))
  const isNew = after.events.map((event) => !known.has(eventKey(event)))
  const lastKnown = isNew.lastIndexOf(false)
  const isFull = isFullPage(request, before)
  return isNew.filter((fresh, at) => fresh && (at < lastKnown || lastKnown === -1 || !isFull)).length
}

// Paging and refreshing: one landmark "Pages". Refresh is drawn in the bar above the table, the rest below the table.

interface PageControlsProps {
  limit: number
  /** The rows whose neighbours are gone to. */
  shown: ShownRows | null
  /** Another page is on its way: its neighbours are not known yet. */
  busy: boolean
  onPage: (offset: number) => void
  onLimit: (limit: PageSize) => void
  onRefresh: () => void
  /** Shown beside "Refresh". */
  autoRefresh: ReactNode
}

export function PageControls(props: PageControlsProps) {
  const { limit, shown, busy, onPage, onLimit, onRefresh } = props
  const previous = shown && previousOffset(shown.request, shown.answer.page)
  const next = shown && nextOffset(shown.request, shown.answer.page)
  return (
    <nav aria-label="Pages" className={styles.pages}>
      <div className={styles.refresh}>
        <RefreshButton onRefresh={onRefresh} />
        {props.autoRefresh}
      </div>
      <div className={styles.paging}>
        <RowsPerPage limit={limit} onLimit={onLimit} />
        <PageButton name="First page" to={previous === null ? null : 0} busy={busy} onPage={onPage}>
          <IconChevronsLeft size={15} stroke={1.8} aria-hidden />
        </PageButton>
        <PageButton name="Previous page" to={previous} busy={busy} onPage={onPage}>
          <IconChevronLeft size={15} stroke={1.8} aria-hidden />
          <span className={styles.word}>Previous</span>
        </PageButton>
        <PageButton name="Next page" to={next} busy={busy} onPage={onPage}>
          <span className={styles.word}>Next</span>
          <IconChevronRight size={15} stroke={1.8} aria-hidden />
        </PageButton>
      </div>
    </nav>
  )
}

/** It is not redrawn with every page, because nothing here changes: one Mantine button takes as long as two rows. */
const RefreshButton = memo(function RefreshButton({ onRefresh }: Pick<PageControlsProps, 'onRefresh'>) {
  return (
    <Button
      variant="default"
      aria-label="Refresh"
      title="Refresh"
      className={styles.refreshNow ?? ''}
      onClick={onRefresh}
    >
      <IconRefresh size={15} stroke={1.7} aria-hidden />
    </Button>
  )
})

const RowsPerPage = memo(function RowsPerPage({ limit, onLimit }: Pick<PageControlsProps, 'limit' | 'onLimit'>) {
  const sizes: number[] = [...PAGE_SIZES]
  return (
    <div className={styles.size}>
      <span className={styles.sizeLabel} aria-hidden>
        Rows per page
      </span>
      <NativeSelect
        aria-label="Rows per page"
        size="xs"
        value={String(limit)}
        data={(sizes.includes(limit) ? sizes : [limit, ...sizes]).map(String)}
        onChange={({ currentTarget }) => {
          const size = PAGE_SIZES.find((each) => String(each) === currentTarget.value)
          if (size) onLimit(size)
        }}
      />
    </div>
  )
})

interface PageButtonProps {
  name: string
  /** The offset of its page; null: there is no such page. */
  to: number | null
  busy: boolean
  onPage: (offset: number) => void
  children: ReactNode
}

function PageButton({ name, to, busy, onPage, children }: PageButtonProps) {
  // `go` reads it, and so stays the same function from page to page: the button is not drawn again.
  const latest = useRef(to)
  useLayoutEffect(() => {
    latest.current = busy ? null : to
  }, [to, busy])
  const go = useCallback(() => {
    if (latest.current !== null) onPage(latest.current)
  }, [onPage])
  return (
    <StillButton name={name} disabled={to === null || busy} none={to === null} onGo={go}>
      {children}
    </StillButton>
  )
}

interface StillButtonProps {
  name: string
  disabled: boolean
  /** There is no such page: it is faint or hidden. `disabled` is so while a page loads, too. */
  none: boolean
  onGo: () => void
  /** They are always the same under one name. */
  children: ReactNode
}

/** `aria-disabled` instead of `disabled`, so that the focus stays on the button while a page loads. */
const StillButton = memo(
  function StillButton({ name, disabled, none, onGo, children }: StillButtonProps) {
    return (
      <Button
        variant="default"
        aria-label={name}
        title={name}
        aria-disabled={disabled || undefined}
        className={styles.button ?? ''}
        data-none={none || undefined}
        data-back={name !== 'Next page' || undefined}
        onClick={onGo}
      >
        {children}
      </Button>
    )
  },
  (one, other) => one.disabled === other.disabled && one.none === other.none && one.onGo === other.onGo,
)
