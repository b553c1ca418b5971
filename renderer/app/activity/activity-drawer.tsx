// Every request of this run, newest first: what was asked of the service, what came back, and how long it took.
import { Box, Button, Checkbox, Code, Collapse, Drawer, Group, Stack, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import type { ActivityEntry } from '../../../shared/contract/contract.ts'
import type { SearchRequest } from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { failureWords } from '../../../shared/failure/failure-words.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { readSearchBody } from '../../../shared/search/search-body.ts'
import { tookWords } from '../../../shared/time/duration-words.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { bridge, failureOf } from '../../bridge.ts'
import { FOR_BASH, requestCurl } from '../../live/store/curl.ts'
import { activityQuery } from '../../live/store/queries.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import styles from './activity.module.css'

/** How often the list is read again while it is open, in milliseconds. */
const EVERY_MS = 1000

interface ActivityDrawerProps {
  opened: boolean
  /** `UTC` or an IANA zone. */
  zone: string
  /** Only what was asked of the open connection's service can be asked again. */
  baseUrl: string
  onRunAgain: (asked: AskedRequest) => void
  onClose: () => void
}

export function ActivityDrawer(props: ActivityDrawerProps) {
  const { opened, onClose } = props
  const [failedFirst, setFailedFirst] = useState(false)
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={620} title="Activity" padding="lg">
      {opened && <ActivityList {...props} failedFirst={failedFirst} onFailedFirst={setFailedFirst} />}
    </Drawer>
  )
}

type ActivityListProps = Pick<ActivityDrawerProps, 'zone' | 'baseUrl' | 'onRunAgain'> & {
  failedFirst: boolean
  onFailedFirst: (failedFirst: boolean) => void
}

function ActivityList({ zone, baseUrl, onRunAgain, failedFirst, onFailedFirst }: ActivityListProps) {
  const { data, error } = useQuery({ ...activityQuery(bridge), refetchInterval: EVERY_MS, refetchOnMount: true })
  if (error) return <FailureNotice failure={failureOf(error)} />
  if (data === undefined) return null
  if (data.length === 0) return <p className={common.dim}>No requests yet.</p>
  return (
    <>
      <Group align="baseline" justify="space-between" wrap="nowrap" mb="md">
        <p className={common.dim}>
          The last {data.length} {data.length === 1 ? 'request' : 'requests'} since Eventscope started. API keys and
          answers are never recorded.
        </p>
        <Checkbox
          flex="none"
          label="Failed requests first"
          checked={failedFirst}
          onChange={({ currentTarget }) => onFailedFirst(currentTarget.checked)}
        />
      </Group>
      <ul className={`${common.list} ${common.box} ${common.divided}`}>
        {(failedFirst ? withFailedFirst(data) : data).map((entry) => (
          <ActivityRow
            key={entry.id}
            entry={entry}
            zone={zone}
            onRunAgain={entry.url.startsWith(`${baseUrl}/v1/`) ? onRunAgain : null}
          />
        ))}
      </ul>
    </>
  )
}

/** Newest first among them, and among the others. */
function withFailedFirst(entries: readonly ActivityEntry[]): ActivityEntry[] {
  const isFailed = ({ outcome }: ActivityEntry) => Number(outcome.state === 'failed')
  return entries.toSorted((a, b) => isFailed(b) - isFailed(a))
}

// One request: a line that says what it asked and how it went; behind it the whole URL, the body as sent, the failure,
// and what can be done with it.

interface ActivityRowProps {
  entry: ActivityEntry
  zone: string
  /** Null for a request of another connection than the open one. */
  onRunAgain: ((asked: AskedRequest) => void) | null
}

/** Shown of a URL, and of a body. */
const MOST_CHARACTERS = 4_000

