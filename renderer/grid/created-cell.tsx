// When an event was created, to be read down a column: day, time, milliseconds. The zone is in the head, the exact
// text in the tooltip and in the details.
import type { ReactNode } from 'react'
import { inZone } from '../../shared/time/instant.ts'
import { ExactText } from '../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../ui/excerpt.ts'
import { dayWords } from '../ui/instant-words.ts'
import styles from './events-grid.module.css'
import type { InstantsShown } from './grid-columns.ts'

/** `text` as the service sent it; anything but an RFC 3339 date-time is shown as it came, marked. */
export function createdCell(text: string, zone: string, { years, offsets }: InstantsShown): ReactNode {
  const seen = inZone(text, zone)
  if (seen === null) {
    return (
      <span className={styles.missing}>
        <ExactText text={text} part={beginning(text, ONE_LINE)} />
      </span>
    )
  }
  const { date, time, fraction, offset } = seen
  const day = dayWords(date)
  const look = day.length < 6 ? styles.shortDay : styles.instant
  return (
    // Times align in the column, whatever the day; a day with fewer digits is another node, or it would count as a layout shift.
    <time key={look} className={look} dateTime={shortened(text, ONE_LINE.characters)}>
      {years ? `${day} ${date.slice(0, date.indexOf('-'))} ` : `${day} `}
      <b>{time}</b>
      {offsets ? `${fraction.slice(0, 4)} ${offset}` : fraction.slice(0, 4)}
    </time>
  )
}
