// What can be done with a snapshot: its search is read again, all of it or its daily totals alone, or it is closed.
import { Button, Group, Modal, Textarea } from '@mantine/core'
import { type AriaAttributes, useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { Failure, Result } from '../../../shared/failure/failure.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { rulesVersion } from '../../../shared/worth/rules-text.ts'
import common from '../../ui/common.module.css'
import { momentWords } from '../../ui/instant-words.ts'
import { ThisRunOnly } from '../../ui/use-remembered.tsx'
import { closingRules, type KeptRules } from '../../worth/use-rules.ts'
import { daysToCount, noDaysWords } from '../store/comparable-snapshots.ts'
import { SnapshotFailure } from '../taking/snapshot-failure.tsx'
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
export function ReadAgainButton({ snapshot, isConnectionGone, label = TITLE, onReadAgain }: ReadAgainButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const why = isConnectionGone ? CONNECTION_GONE : snapshot.status.state === 'finished' ? undefined : NOT_READ
  return (
    <>
      <ActionButton why={why} onClick={() => setOpen(true)}>
        {label}
      </ActionButton>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={TITLE}>
        <p className={styles.actionWords}>
          Reads the same search and range again into a new snapshot ({againWords(snapshot)}), and shows what was added,
          gone or altered since. This snapshot stays as it is.
        </p>
        <Group justify="flex-end" gap={8} mt={16}>
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
        </Group>
      </Modal>
    </>
  )
}

const TITLE = 'Read again and compare'
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
          <Group justify="flex-end" gap={8} mt={16}>
            <Button variant="default" onClick={choose(onReadAgain)}>
              Recheck in full: {againWords(snapshot)}
            </Button>
            <Button variant="filled" data-autofocus onClick={choose(onRecheck)}>
              Recheck daily totals: {countWords(days, 'request')}
            </Button>
          </Group>
        </Modal>
      )}
    </>
  )
}

const NOT_CLOSED = 'Mark the snapshot as closed first: that keeps one total per day to compare with.'

interface MarkClosedButtonProps {
  snapshot: SnapshotSummary
  zone: string
  /** As they are now. */
  connections: readonly Connection[]
  /** What events are worth now; null until it is known. */
  rules: KeptRules | null
  /** A null note removes the mark. `sameAccount`: the user confirms that the current API key is for the same account. */
  onMark: (note: string | null, sameAccount?: boolean) => Promise<Result<null>>
}

const LONGEST_NOTE = 2_000

/** "Mark as closed" keeps a total for each day and a note, so that late arrivals show; the button also removes the mark. */
export function MarkClosedButton({ snapshot, zone, connections, rules, onMark }: MarkClosedButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { closed } = snapshot
  const days = daysToCount(snapshot)
  const isConnectionGone = !connections.some(({ id }) => id === snapshot.connection.id)
  // The mark can be removed without asking the service.
  const whyNot = isConnectionGone ? CONNECTION_GONE : days === null ? noDaysWords(snapshot) : undefined
  const why = closed === null ? whyNot : undefined

  async function mark(text: string | null, sameAccount = false) {
    setBusy(true)
    setFailure(null)
    const done = await onMark(text, sameAccount)
    setBusy(false)
    if (!done.ok) return setFailure(done.failure)
    setNote('')
    setOpen(false)
  }

  const closeIt = (sameAccount = false) => void mark(note.trim().toWellFormed(), sameAccount)
  return (
    <>
      <ActionButton aria-label="Mark as closed" aria-pressed={closed !== null} why={why} onClick={() => setOpen(true)}>
        {closed === null ? 'Mark as closed' : 'Closed'}
      </ActionButton>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={closed === null ? 'Mark as closed' : 'Closed'}>
        {failure !== null && (
          <SnapshotFailure
            failure={failure}
            snapshot={snapshot}
            connections={connections}
            onSameAccount={() => closeIt(true)}
          />
        )}
        {closed !== null ? (
          <>
            <p className={styles.actionWords}>
              Closed on {momentWords(closed.at, zone) ?? closed.at}
              {closed.note === '' ? ', without a note.' : `: “${closed.note}”`}
            </p>
            <p className={common.hint}>
              {closed.rulesVersion === null
                ? 'It was closed without rules: what changed since is shown as debits and credits apart.'
                : `What changed since is worth by the rules of then, version ${closed.rulesVersion}.`}
            </p>
            <p className={common.hint}>
              Removing the mark deletes its daily totals, and the snapshot can then be deleted like any other.
            </p>
            <Group justify="flex-end" gap={8} mt={16}>
              <Button variant="default" onClick={() => setOpen(false)}>
                Keep mark
              </Button>
              <Button variant="default" loading={isBusy} onClick={() => void mark(null)}>
                Remove mark
              </Button>
            </Group>
          </>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              closeIt()
            }}
          >
            <p className={styles.actionWords}>
              Asks the service for one total per day ({countWords(days ?? 0, 'request')}) and keeps them, so that
              “Recheck” can compare with them later. A closed snapshot is not deleted by accident.
            </p>
            <p className={common.hint}>
              {closingRules(rules) === null
                ? 'There are no rules that say what events are worth: what changes later is shown as debits and credits apart.'
                : `Keeps the rules that say what events are worth, version ${rules === null ? '' : rulesVersion(rules.rules)}.`}
            </p>
            <Textarea
              label="Note"
              placeholder="For example “invoice 2026-11 sent to Northwind”"
              value={note}
              maxLength={LONGEST_NOTE}
              autosize
              minRows={2}
              maxRows={8}
              data-autofocus
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
            <ThisRunOnly />
            <Group justify="flex-end" gap={8} mt={16}>
              <Button variant="default" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button variant="filled" type="submit" loading={isBusy}>
                Mark as closed ({countWords(days ?? 0, 'request')})
              </Button>
            </Group>
          </form>
        )}
      </Modal>
    </>
  )
}
