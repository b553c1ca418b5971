// The header of a snapshot that the page asks for: of the connection as it is, and of a range that holds something.
import type { Connection } from '../../../../shared/connection/connection.ts'
import { failed, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import type { SnapshotOrder } from '../../../../shared/snapshot/snapshot.ts'
import type { SnapshotRange } from '../../../../shared/snapshot/snapshot-range.ts'
import { compareInstants, isZone, parseInstant } from '../../../../shared/time/instant.ts'
import type { SnapshotHeader } from '../snapshot-header.ts'

/** Fails with `no-connection`, `connection-changed`, or `invalid` where the range cannot be. */
export function headerFor(
  { connectionId, account, search, range }: SnapshotOrder,
  connections: readonly Connection[],
  id: string,
  now: number,
): Result<SnapshotHeader> {
  const connection = connections.find((one) => one.id === connectionId)
  if (connection === undefined) return failed({ kind: 'no-connection', connectionId })
  if (connection.account !== account) return failed({ kind: 'connection-changed', connectionId })
  const message = rangeProblem(range)
  if (message !== null) return failed({ kind: 'invalid', field: 'request', message })
  const { name, baseUrl } = connection
  const begunAt = new Date(now).toISOString()
  return succeeded({ id, connection: { id: connectionId, name, baseUrl, account }, search, range, begunAt })
}

function rangeProblem({ from, until, zone }: SnapshotRange): string | null {
  if (!isZone(zone)) return `The time zone ${zone} is not known here.`
  const [start, end] = [from, until].map((text) => (text === null ? null : parseInstant(text)))
  if ((from !== null && start === null) || (until !== null && end === null)) {
    return 'The ends of a range are RFC 3339 date-times.'
  }
  const isEmpty = start != null && end != null && compareInstants(start, end) >= 0
  return isEmpty ? 'The end is before the start: nothing can be in this range.' : null
}
