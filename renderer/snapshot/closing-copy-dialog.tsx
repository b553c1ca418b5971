// The dialog "Keep as closing copy" of an opened snapshot, and of one that is kept "Closing copy", where that is
// undone.
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
import styles from './changes/changes.module.css'
import { useOpenedWindow } from './opened/opened-context.ts'
import { SnapshotFailure } from './queue/snapshot-failure.tsx'
import { daysToCount, KEEP_CLOSING, NO_LONGER_CLOSING } from './store/compared-snapshots.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

interface ClosingCopyDialogProps extends Pick<SnapshotTabProps, 'snapshot' | 'zone'> {
  opened: boolean
  onClose: () => void
}

/** A closing copy has a total for each day and a note, so that what comes later shows. */
export function ClosingCopyDialog({ opened: isOpen, onClose, snapshot, zone }: ClosingCopyDialogProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const { kept } = useRules(snapshot.connection.id)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { closed } = snapshot
  const days = daysToCount(snapshot)

  /** Null: it is no closing copy any more. `sameAccount`: the user confirms that the API key is for the same account. */
  async function mark(text: string | null, sameAccount = false) {
    setBusy(true)
    setFailure(null)
    const done = await snapshots.close(snapshot.id, text, { sameAccount, rules: closingRules(kept) })
    opened.renew()
    setBusy(false)
    if (!done.ok) return setFailure(done.failure)
    setNote('')
    onClose()
  }

  const closeSnapshot = (sameAccount = false) => void mark(note.trim().toWellFormed(), sameAccount)
  return (
    <Modal opened={isOpen} onClose={onClose} title={closed === null ? KEEP_CLOSING : 'Closing copy'}>
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
            Kept on {momentWords(closed.at, zone) ?? closed.at}
            {closed.note === '' ? ', without a note.' : `: “${closed.note}”`}
          </p>
          <p className={common.hint} title={versionTitle(closed.rulesVersion)}>
            {closed.rulesVersion === null
              ? 'There were no price rules then, so debits and credits of what changed since are shown separately.'
              : 'What changed since is valued by the price rules of that time.'}
          </p>
          <p className={common.hint}>
            Later readings are compared with it; the service is not locked. Once it is no closing copy any more, its
            daily totals are deleted, and the snapshot can be deleted like any other.
          </p>
          <Group justify="flex-end" gap={8} mt={16}>
            <Button variant="default" onClick={onClose}>
              Keep it
            </Button>
            <Button variant="default" loading={isBusy} onClick={() => void mark(null)}>
              {NO_LONGER_CLOSING}
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
            Asks the service for one total per day ({countWords(days ?? 0, 'request')}) and keeps them, so that “Check
            for changes…” can compare with them later. The service is not locked. A closing copy is not deleted by
            accident.
          </p>
          <p
            className={common.hint}
            title={versionTitle(kept === null || closingRules(kept) === null ? null : rulesVersion(kept.rules))}
          >
            {closingRules(kept) === null
              ? 'There are no price rules yet, so debits and credits of what changes later are shown separately.'
              : 'Keeps your price rules with it.'}
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
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="filled" type="submit" loading={isBusy}>
              {KEEP_CLOSING} ({countWords(days ?? 0, 'request')})
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  )
}

const versionTitle = (version: string | null) => (version === null ? undefined : `Version ${version}`)
