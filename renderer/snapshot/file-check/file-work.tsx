// What is under way with a file, how far it is, and a way out of it.
import { Button } from '@mantine/core'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import { shortened } from '../../ui/excerpt.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { FileWork as Work } from '../store/file-check-state.ts'
import styles from './file-check.module.css'

export function FileWork({ work, onCancel }: { work: Work; onCancel: () => void }) {
  const { done, of } = measured(work)
  return (
    <div className={styles.work} data-step={work.step}>
      <p>{workWords(work)}</p>
      <ProgressBar
        label={work.step === 'checking' ? 'Checking the file' : 'Reading the file'}
        className={styles.progress}
        done={of === null ? null : done}
        of={of ?? 1}
      />
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function measured(work: Work): { done: number; of: number | null } {
  switch (work.step) {
    case 'sending':
      return { done: work.done, of: work.of }
    case 'looking':
      return { done: 0, of: null }
    case 'checking':
      return { done: work.progress?.done ?? 0, of: work.progress?.of ?? null }
    default:
      return work satisfies never
  }
}

const PHASE_WORDS = {
  reading: 'Reading its lines',
  comparing: 'Comparing them with the events',
  searching: 'Searching for what explains the differences',
} as const

function workWords(work: Work): string {
  switch (work.step) {
    case 'sending':
      return `Reading ${shortened(work.name, 60)}: ${sizeWords(work.done)} of ${sizeWords(work.of)}`
    case 'looking':
      return `Looking at ${shortened(work.name, 60)}`
    case 'checking': {
      if (work.progress === null) return 'Checking'
      const { phase, done, of } = work.progress
      const words = PHASE_WORDS[phase]
      // Lines, or bytes: how much of it is what either says.
      return of === null || of === 0 ? words : `${words}: ${Math.floor((100 * Math.min(done, of)) / of)} %`
    }
    default:
      return work satisfies never
  }
}
