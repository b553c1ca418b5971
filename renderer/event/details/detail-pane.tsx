// event/ shows one event: all that was sent, how it changed since it was first seen, and how it differs from others.
// The "Event details" pane: one event, loading, loaded or failed.
import { ActionIcon, Box, Button, Group, Stack, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Event, Property } from '../../../shared/event/event.ts'
import type { EventChange } from '../../../shared/event/event-difference.ts'
import { formatExact } from '../../../shared/exact/exact-json.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { elapsedWords } from '../../../shared/time/duration-words.ts'
import { CopyLinkButton } from '../../live/searches/copy-link-button.tsx'
import { eventCurl, FOR_BASH } from '../../live/store/curl.ts'
import { ageWords } from '../../ui/age-and-size-words.ts'
import { BEFORE_IT_STOPPED, useBackendAbsence } from '../../ui/backend-presence.tsx'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ExactText, PropertyValue } from '../../ui/exact-text.tsx'
import { beginning, ONE_LINE } from '../../ui/excerpt.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { useHeldFocus } from '../../ui/focus.ts'
import { clockWords, momentWords } from '../../ui/instant-words.ts'
import { notifyError } from '../../ui/notify.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { DetailView, EventOrigin, EventView } from '../store/detail-session.ts'
import { type EventSteps, useDetailActions } from './detail-actions.tsx'
import styles from './detail-pane.module.css'
import { type DetailTab, DetailTabs } from './detail-tabs.tsx'
import { EventFacts, nonStringValues } from './event-facts.tsx'
import { EventHistory } from './event-history.tsx'
import { ChangeNotice, FieldTrouble, NotFoundNotice, RowReasonsNotice } from './event-notices.tsx'
import { RawEvent } from './json-text.tsx'
import { othersLike, othersWords } from './others-like.ts'
import { ExtraFields, PropertyList } from './property-list.tsx'

export interface DetailPaneProps {
  connection: Connection
  view: DetailView
  /** The immutability watch found it about this event. */
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
      <Box component="p" mb="md" className={`${common.hint} ${common.numbers}`}>
        Loading the event
        {elapsedMs >= SAID_AFTER_MS ? ` for ${elapsedWords(elapsedMs)}` : ''}…
      </Box>
      <Stack gap={14} aria-hidden>
        {BONES.map(([width, height]) => (
          <div key={`${width} ${height}`} className={styles.bone} style={{ width, height }} />
        ))}
      </Stack>
    </div>
  )
}

// The head is always in sight: which event this is, its position in the page, its actions, the steps to its neighbours.

interface DetailHeadProps {
  view: DetailView
  /** The service sent it in place of an ID. */
  sent: Property | null
  connection: Connection
  steps: EventSteps
  zone: string
}

