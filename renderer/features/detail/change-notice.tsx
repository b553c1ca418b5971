// An event that is not what it was, or not there any more: since when, and the difference field by field. The interface
// has no way to change an event, so this is something that its reader should know.
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { EventChange, FieldDifference } from '../../../shared/event-difference.ts'
import { ExactText } from '../../ui/exact-text.tsx'
import { clockWords } from '../../ui/instant-words.ts'
import styles from './change-notice.module.css'

interface ChangeNoticeProps {
  /** Null: only a newer answer is there, which differs from what is shown. */
  change: EventChange | null
  zone: string
  onShowNewer: (() => void) | null
}

export function ChangeNotice({ change, zone, onShowNewer }: ChangeNoticeProps) {
  return (
    <section className={styles.notice} aria-label="Change of this event" data-change={change?.kind}>
      <div className={styles.head}>
        <IconHistory size={16} stroke={1.75} className={styles.icon} aria-hidden />
        <p className={styles.title}>{change === null ? 'The service has a newer answer' : titleOf(change, zone)}</p>
        {onShowNewer && (
          <Button size="compact-sm" variant="default" onClick={onShowNewer}>
            Newer answer – Show
          </Button>
        )}
      </div>
      {change?.kind === 'changed' && <Differences differences={change.differences} />}
      {change?.kind === 'gone' && (
        <p className={styles.words}>
          The service answers that no event has this ID. Shown is how it was; nothing in the interface deletes events.
        </p>
      )}
    </section>
  )
}

function titleOf({ kind, since }: EventChange, zone: string): string {
  const clock = clockWords(since, zone, new Date().toISOString())
  return kind === 'gone' ? `Was here at ${clock}, now 404` : `Changed since ${clock}`
}

function Differences({ differences }: { differences: FieldDifference[] }) {
  return (
    <dl className={styles.differences}>
      {differences.map(({ field, before, after }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the place is what tells them apart
        <div key={at} className={styles.difference} data-changed={field}>
          <dt className={styles.field}>{field.replace(/^event_properties\./, '')}</dt>
          <dd className={styles.values}>
            <Value label="was" text={before} />
            <Value label="now" text={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** More than a reader compares at a glance; the whole is in "Raw". */
const SHOWN_CHARACTERS = 500

function Value({ label, text }: { label: string; text: string | null }) {
  return (
    <span className={styles.value}>
      <span className={styles.label}>{label}</span>
      {text === null ? (
        <span className={styles.absent}>not there</span>
      ) : (
        <span className={styles.text}>
          <ExactText text={text.slice(0, SHOWN_CHARACTERS)} />
          {text.length > SHOWN_CHARACTERS && '…'}
        </span>
      )}
    </span>
  )
}
