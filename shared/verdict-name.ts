// What a verdict is called, on the screen, in files and in copied tables.
import type { SnapshotVerdict } from './snapshot.ts'

/** In one line, such as "Incomplete, so far". Null: the snapshot is not read to its end. */
export function verdictName(verdict: Pick<SnapshotVerdict, 'kind' | 'soFar'> | null): string {
  const [first, ...rest] = verdictNames(verdict)
  return [first, ...rest.map((name) => name.toLowerCase())].join(', ')
}

/** One by one: "So far" takes the place of "Complete", and is added to any other verdict. */
export function verdictNames(verdict: Pick<SnapshotVerdict, 'kind' | 'soFar'> | null): string[] {
  if (verdict === null) return ['Not finished']
  if (!verdict.soFar) return [KIND_NAMES[verdict.kind]]
  return verdict.kind === 'complete' ? ['So far'] : [KIND_NAMES[verdict.kind], 'So far']
}

const KIND_NAMES: Record<SnapshotVerdict['kind'], string> = {
  complete: 'Complete',
  partial: 'Incomplete',
  unproven: 'Count not confirmed',
}