function DetailHead({ view, sent, connection, steps, zone }: DetailHeadProps) {
  const shown = view.state === 'event' ? view : null
  const eventId = view.state === 'event' ? view.event.eventId : view.eventId
  const { position, among } = steps
  const { close } = useDetailActions()
  return (
    <header className={styles.head}>
      <Box pt={4}>
        <div className={styles.id} data-field="event_id" {...(eventId === null ? {} : { 'data-value': eventId })}>
          <h2 className={styles.text}>
            {eventId !== null && <ExactText text={eventId} part={beginning(eventId, ONE_LINE)} />}
            {eventId === null && sent === null && <span className={common.instead}>No event ID</span>}
            {eventId === null && sent !== null && <PropertyValue property={sent} quoted />}
          </h2>
          {eventId !== null && (
            <span className={common.rigid}>
              <CopyButton text={eventId} label="Copy event ID" />
              <CopyLinkButton
                connection={connection}
                asks={() => ({ kind: 'event', eventId })}
                hint="A link to this event, for somebody with the same service"
              />
            </span>
          )}
        </div>
        <FieldTrouble field="event_id" absent={eventId === null} problems={shown?.event.problems ?? []} />
      </Box>
      <Tooltip label="Close details">
        <ActionIcon size={28} variant="subtle" color="gray" aria-label="Close details" onClick={close}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <p className={`${common.faint} ${common.numbers} ${styles.position}`}>
        {position !== null && `${grouped(position.index + 1)} of ${grouped(position.count)} ${among}`}
        {position !== null && shown !== null && ' · '}
        {shown !== null && <EventAge source={shown.source} zone={zone} />}
      </p>
      <Group gap={4} mt={6} style={{ gridColumn: '1 / -1' }}>
        {shown !== null && <EventTools event={shown.event} connection={connection} zone={zone} />}
        <Group gap={2} ml="auto" wrap="nowrap" className={styles.steps}>
          <Step label="Previous event" keys="Alt+ArrowUp" hint="Alt+↑" among={among} onStep={steps.previous}>
            <IconArrowUp size={16} stroke={1.75} aria-hidden />
          </Step>
          <Step label="Next event" keys="Alt+ArrowDown" hint="Alt+↓" among={among} onStep={steps.next}>
            <IconArrowDown size={16} stroke={1.75} aria-hidden />
          </Step>
        </Group>
      </Group>
    </header>
  )
}

interface StepProps {
  label: string
  keys: string
  hint: string
  among: string
  onStep: (() => void) | null
  children: ReactNode
}

/** The button stays focusable at an end (aria-disabled), so that stepping there by keyboard does not lose the focus. */
function Step({ label, keys, hint, among, onStep, children }: StepProps) {
  return (
    <Tooltip label={onStep === null ? `${label}: none ${among}` : `${label} (${hint})`}>
      <ActionIcon
        size={28}
        aria-label={label}
        aria-keyshortcuts={keys}
        aria-disabled={onStep === null}
        data-disabled={onStep === null}
        onClick={() => onStep?.()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

/** It says where the event on screen came from, and how long ago; kept up to date while it is shown. */
function EventAge({ source, zone }: { source: EventOrigin; zone: string }) {
  const now = useNow(10_000)
  const { from, receivedAt } = source
  const age = useBackendAbsence() === null ? ageWords(receivedAt, now) : BEFORE_IT_STOPPED
  return (
    <span title={`Received ${momentWords(receivedAt, zone) ?? receivedAt}`} data-source={from}>
      from the {from}, {age}
    </span>
  )
}

interface EventToolsProps {
  event: Event
  connection: Connection
  zone: string
}

/** Shows what is done with the whole event: copied, as a command too, and others like it looked for. */
function EventTools({ event, connection, zone }: EventToolsProps) {
  const { findOthers } = useDetailActions()
  const json = useCallback(() => formatExact(event.source, 2), [event.source])
  const others = useMemo(() => othersLike(event), [event])
  return (
    <>
      <CopyButton text={json} label="Copy JSON">
        Copy JSON
      </CopyButton>
      {event.eventId !== null && (
        <CopyButton text={eventCurl(connection.baseUrl, event.eventId)} label="Copy as cURL" hint={FOR_BASH}>
          cURL
        </CopyButton>
      )}
      <AddEventToCase event={event} connection={connection} zone={zone} />
      {others !== null && (
        <Tooltip label={othersWords(others)}>
          <Button
            variant="default"
            size="compact-sm"
            aria-description={othersWords(others)}
            onClick={() => findOthers(others)}
          >
            Similar events
          </Button>
        </Tooltip>
      )}
    </>
  )
}

function AddEventToCase({ event, connection, zone }: EventToolsProps) {
  const add = async () => {
    const { addAndSay, eventItem } = await import('../../case/kept-case.ts')
    await addAndSay(connection.id, await eventItem(event, connection, zone))
  }
  return (
    <Button variant="default" size="compact-sm" onClick={() => void add().catch(notifyError)}>
      Add to report
    </Button>
  )
}
