// The choices in the tool bars of a comparison, each with its label in front.
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect } from '@mantine/core'
import { useMemo } from 'react'
import { FIELD_KEYS } from '../../../shared/event/event-fields.ts'
import { type EventPart, MOST_KEY_PARTS } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import choiceStyles from '../../ui/choice.module.css'
import { Choice } from '../../ui/choice-select.tsx'
import { shortened } from '../../ui/excerpt.ts'
import type { SidesWorth, useAmount } from '../figures/use-amount.ts'
import { comparisonOf, useOpenedWindow } from '../opened/opened-context.ts'
import type { ComparedSides, ComparisonChoice } from '../store/compared-snapshots.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import styles from './comparison.module.css'
import { partLabel } from './comparison-words.ts'

/** The parts of "Comparison" are given this. */
export interface ComparisonPartProps extends Pick<SnapshotTabProps, 'zone'> {
  sides: ComparedSides
  choice: ComparisonChoice
  /** The conditions that hold on both sides. */
  scope: Scope
  worth: SidesWorth
  /** They are of the open snapshot: the amount where no rules say more, and names of properties. */
  amounts: ReturnType<typeof useAmount>
}

const LABEL_CHARACTERS = 60

interface ToolSelectProps<T> {
  label: string
  options: readonly { means: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** A choice between values, which are told apart by their JSON. */
export function ToolSelect<T>({ label, options, value, onChange }: ToolSelectProps<T>) {
  return (
    <Choice
      label={label}
      value={JSON.stringify(value)}
      choices={options.map((option) => ({
        value: JSON.stringify(option.means),
        label: shortened(option.label, LABEL_CHARACTERS),
      }))}
      onChange={(chosen) => {
        const option = options.find(({ means }) => JSON.stringify(means) === chosen)
        if (option !== undefined) onChange(option.means)
      }}
    />
  )
}

/** Chooses the connection by whose rules both sides are valued. Draws nothing where both are of one connection. */
export function RulesOf({ sides, choice }: Pick<ComparisonPartProps, 'sides' | 'choice'>) {
  const { choose } = comparisonOf(useOpenedWindow())
  const { here, there } = sides
  if (here.connection.id === there.connection.id) return null
  return (
    <ToolSelect
      label="Rules of"
      options={[
        { means: here.id, label: here.connection.name },
        { means: there.id, label: there.connection.name },
      ]}
      value={choice.rulesOf === there.id ? there.id : here.id}
      onChange={(rulesOf) => choose({ rulesOf })}
    />
  )
}

interface KeyChoiceProps {
  label: string
  value: readonly EventPart[]
  /** Names of properties, commonest first. */
  names: readonly string[]
  most?: number
  onChange: (parts: EventPart[]) => void
}

/** Names listed at a time; typing narrows a longer list. */
const MOST_LISTED = 200

/** Shows what makes two events one, or what they may differ in: fields, and properties by name. */
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
        root: choiceStyles.choices ?? '',
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
