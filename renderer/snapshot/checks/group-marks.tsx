// Marking groups of possible duplicates as legitimate: which are selected, a single group or several for one reason in
// the bar above them, and what was done last.
import { Button, Group, Menu, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Result } from '../../../shared/failure/failure.ts'
import {
  type DuplicateGroup,
  type DuplicatesAnswer,
  type LegitimateMark,
  LONGEST_NOTE,
} from '../../../shared/snapshot/snapshot-checks.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { notifyError, notifyFailure } from '../../ui/notify.tsx'
import { ThisRunOnly } from '../../ui/use-remembered.tsx'
import { type ChecksSession, MOST_MARKS } from '../store/checks-session.ts'
import styles from './checks.module.css'

interface GroupMarksBarProps {
  answer: DuplicatesAnswer
  marks: GroupMarks
  /** All groups, on whichever page, as far as there may be marks. */
  allGroups: () => Promise<readonly DuplicateGroup[]>
}

interface Kind {
  label: string
  has: (group: DuplicateGroup) => boolean
}

const isUnmarked = ({ legitimate }: DuplicateGroup) => legitimate === null

const KINDS: readonly Kind[] = [
  { label: 'All that are not marked', has: isUnmarked },
  { label: 'Same idempotency key', has: (group) => isUnmarked(group) && group.evidence === 'strong' },
  { label: 'Only alike', has: (group) => isUnmarked(group) && group.evidence === 'plain' },
  { label: 'Different idempotency keys', has: (group) => isUnmarked(group) && group.evidence === 'against' },
  { label: 'All that are marked', has: (group) => !isUnmarked(group) },
]

/** Event codes that the menu offers. */
const MOST_CODES = 8

