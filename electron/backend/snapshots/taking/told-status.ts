// What is told of one snapshot while it is read: the latest status and progress, for however many listen.
import type { ReadingProgress, SnapshotStatus, SnapshotStep } from '../../../../shared/snapshot.ts'

export interface ToldStatus {
  now(): SnapshotStep
  tell(changed: { status?: SnapshotStatus; progress?: ReadingProgress }): void
  /** The status as it is, then each change, none of which waits for a slow listener; ends with the last one or `signal`. */
  steps(signal: AbortSignal): AsyncGenerator<SnapshotStep, void>
}

export function createToldStatus(status: SnapshotStatus): ToldStatus {
  let step: SnapshotStep = { status, progress: null }
  let changed = Promise.withResolvers<void>()

  return {
    now: () => step,
    tell(news) {
      step = { ...step, ...news }
      changed.resolve()
      changed = Promise.withResolvers()
    },
    async *steps(signal) {
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      while (!signal.aborted) {
        const [told, next] = [step, changed.promise]
        yield told
        if (isLast(told.status)) return
        if (told === step) await Promise.race([next, aborted])
      }
    },
  }
}

const isLast = ({ state }: SnapshotStatus) => state === 'finished' || state === 'deleted'
