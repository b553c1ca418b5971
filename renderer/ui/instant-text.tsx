// An instant on one line for reading down a column: the date and the fraction are faint, the time of day is prominent.
import { inZone } from '../../shared/time/instant.ts'
import { ExactText } from './exact-text.tsx'
import { beginning, ONE_LINE, shortened } from './excerpt.ts'
import styles from './instant-text.module.css'

/** Of an instant, whose fraction of a second may have any number of digits. */
const MOST_CHARACTERS = 200

/**
 * The service's string `text` seen in `zone` ('UTC' or IANA), its fraction digit for digit as sent; outside UTC with the
 * offset, which tells the doubled hours apart. The tooltip holds the exact string. What is no RFC 3339 date-time is
 * shown as it came, marked.
 */
export function InstantText({ text, zone }: { text: string; zone: string }) {
  const seen = inZone(text, zone)
  if (!seen) {
    return (
      <span className={styles.unreadable} title="Not an RFC 3339 date-time: shown as the service sent it">
        <ExactText text={text} part={beginning(text, ONE_LINE)} />
      </span>
    )
  }
  return (
    <time
      className={styles.instant}
      dateTime={shortened(text, MOST_CHARACTERS)}
      title={shortened(text, MOST_CHARACTERS)}
    >
      {seen.date} <b className={styles.time}>{seen.time}</b>
      {shortened(seen.fraction, MOST_CHARACTERS)}
      {zone === 'UTC' ? null : <span className={styles.offset}>{seen.offset}</span>}
    </time>
  )
}
