// Why what a snapshot needs is not asked of its connection, which is another than when it was begun.
import type { Connection } from '../../../shared/connection/connection.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'

interface ChangedConnectionWords {
  title: string
  /** What it means. */
  cause: string
  /** Its user can say that the account is the same. */
  isAskedFor: boolean
}

/** @param connection as it is now; null: it is gone */
export function changedConnectionWords(
  { connection: { baseUrl } }: Pick<SnapshotSummary, 'connection'>,
  connection: Pick<Connection, 'baseUrl'> | null,
): ChangedConnectionWords {
  if (connection !== null && connection.baseUrl !== baseUrl) {
    const cause = `It now uses ${connection.baseUrl}, and this was started with ${baseUrl}.`
    return { title: 'Its connection has another base URL', cause, isAskedFor: false }
  }
  return {
    title: 'Is the new API key for the same account?',
    cause: 'The connection has another API key than when this was started. Events of two accounts are never mixed.',
    isAskedFor: true,
  }
}
