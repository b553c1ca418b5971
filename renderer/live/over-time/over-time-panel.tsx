// "When did it start? When did it stop?", and the distribution between: requested on demand only, with the cost shown
// beforehand. Where the page holds every match, it is computed from the page.

import { Button } from '@mantine/core'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { Event, Filters } from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { failureSentence } from '../../../shared/failure/failure-words.ts'
import { knownTotal } from '../../../shared/search/paging.ts'
import type { Distribution, EdgeSide, TimeEdges, TimeUnit } from '../../../shared/search/time-search.ts'
import { lastInstantBefore, rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { readDateInput } from '../../../shared/time/date-input.ts'
import { inZone } from '../../../shared/time/instant.ts'
import common from '../../ui/common.module.css'
import { InstantText } from '../../ui/exact-text.tsx'
import { useHeldFocus, useToolbar } from '../../ui/focus.ts'
import { dayWords, longDayWords } from '../../ui/instant-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { SearchSession, ShownRows } from '../store/search-session.ts'
import type { FoundEdge, Spread, TimeAnswer, TimeQuestions } from '../store/time-questions.ts'
import styles from './over-time.module.css'
import { edgeRequests, edgesOf, isWhole, type SpreadOffer, spreadOf, spreadOffer } from './time-offer.ts'

interface OverTimePanelProps {
  search: Pick<SearchSession, 'state' | 'subscribe'>
  times: TimeQuestions
  /** Times of day are in it. */
  zone: string
  /** Days are in it: the billing zone, where the connection has one. */
  days: string
  /** The service's now, RFC 3339 UTC. */
  now: () => string
  onFilters: (filters: Filters) => void
  onOpen: (event: Event) => void
}

export function OverTimePanel({ search, times, zone, days, now, onFilters, onOpen }: OverTimePanelProps) {
  const shown = useSyncExternalStore(search.subscribe, () => search.state().shown)
  const asked = useSyncExternalStore(times.subscribe, times.state)
  const panel = useRef<HTMLDivElement>(null)
  const held = useHeldFocus((slot) => focusFirst(panel.current, slot))
  // Fixed when the panel opens: with a later now the segments would no longer fit the counts.
  const [openedAt] = useState(now)
  if (shown === null) return null
  const known = isWhole(shown) ? knownOf(shown) : null
  const { first, last } = known ?? asked
  const offer = spreadOffer(shown, { first, last }, days, openedAt)
  const isAsking = [asked.first, asked.last, asked.spread].some(({ state }) => state === 'asking')
  const spread: TimeAnswer<Spread> =
    known !== null && offer.kind === 'edges'
      ? { state: 'answered', answer: spreadOf(shown.answer.page.events, offer) }
      : asked.spread
  const requests = edgeRequests(shown)
  return (
    <div ref={panel} className={common.panel} {...held}>
      <p className={common.dim}>
        {known === null
          ? 'Found by asking the service for counts, two requests at a time.'
          : 'By the service’s count all matches are on this page, so no requests are needed.'}
      </p>
      <dl className={styles.edges}>
        {(['first', 'last'] as const).map((side) => (
          <EdgeLine
            key={side}
            side={side}
            edge={side === 'first' ? first : last}
            requests={requests}
            zone={zone}
            onOpen={onOpen}
            onFind={() => times.find(side)}
          />
        ))}
      </dl>
      <SpreadSection
        spread={spread}
        offer={offer}
        zone={days}
        isOtherZone={days !== zone}
        shown={shown}
        onCount={times.count}
        onChoose={({ from, to }) =>
          onFilters({ ...shown.request.filters, createdAtFrom: from, createdAtTo: lastInstantBefore(to) })
        }
      />
      {isAsking && (
        <Button size="compact-sm" variant="subtle" style={{ justifySelf: 'start' }} onClick={times.cancel}>
          Stop asking
        </Button>
      )}
    </div>
  )
}

/** It is the tab stop of a row of bars. */
const STOP = 'button:not([tabindex="-1"])'

/** The first button of the slot, else of the panel. */
function focusFirst(panel: HTMLElement | null, slot: string) {
  const places = [panel?.querySelector(`[data-slot="${slot}"]`), panel]
  const [first] = places.flatMap((place) => place?.querySelector<HTMLElement>(STOP) ?? [])
  first?.focus({ preventScroll: true })
}

function knownOf({ answer }: ShownRows) {
  const { first, last } = edgesOf(answer.page.events)
  return { first: { state: 'answered', answer: first }, last: { state: 'answered', answer: last } } as const
}

interface EdgeLineProps {
  side: EdgeSide
  edge: TimeAnswer<FoundEdge>
  /** How many it takes at most. */
  requests: number
  zone: string
  onFind: () => void
  onOpen: (event: Event) => void
}

/** The first or the last event, or the button that looks for it and says what that costs. */
function EdgeLine({ side, edge, requests, zone, onFind, onOpen }: EdgeLineProps) {
  const name = side === 'first' ? 'First event' : 'Last event'
  return (
    <>
      <dt>{name}</dt>
      <dd data-slot={name}>
        {edge.state === 'answered' ? (
          <FoundEvent found={edge.answer} zone={zone} onOpen={onOpen} />
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            aria-disabled={edge.state === 'asking' || undefined}
            aria-label={`${edge.state === 'asking' ? 'Looking for' : 'Find'} the ${name.toLowerCase()}`}
            aria-description={`At most ${countWords(requests, 'request')}`}
            // Not disabled while asking, to keep the focus; `find` ignores a second call.
            onClick={onFind}
          >
            {edge.state === 'asking' ? 'Looking…' : 'Find'}
          </Button>
        )}
        {(edge.state === 'open' || edge.state === 'failed') && (
          <span className={common.dim}>at most {countWords(requests, 'request')}</span>
        )}
        {edge.state === 'failed' && (
          <span role="alert" className={common.danger}>
            {failureSentence(edge.failure)}
          </span>
        )}
      </dd>
    </>
  )
}

function FoundEvent({ found, zone, onOpen }: { found: FoundEdge; zone: string; onOpen: (event: Event) => void }) {
  switch (found.kind) {
    case 'none':
      return <span>None</span>
    case 'untrusted':
      return <span className={common.danger}>Cannot be determined: {found.words}</span>
    case 'found':
      return (
        <>
          <LinkButton quiet onClick={() => onOpen(found.event)}>
            <InstantText text={found.event.createdAt ?? ''} zone={zone} />
          </LinkButton>
          <span className={common.dim}>
            {found.within === 'millisecond' && 'to the millisecond'}
            {found.requests > 0 && ` ${countWords(found.requests, 'request')}`}
          </span>
        </>
      )
  }
}

// The number of events in each segment of time, counted on demand.

type Bin = Extract<Distribution, { kind: 'counted' }>['bins'][number]

interface SpreadSectionProps {
  spread: TimeAnswer<Spread>
  offer: SpreadOffer
  /** Segments begin in it. */
  zone: string
  /** Whether times beside it are shown in another. */
  isOtherZone: boolean
  shown: ShownRows
  onCount: (segments: TimeEdges) => void
  onChoose: (bin: Bin) => void
}

/** The chart, or the button that counts for it and says what that costs, or why it cannot. */
export function SpreadSection({ spread, offer, zone, isOtherZone, shown, onCount, onChoose }: SpreadSectionProps) {
  if (spread.state === 'answered' && spread.answer.kind === 'counted') {
    const { bins, unit, total, requests } = spread.answer
    return (
      <div data-slot="spread">
        <SpreadChart bins={bins} unit={unit} zone={zone} onChoose={onChoose} />
        <p className={common.dim}>
          {countWords(total, 'event')}
          {requests > 0 && `, ${countWords(requests, 'request')}`}. {countDoubt(total, shown)}
          {isOtherZone && `Days and hours are those of ${zone.replaceAll('_', ' ')}. `}
          Click a bar to see its events.
        </p>
      </div>
    )
  }
  const isAsking = spread.state === 'asking'
  const trouble = troubleWords(spread)
  return (
    <div className={styles.count} data-slot="spread">
      {trouble !== null && (
        <p role="alert" className={common.danger}>
          {trouble}
        </p>
      )}
      {offer.kind === 'not' && !isAsking ? (
        <p className={common.dim}>{offer.why}</p>
      ) : (
        <>
          <Button
            size="compact-sm"
            variant="default"
            aria-disabled={isAsking || undefined}
            onClick={() => offer.kind === 'edges' && onCount(offer)}
          >
            {isAsking ? 'Counting…' : 'Count over time'}
          </Button>
          {offer.kind === 'edges' && !isAsking && <span className={common.dim}>{segmentsWords(offer)}</span>}
        </>
      )}
    </div>
  )
}

/** "in 30 days, 31 requests", "in 20 segments of 3 hours, 21 requests". */
function segmentsWords({ unit, count, edges, requests }: Extract<SpreadOffer, { kind: 'edges' }>): string {
  const bins = edges.length - 1
  const words = count === 1 ? countWords(bins, unit) : `${countWords(bins, 'bar')} of ${count} ${unit}s`
  return `in ${words}, ${countWords(requests, 'request')}`
}

function countDoubt(total: number, { request, answer }: ShownRows): string {
  const counted = knownTotal(request, answer.page)
  return counted === null || counted === total
    ? ''
    : `The table’s total is ${grouped(counted)}; the difference lies outside this range, or came about in the meantime. `
}

/** Why there is no count, or null: nobody asked yet, or it is on its way. */
function troubleWords(spread: TimeAnswer<Spread>): string | null {
  if (spread.state === 'failed') return failureSentence(spread.failure)
  return spread.state === 'answered' && spread.answer.kind === 'untrusted'
    ? `Cannot be determined: ${spread.answer.words}`
    : null
}

interface SpreadChartProps {
  bins: readonly Bin[]
  unit: TimeUnit
  zone: string
  onChoose: (bin: Bin) => void
}

/** Bars that are buttons, one tab stop. A click narrows the search to one. */
function SpreadChart({ bins, unit, zone, onChoose }: SpreadChartProps) {
  const [pointed, setPointed] = useState<Bin | null>(null)
  const [focused, setFocused] = useState<Bin | null>(null)
  // The pointer may leave one bar while the keys are at another.
  const told = pointed ?? focused
  const most = bins.reduce((largest, { count }) => Math.max(largest, count), 1)
  const words = (bin: Bin) => `${segmentWords(bin.from, unit, zone)}: ${countWords(bin.count, 'event')}`
  const [first, last] = [bins[0], bins.at(-1)]
  return (
    <figure aria-label="Events over time">
      <div className={styles.bars} role="toolbar" aria-label="Bars" {...useToolbar<HTMLDivElement>()}>
        {bins.map((bin) => (
          <button
            key={bin.from}
            type="button"
            className={styles.bar}
            aria-label={words(bin)}
            title={`${countWords(bin.count, 'event')} ${rangeWords({ from: bin.from, until: bin.to, zone })}`}
            onClick={() => onChoose(bin)}
            onMouseEnter={() => setPointed(bin)}
            onMouseLeave={() => setPointed(null)}
            onFocus={() => setFocused(bin)}
            onBlur={() => setFocused(null)}
          >
            <span
              className={styles.height}
              // A single event among millions must still be visible.
              style={{ height: bin.count === 0 ? 0 : `max(2px, ${(bin.count / most) * 100}%)` }}
            />
          </button>
        ))}
      </div>
      <figcaption className={`${common.smallHint} ${common.numbers} ${styles.under}`}>
        <span>{first && segmentWords(first.from, unit, zone)}</span>
        <b aria-hidden>{told && words(told)}</b>
        <span>{last && segmentWords(last.from, unit, zone)}</span>
      </figcaption>
    </figure>
  )
}

/**
 * The segment that begins at `from`, RFC 3339: "Tue 3 Nov 2026", "3 Nov 14:00", "Week from 2 Nov 2026", "Nov 2026". An
 * hour that the clock shows twice is told from the other by its offset: "25 Oct 02:00 (+01:00)".
 */
function segmentWords(from: string, unit: TimeUnit, zone: string): string {
  const seen = inZone(from, zone)
  if (seen === null) return from
  const { date, time, offset } = seen
  const year = date.slice(0, 4)
  const clock = (digits: number) => {
    const isTwice = readDateInput(`${date} ${time}`, zone, 'from').kind === 'ambiguous'
    return `${dayWords(date)} ${time.slice(0, digits)}${isTwice ? ` (${offset})` : ''}`
  }
  switch (unit) {
    case 'second':
      return clock(8)
    case 'minute':
    case 'hour':
      return clock(5)
    case 'day':
      return longDayWords(date)
    case 'week':
      return `Week from ${dayWords(date)} ${year}`
    case 'month':
      return `${dayWords(date).split(' ')[1]} ${year}`
    case 'year':
      return year
  }
}
