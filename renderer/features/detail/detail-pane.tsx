// The "Event details" pane: one event, on its way, there, or failed.
import { useMemo, useRef, useState } from 'react'
import type { Connection } from '../../../shared/connection.ts'
import type { Property } from '../../../shared/event.ts'
import type { EventChange } from '../../../shared/event-difference.ts'
import type { DetailView } from '../../session/detail-view.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { clockWords } from '../../ui/instant-words.ts'
import { ChangeNotice } from './change-notice.tsx'
import { DetailHead } from './detail-head.tsx'
import styles from './detail-pane.module.css'
import { EventFacts } from './event-facts.tsx'
import { EventLoading } from './event-loading.tsx'
import { ExtraFields } from './extra-fields.tsx'
import { sentInstead } from './misfits.ts'
import { NotFoundNotice } from './not-found-notice.tsx'
import { PropertyList } from './property-list.tsx'
import { RawEvent } from './raw-event.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

export interface DetailPaneProps {
  connection: Connection
  view: DetailView
  /** What the immutability watch found about this event. */
  change: EventChange | null
  /** `UTC` or an IANA zone. */
  zone: string
  /** The service's now, RFC 3339 UTC. */
  now: () => string
  /** Of the event in the loaded page, from 0; null when it is not part of it. */
  position: { index: number; count: number } | null
  /** Null where there is none. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onClose(): void
  onRetry(): void
  onShowNewer(): void
  onReplaceToken(): void
}

/** Fills its container. The region takes the focus (tabindex -1) for callers that open it as an overlay. */
export function DetailPane(props: DetailPaneProps) {
  const { view, zone, position, onPrevious, onNext, onClose } = props
  const pane = useRef<HTMLElement>(null)
  // State, not a ref: what measures itself against it must hear when it is there.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const event = view.state === 'event' ? view.event : null
  const sent = useMemo(() => (event === null ? new Map<string, Property>() : sentInstead(event)), [event])
  return (
    <section
      ref={pane}
      className={styles.pane}
      aria-label="Event details"
      aria-busy={view.state === 'loading'}
      tabIndex={-1}
      {...useKeptFocus(pane, view)}
    >
      <DetailHead
        eventId={view.state === 'event' ? view.event.eventId : view.eventId}
        sent={sent.get('event_id') ?? null}
        problems={view.state === 'event' ? view.event.problems : []}
        position={position}
        source={view.state === 'event' ? view.source : null}
        zone={zone}
        onPrevious={onPrevious}
        onNext={onNext}
        onClose={onClose}
      />
      <div className={styles.body} ref={setScroller}>
        <DetailBody {...props} sent={sent} scroller={scroller} />
      </div>
    </section>
  )
}

interface DetailBodyProps extends DetailPaneProps {
  sent: ReadonlyMap<string, Property>
  scroller: HTMLDivElement | null
}

function DetailBody(props: DetailBodyProps) {
  const { view, connection, zone, now, sent, scroller, onRetry, onReplaceToken } = props
  switch (view.state) {
    case 'loading':
      return <EventLoading key={view.eventId} startedAt={view.startedAt} />
    case 'failure':
      return view.failure.kind === 'not-found' ? (
        <NotFoundNotice failure={view.failure} connection={connection} onRetry={onRetry} />
      ) : (
        <FailureNotice failure={view.failure} onRetry={onRetry} onReplaceToken={onReplaceToken} />
      )
    case 'event':
      return (
        <>
          <Unrefreshed {...props} />
          {(props.change || view.newer) && (
            <ChangeNotice change={props.change} zone={zone} onShowNewer={view.newer && props.onShowNewer} />
          )}
          <EventFacts event={view.event} sent={sent} zone={zone} now={now} />
          <PropertyList event={view.event} scroller={scroller} />
          <ExtraFields event={view.event} scroller={scroller} />
          <RawEvent event={view.event} info={view.info} baseUrl={connection.baseUrl} zone={zone} />
        </>
      )
    default:
      return view satisfies never
  }
}

/** That an older event could not be asked for again; a 404 is what the change tells. */
function Unrefreshed({ view, zone, onRetry, onReplaceToken }: DetailPaneProps) {
  const failure = view.state === 'event' ? view.source.unrefreshed : null
  if (view.state !== 'event' || failure === null || failure.kind === 'not-found') return null
  const at = clockWords(view.source.receivedAt, zone, new Date().toISOString())
  return (
    <div className={styles.unrefreshed}>
      <FailureNotice
        failure={failure}
        kept={{ what: 'event', at }}
        onRetry={onRetry}
        onReplaceToken={onReplaceToken}
        compact
      />
    </div>
  )
}
