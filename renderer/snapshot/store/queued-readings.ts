// Readings that are queued to compare a snapshot with, or to check it by: each on the snapshot's connection, for the
// account that the connection has now. Nothing before the first rows asks for one.
import { failed, type Result } from '../../../shared/failure/failure.ts'
import type { SnapshotOrder, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { bridge } from '../../bridge.ts'
import type { Snapshots } from './page-snapshots.ts'
import { type FinishedSnapshot, isFinished } from './watched-readings.ts'

export interface QueueEffects {
  snapshots: Pick<Snapshots, 'state' | 'subscribe' | 'take'>
  /** The present account of a connection; null if the connection is deleted. */
  accountOf: (connectionId: string) => Promise<number | null>
}

/** `QueueEffects['accountOf']` of the page; also null if the connections cannot be listed. */
export async function accountOf(connectionId: string): Promise<number | null> {
  const connections = await bridge.connections.list().catch(() => [])
  return connections.find(({ id }) => id === connectionId)?.account ?? null
}

type OrderToTake = Omit<SnapshotOrder, 'connectionId' | 'account'> & { name: string; madeForSnapshot?: string }

/** Takes a snapshot on the connection of another one; fails with `no-connection` where that is deleted. */
export async function takeOnConnectionOf(
  { connection: { id: connectionId } }: Pick<SnapshotSummary, 'connection'>,
  order: OrderToTake,
  { snapshots, accountOf }: QueueEffects,
): Promise<Result<{ snapshotId: string }>> {
  const account = await accountOf(connectionId)
  if (account === null) return failed({ kind: 'no-connection', connectionId })
  return snapshots.take({ connectionId, account, ...order })
}

/** Calls `onOver` once, unless aborted: when all of these are finished, or, with null, when one of them is deleted. */
export function whenFinished(
  ids: readonly string[],
  snapshots: Pick<Snapshots, 'state' | 'subscribe'>,
  signal: AbortSignal,
  onOver: (finished: readonly FinishedSnapshot[] | null) => void,
): void {
  if (signal.aborted) return
  const unsubscribe = snapshots.subscribe(check)
  const end = () => {
    unsubscribe()
    signal.removeEventListener('abort', end)
  }
  signal.addEventListener('abort', end)
  check()

  function check() {
    const { list } = snapshots.state()
    if (list === null) return
    const found = ids.map((id) => list.snapshots.find((one) => one.id === id))
    const isGone = found.includes(undefined)
    const finished = found.filter((one) => one !== undefined && isFinished(one))
    if (!isGone && finished.length < ids.length) return
    end()
    onOver(isGone ? null : finished)
  }
}
