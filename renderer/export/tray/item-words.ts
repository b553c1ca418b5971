// An export in words: its progress, and its outcome.
import type { ExportProgress, ExportStatus } from '../../../shared/export/file-export.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { SnapshotStep } from '../../../shared/snapshot/snapshot.ts'
import { grouped } from '../../ui/grouped-digits.ts'
import { sizeWords } from '../../ui/size-words.ts'
import { rows } from '../dialog/export-words.ts'
import type { ExportItem } from '../store/export-item.ts'

/** Progress; `of` is null where the whole is known only at the end. */
export interface HowFar {
  done: number
  of: number | null
}

export interface ItemWords {
  /** What is happening, or the outcome; no full stop unless it is a sentence. */
  words: string
  /** Null: it is not under way. */
  far: HowFar | null
  failure: Failure | null
}

export function itemWords({ stage, steps }: ExportItem): ItemWords {
  switch (stage.is) {
    case 'reading':
      return stepWords(stage.step)
    case 'read':
      return stage.failure === null
        ? still('All matches were read, but no location was chosen for the file.')
        : { words: 'All matches were read, but the file could not be started.', far: null, failure: stage.failure }
    case 'stopped':
      return still('Reading was stopped. No file was written.')
    case 'file': {
      const told = statusWords(stage.entry.status, stage.entry.words)
      return steps === 2 && told.far !== null ? { ...told, words: `Step 2 of 2: ${told.words}` } : told
    }
    default:
      return stage satisfies never
  }
}

const still = (words: string): ItemWords => ({ words, far: null, failure: null })

function stepWords(step: SnapshotStep | null): ItemWords {
  const far = { done: step?.progress?.events ?? 0, of: step?.progress?.total ?? null }
  if (step === null || step.status.state === 'waiting')
    return { words: 'Step 1 of 2: waiting for its turn', far, failure: null }
  if (step.status.state === 'paused') {
    return { words: 'Reading is paused. What was read is kept.', far: null, failure: step.status.because }
  }
  const phase = step.progress?.phase === 'recounting' ? 'counting again' : `reading ${amount(far)}`
  return { words: `Step 1 of 2: ${phase}`, far, failure: null }
}

function statusWords(status: ExportStatus, contents: string): ItemWords {
  switch (status.state) {
    case 'running': {
      const { rows: done, of } = status.progress
      return { words: phaseWords(status.progress), far: { done, of }, failure: null }
    }
    case 'written':
      return still(`${contents}, ${sizeWords(status.bytes)}`)
    case 'failed':
      return { words: 'No file was written.', far: null, failure: status.failure }
    case 'cancelled':
      return still('Cancelled. No file was written.')
    default:
      return status satisfies never
  }
}

function phaseWords({ phase, rows: done, of }: ExportProgress): string {
  switch (phase) {
    case 'looking':
      return `scanning ${amount({ done, of })} for columns and sums`
    case 'offered':
      return 'waiting for the browser to fetch it'
    case 'writing':
      return `writing ${amount({ done, of })}`
    default:
      return phase satisfies never
  }
}

const amount = ({ done, of }: HowFar) => (of === null ? rows(done) : `${grouped(done)} of ${rows(of)}`)
