// This is what the reader of an event should know about it: that it is not what it was, or not there any more; why its
// row is marked; and what does not fit the interface about a field.
import { Box, Button, Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconFileUnknown, IconHistory, IconRefresh } from '@tabler/icons-react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { FieldProblem } from '../../../shared/event/event.ts'
import type { EventChange } from '../../../shared/event/event-difference.ts'
import { capitalized, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NO_SUCH_ID } from '../store/event-lookup.ts'
import { changeWords } from '../store/event-watch.ts'
import { EventDifferences } from './event-history.tsx'
import styles from './event-notices.module.css'

interface ChangeNoticeProps {
  /** Null: only a newer answer is there, which differs from what is shown. */
  change: EventChange | null
  zone: string
  onShowNewer: (() => void) | null
  /** Shows all that is known of how the event was. */
  onHistory: () => void
}

/** More are in the history: above the event itself there is not room for hundreds. */
const SHOWN_DIFFERENCES = 3

export function ChangeNotice({ change, zone, onShowNewer, onHistory }: ChangeNoticeProps) {
  return (
    <section
      className={`${common.warningBox} ${common.small} ${styles.change}`}
      aria-label="Change of this event"
      data-change={change?.kind}
    >
      <Group gap="4px 8px">
        <IconHistory size={16} stroke={1.75} className={`${common.warning} ${common.rigid}`} aria-hidden />
        <Box component="p" flex={1} className={`${common.warning} ${common.strong}`}>
          {change === null ? 'The service has a newer version of this event' : capitalized(changeWords(change, zone))}
        </Box>
        {onShowNewer && (
          <Button size="compact-sm" variant="default" onClick={onShowNewer}>
            Newer version – show
          </Button>
        )}
      </Group>
      {change?.kind === 'changed' && (
        <>
          <EventDifferences differences={change.differences.slice(0, SHOWN_DIFFERENCES)} most={SHOWN_DIFFERENCES} />
          {change.differences.length > SHOWN_DIFFERENCES && (
            <LinkButton tone="accent" quiet style={{ fontWeight: 500 }} onClick={onHistory}>
              All {grouped(change.differences.length)} differences
            </LinkButton>
          )}
        </>
      )}
      {change?.kind === 'gone' && (
        <Box component="p" mt="xs">
          The service now says that no event has this ID. This is how the event was; nothing in the interface deletes
          events.
        </Box>
      )}
    </section>
  )
}

/** Why the open event's row is marked, where it can be read: not behind a hover. */
export function RowReasonsNotice({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <Stack
      component="ul"
      gap={4}
      mb="md"
      className={`${common.list} ${common.warningBox} ${common.small}`}
      aria-label="Problems with this event"
    >
      {reasons.map((reason) => (
        <li key={reason} className={`${common.marked} ${common.medium}`}>
          <IconAlertTriangle size={13} stroke={1.75} aria-hidden />
          {reason}
        </li>
      ))}
    </Stack>
  )
}

/** The service's own words are cut there. */
const MOST_CHARACTERS = 2_000

interface NotFoundNoticeProps {
  failure: Extract<Failure, { kind: 'not-found' }>
  connection: Connection
  onRetry(): void
}

/**
 * The plain answer to a fetch by ID: the service has no such event (docs/interface.md 4.1 rule 2). It is nobody's
 * error.
 */
export function NotFoundNotice({ failure, connection, onRetry }: NotFoundNoticeProps) {
  const { eventId, http } = failure
  return (
    <Stack role="alert" align="flex-start" gap="sm" py="lg" className={common.wrapped} data-failure={failure.kind}>
      <IconFileUnknown size={28} stroke={1.5} color="var(--es-faint)" aria-hidden />
      <p className={common.heading}>{NO_SUCH_ID}</p>
      <p className={`${common.mono} ${common.small} ${styles.id}`}>
        <ExactText text={eventId} />
      </p>
      <Box component="p" className={common.dim} maw="60ch">
        {connection.name} answered that it does not exist. Check the ID for missing or extra characters, and that this
        is the right connection.
      </Box>
      {http.serviceMessage !== null && (
        <blockquote className={styles.serviceWords}>{shortened(http.serviceMessage, MOST_CHARACTERS)}</blockquote>
      )}
      <p className={common.faint}>
        Status {http.status}
        {http.requestId !== null && ` · Request ID ${shortened(http.requestId, ONE_LINE.characters)}`}
      </p>
      <Button variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
        Retry
      </Button>
    </Stack>
  )
}

interface FieldTroubleProps {
  /** It is named as in docs/interface.md. */
  field: string
  /** It has no usable value, which is said even when no problem names it. */
  absent: boolean
  problems: readonly FieldProblem[]
}

/** Shows what does not fit the interface about one field, beside it: the message follows the field's name. */
export function FieldTrouble({ field, absent, problems }: FieldTroubleProps) {
  const messages = problems.filter((problem) => problem.field === field).map((problem) => problem.message)
  if (messages.length === 0 && absent) messages.push('is missing')
  return [...new Set(messages)].map((message) => (
    <p key={message} className={`${common.marked} ${styles.trouble}`}>
      <IconAlertTriangle size={13} stroke={1.75} aria-hidden />
      <span>{message}</span>
    </p>
  ))
}
