// "Mark as closed" keeps a total for each day and a note, so that late arrivals show; the button also removes the mark.
import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
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
import { ActionButton, CONNECTION_GONE } from './read-again-buttons.tsx'

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

  function submit(event: FormEvent) {
    event.preventDefault()
    closeIt()
  }

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
            <div className={styles.buttons}>
              <Button variant="default" onClick={() => setOpen(false)}>
                Keep mark
              </Button>
              <Button variant="default" loading={isBusy} onClick={() => void mark(null)}>
                Remove mark
              </Button>
            </div>
          </>
        ) : (
          <form onSubmit={submit}>
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
            <div className={styles.buttons}>
              <Button variant="default" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button variant="filled" type="submit" loading={isBusy}>
                Mark as closed ({countWords(days ?? 0, 'request')})
              </Button>
            </div>
          </form>
        )}
      </Modal>
    </>
  )
}
