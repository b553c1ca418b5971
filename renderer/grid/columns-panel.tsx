// Chooses, orders and pins columns: by pointer, and by keyboard with Alt and the arrow keys.
import { ActionIcon, Button, Checkbox, Group, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPin, IconPinFilled, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import common from '../ui/common.module.css'
import { PropertyName, propertyNameWords } from '../ui/exact-text.tsx'
import { shortened } from '../ui/excerpt.ts'
import { type ColumnChoice, type ColumnId, MOST_PROPERTY_COLUMNS, USUAL_COLUMNS } from './column-choice.ts'
import styles from './columns-panel.module.css'
import {
  builtInHead,
  columnOrder,
  pinnedColumns,
  propertyColumn,
  propertyOf,
  shownColumns,
  withColumn,
  withMoved,
  withPinned,
} from './event-columns.ts'

export interface ColumnsPanelProps {
  choice: ColumnChoice
  onChoice: (choice: ColumnChoice) => void
  /** Names of the properties that are columns now. */
  properties: readonly string[]
  /** Names of all properties of the rows on screen; called once it is open. */
  listNames: () => readonly string[]
}

/** The most that the grid can pin. */
const MOST_PINNED = 4

export function ColumnsPanel({ choice, onChoice, properties, listNames }: ColumnsPanelProps) {
  const [names] = useState(listNames)
  const [announcement, setAnnouncement] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const find = useRef<HTMLInputElement>(null)
  const order = columnOrder(choice, properties)
  const pinned = pinnedColumns(choice, order)
  const isShown = new Set(shownColumns(choice, order))
  const shown = [...pinned, ...order.filter((id) => isShown.has(id) && !pinned.includes(id))]
  const listed = [...pinned, ...order.filter((id) => !pinned.includes(id))]
  const isFull = properties.filter((name) => isShown.has(propertyColumn(name))).length >= MOST_PROPERTY_COLUMNS
  const taken = new Set(properties)

  /** The clicked column leaves its list: the focus goes to its neighbour. */
  function change(next: ColumnChoice, place: HTMLElement | null) {
    flushSync(() => onChoice(next))
    if (!panel.current?.contains(document.activeElement)) (place?.isConnected ? place : find.current)?.focus()
  }

  function move(id: ColumnId, by: number) {
    const to = shown.indexOf(id) + by
    if (!isShown.has(id) || to < 0 || to >= shown.length) return
    onChoice(withMoved(choice, properties, shown, id, to))
    setAnnouncement(`${propertyNameWords(nameOf(id), 60)}: column ${to + 1} of ${shown.length}`)
  }

  function onKeyDown(pressed: KeyboardEvent, id: ColumnId) {
    const by = pressed.key === 'ArrowUp' ? -1 : pressed.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    pressed.preventDefault()
    pressed.stopPropagation()
    if (pressed.altKey) return move(id, by)
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? [])]
    boxes[boxes.indexOf(pressed.target as HTMLInputElement) + by]?.focus()
  }

  return (
    <Stack ref={panel} gap="xs" p="sm">
      <ul ref={list} className={`${common.list} ${common.scroll} ${styles.list}`} aria-label="Columns, first to last">
        {listed.map((id, index) => (
          <Group component="li" key={id} gap={2} wrap="nowrap" className={styles.shown}>
            <Checkbox
              className={styles.name ?? ''}
              label={<ColumnName text={nameOf(id)} />}
              aria-label={labelOf(id)}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              checked={isShown.has(id)}
              disabled={isShown.has(id) && shown.length === 1}
              data-autofocus={index === 0 || undefined}
              onChange={({ currentTarget }) => onChoice(withColumn(choice, properties, id, currentTarget.checked))}
              onKeyDown={(pressed) => onKeyDown(pressed, id)}
            />
            <Tool
              name={`${pinned.includes(id) ? 'Unpin' : 'Pin'}: ${labelOf(id)}`}
              pressed={pinned.includes(id)}
              disabled={!isShown.has(id) || (!pinned.includes(id) && pinned.length >= MOST_PINNED)}
              onClick={() => onChoice(withPinned(choice, pinned, id, !pinned.includes(id)))}
            >
              {pinned.includes(id) ? <IconPinFilled size={14} /> : <IconPin size={14} stroke={1.7} />}
            </Tool>
            <Tool name={`Move up: ${labelOf(id)}`} disabled={shown.indexOf(id) <= 0} onClick={() => move(id, -1)}>
              <IconArrowUp size={14} stroke={1.7} />
            </Tool>
            <Tool
              name={`Move down: ${labelOf(id)}`}
              disabled={!isShown.has(id) || shown.at(-1) === id}
              onClick={() => move(id, 1)}
            >
              <IconArrowDown size={14} stroke={1.7} />
            </Tool>
          </Group>
        ))}
      </ul>
      <p className={common.smallHint}>
        Alt and the arrow keys move a column. In the table, drag a head to move it, or its edge to resize it.
      </p>
      <ColumnAdditions
        names={names.filter((name) => !taken.has(name))}
        taken={taken}
        isFull={isFull}
        field={find}
        hint={names.length === 0 ? 'These rows have no properties' : 'Find a property to add'}
        onAdd={(name, place) => change(withColumn(choice, properties, propertyColumn(name), true), place)}
      />
      <Group className={common.part ?? ''}>
        <Button variant="default" onClick={() => onChoice(USUAL_COLUMNS)}>
          Reset columns
        </Button>
        <span role="status" className={common.smallHint}>
          {announcement}
        </span>
      </Group>
    </Stack>
  )
}

