// This says what this computer knows of an event's past: how it was first seen, and what has changed since.
import { Box, Stack } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Event } from '../../../shared/event/event.ts'
import { type EventChange, eventDifferences, type FieldDifference } from '../../../shared/event/event-difference.ts'
import { formatExact } from '../../../shared/exact/exact-json.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { ageWords } from '../../ui/age-and-size-words.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { AMONG_OTHERS, beginning, ONE_LINE } from '../../ui/excerpt.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { useNow } from '../../ui/use-now.ts'
import type { EventOrigin } from '../store/detail-session.ts'
import type { SeenEvent } from '../store/event-watch.ts'
import { SectionHead } from './detail-tabs.tsx'
import styles from './event-notices.module.css'
import { JsonText } from './json-text.tsx'

interface EventHistoryProps {
  event: Event
  source: EventOrigin
  change: EventChange | null
  connection: Connection
  zone: string
  firstSeen: AskFirstSeen
}

/** Differences drawn at once; for more, the user can compare the raw texts. */
const MOST_DIFFERENCES = 200

export function EventHistory({ event, source, change, connection, zone, firstSeen }: EventHistoryProps) {
  const seen = useFirstSeen(event, firstSeen)
  if (seen === undefined) return <p className={common.hint}>Loading…</p>
  return (
    <>
      <Box component="ol" mb="md" className={common.list}>
        {seen && (
          <Moment title="First seen" at={earlier(seen.seenAt, source.receivedAt)} zone={zone}>
            by this computer, on this connection
          </Moment>
        )}
        <Moment title={`Shown, from the ${source.from}`} at={source.receivedAt} zone={zone}>
          {change?.kind === 'gone' ? 'requested since, and not found' : null}
        </Moment>
      </Box>
      {seen === null ? (
        <p className={common.hint}>{whyUnknown(event, connection)}</p>
      ) : (
        <Since event={event} seen={seen} />
      )}
    </>
  )
}

/** It is recorded a moment after the answer that first had it. */
const earlier = (one: string, other: string) => (Date.parse(other) < Date.parse(one) ? other : one)

function Moment({ title, at, zone, children }: { title: string; at: string; zone: string; children: React.ReactNode }) {
  const now = useNow(10_000)
  return (
    <li className={styles.moment}>
      <span className={common.medium}>{title}</span>
      <span className={`${common.hint} ${common.numbers}`}>
        {momentWords(at, zone) ?? at} · {ageWords(at, now)}
      </span>
      {children !== null && <span className={`${common.hint} ${common.numbers}`}>{children}</span>}
    </li>
  )
}

function Since({ event, seen }: { event: Event; seen: SeenEvent }) {
  const differences = useMemo(() => eventDifferences(seen.event.source, event.source), [seen, event])
  if (differences.length === 0) {
    return <p className={common.hint}>Nothing has changed since it was first seen.</p>
  }
  return (
    <>
      <section aria-label="Differences">
        <SectionHead title="Differences" count={grouped(differences.length)} hint="since it was first seen" />
        <EventDifferences differences={differences} most={MOST_DIFFERENCES} />
      </section>
      <section aria-label="As it was first seen">
        <SectionHead title="As it was first seen" />
        <FirstText source={seen.event.source} />
      </section>
    </>
  )
}

function FirstText({ source }: { source: string }) {
  const json = useMemo(() => formatExact(source, 2), [source])
  return <JsonText key={source} json={json} />
}

function whyUnknown(event: Event, connection: Connection): string {
  if (event.eventId === null) return 'An event without an ID cannot be tracked.'
  if (connection.origin === 'sample') return 'Sample events are not tracked.'
  return 'How this event was first seen is not known. That is kept for 7 days, and only if no other event has its ID.'
}

export type AskFirstSeen = (eventId: string) => Promise<SeenEvent | null>

/**
 * How an event was first seen, asked for when somebody wants to read it.
 * Undefined until it is known; null where it is not kept, or cannot be. `ask` never rejects.
 */
function useFirstSeen(event: Event, ask: AskFirstSeen): SeenEvent | null | undefined {
  const [known, setKnown] = useState<{ event: Event; seen: SeenEvent | null } | null>(null)
  useEffect(() => {
    let isWanted = true
    const asked = event.eventId === null ? Promise.resolve(null) : ask(event.eventId)
    void asked.then((seen) => {
      if (isWanted) setKnown({ event, seen })
    })
    return () => {
      isWanted = false
    }
  }, [event, ask])
  return known?.event === event ? known.seen : undefined
}

/**
 * Shows what has changed about an event, field by field, with the exact texts on both sides. At most `most` are drawn,
 * and the others counted.
 */
export function EventDifferences({ differences, most }: { differences: readonly FieldDifference[]; most: number }) {
  const left = differences.length - most
  return (
    <>
      <dl className={`${common.small} ${common.divided}`}>
        {differences.slice(0, most).map(({ field, before, after }, at) => {
          const name = field.replace(/^event_properties\./, '')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the place is what tells them apart
            <Box key={at} py={4} data-changed={field}>
              <dt className={`${common.medium} ${common.wrapped}`}>
                <ExactText text={name} part={beginning(name, ONE_LINE)} />
              </dt>
              <Stack component="dd" gap={2}>
                <Value label="was" text={before} />
                <Value label="now" text={after} />
              </Stack>
            </Box>
          )
        })}
      </dl>
      {left > 0 && (
        <Box component="p" mt={4} className={common.hint}>
          {grouped(left)} more {left === 1 ? 'difference' : 'differences'}
        </Box>
      )}
    </>
  )
}

function Value({ label, text }: { label: string; text: string | null }) {
  return (
    <span className={styles.value}>
      <span className={common.dim}>{label}</span>
      {text === null ? (
        <span className={common.dim}>missing</span>
      ) : (
        <span className={`${common.mono} ${common.wrapped} ${styles.text}`}>
          {/* It is as much as is compared at a glance; the whole is in "Raw". */}
          <ExactText text={text} part={beginning(text, AMONG_OTHERS)} />
        </span>
      )}
    </span>
  )
}
