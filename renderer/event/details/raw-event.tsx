// The event as sent, formatted with every token unchanged, and how it came.
import { useMemo } from 'react'
import type { AnswerInfo, Event } from '../../../shared/event/event.ts'
import { formatExact } from '../../../shared/exact/format-exact.ts'
import { tookWords } from '../../../shared/time/duration-words.ts'
import { ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { JsonText } from './json-text.tsx'
import styles from './raw-event.module.css'

interface RawEventProps {
  event: Event
  /** Null for an event that came with a page. */
  info: AnswerInfo | null
  zone: string
}

export function RawEvent({ event, info, zone }: RawEventProps) {
  const json = useMemo(() => formatExact(event.source, 2), [event.source])
  return (
    <>
      <JsonText key={event.eventId ?? event.source} json={json} />
      {info !== null && <p className={styles.info}>{answerInWords(info, zone)}</p>}
    </>
  )
}

function answerInWords(info: AnswerInfo, zone: string): string {
  const parts = [`Received ${momentWords(info.receivedAt, zone) ?? info.receivedAt}`]
  parts.push(`took ${tookWords(info.durationMs)}`)
  if (info.attempts > 1) parts.push(`${info.attempts} attempts`)
  if (info.requestId !== null) parts.push(`request ID ${shortened(info.requestId, ONE_LINE.characters)}`)
  return parts.join(' · ')
}
