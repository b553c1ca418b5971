// "When did it start? When did it stop?", and the distribution between: requested on demand only, with the cost shown
// beforehand. Where the page holds every match, it is computed from the page.
import { Button } from '@mantine/core'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { Event, Filters } from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { failureSentence } from '../../../shared/failure/failure-words.ts'
import { knownTotal } from '../../../shared/search/paging.ts'
import type { TimeEdges } from '../../../shared/search/time-search.ts'
import { lastInstantBefore } from '../../../shared/snapshot/snapshot-range.ts'
import common from '../../ui/common.module.css'
import { useHeldFocus } from '../../ui/focus.ts'
import type { SearchSession } from '../store/search-session.ts'
import type { ShownRows } from '../store/search-state.ts'
import type { Spread, TimeAnswer, TimeQuestions } from '../store/time-questions.ts'
import { EdgeLine } from './edge-line.tsx'
import styles from './over-time.module.css'
import { edgesOf, spreadOf } from './page-times.ts'
import { SpreadChart } from './spread-chart.tsx'
import { edgeRequests, isWhole, type SpreadOffer, spreadOffer } from './time-offer.ts'

export interface OverTimePanelProps {
  search: Pick<SearchSession, 'state' | 'subscribe'>
  times: TimeQuestions
  zone: string
  /** The service's now, RFC 3339 UTC. */
  now: () => string
  onFilters: (filters: Filters) => void
  onOpen: (event: Event) => void
}

export function OverTimePanel({ search, times, zone, now, onFilters, onOpen }: OverTimePanelProps) {
  const shown = useSyncExternalStore(search.subscribe, () => search.state().shown)
  const asked = useSyncExternalStore(times.subscribe, times.state)
  const panel = useRef<HTMLDivElement>(null)
  const held = useHeldFocus((slot) => focusFirst(panel.current, slot))
  // Fixed when the panel opens: with a later now the stretches would no longer fit the counts.
  const [openedAt] = useState(now)
  if (shown === null) return null
  const known = isWhole(shown) ? knownOf(shown) : null
  const { first, last } = known ?? asked
  const offer = spreadOffer(shown, { first, last }, zone, openedAt)
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
          : 'All matches are on this page, so no requests are needed.'}
      </p>
      <dl className={styles.edges}>
        {(['first', 'last'] as const).map((side) => (
          <EdgeLine
            key={side}
            name={side === 'first' ? 'First event' : 'Last event'}
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
        zone={zone}
        shown={shown}
        onCount={times.count}
        onChoose={({ from, to }) =>
          onFilters({ ...shown.request.filters, createdAtFrom: from, createdAtTo: lastInstantBefore(to) })
        }
      />
      {isAsking && (
        <Button size="compact-sm" variant="subtle" className={styles.stop ?? ''} onClick={times.cancel}>
          Stop asking
        </Button>
      )}
    </div>
  )
}

/** Of a row of bars, the tab stop. */
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

interface SpreadSectionProps {
  spread: TimeAnswer<Spread>
  offer: SpreadOffer
  zone: string
  shown: ShownRows
  onCount: (stretches: TimeEdges) => void
  onChoose: (bin: { from: string; to: string }) => void
}

function SpreadSection({ spread, offer, zone, shown, onCount, onChoose }: SpreadSectionProps) {
  if (spread.state === 'answered' && spread.answer.kind === 'counted') {
    const { bins, unit, total, requests } = spread.answer
    return (
      <div data-slot="spread">
        <SpreadChart bins={bins} unit={unit} zone={zone} onChoose={onChoose} />
        <p className={common.dim}>
          {countWords(total, 'event')}
          {requests > 0 && `, ${countWords(requests, 'request')}`}. {countDoubt(total, shown)}
          Click a bar to see its events.
        </p>
      </div>
    )
  }
  const isAsking = spread.state === 'asking'
  return (
    <div className={styles.count} data-slot="spread">
      {spread.state === 'answered' && spread.answer.kind === 'untrusted' && (
        <p role="alert" className={styles.trouble}>
          Cannot be determined: {spread.answer.words}
        </p>
      )}
      {spread.state === 'failed' && (
        <p role="alert" className={styles.trouble}>
          {failureSentence(spread.failure)}
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
          {offer.kind === 'edges' && !isAsking && <span className={common.dim}>{stretchesWords(offer)}</span>}
        </>
      )}
    </div>
  )
}

/** "in 30 days, 31 requests", "in 20 stretches of 3 hours, 21 requests". */
function stretchesWords({ unit, count, edges, requests }: Extract<SpreadOffer, { kind: 'edges' }>): string {
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
