// "Read again and compare": reading everything a second time shows what counting cannot. Beside a verdict of an earlier rule
// it is "Read again".
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { ActionButton, CONNECTION_GONE } from './action-button.tsx'
import styles from './changes.module.css'
import { againWords } from './read-cost.ts'

interface ReadAgainButtonProps {
  snapshot: SnapshotSummary
  isConnectionGone: boolean
  label?: string
  onReadAgain: () => void
}

export function ReadAgainButton({
  snapshot,
  isConnectionGone,
  label = 'Read again and compare',
  onReadAgain,
}: ReadAgainButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const why = isConnectionGone ? CONNECTION_GONE : snapshot.status.state === 'finished' ? undefined : NOT_READ
  return (
    <>
      <ActionButton why={why} onClick={() => setOpen(true)}>
        {label}
      </ActionButton>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Read again and compare">
        <p className={styles.actionWords}>
          Reads the same search and range again into a new snapshot ({againWords(snapshot)}), and shows what was added,
          gone or altered since. This snapshot stays as it is.
        </p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button
            variant="filled"
            data-autofocus
            onClick={() => {
              setOpen(false)
              onReadAgain()
            }}
          >
            Read again
          </Button>
        </div>
      </Modal>
    </>
  )
}

const NOT_READ = 'This snapshot is not finished.'
