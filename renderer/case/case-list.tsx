// The cases of a connection by their names: one is opened, renamed, deleted or begun.

import { ActionIcon, Box, Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Case, type CaseItem, LONGEST_NOTE, titleOf, withItem } from '../../shared/case/case.ts'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import type { Result } from '../../shared/failure/failure.ts'
import { parseEventText } from '../../shared/search/search-page.ts'
import common from '../ui/common.module.css'
import { CustomerName } from '../ui/customer-name.tsx'
import { shortened } from '../ui/excerpt.ts'
import { useHeldFocus, useListFocus } from '../ui/focus.ts'
import { notifyError, say } from '../ui/notify.tsx'
import styles from './case-dialog.module.css'
import { type CaseList as Cases, casesOf, LONGEST_CASE_NAME, sayFailure } from './kept-case.ts'

interface CaseListProps {
  connectionId: string
  list: Cases
  /** The one that is open has so many; null: nobody knows. */
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
export function OpenName({ name, entries, onName, onDelete }: OpenNameProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const keep = () => {
    flushSync(() => setAsked(false))
    opener.current?.focus()
  }
  const rename = useEffectEvent(async () => {
    const typed = draft?.trim() ?? ''
    if (typed !== '' && typed !== name) await onName(typed)
    // What was typed while it was renamed stays.
    setDraft((now) => (now === draft ? null : now))
  })
  // It renames also where the dialog is closed while somebody types.
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
          keep()
        }}
      >
        <Box component="p" flex={1} className={common.wrapped}>
          “{shortened(name, 80)}”{entries !== null && ` with ${countWords(entries, 'entry', 'entries')}`} is permanently
          deleted from this computer.
        </Box>
        <Button
          {...OWN_ESCAPE}
          className={common.dangerButton ?? ''}
          onClick={() => {
            setAsked(false)
            onDelete()
          }}
        >
          Delete it
        </Button>
        <Button {...OWN_ESCAPE} ref={focused} variant="default" onClick={keep}>
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
        description="To find the report again. No saved file has it."
        maxLength={LONGEST_CASE_NAME}
        value={draft ?? name}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={() => void rename()}
        onKeyDown={({ key }) => key === 'Enter' && void rename()}
      />
      <Button ref={opener} size="sm" variant="default" onClick={() => setAsked(true)}>
        Delete…
      </Button>
    </Group>
  )
}

// A case holds entries, in order, and the notes that are written between.

interface CaseEntriesProps {
  known: Case
  refused: readonly { id: string; words: string }[]
  onChange: (known: Case) => void
}

export function CaseEntries({ known, refused, onChange }: CaseEntriesProps) {
  const { items, details } = known
  const put = (next: readonly CaseItem[]) => onChange({ ...known, items: [...next] })
  const move = (from: number, to: number) => {
    const moved = items[from]
    if (moved !== undefined) put(items.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  const note = useRef<HTMLTextAreaElement>(null)
  return (
    <Stack gap={16} {...useListFocus<HTMLDivElement>(() => note.current?.focus())}>
      <TextInput
        label="Title"
        placeholder="For example “Nordlicht, October 2026”"
        value={details.title}
        maxLength={1_000}
        onChange={({ currentTarget }) => onChange({ ...known, details: { ...details, title: currentTarget.value } })}
      />
      {items.length === 0 ? (
        <p className={common.hint}>
          Nothing is in this report yet. “Add to report” stands beside the details of an event, an exported file and a
          file that was verified, and in the menu of every table.
        </p>
      ) : (
        <ol className={`${common.list} ${common.box} ${common.divided} ${styles.entries}`} aria-label="Entries">
          {items.map((item, at) => (
            <li
              key={item.id}
              data-slot={at}
              data-entry={item.is}
              data-refused={refused.some(({ id }) => id === item.id) || undefined}
            >
              <Box component="span" flex={1} className={common.wrapped}>
                {nameOf(item)}{' '}
                <span className={common.hint}>
                  <About item={item} />
                </span>
              </Box>
              {[
                { does: 'Move up', Icon: IconArrowUp, isOff: at === 0, run: () => move(at, at - 1) },
                { does: 'Move down', Icon: IconArrowDown, isOff: at === items.length - 1, run: () => move(at, at + 1) },
                { does: 'Remove', Icon: IconTrash, isOff: false, run: () => put(items.toSpliced(at, 1)) },
              ].map(({ does, Icon, isOff, run }) => (
                <ActionIcon
                  key={does}
                  variant="subtle"
                  aria-label={`${does}: ${wholeName(item)}`}
                  disabled={isOff}
                  onClick={run}
                >
                  <Icon size={15} stroke={1.7} aria-hidden />
                </ActionIcon>
              ))}
            </li>
          ))}
        </ol>
      )}
      <NewNote
        field={note}
        onAdd={(text, isInternal) => {
          const made = withItem(known, { is: 'note', id: crypto.randomUUID(), text, isInternal })
          if (made.ok) onChange(made.value)
          else if (made.failure.kind === 'invalid') say(made.failure.message, 'refused')
          return made.ok
        }}
      />
    </Stack>
  )
}

interface NewNoteProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** False: it cannot be taken, which is said elsewhere. */
  onAdd: (text: string, isInternal: boolean) => boolean
}

function NewNote({ field, onAdd }: NewNoteProps) {
  const [text, setText] = useState('')
  const [isInternal, setInternal] = useState(true)
  return (
    <Stack gap={8}>
      <Textarea
        ref={field}
        label="Note"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={LONGEST_NOTE}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group justify="space-between" gap="8px 16px">
        <Checkbox
          label="Internal: never for the customer"
          checked={isInternal}
          onChange={({ currentTarget }) => setInternal(currentTarget.checked)}
        />
        <Button
          variant="default"
          disabled={text.trim() === ''}
          onClick={() => {
            if (onAdd(text.trim(), isInternal)) setText('')
          }}
        >
          Add note
        </Button>
      </Group>
    </Stack>
  )
}

const nameOf = (item: CaseItem) => shortened(titleOf(item), 70)

/** Two events may be alike in all that their titles say. */
function wholeName(item: CaseItem): string {
  const eventId = idOf(item)
  return eventId === null || titleOf(item).includes(eventId)
    ? nameOf(item)
    : `${nameOf(item)}, ${shortened(eventId, 40)}`
}

/** Null: it is no event, or has none. */
function idOf(item: CaseItem): string | null {
  const read = item.is === 'event' ? parseEventText(item.source) : null
  return read?.ok ? read.event.eventId : null
}

/** Shows what kind of entry it is, and whose, by their ID and what the user calls them. */
function About({ item }: { item: CaseItem }) {
  switch (item.is) {
    case 'note':
      return item.isInternal ? 'internal note' : 'note'
    case 'event': {
      const eventId = idOf(item)
      return (
        <>
          event{eventId !== null && ` ${shortened(eventId, 40)}`}
          <OfCustomer id={item.customerId} />
        </>
      )
    }
    case 'table':
      return `table, ${countWords(item.rows.length, 'row')}`
    case 'receipt':
      return (
        <>
          receipt
          <OfCustomer id={item.receipt.customerId} />
          {item.verified !== null && (item.verified.agrees ? ', file agrees' : ', file does not agree')}
        </>
      )
  }
}

const OfCustomer = ({ id }: { id: string | null }) =>
  id !== null && (
    <>
      {` of ${shortened(id, 40)}`}
      <CustomerName id={id} />
    </>
  )
