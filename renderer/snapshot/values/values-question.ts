// The question of "Values" to an open snapshot.
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { SnapshotKey } from '../../../shared/snapshot/snapshot-key.ts'
import type { ValuesQuestion } from '../../../shared/snapshot/snapshot-values.ts'

/** No keys: only which names and event codes there are. */
export function valuesQuestion(scope: Scope, keys: SnapshotKey[], byCode = false): ValuesQuestion {
  return { ask: 'values', scope, keys, byCode }
}
