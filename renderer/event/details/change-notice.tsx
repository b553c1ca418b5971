// An event that is not what it was, or not there any more: since when, and the first differences. The interface has no way
// to change an event, so this is something that its reader should know.
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { EventChange } from '../../../shared/event/event-difference.ts'
import { clockWords } from '../../ui/instant-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './change-notice.module.css'
import { EventDifferences } from './event-differences.tsx'

interface ChangeNoticeProps {
  /** Null: only a newer answer is there, which differs from what is shown. */
  change: EventChange | null
  zone: string
  onShowNewer: (() => void) | null
  /** Shows all that is known of how the event was. */
  onHistory: () => void
}

/** The others are in the history: above the event itself there is not room for hundreds. */
const SHOWN_DIFFERENCES = 3

export function ChangeNotice({ change, zone, onShowNewer, onHistory }: ChangeNoticeProps) {
  return (
    <section className={styles.notice} aria-label="Change of this event" data-change={change?.kind}>
      <div className={styles.head}>
        <IconHistory size={16} stroke={1.75} className={styles.icon} aria-hidden />
        <p className={styles.title}>
          {change === null ? 'The service has a newer version of this event' : titleOf(change, zone)}
        </p>
        {onShowNewer && (
          <Button size="compact-sm" variant="default" onClick={onShowNewer}>
            Newer version – show
          </Button>
        )}
      </div>
      {change?.kind === 'changed' && (
        <>
          <EventDifferences differences={change.differences.slice(0, SHOWN_DIFFERENCES)} most={SHOWN_DIFFERENCES} />
          {change.differences.length > SHOWN_DIFFERENCES && (
            <LinkButton tone="accent" quiet className={styles.others} onClick={onHistory}>
              All {change.differences.length.toLocaleString('en')} differences
            </LinkButton>
          )}
        </>
      )}
      {change?.kind === 'gone' && (
        <p className={styles.words}>
          The service now says that no event has this ID. This is how the event was; nothing in the interface deletes
          events.
        </p>
      )}
    </section>
  )
}

function titleOf({ kind, since }: EventChange, zone: string): string {
  const clock = clockWords(since, zone, new Date().toISOString())
  return kind === 'gone' ? `Was here at ${clock}, now 404` : `Changed since ${clock}`
}
