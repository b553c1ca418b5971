// Readings that are taken to be compared with a snapshot, or to check it by: each for the account that its connection has now.
import { failed, type Result } from '../../../shared/failure/failure.ts'
import type { SnapshotOrder, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { bridge } from '../../bridge.ts'
import type { Snapshots } from './snapshots.ts'
import { type FinishedSnapshot, isFinished } from './watched-readings.ts'

export interface TakingEffects {
  snapshots: Pick<Snapshots, 'state' | 'subscribe' | 'take'>
  /** The account of a connection now; null if it has none any more. */
  accountOf: (connectionId: string) => Promise<number | null>
}

/** `TakingEffects['accountOf']` of the page. */
export async function accountOf(connectionId: string): Promise<number | null> {
  const connections = await bridge.connections.list().catch(() => [])
  return connections.find(({ id }) => id === connectionId)?.account ?? null
}

type Taken = Omit<SnapshotOrder, 'connectionId' | 'account'> & { name: string }

/** On the snapshot's connection; fails with `no-connection` where that is deleted. */
export async function takeOnConnectionOf(
  { connection: { id: connectionId } }: Pick<SnapshotSummary, 'connection'>,
  order: Taken,
  { snapshots, accountOf }: TakingEffects,
): Promise<Result<{ snapshotId: string }>> {
  const account = await accountOf(connectionId)
  if (account === null) return failed({ kind: 'no-connection', connectionId })
  return snapshots.take({ connectionId, account, ...order })
}

/** Calls `over` once, unless aborted: when all of these are finished, or, with null, when one of them is deleted. */
export function whenFinished(
  ids: readonly string[],
  snapshots: Pick<Snapshots, 'state' | 'subscribe'>,
  signal: AbortSignal,
  over: (finished: readonly FinishedSnapshot[] | null) => void,
): void {
  const stop = snapshots.subscribe(look)
  signal.addEventListener('abort', stop, { once: true })
  look()

  function look() {
    const { list } = snapshots.state()
    if (signal.aborted || list === null) return
    const found = ids.map((id) => list.snapshots.find((one) => one.id === id))
    const isGone = found.includes(undefined)
    const finished = found.filter((one) => one !== undefined && isFinished(one))
    if (!isGone && finished.length < ids.length) return
    stop()
    over(isGone ? null : finished)
  }
}
