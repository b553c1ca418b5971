// One combobox of "Totals": of thousands of names it lists as many as anyone reads; typing narrows them.
import { Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { shortened } from '../../ui/excerpt.ts'
import type { Option } from './totals-options.ts'
import styles from './totals-tab.module.css'

interface ChoiceBoxProps<T> {
  label: string
  options: readonly Option<T>[]
  value: T
  /** The name of a value that is not among the options. */
  name: (value: T) => string
  onChange: (value: T) => void
  /** Further options for the typed text: names that are not listed. */
  typed?: ((text: string) => readonly Option<T>[]) | undefined
  wide?: boolean
}

/** A longer list is narrowed by typing. */
const MOST_LISTED = 200
const LABEL_CHARACTERS = 120

export function ChoiceBox<T>(props: ChoiceBoxProps<T>) {
  const { label, options: listed, value, name, onChange, typed, wide = false } = props
  const [search, setSearch] = useState('')
  const options = useMemo(() => withTyped(listed, typed, search), [listed, typed, search])
  const chosen = JSON.stringify(value)
  const data = useMemo(() => {
    const all = options.some((option) => option.value === chosen)
      ? options
      : [...options, { value: chosen, label: name(value), means: value }]
    return all.map((option) => ({ value: option.value, label: shortened(option.label, LABEL_CHARACTERS) }))
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
      searchValue={search}
      onSearchChange={setSearch}
      maxDropdownHeight={320}
      nothingFoundMessage="No matching name"
      comboboxProps={{ width: 'target', position: 'bottom-start', shadow: 'md' }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={(next) => {
        const option = options.find((one) => one.value === next)
        if (option !== undefined) onChange(option.means)
      }}
    />
  )
}

function withTyped<T>(listed: readonly Option<T>[], typed: ChoiceBoxProps<T>['typed'], search: string) {
  if (typed === undefined || search === '' || listed.some(({ label }) => label === search)) return listed
  const known = new Set(listed.map(({ value }) => value))
  return [...listed, ...typed(search).filter(({ value }) => !known.has(value))]
}
