// One combobox of "Totals": thousands of names, of which as many are listed as anyone reads; typing narrows them.
import { Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMemo } from 'react'
import { shortened } from '../../ui/excerpt.ts'
import type { Option } from './totals-options.ts'
import styles from './totals-tab.module.css'

interface ChoiceBoxProps<T> {
  label: string
  options: readonly Option<T>[]
  value: T
  /** How a value is called that is not among the options. */
  name: (value: T) => string
  onChange: (value: T) => void
  wide?: boolean
}

/** More is no list to read but one to narrow by typing. */
const MOST_LISTED = 200
const LABEL_CHARACTERS = 120

export function ChoiceBox<T>(props: ChoiceBoxProps<T>) {
  const { label, options, value, name, onChange, wide = false } = props
  const chosen = JSON.stringify(value)
  const data = useMemo(() => {
    const listed = options.some((option) => option.value === chosen)
      ? options
      : [...options, { value: chosen, label: name(value), means: value }]
    return listed.map((option) => ({ value: option.value, label: shortened(option.label, LABEL_CHARACTERS) }))
  }, [options, chosen, name, value])
  return (
    <Select
      label={label}
      className={wide ? (styles.wideChoice ?? '') : (styles.choice ?? '')}
      data={data}
      value={chosen}
      searchable
      rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
      limit={MOST_LISTED}
      maxDropdownHeight={320}
      nothingFoundMessage="No such name"
      comboboxProps={{ width: 'target', position: 'bottom-start', shadow: 'md' }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={(next) => {
        const option = options.find((one) => one.value === next)
        if (option !== undefined) onChange(option.means)
      }}
    />
  )
}
