// The action "Mark as closed" on an opened snapshot: its button and its dialog.

import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import type { Failure } from '../../shared/failure/failure.ts'
import { LONGEST_NOTE } from '../../shared/snapshot/snapshot-checks.ts'
import { rulesVersion } from '../../shared/worth/rules-text.ts'
import common from '../ui/common.module.css'
import { momentWords } from '../ui/instant-words.ts'
import { ThisRunOnly } from '../ui/use-remembered.tsx'
import { closingRules, useRules } from '../worth/use-rules.ts'
import { ActionButton, useWhyNoConnection } from './action-button.tsx'
import styles from './changes/changes.module.css'
import { useOpenedWindow } from './opened/opened-context.ts'
import { daysToCount, noDaysWords } from './store/comparable-snapshots.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'
import { SnapshotFailure } from './taking/snapshot-failure.tsx'

/** Closing keeps a total for each day and a note, so that late arrivals show. The same button removes the mark. */
export function MarkClosedAction({ snapshot, zone }: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const { kept } = useRules(snapshot.connection.id)
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { closed } = snapshot
  const days = daysToCount(snapshot)
  const whyNotClosable = useWhyNoConnection(snapshot) ?? (days === null ? noDaysWords(snapshot) : undefined)
  // The mark can be removed without asking the service.
  const why = closed === null ? whyNotClosable : undefined

  /** Null removes the mark. `sameAccount`: the user confirms that the current API key is for the same account. */
  async function mark(text: string | null, sameAccount = false) {
    setBusy(true)
    setFailure(null)
    const done = await snapshots.close(snapshot.id, text, { sameAccount, rules: closingRules(kept) })
    opened.renew()
    setBusy(false)
    if (!done.ok) return setFailure(done.failure)
    setNote('')
    setOpen(false)
  }

  const closeSnapshot = (sameAccount = false) => void mark(note.trim().toWellFormed(), sameAccount)
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
            onSameAccount={() => closeSnapshot(true)}
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
              closeSnapshot()
            }}
          >
            <p className={styles.actionWords}>
              Asks the service for one total per day ({countWords(days ?? 0, 'request')}) and keeps them, so that
              “Recheck” can compare with them later. A closed snapshot is not deleted by accident.
            </p>
            <p className={common.hint}>
              {closingRules(kept) === null
                ? 'There are no rules that say what events are worth: what changes later is shown as debits and credits apart.'
                : `Keeps the rules that say what events are worth, version ${kept === null ? '' : rulesVersion(kept.rules)}.`}
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
