// The region "Taking snapshot": every unfinished reading, whatever else is on screen and whichever connection is open.
import { type ReactNode, useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import common from '../../ui/common.module.css'
import type { SnapshotsState } from '../store/snapshots.ts'
import { type ReadingActions, ReadingRow } from './reading-row.tsx'
import styles from './taking.module.css'

interface TakingRegionProps extends Pick<SnapshotsState, 'list' | 'paces' | 'returning'> {
  /** As they are now. */
  connections: readonly Connection[]
  /** Draws a connection's name with its environment. */
  markOf: (connection: SnapshotSummary['connection']) => ReactNode
  actions: ReadingActions
}

/** Readings under way, then waiting, then paused ones. */
const ORDER = ['reading', 'waiting', 'paused']

export function TakingRegion({ list, paces, returning, connections, markOf, actions }: TakingRegionProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const readings = (list?.snapshots ?? [])
    .filter(({ id, status }) => ORDER.includes(status.state) && !(status.state === 'paused' && hidden.has(id)))
    .toSorted((a, b) => ORDER.indexOf(a.status.state) - ORDER.indexOf(b.status.state))
  if (readings.length === 0) return null
  return (
    <section className={styles.region} aria-label="Taking snapshot">
      <ul className={common.list}>
        {readings.map((reading) => (
          <ReadingRow
            key={reading.id}
            reading={reading}
            pace={paces.get(reading.id) ?? null}
            isReturning={returning.has(reading.id)}
            connection={connections.find(({ id }) => id === reading.connection.id) ?? null}
            mark={markOf(reading.connection)}
            actions={actions}
            onHide={() => setHidden((before) => new Set(before).add(reading.id))}
          />
        ))}
      </ul>
    </section>
  )
}
