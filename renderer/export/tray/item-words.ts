// An export in words: its progress, and its outcome.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { ExportEntry, ExportProgress } from '../../../shared/export/file-export.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { SnapshotStep } from '../../../shared/snapshot/snapshot.ts'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import { rowCountWords } from '../dialog/export-words.ts'

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

/** "Step 1 of 2: reading 12,000 of 312,440 rows", "writing 1,200 of 4,208 rows", "Cancelled. No file was written." */
export function itemWords({ status, words, readFirst, verdict }: ExportEntry): ItemWords {
  switch (status.state) {
    case 'reading':
      return stepWords(status.step)
    case 'ready':
      return still(`All matches were read: ${words}. Save the file to have it written.`)
    case 'running': {
      const { rows: done, of } = status.progress
      const phase = phaseWords(status.progress)
      return { words: readFirst ? `Step 2 of 2: ${phase}` : phase, far: { done, of }, failure: null }
    }
    case 'written':
      return still(`${words}, ${sizeWords(status.bytes)}`)
    case 'failed':
      return { words: 'No file was written.', far: null, failure: status.failure }
    case 'cancelled':
      return still(`${readFirst && verdict === null ? 'Reading was stopped' : 'Cancelled'}. No file was written.`)
    default:
      return status satisfies never
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

const amount = ({ done, of }: HowFar) =>
  of === null ? rowCountWords(done) : `${grouped(done)} of ${rowCountWords(of)}`
