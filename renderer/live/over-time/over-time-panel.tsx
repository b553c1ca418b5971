// "When did it start? When did it stop?", and the distribution between: requested on demand only, with the cost shown
// beforehand. Where the page holds every match, it is computed from the page.
import { Button } from '@mantine/core'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { Event, Filters } from '../../../shared/event/event.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { failureSentence } from '../../../shared/failure/failure-words.ts'
import type { EdgeSide } from '../../../shared/search/time-search.ts'
import { lastInstantBefore } from '../../../shared/snapshot/snapshot-range.ts'
import common from '../../ui/common.module.css'
import { InstantText } from '../../ui/exact-text.tsx'
import { useHeldFocus } from '../../ui/focus.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { SearchSession } from '../store/search-session.ts'
import type { ShownRows } from '../store/search-state.ts'
import type { FoundEdge, Spread, TimeAnswer, TimeQuestions } from '../store/time-questions.ts'
import styles from './over-time.module.css'
import { SpreadSection } from './spread-section.tsx'
import { edgeRequests, edgesOf, isWhole, spreadOf, spreadOffer } from './time-offer.ts'

interface OverTimePanelProps {
  search: Pick<SearchSession, 'state' | 'subscribe'>
  times: TimeQuestions
  /** Of times of day. */
  zone: string
  /** Of days: the billing zone, where the connection has one. */
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
  // Fixed when the panel opens: with a later now the stretches would no longer fit the counts.
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
    default:
      return found satisfies never
  }
}
