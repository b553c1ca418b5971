// Why what a snapshot needs is not asked of its connection, which is another than when it was begun.
import type { Connection } from '../../shared/connection.ts'
import type { SnapshotSummary } from '../../shared/snapshot.ts'

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
    const cause = `It leads to ${connection.baseUrl} now, and this was begun at ${baseUrl}.`
    return { title: 'Its connection leads elsewhere', cause, isAskedFor: false }
  }
  return {
    title: 'Is the new API key of the same account?',
    cause: 'The connection has another one than when this was begun. Events of two accounts are not put together.',
    isAskedFor: true,
  }
}
