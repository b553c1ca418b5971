// The forms below a snapshot of the list: rename, keep as closing copy with a note, delete after days, delete.
import { Button, Group, NumberInput, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Failure, Result } from '../../../shared/failure/failure.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { LONGEST_NOTE } from '../../../shared/snapshot/snapshot-checks.ts'
import common from '../../ui/common.module.css'
import { ThisRunOnly } from '../../ui/use-remembered.tsx'
import { closingRules, useRules } from '../../worth/use-rules.ts'
import { SnapshotFailure } from '../queue/snapshot-failure.tsx'
import { KEEP_CLOSING } from '../store/compared-snapshots.ts'
import type { Snapshots } from '../store/page-snapshots.ts'
import styles from './snapshots-list.module.css'

export type FormName = 'rename' | 'close' | 'delete-after' | 'delete'

interface SnapshotFormProps {
  form: FormName
  snapshot: SnapshotSummary
  /** Readings that are deleted with it. */
  madeForIt: readonly SnapshotSummary[]
  snapshots: Pick<Snapshots, 'rename' | 'close' | 'deleteAfter' | 'delete'>
  /** They are as they are now. */
  connections: readonly Connection[]
  onClose: () => void
}

const USUAL_DAYS = 90
const MOST_DAYS = 36_500

export function SnapshotForm({ form, snapshot, madeForIt, snapshots, connections, onClose }: SnapshotFormProps) {
  const { id, name, closed, deleteAfterDays } = snapshot
  const [text, setText] = useState(form === 'rename' ? name : '')
  const [days, setDays] = useState<number | string>(deleteAfterDays ?? USUAL_DAYS)
  const [problem, setProblem] = useState<string | null>(null)
  const { kept } = useRules(snapshot.connection.id)
  const field = { ...OWN_ESCAPE, error: problem }
  const fields: Record<
    FormName,
    { action: string; isDanger?: boolean; run: (sameAccount?: boolean) => Promise<Result<null>>; body: ReactNode }
  > = {
    rename: {
      action: 'Rename',
      run: () => snapshots.rename(id, text),
      body: (
        <TextInput {...field} label="Name" value={text} onChange={({ currentTarget }) => change(currentTarget.value)} />
      ),
    },
    close: {
      action: KEEP_CLOSING,
      run: (sameAccount = false) => snapshots.close(id, text.trim(), { sameAccount, rules: closingRules(kept) }),
      body: (
        <>
          <Textarea
            {...field}
            label="Note"
            description="Asks the service for one total per day and keeps them, so that “Check for changes…” can compare with them later, and keeps your price rules with them. The service is not locked. A closing copy is not deleted by accident."
            maxLength={LONGEST_NOTE}
            autosize
            minRows={2}
            maxRows={6}
            value={text}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
          <ThisRunOnly />
        </>
      ),
    },
    'delete-after': {
      action: 'Save',
      run: async () => {
        if (days === '') return snapshots.deleteAfter(id, null)
        if (typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MOST_DAYS)
          return snapshots.deleteAfter(id, days)
        const message = `Enter a whole number of days from 1 to ${grouped(MOST_DAYS)}.`
        return { ok: false, failure: { kind: 'invalid', field: 'request', message } }
      },
      body: (
        <NumberInput
          {...field}
          label="Delete after this many days"
          description={`Counted from when it was started. Leave empty to never delete it automatically.${madeForIt.length === 0 ? '' : ' What was read for it goes with it.'}`}
          allowDecimal={false}
          // A number that is out of range is said, not replaced by another.
          clampBehavior="none"
          min={1}
          max={MOST_DAYS}
          value={days}
          onChange={(next) => {
            setDays(next)
            setProblem(null)
          }}
        />
      ),
    },
    delete: {
      action: closed === null ? 'Delete it' : 'Delete it, although it is a closing copy',
      isDanger: true,
      run: () => snapshots.delete(id, closed !== null),
      body: <p>{deletingWords(snapshot, madeForIt)}</p>,
    },
  }
  function change(next: string) {
    setText(next)
    setProblem(null)
  }
  const { action, isDanger = false, run, body } = fields[form]
  return (
    <InlineForm
      action={action}
      isDanger={isDanger}
      run={run}
      snapshot={snapshot}
      connections={connections}
      onProblem={setProblem}
      onClose={onClose}
    >
      {body}
    </InlineForm>
  )
}

/** Tells what is lost with a snapshot, said before it is deleted. */
export function deletingWords(
  { closed }: Pick<SnapshotSummary, 'closed'>,
  madeForIt: readonly SnapshotSummary[],
): string {
  const alsoGoing =
    madeForIt.length === 0
      ? ''
      : ` With it ${madeForIt.length === 1 ? 'goes' : 'go'} ${countWords(madeForIt.length, 'reading that was', 'readings that were')} made for it.`
  return closed === null
    ? `It is permanently deleted from this computer.${alsoGoing} The service is not affected.`
    : `It is a closing copy, to be compared with later. It is permanently deleted from this computer, with its daily totals.${alsoGoing}`
}

interface InlineFormProps extends Pick<SnapshotFormProps, 'snapshot' | 'connections'> {
  action: string
  isDanger: boolean
  /** `sameAccount`: the user confirms that the current API key is for the account that it was read with. */
  run: (sameAccount?: boolean) => Promise<Result<null>>
  /** Shows what was refused, beside the field. */
  onProblem: (message: string) => void
  onClose: () => void
  children: ReactNode
}

/** Escape closes the form, not the dialog around it. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' }

function InlineForm({ action, isDanger, run, onProblem, onClose, children, ...about }: InlineFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isThere = useRef(true)
  useLayoutEffect(() => {
    isThere.current = true
    const field = form.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    field?.select()
    const first = field ?? form.current?.querySelector('button')
    first?.focus()
    return () => {
      isThere.current = false
    }
  }, [])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  async function submit(sameAccount = false) {
    setBusy(true)
    setFailure(null)
    const done = await run(sameAccount)
    // Another form may have replaced it by now.
    if (!isThere.current) return
    setBusy(false)
    if (done.ok) return onClose()
    if (done.failure.kind === 'invalid') onProblem(done.failure.message)
    // The form that deletes has no field beside which a problem would stand.
    if (done.failure.kind !== 'invalid' || isDanger) setFailure(done.failure)
  }
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={(pressed) => {
        if (pressed.key !== 'Escape') return
        pressed.stopPropagation()
        onClose()
      }}
    >
      {children}
      {failure && <SnapshotFailure {...about} failure={failure} onSameAccount={() => void submit(true)} />}
      <Group justify="flex-end" gap="sm">
        <Button {...OWN_ESCAPE} size="compact-sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          {...OWN_ESCAPE}
          size="compact-sm"
          type="submit"
          loading={busy}
          {...(isDanger ? { className: common.dangerButton ?? '' } : {})}
        >
          {action}
        </Button>
      </Group>
    </form>
  )
}
