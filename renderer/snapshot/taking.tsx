// "Take snapshot" beside the rows and the readings below the panes, wired to the window.
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { ConnectionMark } from '../connections/environment-badge.tsx'
import { ReplaceToken } from '../connections/replace-token.tsx'
import type { ConnectionActions } from '../connections/use-connection-actions.ts'
import { TotalsButton } from '../live/page-totals/totals-button.tsx'
import type { LiveSession } from '../live/store/live-session.ts'
import { notifyOutcome } from '../ui/notify-outcome.ts'
import { takingWords } from './taking/cost-words.ts'
import type { ReadingActions } from './taking/reading-row.tsx'
import { TakeButton } from './taking/take-button.tsx'
import { TakeDialog } from './taking/take-dialog.tsx'
import { TakingRegion } from './taking/taking-region.tsx'
import type { PageSnapshots } from './use-snapshots.ts'
import { useTakeSnapshot } from './use-take-snapshot.ts'

interface TakeSnapshotProps {
  session: LiveSession
  current: Connection
  snapshots: PageSnapshots
  zone: string
}

export function TakeSnapshot(props: TakeSnapshotProps) {
  const { cost, unavailable, begin, asked, answer } = useTakeSnapshot(props)
  const onTake = useMemo(() => () => begin(), [begin])
  const onTotals = useMemo(() => () => begin('Totals'), [begin])
  const words = takingWords(cost, props.current.billingZone, props.zone)
  return (
    <>
      <TotalsButton
        search={props.session.search}
        connectionId={props.session.connection.id}
        cost={words}
        unavailable={unavailable}
        onTake={onTotals}
      />
      <TakeButton events={cost?.events ?? null} cost={words} unavailable={unavailable} onTake={onTake} />
      <TakeDialog
        opened={asked}
        cost={cost}
        connectionName={props.current.name}
        onTake={() => answer(true)}
        onClose={() => answer(false)}
      />
    </>
  )
}

/** What exports offer of readings: those that were begun for a file are shown with it. */
interface ReadingsForFiles {
  isForFile: (snapshotId: string) => boolean
  subscribe: (listener: () => void) => () => void
  /** Another object whenever `isForFile` may answer otherwise. */
  state: () => unknown
}

interface ReadingsProps {
  snapshots: PageSnapshots
  /** Null until loaded. */
  exports: ReadingsForFiles | null
  connections: Connection[]
  actions: Pick<ConnectionActions, 'replaced' | 'decideAccount'>
}

export function Readings({ snapshots, exports, connections, actions: { replaced, decideAccount } }: ReadingsProps) {
  const { list, paces, returning } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  useSyncExternalStore(exports?.subscribe ?? noChanges, () => exports?.state() ?? null)
  // A paused reading is shown here with everything that can be done about it.
  const own = list?.snapshots.filter(({ id, status }) => status.state === 'paused' || !exports?.isForFile(id)) ?? []
  const [asking, setAsking] = useState<{ snapshotId: string; connection: Connection } | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const actions: ReadingActions = {
    pause: (id) => void notifyOutcome(snapshots.pause(id)),
    resume(id, sameAccount) {
      const reading = list?.snapshots.find((one) => one.id === id)
      const known = connections.find((one) => one.id === reading?.connection.id)
      // Rows cached under the earlier key belong to that account too.
      if (sameAccount && known && known.hiddenAccount !== null) decideAccount(known.id, true)
      return notifyOutcome(snapshots.resume(id, sameAccount))
    },
    stop: (id, keep) => void notifyOutcome(snapshots.stop(id, keep)),
    replaceToken(snapshotId, connectionId) {
      const connection = connections.find(({ id }) => id === connectionId)
      if (connection === undefined) return
      setAsking({ snapshotId, connection })
      setIsAsking(true)
    },
  }
  return (
    <>
      <TakingRegion
        list={list && { ...list, snapshots: own }}
        paces={paces}
        returning={returning}
        connections={connections}
        markOf={({ id, name }: SnapshotSummary['connection']) => (
          <ConnectionMark name={name} connection={connections.find((one) => one.id === id) ?? null} />
        )}
        actions={actions}
      />
      {asking !== null && (
        <ReplaceToken
          opened={isAsking}
          connection={asking.connection}
          onReplaced={(connection) => {
            setIsAsking(false)
            replaced(connection)
            void notifyOutcome(snapshots.resume(asking.snapshotId))
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

const noChanges = () => () => {}
