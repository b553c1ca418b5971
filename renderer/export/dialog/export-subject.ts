// What the dialog "Export" is opened for.
import type { Event, Filters } from '../../../shared/event/event.ts'
import type { ChosenColumn } from '../../../shared/event/event-table.ts'
import type { ExportSubject } from '../../../shared/export/file-export.ts'
import type { SnapshotOrder } from '../../../shared/snapshot/snapshot.ts'
import type { SnapshotCost } from '../../snapshot/store/snapshot-order.ts'

interface Seen {
  /** The connection whose choices are remembered. */
  connectionId: string
  /** In which its dates are, unless another one is chosen. */
  zone: string
  /** The columns of the table, left to right; none where there is no table. */
  onScreen: readonly ChosenColumn[]
}

/** Rows on screen, in their order. */
interface RowsOfScreen extends Seen {
  of: 'page' | 'selection'
  events: readonly Event[]
  /** As applied. */
  filters: Filters
}

/** Every match of the search on screen; `events` are a sample. */
interface AllMatches extends Omit<RowsOfScreen, 'of'> {
  of: 'all'
  /** What is read first. */
  order: SnapshotOrder
  /** The cost of reading them; null where the service gives no total. */
  cost: SnapshotCost | null
  /** A snapshot of the same search that is minutes old; null where there is none. */
  recent: RecentSnapshot | null
}

/** Offered in place of another reading; used only if it is chosen. */
interface RecentSnapshot {
  subject: SnapshotSubject
  /** Its events. */
  rows: number
  /** When it was read; RFC 3339 UTC. */
  readAt: string
}

export type SnapshotSubject = Extract<ExportSubject, { of: 'snapshot' }> & Seen & { name: string }

export type DialogSubject = RowsOfScreen | AllMatches | SnapshotSubject

/** What the backend opens for it; for all matches, the sample first. */
export function openedSubject(subject: DialogSubject): ExportSubject {
  switch (subject.of) {
    case 'page':
    case 'selection':
      return { of: subject.of, connectionId: subject.connectionId, filters: subject.filters }
    case 'all':
      return { of: 'page', connectionId: subject.connectionId, filters: subject.filters }
    case 'snapshot': {
      const { of, snapshotId, scope, sort } = subject
      return { of, snapshotId, scope, sort }
    }
    default:
      return subject satisfies never
  }
}
