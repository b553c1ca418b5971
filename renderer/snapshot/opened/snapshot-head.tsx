// The name, verdict, time and search of a snapshot: always in sight, above its tabs.
import { Button, Group } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Environment } from '../../../shared/connection/connection.ts'
import { searchAsked } from '../../../shared/connection/link.ts'
import type { Filters } from '../../../shared/event/event.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { lastInstantBefore, rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { isOfEarlierRule } from '../../../shared/snapshot/verdict-name.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { EnvironmentDot, EnvironmentWord } from '../../connections/environment-badge.tsx'
import { CopyLinkButton } from '../../live/searches/copy-link-button.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { HowItWasRead } from '../evidence/how-it-was-read.tsx'
import { VerdictBadge } from '../evidence/verdict-badge.tsx'
import { comparedSnapshots } from '../store/comparable-snapshots.ts'
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
  /** What can be done with it. */
  actions: ReactNode
  /** Beside a verdict of an earlier rule. */
  readAgain: ReactNode
}

export function SnapshotHead({ titleId, snapshot, elsewhere, zone, actions, readAgain }: SnapshotHeadProps) {
  const { opened, snapshots } = useOpenedWindow()
  const { backToLive } = opened
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const notRechecked = notRecheckedWords(snapshot, list?.snapshots ?? [])
  const { name, status, search, range, until, rows } = snapshot
  const verdict = status.state === 'finished' ? status.verdict : null
  const filters = filterWords(search)
  const read = `${countWords(rows, 'event')}, ${readWords(snapshot, zone)}`
  return (
    <header className={styles.head} data-environment={elsewhere?.environment ?? undefined}>
      <Group className={styles.line ?? ''} gap="8px 12px" miw={0}>
        <div className={styles.title}>
          {elsewhere !== null && <Source {...elsewhere} />}
          <h2 id={titleId} className={styles.name} tabIndex={-1} title={name}>
            {shortened(name, MOST_CHARACTERS)}
          </h2>
          <VerdictBadge verdict={verdict} />
          {verdict !== null && isOfEarlierRule(verdict) && readAgain}
          <p className={`${common.hint} ${styles.read}`} title={read}>
            {read}
          </p>
        </div>
        <Group className={styles.actions ?? ''} gap={6}>
          {actions}
        </Group>
      </Group>
      <Group className={`${styles.line} ${styles.told}`} gap="8px 12px" miw={0}>
        <CopyLinkButton
          connection={snapshot.connection}
          asks={() => searchAsked(filtersOf(snapshot), range.zone)}
          hint="A link to the search of this snapshot, for somebody with the same service"
        />
        <ul className={styles.chips} aria-label="What was read">
          {filters.map(({ id, name: field, value }) => (
            <li key={id} className={styles.chip} title={`${field} = ${shortened(value, 2_000)}`}>
              {shortened(field, MOST_CHARACTERS)} = {shortened(value, MOST_CHARACTERS)}
            </li>
          ))}
          <li className={styles.chip}>{rangeWords({ ...range, until: range.until ?? until })}</li>
        </ul>
        <p className={`${common.hint} ${styles.sentence}`}>
          <span className={styles.words}>{verdict?.sentence ?? 'This snapshot is not finished.'} </span>
          <HowItWasRead snapshot={snapshot} zone={zone} />
          {notRechecked !== null && (
            <>
              {' '}
              <span className={common.warning} data-not-rechecked>
                {notRechecked}
              </span>
            </>
          )}
        </p>
      </Group>
      <Button className={styles.back ?? ''} variant="default" onClick={backToLive}>
        Back to live
      </Button>
    </header>
  )
}

/**
 * That a closed month was never rechecked; null where it was, or is not closed. To have read all of it again since, to its end,
 * is a recheck too.
 */
export function notRecheckedWords(snapshot: SnapshotSummary, all: readonly SnapshotSummary[]): string | null {
  // As it is in the list: a recheck is kept there while the snapshot is open.
  const { closed } = all.find(({ id }) => id === snapshot.id) ?? snapshot
  if (closed === null || typeof closed.rechecked === 'object') return null
  const closedAt = Date.parse(closed.at)
  const isReadAgain = all.some((other) => {
    const compared = comparedSnapshots(snapshot, other)
    const isIncomplete = other.status.state === 'finished' && other.status.verdict.kind === 'partial'
    return compared?.now.id === other.id && !isIncomplete && Date.parse(other.begunAt) >= closedAt
  })
  if (isReadAgain) return null
  return closed.rechecked === 'never'
    ? 'Never rechecked since it was closed: what came or changed later is not known.'
    : 'No recheck since it was closed is known: what came or changed later may not be known.'
}

/** What the service is asked for the same events now. */
function filtersOf({ search, range: { from, until }, until: readUntil }: SnapshotSummary): Filters {
  const end = until ?? readUntil
  return {
    ...search,
    ...(from === null ? {} : { createdAtFrom: from }),
    ...(end === null ? {} : { createdAtTo: lastInstantBefore(end) }),
  }
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
  const place = end.slice(end.indexOf(ended.time) + ended.time.length)
  const start = (momentWords(begunAt, zone) ?? begunAt).replace(place, '')
  return `read ${start} to ${begun.date === ended.date ? `${ended.time}${place}` : end}`
}
