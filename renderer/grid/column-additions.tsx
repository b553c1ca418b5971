// Properties that are no columns yet: found by typing, added by a press.
import { TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { propertyNameWords } from '../ui/property-name.tsx'
import { MOST_PROPERTY_COLUMNS } from './column-choice.ts'
import { ColumnName } from './column-name.tsx'
import styles from './columns-panel.module.css'

interface ColumnAdditionsProps {
  /** Of the properties that are no columns. */
  names: readonly string[]
  /** No more can be columns. */
  isFull: boolean
  field: RefObject<HTMLInputElement | null>
  hint: string
  /** `place` is what gets the focus when the line is gone. */
  onAdd: (name: string, place: HTMLElement | null) => void
}

/** A longer list is narrowed by typing. */
const MOST_LISTED = 100

export function ColumnAdditions({ names, isFull, field, hint, onAdd }: ColumnAdditionsProps) {
  const [typed, setTyped] = useState('')
  const found = names.filter((name) => name.toLowerCase().includes(typed.toLowerCase()))
  return (
    <div className={styles.adding}>
      <TextInput
        ref={field}
        aria-label="Find a property"
        placeholder={hint}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ul className={styles.list} aria-label="Columns to add">
        {found.slice(0, MOST_LISTED).map((name) => (
          <Addition key={name} name={name} disabled={isFull} onAdd={(button) => onAdd(name, neighbour(button))} />
        ))}
      </ul>
      {found.length > MOST_LISTED && (
        <p className={styles.hint}>{(found.length - MOST_LISTED).toLocaleString('en-US')} more: keep typing</p>
      )}
      {isFull && <p className={styles.hint}>{MOST_PROPERTY_COLUMNS} properties are columns, which is the most.</p>}
    </div>
  )
}

/** The control in the next line of the list, or in the line before the last one. */
function neighbour(control: HTMLElement): HTMLElement | null {
  const line = control.closest('li')
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  return next?.querySelector<HTMLElement>('input, button') ?? null
}

function Addition({
  name,
  disabled = false,
  onAdd,
}: {
  name: string
  disabled?: boolean
  onAdd: (button: HTMLElement) => void
}) {
  return (
    <li>
      <button
        type="button"
        className={styles.addition}
        aria-label={`Add column ${propertyNameWords(name, 200)}`}
        disabled={disabled}
        onClick={({ currentTarget }) => onAdd(currentTarget)}
      >
        <IconPlus size={14} stroke={1.7} aria-hidden />
        <ColumnName text={name} />
      </button>
    </li>
  )
}
