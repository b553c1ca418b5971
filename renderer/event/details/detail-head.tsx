// Which event this is, its position in the page, its actions, and the steps to its neighbours: always in sight.
import { ActionIcon, Box, Button, Group, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Event, Property } from '../../../shared/event/event.ts'
import { formatExact } from '../../../shared/exact/exact-json.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { CopyLinkButton } from '../../live/searches/copy-link-button.tsx'
import { eventCurl } from '../../live/store/curl.ts'
import { ageWords } from '../../ui/age-and-size-words.ts'
import { BEFORE_IT_STOPPED, useBackendAbsence } from '../../ui/backend-presence.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ExactText, PropertyValue } from '../../ui/exact-text.tsx'
import { beginning, ONE_LINE } from '../../ui/excerpt.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { notifyError } from '../../ui/notify.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { DetailView, EventOrigin } from '../store/detail-session.ts'
import { type EventSteps, useDetailActions } from './detail-actions.tsx'
import styles from './detail-pane.module.css'
import { FieldTrouble } from './event-notices.tsx'
import { othersLike, othersWords } from './others-like.ts'

interface DetailHeadProps {
  view: DetailView
  /** What the service sent in place of an ID. */
  sent: Property | null
  connection: Connection
  steps: EventSteps
  zone: string
}

export function DetailHead({ view, sent, connection, steps, zone }: DetailHeadProps) {
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
            {eventId === null && sent === null && <span className={styles.none}>No event ID</span>}
            {eventId === null && sent !== null && <PropertyValue property={sent} quoted />}
          </h2>
          {eventId !== null && (
            <span className={styles.copy}>
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
      <p className={styles.position}>
        {position !== null && `${grouped(position.index + 1)} of ${grouped(position.count)} ${among}`}
        {position !== null && shown !== null && ' · '}
        {shown !== null && <EventAge source={shown.source} zone={zone} />}
      </p>
      <Group gap={4} mt={6} style={{ gridColumn: '1 / -1' }}>
        {shown !== null && <EventTools event={shown.event} connection={connection} zone={zone} />}
        <div className={styles.steps}>
          <Step label="Previous event" keys="Alt+ArrowUp" hint="Alt+↑" among={among} onStep={steps.previous}>
            <IconArrowUp size={16} stroke={1.75} aria-hidden />
          </Step>
          <Step label="Next event" keys="Alt+ArrowDown" hint="Alt+↓" among={among} onStep={steps.next}>
            <IconArrowDown size={16} stroke={1.75} aria-hidden />
          </Step>
        </div>
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

/** At an end it stays focusable (aria-disabled), so that stepping there by keyboard does not lose the focus. */
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

/** Where the event on screen came from, and how long ago; kept up to date while it is shown. */
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

/** What is done with the whole event: copied, as a command too, and others like it looked for. */
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
        <CopyButton text={eventCurl(connection.baseUrl, event.eventId)} label="Copy as cURL" hint="A command for bash">
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
    const [{ addAndSay }, { eventItem }] = await Promise.all([
      import('../../case/kept-case.ts'),
      import('../../case/event-item.ts'),
    ])
    await addAndSay(connection.id, await eventItem(event, connection, zone))
  }
  return (
    <Button variant="default" size="compact-sm" onClick={() => void add().catch(notifyError)}>
      Add to report
    </Button>
  )
}
