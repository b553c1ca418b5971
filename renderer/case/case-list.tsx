// The cases of a connection by their names: one is opened, renamed, deleted or begun.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import type { Result } from '../../shared/failure/failure.ts'
import { shortened } from '../ui/excerpt.ts'
import { useHeldFocus } from '../ui/focus.ts'
import { notifyError } from '../ui/notify.tsx'
import styles from './case-dialog.module.css'
import { type CaseList as Cases, casesOf, LONGEST_CASE_NAME, sayFailure } from './kept-case.ts'

interface CaseListProps {
  connectionId: string
  list: Cases
  /** Of the one that is open; null: not known. */
  entries: number | null
}

export function CaseList({ connectionId, list: { open, cases }, entries }: CaseListProps) {
  const kept = casesOf(connectionId)
  const during = async (work: Promise<Result<null>>) => {
    const done = await work
    if (!done.ok) sayFailure(done.failure)
  }
  const run = (work: Promise<Result<null>>) => void during(work).catch(notifyError)
  const whole = useRef<HTMLDivElement>(null)
  const heldFocus = useHeldFocus(() => whole.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus())
  return (
    <Stack ref={whole} gap={12} {...heldFocus}>
      <Group gap="6px 8px" align="flex-start" wrap="nowrap">
        <ul aria-label="Reports" className={styles.cases}>
          {cases.map(({ id, name }) => (
            <li key={id}>
              <Button
                variant={id === open ? 'light' : 'default'}
                size="compact-sm"
                aria-current={id === open}
                aria-label={name}
                title={name}
                onClick={() => id !== open && run(kept.open(id))}
              >
                {shortened(name, 40)}
              </Button>
            </li>
          ))}
        </ul>
        <Button variant="subtle" size="compact-sm" flex="none" onClick={() => run(kept.begin())}>
          New report
        </Button>
      </Group>
      <OpenName
        key={open}
        name={cases.find(({ id }) => id === open)?.name ?? ''}
        entries={entries}
        onName={(name) => during(kept.rename(open, name)).catch(notifyError)}
        onDelete={() => run(kept.delete(open))}
      />
    </Stack>
  )
}

/** Escape closes the question that it is marked on, not the dialog around it. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' }

const focused = (button: HTMLElement | null) => button?.focus()

interface OpenNameProps extends Pick<CaseListProps, 'entries'> {
  name: string
  /** Resolves once it has that name, or cannot have it. */
  onName: (name: string) => Promise<void>
  onDelete: () => void
}

/** The name of the case that is open, and whether it is to go. */
function OpenName({ name, entries, onName, onDelete }: OpenNameProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const rename = useEffectEvent(async () => {
    const typed = draft?.trim() ?? ''
    if (typed !== '' && typed !== name) await onName(typed)
    setDraft((now) => (now === draft ? null : now))
  })
  // Also where the dialog is closed while somebody types.
  useEffect(() => () => void rename(), [])
  if (isAsked) {
    return (
      <Group
        role="group"
        aria-label="Delete this report"
        gap="8px 12px"
        tabIndex={-1}
        {...OWN_ESCAPE}
        onKeyDown={(pressed) => {
          if (pressed.key !== 'Escape') return
          pressed.stopPropagation()
          setAsked(false)
        }}
      >
        <p className={styles.entry}>
          “{shortened(name, 80)}”{entries !== null && ` with ${countWords(entries, 'entry', 'entries')}`} is permanently
          deleted from this computer.
        </p>
        <Button
          {...OWN_ESCAPE}
          color="red"
          onClick={() => {
            setAsked(false)
            onDelete()
          }}
        >
          Delete it
        </Button>
        <Button {...OWN_ESCAPE} ref={focused} variant="default" onClick={() => setAsked(false)}>
          Keep it
        </Button>
      </Group>
    )
  }
  return (
    <Group gap={8} align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        label="Name"
        description="To find the report again. It is in no file."
        maxLength={LONGEST_CASE_NAME}
        value={draft ?? name}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={() => void rename()}
        onKeyDown={({ key }) => key === 'Enter' && void rename()}
      />
      <Button variant="default" onClick={() => setAsked(true)}>
        Delete…
      </Button>
    </Group>
  )
}
