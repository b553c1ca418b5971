// The buttons that read a snapshot's search again: all of it, or its daily totals alone; and what every button of an action is.
import { Button, Modal } from '@mantine/core'
import { type AriaAttributes, useState } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import common from '../../ui/common.module.css'
import { momentWords } from '../../ui/instant-words.ts'
import { daysToCount } from '../store/comparable-snapshots.ts'
import styles from './changes.module.css'
import { againWords } from './read-cost.ts'

interface ActionButtonProps extends Pick<AriaAttributes, 'aria-label' | 'aria-pressed'> {
  /** Why it cannot be done. */
  why: string | undefined
  onClick: () => void
  children: string
}

/** What can be done with a snapshot. What cannot be done now stays in reach of Tab and says why. */
export function ActionButton({ why, onClick, children, ...aria }: ActionButtonProps) {
  return (
    <Button
      variant="default"
      aria-disabled={why === undefined ? undefined : true}
      data-disabled={why !== undefined}
      aria-description={why}
      title={why}
      onClick={() => why === undefined && onClick()}
      {...aria}
    >
      {children}
    </Button>
  )
}

/** Why nothing can be asked of the service for a snapshot whose connection was deleted. */
export const CONNECTION_GONE = 'Its connection was deleted. What was read can still be viewed and exported.'

interface ReadAgainButtonProps {
  snapshot: SnapshotSummary
  isConnectionGone: boolean
  label?: string
  onReadAgain: () => void
}

/**
 * "Read again and compare": reading everything a second time shows what counting cannot. Beside a verdict of an earlier
 * rule it is "Read again".
 */
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

interface RecheckButtonProps {
  snapshot: SnapshotSummary
  isConnectionGone: boolean
  zone: string
  onRecheck: () => void
  onReadAgain: () => void
}

/** "Recheck" of a closed snapshot, with its cost before anything is sent. */
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
          <p className={common.hint}>
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
