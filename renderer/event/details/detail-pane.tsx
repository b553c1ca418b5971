// event/ shows one event: all that was sent, how it changed since it was first seen, and how it differs from others.
// The "Event details" pane: one event, loading, loaded or failed.
import { Box, Stack } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Property } from '../../../shared/event/event.ts'
import type { EventChange } from '../../../shared/event/event-difference.ts'
import { elapsedWords } from '../../../shared/time/duration-words.ts'
import common from '../../ui/common.module.css'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { useHeldFocus } from '../../ui/focus.ts'
import { clockWords } from '../../ui/instant-words.ts'
import { useNow } from '../../ui/use-now.ts'
import type { DetailView, EventView } from '../store/detail-session.ts'
import { type EventSteps, useDetailActions } from './detail-actions.tsx'
import { DetailHead } from './detail-head.tsx'
import styles from './detail-pane.module.css'
import { type DetailTab, DetailTabs } from './detail-tabs.tsx'
import { EventFacts, nonStringValues } from './event-facts.tsx'
import { EventHistory } from './event-history.tsx'
import { ChangeNotice, NotFoundNotice, RowReasonsNotice } from './event-notices.tsx'
import { RawEvent } from './json-text.tsx'
import { ExtraFields, PropertyList } from './property-list.tsx'

export interface DetailPaneProps {
  connection: Connection
  view: DetailView
  /** What the immutability watch found about this event. */
  change: EventChange | null
  /** Why its row is marked, in sentences. */
  reasons?: readonly string[]
  /** `UTC` or an IANA zone. */
  zone: string
  /** The service's now, RFC 3339 UTC. */
  now: () => string
  steps: EventSteps
}

/** Fills its container. The region takes the focus (tabindex -1) for callers that open it as an overlay. */
export function DetailPane(props: DetailPaneProps) {
  const { view, zone } = props
  const pane = useRef<HTMLElement>(null)
  // Kept while stepping from event to event.
  const [tab, setTab] = useState<DetailTab>('event')
  const event = view.state === 'event' ? view.event : null
  const sent = useMemo(() => (event === null ? new Map<string, Property>() : nonStringValues(event)), [event])
  return (
    <section
      ref={pane}
      className={styles.pane}
      aria-label="Event details"
      aria-busy={view.state === 'loading'}
      tabIndex={-1}
      {...useHeldFocus(() => pane.current?.focus({ preventScroll: true }))}
    >
      <DetailHead
        view={view}
        sent={sent.get('event_id') ?? null}
        connection={props.connection}
        steps={props.steps}
        zone={zone}
      />
      {view.state === 'event' ? (
        <DetailTabs tab={tab} onTab={setTab} change={props.change} above={<Unrefreshed view={view} zone={zone} />}>
          {(open, scroller) => (
            <OpenTab {...props} open={open} scroller={scroller} sent={sent} view={view} onTab={setTab} />
          )}
        </DetailTabs>
      ) : (
        <div className={styles.body}>
          <NoEvent view={view} connection={props.connection} />
        </div>
      )}
    </section>
  )
}

function NoEvent({ view, connection }: { view: Exclude<DetailView, EventView>; connection: Connection }) {
  const { retry, replaceToken, editConnection } = useDetailActions()
  switch (view.state) {
    case 'loading':
      return <EventLoading key={view.eventId} startedAt={view.startedAt} />
    case 'failure':
      return view.failure.kind === 'not-found' ? (
        <NotFoundNotice failure={view.failure} connection={connection} onRetry={retry} />
      ) : (
        <FailureNotice
          failure={view.failure}
          onRetry={retry}
          onReplaceToken={replaceToken}
          onEditConnection={editConnection}
        />
      )
    default:
      return view satisfies never
  }
}

interface OpenTabProps extends Omit<DetailPaneProps, 'steps'> {
  open: DetailTab
  view: EventView
  sent: ReadonlyMap<string, Property>
  scroller: HTMLElement | null
  onTab: (tab: DetailTab) => void
}

function OpenTab(props: OpenTabProps) {
  const { open, view, connection, change, zone, now, sent, scroller, onTab } = props
  const { showNewer, firstSeen } = useDetailActions()
  switch (open) {
    case 'event':
      return (
        <>
          <RowReasonsNotice reasons={props.reasons ?? []} />
          {(change || view.newer) && (
            <ChangeNotice
              change={change}
              zone={zone}
              onShowNewer={view.newer && showNewer}
              onHistory={() => onTab('history')}
            />
          )}
          <EventFacts event={view.event} sent={sent} zone={zone} now={now} />
          <PropertyList event={view.event} scroller={scroller} />
          <ExtraFields event={view.event} scroller={scroller} />
        </>
      )
    case 'raw':
      return <RawEvent event={view.event} info={view.info} zone={zone} />
    case 'history':
      return <EventHistory connection={connection} change={change} zone={zone} {...view} firstSeen={firstSeen} />
    default:
      return open satisfies never
  }
}

/** That an older event could not be asked for again; a 404 is what the change tells. */
function Unrefreshed({ view, zone }: { view: EventView; zone: string }) {
  const { retry, replaceToken, editConnection } = useDetailActions()
  const failure = view.source.unrefreshed
  if (failure === null || failure.kind === 'not-found') return null
  const at = clockWords(view.source.receivedAt, zone, new Date().toISOString())
  return (
    <Box mb={14}>
      <FailureNotice
        failure={failure}
        kept={{ what: 'event', at }}
        onRetry={retry}
        onReplaceToken={replaceToken}
        onEditConnection={editConnection}
        compact
      />
    </Box>
  )
}

const SAID_AFTER_MS = 2_000

const BONES = [
  ['68%', 12],
  ['44%', 12],
  ['36%', 12],
  ['24%', 12],
  ['100%', 120],
  ['100%', 180],
] as const

/**
 * An event on its way: the shape of what will come, and after two seconds for how long it has been awaited.
 * `startedAt` in ms, as Date.now().
 */
function EventLoading({ startedAt }: { startedAt: number }) {
  const elapsedMs = useNow(500) - startedAt
  return (
    <div>
      <p className={`${common.hint} ${styles.loadingWords}`}>
        Loading the event
        {elapsedMs >= SAID_AFTER_MS ? ` for ${elapsedWords(elapsedMs)}` : ''}…
      </p>
      <Stack gap={14} aria-hidden>
        {BONES.map(([width, height]) => (
          <div key={`${width} ${height}`} className={styles.bone} style={{ width, height }} />
        ))}
      </Stack>
    </div>
  )
}
