// A snapshot as the dialog "Export" takes it.

import type { Event } from '../../shared/event.ts'
import type { SnapshotSummary } from '../../shared/snapshot.ts'
import type { Scope } from '../../shared/snapshot-condition.ts'
import type { DialogSubject } from '../features/export/export-subject.ts'

/** @param scope the filter that is set in it; null: all of its rows */
export function snapshotSubject({ id, name, connection }: SnapshotSummary, scope: Scope | null): DialogSubject {
  return { of: 'snapshot', snapshotId: id, scope, sort: null, connectionId: connection.id, onScreen: [], name }
}

/** Some of its rows, as they stand on the screen. */
export function selectionSubject({ search, connection }: SnapshotSummary, events: readonly Event[]): DialogSubject {
  return { of: 'selection', connectionId: connection.id, filters: search, events, onScreen: [] }
}
