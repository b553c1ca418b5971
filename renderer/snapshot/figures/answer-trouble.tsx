// Shown in place of an answer: why an open snapshot did not give it, and a button to ask again.
import { Button } from '@mantine/core'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { failureOf } from '../../bridge.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { NotLoadedError } from '../store/snapshot-query.ts'
import styles from './answer-trouble.module.css'

export function AnswerTrouble({ trouble, onRetry }: { trouble: Error; onRetry: () => void }) {
  if (!(trouble instanceof NotLoadedError)) {
    return <FailureNotice failure={failureOf(trouble)} onRetry={onRetry} compact />
  }
  return (
    <div role="alert" className={styles.trouble}>
      <p className={styles.words}>{refusedWords(trouble.because)}</p>
      {trouble.because.kind !== 'too-many' && (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}

function refusedWords(because: NotLoadedError['because']): string {
  switch (because.kind) {
    case 'too-many': {
      const [rows, most] = [because.rows, because.most].map((count) => grouped(count))
      return `This snapshot has ${rows} events. They are answered for at most ${most}; exports have no such limit.`
    }
    case 'unreadable':
      return because.words
    case 'closed':
      return 'This snapshot was unloaded before it answered.'
    default:
      return because satisfies never
  }
}
