// A snapshot whose file cannot be opened: why, and a way to delete it.
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Failure, Result } from '../../../shared/failure/failure.ts'
import type { UnreadableSnapshot } from '../../../shared/snapshot/snapshot.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { sizeWords } from '../../ui/size-words.ts'
import styles from './snapshots-dialog.module.css'

interface UnreadableItemProps {
  unreadable: UnreadableSnapshot
  onDelete: () => Promise<Result<null>>
}

const TITLES: Record<UnreadableSnapshot['why'], string> = {
  newer: 'Made by a newer Eventscope',
  older: 'Made by an older Eventscope',
  'other-key': 'Encrypted with another key',
  damaged: 'A damaged file',
  disk: 'A file that cannot be read',
}

/** What can still be done. */
const ADVICE: Record<UnreadableSnapshot['why'], string> = {
  newer: 'Open it with that Eventscope, or delete it and take it again here.',
  older: 'Open it with that Eventscope, or delete it and take it again here.',
  'other-key': 'Start Eventscope with the key that encrypted it, or delete it and take it again.',
  damaged: 'It is kept in case it can still be read. Take it again, and delete this one when nobody needs it.',
  disk: 'Check that the disk is there and that the file may be read, or delete it.',
}

export function UnreadableItem({ unreadable: { id, why, words, bytes }, onDelete }: UnreadableItemProps) {
  const [isSure, setSure] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  async function remove() {
    const done = await onDelete()
    if (!done.ok) setFailure(done.failure)
  }
  return (
    <li className={styles.item} data-snapshot={id} data-unreadable={why}>
      <div className={styles.head}>
        <IconAlertTriangle size={15} stroke={1.8} className={styles.warningIcon} aria-hidden />
        <span className={styles.name}>{TITLES[why]}</span>
        <span className={styles.state}>{sizeWords(bytes)}</span>
        <div className={styles.actions}>
          {isSure ? (
            <>
              <Button variant="default" size="compact-sm" onClick={() => setSure(false)}>
                Keep it
              </Button>
              <Button size="compact-sm" className={styles.danger ?? ''} onClick={() => void remove()}>
                Delete it
              </Button>
            </>
          ) : (
            <Button variant="default" size="compact-sm" onClick={() => setSure(true)}>
              Delete…
            </Button>
          )}
        </div>
      </div>
      <p className={styles.facts}>
        {words} {ADVICE[why]}
      </p>
      {failure && <FailureNotice failure={failure} compact />}
    </li>
  )
}
