// "Recheck" of a closed snapshot, with its cost before anything is sent.
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { countWords } from '../../ui/grouped-digits.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { daysToCount } from '../store/comparable-snapshots.ts'
import { ActionButton, CONNECTION_GONE } from './action-button.tsx'
import styles from './changes.module.css'
import { againWords } from './read-cost.ts'

interface RecheckButtonProps {
  snapshot: SnapshotSummary
  isConnectionGone: boolean
  zone: string
  onRecheck: () => void
  onReadAgain: () => void
}

export function RecheckButton({ snapshot, isConnectionGone, zone, onRecheck, onReadAgain }: RecheckButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { closed } = snapshot
  const days = daysToCount(snapshot) ?? 0
  const why = isConnectionGone ? CONNECTION_GONE : closed === null ? NOT_CLOSED : undefined
  const choose = (action: () => void) => () => {
    setOpen(false)
    action()
  }
  return (
    <>
      <ActionButton why={why} onClick={() => setOpen(true)}>
        Recheck
      </ActionButton>
      {closed !== null && (
        <Modal opened={isOpen} onClose={() => setOpen(false)} title="Recheck" size={540}>
          <p className={styles.actionWords}>
            Closed on {momentWords(closed.at, zone) ?? closed.at}
            {closed.note !== '' && `: “${closed.note.slice(0, 400)}”`}. Asks the service for the same daily totals
            again; days that differ can then be read again.
          </p>
          <p className={styles.hint}>
            Counts cannot reveal an altered event, or a day on which as many events arrived as disappeared. A full
            recheck reads everything.
          </p>
          <div className={styles.buttons}>
            <Button variant="default" onClick={choose(onReadAgain)}>
              Recheck in full: {againWords(snapshot)}
            </Button>
            <Button variant="filled" data-autofocus onClick={choose(onRecheck)}>
              Recheck daily totals: {countWords(days, 'request')}
            </Button>
          </div>
        </Modal>
      )}
    </>
  )
}

const NOT_CLOSED = 'Mark the snapshot as closed first: that keeps one total per day to compare with.'