const nameOf = (id: ColumnId) => propertyOf(id) ?? builtInHead(id)

const labelOf = (id: ColumnId) => propertyNameWords(nameOf(id), 200)

interface ToolProps {
  name: string
  pressed?: boolean
  disabled: boolean
  onClick: () => void
  children: React.ReactNode
}

function Tool({ name, pressed, disabled, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      size={28}
      variant="subtle"
      color="gray"
      aria-label={name}
      title={name.slice(0, name.indexOf(':'))}
      aria-pressed={pressed}
      // Not `disabled`: the button keeps the focus when the column reaches the end.
      aria-disabled={disabled || undefined}
      {...(disabled ? { 'data-disabled': true } : {})}
      onClick={() => disabled || onClick()}
    >
      {children}
    </ActionIcon>
  )
}

interface ColumnAdditionsProps {
  /** Their properties have no column. */
  names: readonly string[]
  /** They are columns. */
  taken: ReadonlySet<string>
  /** No more can be columns. */
  isFull: boolean
  field: RefObject<HTMLInputElement | null>
  hint: string
  /** `place` is what gets the focus when the line is gone. */
  onAdd: (name: string, place: HTMLElement | null) => void
}

/** A longer list is narrowed by typing. */
const MOST_LISTED = 100

/** Properties without a column yet: typing finds them, a press adds them. */
function ColumnAdditions({ names, taken, isFull, field, hint, onAdd }: ColumnAdditionsProps) {
  const [typed, setTyped] = useState('')
  const known = names.filter((name) => name.toLowerCase().includes(typed.toLowerCase()))
  // Rows of another page may have it.
  const isElsewhere = typed !== '' && !taken.has(typed) && !known.includes(typed)
  const found = isElsewhere ? [typed, ...known] : known
  return (
    <Stack gap="xs" className={`${common.part} ${styles.adding}`}>
      <TextInput
        ref={field}
        aria-label="Find a property"
        placeholder={hint}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ul className={`${common.list} ${common.scroll} ${styles.list}`} aria-label="Columns to add">
        {found.slice(0, MOST_LISTED).map((name) => (
          <li key={name}>
            <UnstyledButton
              className={styles.addition}
              aria-label={`Add column ${propertyNameWords(name, 200)}`}
              disabled={isFull}
              onClick={({ currentTarget }) => onAdd(name, neighbour(currentTarget))}
            >
              <IconPlus size={14} stroke={1.7} aria-hidden />
              <ColumnName text={name} />
              {isElsewhere && name === typed && <span className={common.faint}>not in these rows</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {found.length > MOST_LISTED && (
        <p className={common.smallHint}>{grouped(found.length - MOST_LISTED)} more: keep typing</p>
      )}
      {isFull && <p className={common.smallHint}>{MOST_PROPERTY_COLUMNS} properties are columns, which is the most.</p>}
    </Stack>
  )
}

/** The control in the next line of the list, or in the line before the last one. */
function neighbour(control: HTMLElement): HTMLElement | null {
  const line = control.closest('li')
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  return next?.querySelector<HTMLElement>('input, button') ?? null
}

/** The name of a column or property in a list, cut to a line. */
function ColumnName({ text }: { text: string }) {
  return (
    <span className={`${common.cut} ${styles.text}`} title={text.length > 30 ? shortened(text, 2_000) : undefined}>
      <PropertyName text={text} />
    </span>
  )
}
