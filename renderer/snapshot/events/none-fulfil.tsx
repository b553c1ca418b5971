// In place of rows: the snapshot has none, or none fulfils the conditions.
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import styles from './snapshot-events.module.css'

export function NoneFulfil({ scope, onScope }: { scope: Scope; onScope: (scope: Scope) => void }) {
  return (
    <div className={styles.none}>
      <p>{scope.where.length === 0 ? 'There are no events in this snapshot.' : 'No events match these conditions.'}</p>
      {scope.where.length > 0 && (
        <button type="button" className={styles.clear} onClick={() => onScope({ ...scope, where: [] })}>
          Clear conditions
        </button>
      )}
    </div>
  )
}
