// Which event this is, its position in the page, its actions, and the steps to its neighbours: always in sight.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { FieldProblem, Property } from '../../../shared/event/event.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { CopyLinkButton } from '../../live/searches/copy-link-button.tsx'
import { ageWords } from '../../ui/age-and-size-words.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ExactText, PropertyValue } from '../../ui/exact-text.tsx'
import { beginning, ONE_LINE } from '../../ui/excerpt.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { useNow } from '../../ui/use-now.ts'
import type { EventOrigin } from '../store/detail-view.ts'
import { useDetailActions } from './detail-actions.tsx'
import styles from './detail-pane.module.css'
import { FieldTrouble } from './field-trouble.tsx'
import type { EventSteps } from './use-event-steps.ts'

interface DetailHeadProps {
  eventId: string | null
  /** What the service sent in place of an ID. */
  sent: Property | null
  problems: FieldProblem[]
  connection: Connection
  steps: EventSteps
  /** Null until there is an event. */
  source: EventOrigin | null
  zone: string
  /** What can be done with the event itself. */
  children: ReactNode
}

export function DetailHead(props: DetailHeadProps) {
  const { eventId, sent, problems, connection, steps, source, zone } = props
  const { position, among } = steps
  const { close } = useDetailActions()
  return (
    <header className={styles.head}>
      <div className={styles.words}>
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
        <FieldTrouble field="event_id" absent={eventId === null} problems={problems} />
      </div>
      <Tooltip label="Close details">
        <ActionIcon size={28} variant="subtle" color="gray" aria-label="Close details" onClick={close}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <p className={styles.position}>
        {position !== null && `${grouped(position.index + 1)} of ${grouped(position.count)} ${among}`}
        {position !== null && source !== null && ' · '}
        {source !== null && <EventAge source={source} zone={zone} />}
      </p>
      <div className={styles.actions}>
        {props.children}
        <div className={styles.steps}>
          <Step label="Previous event" keys="Alt+ArrowUp" hint="Alt+↑" among={among} onStep={steps.previous}>
            <IconArrowUp size={16} stroke={1.75} aria-hidden />
          </Step>
          <Step label="Next event" keys="Alt+ArrowDown" hint="Alt+↓" among={among} onStep={steps.next}>
            <IconArrowDown size={16} stroke={1.75} aria-hidden />
          </Step>
        </div>
      </div>
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
  return (
    <span title={`Received ${momentWords(receivedAt, zone) ?? receivedAt}`} data-source={from}>
      from the {from}, {ageWords(receivedAt, now)}
    </span>
  )
}
