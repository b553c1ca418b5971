// What makes two events one, and what they may differ in: fields, and properties by name.
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect } from '@mantine/core'
import { useMemo } from 'react'
import { FIELD_KEYS } from '../../../shared/event/event-fields.ts'
import { type EventPart, MOST_KEY_PARTS } from '../../../shared/snapshot/snapshot-pairs.ts'
import choiceStyles from '../../ui/choice.module.css'
import { shortened } from '../../ui/excerpt.ts'
import styles from './comparison.module.css'
import { partLabel } from './comparison-words.ts'

interface KeyChoiceProps {
  label: string
  value: readonly EventPart[]
  /** Names of properties, commonest first. */
  names: readonly string[]
  most?: number
  onChange: (parts: EventPart[]) => void
}

/** A longer list is narrowed by typing. */
const MOST_LISTED = 200
const LABEL_CHARACTERS = 60

export function KeyChoice({ label, value, names, most = MOST_KEY_PARTS, onChange }: KeyChoiceProps) {
  const parts = useMemo(() => {
    const all: EventPart[] = [
      ...FIELD_KEYS.map((field) => ({ of: 'field' as const, field })),
      ...names.map((name) => ({ of: 'property' as const, name })),
      ...value,
    ]
    return new Map(all.map((part) => [JSON.stringify(part), part]))
  }, [names, value])
  return (
    <MultiSelect
      label={label}
      size="xs"
      classNames={{
        root: styles.keys ?? '',
        label: choiceStyles.label ?? '',
        wrapper: styles.keysWrapper ?? '',
        input: styles.keysInput ?? '',
        pillsList: styles.pills ?? '',
        pill: styles.pill ?? '',
        inputField: styles.keysField ?? '',
      }}
      data={[...parts].map(([id, part]) => ({ value: id, label: shortened(partLabel(part), LABEL_CHARACTERS) }))}
      value={value.map((part) => JSON.stringify(part))}
      searchable
      placeholder={value.length === 0 ? 'nothing' : 'Add…'}
      limit={MOST_LISTED}
      maxValues={most}
      maxDropdownHeight={280}
      nothingFoundMessage="No matching name"
      comboboxProps={{ width: 260, position: 'bottom-start', shadow: 'md' }}
      onChange={(chosen) => onChange(chosen.flatMap((id) => parts.get(id) ?? []))}
    />
  )
}
