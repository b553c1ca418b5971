// Every request of this run, newest first: what was asked of the service, what came back, and how long it took.
import { Checkbox, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityEntry } from '../../../shared/contract/contract.ts'
import { bridge, failureOf } from '../../bridge.ts'
import { activityQuery } from '../../live/store/queries.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import styles from './activity.module.css'
import { ActivityRow } from './activity-row.tsx'
import type { AskedRequest } from './asked-of.ts'

/** How often the list is read again while it is open, in milliseconds. */
const EVERY_MS = 1000

interface ActivityDrawerProps {
  opened: boolean
  /** `UTC` or an IANA zone. */
  zone: string
  /** Of the open connection: what was asked there can be asked again. */
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

interface ActivityListProps extends ActivityDrawerProps {
  failedFirst: boolean
  onFailedFirst: (failedFirst: boolean) => void
}

function ActivityList({ zone, baseUrl, onRunAgain, failedFirst, onFailedFirst }: ActivityListProps) {
  const { data, error } = useQuery({ ...activityQuery(bridge), refetchInterval: EVERY_MS, refetchOnMount: true })
  if (error) return <FailureNotice failure={failureOf(error)} />
  if (data === undefined) return null
  if (data.length === 0) return <p className={styles.none}>No requests yet.</p>
  return (
    <>
      <div className={styles.above}>
        <p className={styles.hint}>
          The last {data.length} {data.length === 1 ? 'request' : 'requests'} since Eventscope started. API keys and
          answers are never recorded.
        </p>
        <Checkbox
          label="Failed requests first"
          checked={failedFirst}
          onChange={({ currentTarget }) => onFailedFirst(currentTarget.checked)}
        />
      </div>
      <ul className={styles.list}>
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
  const failed = (entry: ActivityEntry) => entry.outcome.state === 'failed'
  return [...entries.filter(failed), ...entries.filter((entry) => !failed(entry))]
}
