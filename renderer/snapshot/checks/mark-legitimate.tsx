// Marks a group as legitimate, with a note; the mark holds in every snapshot of the connection with the same events.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Result } from '../../../shared/failure/failure.ts'
import { FailureError } from '../../bridge.ts'
import { ExactText } from '../../ui/exact-text.tsx'
import { notifyFailure } from '../../ui/notify-failure.ts'
import { ThisRunOnly } from '../../ui/this-run-only.tsx'
import type { ChecksSession } from '../store/checks-session.ts'
import styles from './duplicates.module.css'

interface MarkLegitimateProps {
  groupKey: string
  /** Null: it is not marked. */
  note: string | null
  session: ChecksSession
}

export function MarkLegitimate({ groupKey, note, session }: MarkLegitimateProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isKeeping, setKeeping] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  async function keep(change: () => Promise<Result<null>>) {
    setKeeping(true)
    const kept = await change()
    setKeeping(false)
    if (kept.ok) setDraft(null)
    else notifyFailure(new FailureError(kept.failure))
  }

  function cancel() {
    flushSync(() => setDraft(null))
    opener.current?.focus()
  }

  if (draft !== null) {
    const submit = (event: FormEvent) => {
      event.preventDefault()
      void keep(() => session.mark(groupKey, draft))
    }
    return (
      <form className={styles.marking} onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && cancel()}>
        <TextInput
          aria-label="Why it is legitimate"
          placeholder="Reason, as a note for later"
          value={draft}
          maxLength={2_000}
          data-autofocus
          ref={(field) => field?.focus({ preventScroll: true })}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
        <Button type="submit" loading={isKeeping}>
          Mark
        </Button>
        <Button variant="subtle" onClick={cancel}>
          Cancel
        </Button>
        <ThisRunOnly />
      </form>
    )
  }
  if (note !== null) {
    return (
      <>
        <span className={styles.legitimate}>
          Legitimate{note !== '' && ': '}
          <ExactText text={note} />
        </span>
        <Button variant="subtle" loading={isKeeping} onClick={() => void keep(() => session.unmark(groupKey))}>
          Remove mark
        </Button>
      </>
    )
  }
  return (
    <Button ref={opener} variant="subtle" onClick={() => setDraft('')}>
      Mark as legitimate
    </Button>
  )
}
