// Above the groups of possible duplicates: several are selected, and marked as legitimate with one reason, which can be undone.
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { DuplicateGroup, DuplicatesAnswer } from '../../../shared/snapshot/snapshot-checks.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { notifyFailure } from '../../ui/notify-failure.ts'
import { MOST_MARKS } from '../store/checks-session.ts'
import styles from './duplicates.module.css'
import { MarkForm } from './mark-form.tsx'
import type { GroupMarks } from './use-group-marks.ts'

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

const isOpen = ({ legitimate }: DuplicateGroup) => legitimate === null

const KINDS: readonly Kind[] = [
  { label: 'All that are not marked', has: isOpen },
  { label: 'Same idempotency key', has: (group) => isOpen(group) && group.evidence === 'strong' },
  { label: 'Only alike', has: (group) => isOpen(group) && group.evidence === 'plain' },
  { label: 'Different idempotency keys', has: (group) => isOpen(group) && group.evidence === 'against' },
  { label: 'All that are marked', has: (group) => !isOpen(group) },
]

/** Codes that the menu offers. */
const MOST_CODES = 8

export function GroupMarksBar({ answer, marks, allGroups }: GroupMarksBarProps) {
  const { selected, marked, done, select, clear, mark, unmark } = marks
  const [isAsking, setAsking] = useState(false)
  const [isSelecting, setSelecting] = useState(false)
  const chooser = useRef<HTMLButtonElement>(null)
  const marker = useRef<HTMLButtonElement>(null)
  const undoer = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // What had the focus is gone, or elsewhere in the list.
    if (done !== null) (done.undo === null ? chooser : undoer).current?.focus({ preventScroll: true })
  }, [done])

  const keys = [...selected]
  const unmarkedKeys = keys.filter((key) => !marked.has(key))
  const markedKeys = keys.filter((key) => marked.has(key))
  const codes = [...new Set(answer.groups.map(({ eventCode }) => eventCode))].slice(0, MOST_CODES)
  const kinds = [
    ...KINDS.slice(0, -1),
    ...codes.map((code): Kind => {
      return {
        label: `Event code ${code === null ? 'missing' : shortened(code, 40)}`,
        has: (group) => isOpen(group) && group.eventCode === code,
      }
    }),
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
  const cancel = () => {
    flushSync(() => setAsking(false))
    marker.current?.focus()
  }
  return (
    <section className={styles.bar} aria-label="Marks of groups" data-selected={selected.size}>
      <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            ref={chooser}
            variant="default"
            loading={isSelecting}
            rightSection={<IconChevronDown size={13} stroke={1.7} aria-hidden />}
          >
            Select groups
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map((kind) => (
            <Menu.Item key={kind.label} onClick={() => void selectKind(kind).catch(notifyFailure)}>
              {kind.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <span role="status" className={common.hint}>
        {statusParts.join('. ')}
      </span>
      {done !== null && done.undo !== null && (
        <Button ref={undoer} variant="subtle" onClick={() => void done.undo?.()}>
          Undo
        </Button>
      )}
      {isAsking && unmarkedKeys.length > 0 ? (
        <MarkForm
          words={`Mark ${grouped(unmarkedKeys.length)}`}
          onMark={async (note) => {
            if (await mark(unmarkedKeys, note)) setAsking(false)
          }}
          onCancel={cancel}
        />
      ) : (
        unmarkedKeys.length > 0 && (
          <Button ref={marker} variant="default" onClick={() => setAsking(true)}>
            Mark {grouped(unmarkedKeys.length)} as legitimate
          </Button>
        )
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
    </section>
  )
}
