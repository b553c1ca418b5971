// The dialog "Keep as closing copy" of an opened snapshot, and of one that is kept "Closing copy", where that is
// undone.
import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import type { Failure } from '../../shared/failure/failure.ts'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
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

  /** Null: it is no closing copy any more. `sameAccount`: the user confirms that the key is for one account. */
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
        <KeptCopy closed={closed} zone={zone} isBusy={isBusy} onKeep={onClose} onNoLonger={() => void mark(null)} />
      ) : (
        <CopyForm
          days={daysToCount(snapshot) ?? 0}
          kept={kept}
          note={note}
          isBusy={isBusy}
          onNote={setNote}
          onClose={onClose}
          onSubmit={() => closeSnapshot()}
        />
      )}
    </Modal>
  )
}

interface KeptCopyProps {
  closed: NonNullable<SnapshotSummary['closed']>
  zone: string
  isBusy: boolean
  onKeep: () => void
  onNoLonger: () => void
}

function KeptCopy({ closed, zone, isBusy, onKeep, onNoLonger }: KeptCopyProps) {
  return (
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
        Later readings are compared with it; the service is not locked. Once it is no closing copy any more, its daily
        totals are deleted, and the snapshot can be deleted like any other.
      </p>
      <Group justify="flex-end" gap={8} mt={16}>
        <Button variant="default" onClick={onKeep}>
          Keep it
        </Button>
        <Button variant="default" loading={isBusy} onClick={onNoLonger}>
          {NO_LONGER_CLOSING}
        </Button>
      </Group>
    </>
  )
}

interface CopyFormProps {
  /** Each is a request. */
  days: number
  /** The rules of its connection, which a copy keeps; null: they are not loaded yet. */
  kept: ReturnType<typeof useRules>['kept']
  note: string
  isBusy: boolean
  onNote: (note: string) => void
  onClose: () => void
  onSubmit: () => void
}

function CopyForm({ days, kept, note, isBusy, onNote, onClose, onSubmit }: CopyFormProps) {
  const hasRules = kept !== null && closingRules(kept) !== null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <p className={styles.actionWords}>
        Asks the service for one total per day ({countWords(days, 'request')}) and keeps them, so that “Check for
        changes…” can compare with them later. The service is not locked. A closing copy is not deleted by accident.
      </p>
      <p className={common.hint} title={versionTitle(hasRules ? rulesVersion(kept.rules) : null)}>
        {hasRules
          ? 'Keeps your price rules with it.'
          : 'There are no price rules yet, so debits and credits of what changes later are shown separately.'}
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
        onChange={({ currentTarget }) => onNote(currentTarget.value)}
      />
      <ThisRunOnly />
      <Group justify="flex-end" gap={8} mt={16}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="filled" type="submit" loading={isBusy}>
          {KEEP_CLOSING} ({countWords(days, 'request')})
        </Button>
      </Group>
    </form>
  )
}

const versionTitle = (version: string | null) => (version === null ? undefined : `Version ${version}`)
