// The name, verdict, search and time of a snapshot in one line, with what can be done with it: above its tabs.

import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Environment } from '../../../shared/connection/connection.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { rangeRead, rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { EnvironmentDot, EnvironmentWord } from '../../connections/environment-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { dayWords, momentWords, zoneCity } from '../../ui/instant-words.ts'
import { datesWords } from '../changes/changes-words.ts'
import { HowItWasRead } from '../evidence/how-it-was-read.tsx'
import { VerdictBadge } from '../evidence/verdict-badge.tsx'
import { readInShort } from '../figures/read-at.ts'
import { comparedSnapshots } from '../store/compared-snapshots.ts'
import { useOpenedWindow } from './opened-context.ts'
import styles from './snapshot-region.module.css'

/** The connection that a snapshot was read from, if not the open one; `environment` is null if it was deleted. */
export interface Elsewhere {
  name: string
  environment: Environment | null
}

interface SnapshotHeadProps {
  titleId: string
  snapshot: SnapshotSummary
  /** Null: it was read from the open connection. */
  elsewhere: Elsewhere | null
  zone: string
  /** They can be done with it. */
  actions: ReactNode
}

export function SnapshotHead({ titleId, snapshot, elsewhere, zone, actions }: SnapshotHeadProps) {
  const { opened, snapshots } = useOpenedWindow()
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const notRechecked = notRecheckedWords(snapshot, list?.snapshots ?? [])
  const { name, search, rows, closed } = snapshot
  const verdict = verdictOf(snapshot)
  const filters = filterWords(search)
  const events = countWords(rows, 'event')
  const read = readInShort(snapshot, zone)
  const facts = [
    ...filters.map((one) => `${shortened(one.name, MOST_CHARACTERS)} = ${shortened(one.value, MOST_CHARACTERS)}`),
    periodWords(snapshot),
    events,
    ...(closed === null ? [read] : []),
  ]
  const exact = [
    ...filters.map((one) => `${one.name} = ${shortened(one.value, 2_000)}`),
    rangeWords(rangeRead(snapshot)),
    events,
    readWords(snapshot, zone),
  ]
  return (
    <>
      <header className={styles.head} data-environment={elsewhere?.environment ?? undefined}>
        <Button
          className={styles.back ?? ''}
          variant="subtle"
          color="gray"
          aria-label="Back to live"
          leftSection={<IconArrowLeft size={14} stroke={1.8} aria-hidden />}
          onClick={opened.backToLive}
        >
          Live
        </Button>
        <div className={styles.title}>
          {elsewhere !== null && <Source {...elsewhere} />}
          <h2 id={titleId} className={`${common.cut} ${common.heading} ${styles.name}`} tabIndex={-1} title={name}>
            {shortened(name, MOST_CHARACTERS)}
          </h2>
          <VerdictBadge verdict={verdict} />
          {closed !== null && (
            <Badge tone="plain" className={`${common.cut} ${styles.closing}`} title={CLOSING_COPY}>
              Closing copy, {read}
            </Badge>
          )}
          {notRechecked !== null && (
            <span
              className={`${common.warning} ${common.small} ${common.cut} ${styles.never}`}
              title={notRechecked}
              data-not-rechecked
            >
              Not checked for changes
            </span>
          )}
          <ul
            className={`${common.hint} ${common.list} ${common.numbers} ${common.cut} ${styles.facts}`}
            aria-label="What was read"
            title={exact.join('\n')}
          >
            {facts.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <HowItWasRead snapshot={snapshot} zone={zone} exact={exact} />
        </div>
        <div className={styles.actions}>{actions}</div>
      </header>
      {verdict !== null && verdict.kind !== 'complete' && (
        <p className={`${common.hint} ${styles.sentence}`}>{verdict.sentence}</p>
      )}
    </>
  )
}

const CLOSING_COPY = 'Later readings are compared with it. The service is not locked.'

/** "October 2026, Berlin"; of an open range as far as it has an end. Days are those of the snapshot's zone. */
export function periodWords({
  name,
  range,
  until: readUntil,
}: Pick<SnapshotSummary, 'name' | 'range' | 'until'>): string {
  const { from, until, zone } = range
  const city = zoneCity(zone)
  const isOfDays = [from, until].every((edge) => edge === null || inZone(edge, zone)?.time === '00:00:00')
  if (!isOfDays) return rangeWords({ ...range, until: until ?? readUntil })
  const dates = datesWords(range, zone)
  // A name that says it already is not said twice.
  if (dates !== null) return name === dates ? city : `${dates}, ${city}`
  const [first, end] = [from, until].map((edge) => (edge === null ? null : (inZone(edge, zone)?.date ?? edge)))
  const day = (date: string) => `${dayWords(date)} ${date.slice(0, 4)}`
  if (first) return `from ${day(first)}, ${city}`
  return end ? `before ${day(end)}, ${city}` : `all times, ${city}`
}

/**
 * That a closing copy was never checked for changes; null where it was, or is none. To have read all of it again since,
 * to its end, is a check too.
 */
export function notRecheckedWords(snapshot: SnapshotSummary, all: readonly SnapshotSummary[]): string | null {
  // It is as in the list: a check is kept there while the snapshot is open. `rechecked` is 'never', 'unknown' or when
  // it was.
  const { closed } = all.find(({ id }) => id === snapshot.id) ?? snapshot
  if (closed === null || typeof closed.rechecked === 'object') return null
  const closedAt = Date.parse(closed.at)
  const isReadAgain = all.some((other) => {
    // Of two snapshots that can be compared `here` is the later one: the other has read the same events again.
    const compared = comparedSnapshots(snapshot, other)
    const isLater = compared?.here.id === other.id
    const isIncomplete = other.status.state === 'finished' && other.status.verdict.kind === 'partial'
    return isLater && !isIncomplete && Date.parse(other.begunAt) >= closedAt
  })
  if (isReadAgain) return null
  return closed.rechecked === 'never'
    ? 'Never checked for changes since it was kept: what came or changed later is not known.'
    : 'No check for changes since it was kept is known: what came or changed later may not be known.'
}

/** Named because the header shows another connection. */
function Source({ name, environment }: Elsewhere) {
  return (
    <p className={styles.source}>
      <EnvironmentDot environment={environment} />
      {shortened(name, MOST_CHARACTERS)}
      {environment === null ? (
        <span className={styles.deleted}>connection deleted</span>
      ) : (
        <EnvironmentWord environment={environment} />
      )}
    </p>
  )
}

/** Shown of a name or value in one line. */
const MOST_CHARACTERS = 120

/** "read 1 Dec 2026, 08:00:41 to 08:01:39 UTC"; with the day of the end where that is another one. */
export function readWords({ begunAt, endedAt }: Pick<SnapshotSummary, 'begunAt' | 'endedAt'>, zone: string): string {
  const end = endedAt === null ? null : momentWords(endedAt, zone)
  const [begun, ended] = [inZone(begunAt, zone), endedAt === null ? null : inZone(endedAt, zone)]
  if (begun === null || ended === null || end === null)
    return `reading started ${momentWords(begunAt, zone) ?? begunAt}`
  // The zone is what stands behind the time in "1 Dec 2026, 08:01:39 UTC": it is said once, at the end.
  const place = end.slice(end.indexOf(ended.time) + ended.time.length)
  const start = (momentWords(begunAt, zone) ?? begunAt).replace(place, '')
  return `read ${start} to ${begun.date === ended.date ? `${ended.time}${place}` : end}`
}