export const ActivityRow = memo(
  function ActivityRow({ entry, zone, onRunAgain }: ActivityRowProps) {
    const [open, setOpen] = useState(false)
    const { outcome } = entry
    const asked = askedOf(entry)
    return (
      <li>
        <UnstyledButton
          className={`${common.pressable} ${styles.line}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight size={14} className={styles.chevron} data-open={open || undefined} aria-hidden />
          <time className={`${common.dim} ${common.figures}`} dateTime={entry.startedAt}>
            {timeIn(zone, entry.startedAt)}
          </time>
          <span className={common.cut}>
            {asked === null ? shortened(`${entry.method} ${entry.url}`, ONE_LINE.characters) : askedWords(asked)}
          </span>
          <span className={`${common.cut} ${common.medium} ${styles.outcome}`} data-state={outcome.state}>
            {outcomeWords(outcome)}
          </span>
          <Box component="span" ta="right" className={`${common.dim} ${common.figures}`}>
            {entry.durationMs === null ? '' : tookWords(entry.durationMs)}
            {entry.attempts > 1 && ` · ${entry.attempts}×`}
          </Box>
        </UnstyledButton>
        <Collapse expanded={open}>
          <Stack gap="sm" className={styles.more}>
            <p className={common.figures}>
              {entry.method} {shortened(entry.url, MOST_CHARACTERS)}
            </p>
            <p className={common.smallHint}>
              {entry.connectionName} · {entry.startedAt}
              {outcome.state === 'answered' && ` · ${countWords(outcome.bytes, 'byte')}`}
            </p>
            {entry.body !== null && <Code block>{shortened(entry.body, MOST_CHARACTERS)}</Code>}
            {outcome.state === 'failed' && <FailureNotice failure={outcome.failure} compact />}
            {open && (
              <Group gap={6}>
                {asked !== null && onRunAgain !== null && (
                  <Button variant="default" size="compact-sm" onClick={() => onRunAgain(asked)}>
                    Run again
                  </Button>
                )}
                <CopyButton text={requestCurl(entry)} label="Copy as cURL" hint={FOR_BASH}>
                  Copy as cURL
                </CopyButton>
              </Group>
            )}
          </Stack>
        </Collapse>
      </li>
    )
  },
  // The list is read again each second, and what did not change comes as another object.
  (before, after) =>
    before.zone === after.zone &&
    before.onRunAgain === after.onRunAgain &&
    JSON.stringify(before.entry) === JSON.stringify(after.entry),
)

function outcomeWords(outcome: ActivityEntry['outcome']): string {
  switch (outcome.state) {
    case 'running':
      return 'in progress'
    case 'answered':
      return String(outcome.status)
    case 'failed':
      return 'http' in outcome.failure ? String(outcome.failure.http.status) : failureWords(outcome.failure).title
  }
}

/** `14:52:57.133` by the zone's clock; the date is in the opened entry. */
function timeIn(zone: string, instant: string): string {
  const seen = inZone(instant, zone)
  return seen === null ? instant : seen.time + seen.fraction
}

// This says what a request in the activity asked: in words, and in a form that can be sent again.

export type AskedRequest = { kind: 'search'; request: SearchRequest } | { kind: 'event'; eventId: string }

/** Null for a request that is neither a search nor asks for an event by its ID (docs/interface.md section 4). */
export function askedOf({ method, url, body }: Pick<ActivityEntry, 'method' | 'url' | 'body'>): AskedRequest | null {
  const path = /\/v1\/events\/([^/?#]+)$/.exec(url)?.[1]
  if (path === undefined) return null
  if (method === 'GET') return eventOf(path)
  const request = path === 'search' && body !== null ? readSearchBody(body) : null
  return request && { kind: 'search', request }
}

/** Null where the segment of the path is not encoded as one. */
function eventOf(segment: string): AskedRequest | null {
  try {
    return { kind: 'event', eventId: decodeURIComponent(segment) }
  } catch {
    return null
  }
}

/** "Rows 51–100 of Customer ID = cus_1, Type = debit"; "Event evt_1". Long values are cut. */
export function askedWords(asked: AskedRequest): string {
  if (asked.kind === 'event') return `Event ${short(asked.eventId)}`
  const { filters, limit, offset } = asked.request
  const [first, last] = [offset + 1, offset + limit].map((row) => grouped(row))
  const rows = limit === 1 ? `Row ${first}` : `Rows ${first}–${last}`
  const words = filterWords(filters).map(({ name, value }) => `${short(name)} = ${short(value)}`)
  return `${rows} of ${words.length === 0 ? 'all events' : words.join(', ')}`
}

const SHOWN_CHARACTERS = 60

const short = (text: string) => shortened(text, SHOWN_CHARACTERS)
