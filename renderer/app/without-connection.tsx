// No connection is open: the first run, and the way to snapshots that outlived the connections they were read from.
import { Button } from '@mantine/core'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { ShellInfo } from '../../shared/contract/contract.ts'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { FirstRun } from '../connections/first-run.tsx'
import type { ConnectionActions } from '../connections/use-connection-actions.ts'
import type { PageSnapshots } from '../snapshot/store/snapshots.ts'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import styles from './without-connection.module.css'

const SnapshotsList = dialogOnDemand(async () => (await import('../snapshot/snapshots-list.tsx')).SnapshotsList)

interface WithoutConnectionProps {
  /** Saved ones, none of which is open. */
  connections: Connection[]
  keychain: ShellInfo['keychain']
  actions: Pick<ConnectionActions, 'open' | 'saved'>
  snapshots: PageSnapshots
  zone: string
  /** At the lower edge. */
  below: ReactNode
}

export function WithoutConnection(props: WithoutConnectionProps) {
  const { connections, keychain, actions, snapshots, zone, below } = props
  const [isListed, setListed] = useState(false)
  const count = useSyncExternalStore(snapshots.subscribe, () => {
    const { list } = snapshots.state()
    return list === null ? 0 : list.snapshots.length + list.unreadable.length
  })
  return (
    <>
      <div className={styles.page}>
        <FirstRun connections={connections} keychain={keychain} onOpen={actions.open} onSaved={actions.saved}>
          {count > 0 && (
            <Button variant="default" size="sm" onClick={() => setListed(true)}>
              {countWords(count, 'snapshot')} on this computer…
            </Button>
          )}
        </FirstRun>
        {below}
      </div>
      <SnapshotsList
        opened={isListed}
        snapshots={snapshots}
        connections={connections}
        zone={zone}
        onOpen={null}
        onClose={() => setListed(false)}
      />
    </>
  )
}
