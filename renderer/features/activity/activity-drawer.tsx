// Every request of this run, newest first: what was asked of the service, what came back, and how long it took.
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bridge, failureOf } from '../../bridge.ts'
import { activityQuery } from '../../session/queries.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import styles from './activity.module.css'
import { ActivityRow } from './activity-row.tsx'

/** How often the list is read anew while it is open, in milliseconds. */
const EVERY_MS = 1000

interface ActivityDrawerProps {
  opened: boolean
  /** `UTC` or an IANA zone. */
  zone: string
  onClose: () => void
}

export function ActivityDrawer({ opened, zone, onClose }: ActivityDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={620} title="Activity" padding="lg">
      {opened && <ActivityList zone={zone} />}
    </Drawer>
  )
}

function ActivityList({ zone }: { zone: string }) {
  const { data, error } = useQuery({ ...activityQuery(bridge), refetchInterval: EVERY_MS, refetchOnMount: true })
  if (error) return <FailureNotice failure={failureOf(error)} />
  if (data === undefined) return null
  if (data.length === 0) return <p className={styles.none}>No request was made yet.</p>
  return (
    <>
      <p className={styles.hint}>
        The last {data.length} {data.length === 1 ? 'request' : 'requests'} of this run. API keys and answers are never
        recorded.
      </p>
      <ul className={styles.list}>
        {data.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} zone={zone} />
        ))}
      </ul>
    </>
  )
}