export function GroupMarksBar({ answer, marks, allGroups }: GroupMarksBarProps) {
  const { selected, marked, done, select, clear, mark, unmark } = marks
  const [isSelecting, setSelecting] = useState(false)
  const selectButton = useRef<HTMLButtonElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that had the focus is gone, or elsewhere in the list.
    if (done !== null) (done.undo === null ? selectButton : undoButton).current?.focus({ preventScroll: true })
  }, [done])

  const keys = [...selected]
  const unmarkedKeys = keys.filter((key) => !marked.has(key))
  const markedKeys = keys.filter((key) => marked.has(key))
  const codes = [...new Set(answer.groups.map(({ eventCode }) => eventCode))].slice(0, MOST_CODES)
  const kinds = [
    ...KINDS.slice(0, -1),
    ...codes.map(
      (code): Kind => ({
        label: `Event code ${code === null ? 'missing' : shortened(code, 40)}`,
        has: (group) => isUnmarked(group) && group.eventCode === code,
      }),
    ),
    ...KINDS.slice(-1),
  ]
  const statusParts = [
    ...(done !== null ? [done.words] : selected.size > 0 ? [`${countWords(selected.size, 'group')} selected`] : []),
    ...(marked.size < MOST_MARKS
      ? []
      : [`${grouped(MOST_MARKS)} marks are kept, which is the most: remove some to mark more`]),
  ]
  const selectKind = async ({ has }: Kind) => {
    setSelecting(true)
    try {
      const all = await allGroups()
      clear()
      select(
        all.filter(has).map(({ key }) => key),
        true,
      )
    } finally {
      setSelecting(false)
    }
  }
  return (
    <Group
      component="section"
      gap={8}
      className={styles.bar ?? ''}
      aria-label="Marks of groups"
      data-selected={selected.size}
    >
      <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            ref={selectButton}
            variant="default"
            loading={isSelecting}
            rightSection={<IconChevronDown size={13} stroke={1.7} aria-hidden />}
          >
            Select groups
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map((kind) => (
            <Menu.Item key={kind.label} onClick={() => void selectKind(kind).catch(notifyError)}>
              {kind.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <span role="status" className={common.hint}>
        {statusParts.join('. ')}
      </span>
      {done !== null && done.undo !== null && (
        <Button ref={undoButton} variant="subtle" onClick={() => void done.undo?.()}>
          Undo
        </Button>
      )}
      {unmarkedKeys.length > 0 && (
        <MarkButton
          variant="default"
          label={`Mark ${grouped(unmarkedKeys.length)} as legitimate`}
          submitLabel={`Mark ${grouped(unmarkedKeys.length)}`}
          onMark={(note) => mark(unmarkedKeys, note)}
        />
      )}
      {markedKeys.length > 0 && (
        <Button variant="default" onClick={() => void unmark(markedKeys)}>
          Remove {countWords(markedKeys.length, 'mark')}
        </Button>
      )}
      {selected.size > 0 && (
        <Button variant="subtle" onClick={clear}>
          Clear
        </Button>
      )}
    </Group>
  )
}

interface MarkLegitimateProps extends Pick<GroupMarks, 'mark' | 'unmark'> {
  groupKey: string
  /** Null: it is not marked. */
  note: string | null
}

/** Marks one group with a note; the mark holds in every snapshot of the connection with the same events. */
export function MarkLegitimate({ groupKey, note, mark, unmark }: MarkLegitimateProps) {
  if (note === null) {
    return (
      <MarkButton
        variant="subtle"
        label="Mark as legitimate"
        submitLabel="Mark"
        onMark={(reason) => mark([groupKey], reason)}
      />
    )
  }
  return (
    <>
      <span className={`${common.dim} ${common.wrapped}`}>
        Legitimate{note !== '' && ': '}
        <ExactText text={note} />
      </span>
      <Button variant="subtle" onClick={() => void unmark([groupKey])}>
        Remove mark
      </Button>
    </>
  )
}

interface MarkButtonProps {
  variant: 'default' | 'subtle'
  label: string
  /** On the button that marks, beside the reason. */
  submitLabel: string
  /** Resolves to whether the groups were marked. */
  onMark: (note: string) => Promise<boolean>
}

/** Once pressed, it gives way to a field for why the groups are legitimate. Escape closes that, and marks nothing. */
function MarkButton({ variant, label, submitLabel, onMark }: MarkButtonProps) {
  /** Null: the field is not shown. */
  const [note, setNote] = useState<string | null>(null)
  const [isMarking, setMarking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (note === null) {
    return (
      <Button ref={opener} variant={variant} onClick={() => setNote('')}>
        {label}
      </Button>
    )
  }
  const submit = async () => {
    setMarking(true)
    const isMarked = await onMark(note)
    setMarking(false)
    if (isMarked) setNote(null)
  }
  const cancel = () => {
    flushSync(() => setNote(null))
    opener.current?.focus()
  }
  return (
    <Group
      component="form"
      gap={8}
      flex="1 1 300px"
      maw={560}
      className={styles.marking ?? ''}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={({ key }) => key === 'Escape' && cancel()}
    >
      <TextInput
        aria-label="Why it is legitimate"
        placeholder="Reason, as a note for later"
        value={note}
        maxLength={LONGEST_NOTE}
        data-autofocus
        ref={(field) => field?.focus({ preventScroll: true })}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button type="submit" loading={isMarking}>
        {submitLabel}
      </Button>
      <Button variant="subtle" onClick={cancel}>
        Cancel
      </Button>
      <ThisRunOnly />
    </Group>
  )
}

interface Done {
  words: string
  /** Null: it was itself undone. */
  undo: (() => Promise<void>) | null
}

export interface GroupMarks {
  /** Keys of groups, on whichever page. */
  selected: ReadonlySet<string>
  /** They are marked. */
  marked: ReadonlySet<string>
  done: Done | null
  select: (keys: readonly string[], isSelected: boolean) => void
  clear: () => void
  /** Marks them with one note; false where it was refused, which is said. */
  mark: (keys: readonly string[], note: string) => Promise<boolean>
  unmark: (keys: readonly string[]) => Promise<boolean>
}

const NONE: ReadonlySet<string> = new Set()

/** @param of what the groups are of: with another, nothing is selected */
export function useGroupMarks(session: ChecksSession, marks: readonly LegitimateMark[] | null, of: string): GroupMarks {
  const [chosen, setChosen] = useState({ of, keys: NONE })
  const [done, setDone] = useState<Done | null>(null)
  const selected = chosen.of === of ? chosen.keys : NONE
  const marked = useMemo(() => new Set(marks?.map(({ key }) => key)), [marks])

  const clear = useCallback(() => setChosen({ of, keys: NONE }), [of])
  const select = useCallback(
    (keys: readonly string[], isSelected: boolean) => {
      setDone(null)
      setChosen((now) => {
        const next = new Set(now.of === of ? now.keys : NONE)
        for (const key of keys) {
          if (isSelected) next.add(key)
          else next.delete(key)
        }
        return { of, keys: next }
      })
    },
    [of],
  )

  const change = useCallback(
    async (changed: Promise<Result<null>>, words: string, undo: () => Promise<Result<null>>) => {
      const kept = await changed
      if (!kept.ok) {
        notifyFailure(kept.failure)
        return false
      }
      const undone = async () => {
        const back = await undo()
        if (back.ok) setDone({ words: `Undone: ${words.charAt(0).toLowerCase()}${words.slice(1)}`, undo: null })
        else notifyFailure(back.failure)
      }
      clear()
      setDone({ words, undo: undone })
      return true
    },
    [clear],
  )
  const mark = useCallback(
    (keys: readonly string[], note: string) =>
      change(
        session.mark(keys.map((key) => ({ key, note }))),
        `${countWords(keys.length, 'group')} marked as legitimate`,
        () => session.unmark(keys),
      ),
    [session, change],
  )
  const unmark = useCallback(
    (keys: readonly string[]) => {
      const unmarked = new Set(keys)
      const removed = session.state().marks?.filter(({ key }) => unmarked.has(key)) ?? []
      return change(session.unmark(keys), `${countWords(keys.length, 'mark')} removed`, () => session.mark(removed))
    },
    [session, change],
  )
  return { selected, marked, done, select, clear, mark, unmark }
}
