// The latest status and progress of one reading, for any number of listeners.
import type { ReadingProgress, SnapshotStatus, SnapshotStep } from '../../../../shared/snapshot.ts'
import { createTold } from '../../progress/told.ts'

export interface ToldStatus {
  now(): SnapshotStep
  tell(changed: { status?: SnapshotStatus; progress?: ReadingProgress }): void
  /** The status as it is, then each change, none of which waits for a slow listener; ends with the last one or `signal`. */
  steps(signal: AbortSignal): AsyncGenerator<SnapshotStep, void>
}

export function createToldStatus(status: SnapshotStatus): ToldStatus {
  const told = createTold<SnapshotStep>({ status, progress: null }, (step) => isLast(step.status))
  return {
    now: told.now,
    tell: (news) => told.tell({ ...told.now(), ...news }),
    steps: told.states,
  }
}

const isLast = ({ state }: SnapshotStatus) => state === 'finished' || state === 'deleted'
