// What a verdict is called, on the screen, in files and in copied tables.
import type { SnapshotVerdict } from './snapshot.ts'

/** Null: the snapshot is not read to its end. */
export function verdictName(verdict: Pick<SnapshotVerdict, 'kind' | 'soFar'> | null): string {
  if (verdict === null) return 'Not finished'
  if (verdict.soFar) return 'So far'
  switch (verdict.kind) {
    case 'complete':
      return 'Complete'
    case 'partial':
      return 'Incomplete'
    case 'unproven':
      return 'Count not confirmed'
    default:
      return verdict.kind satisfies never
  }
}
