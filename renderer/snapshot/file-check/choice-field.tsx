// One control of how a file is read: what is chosen stands behind what it is.
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import choiceStyles from '../../ui/choice.module.css'
import styles from './file-check.module.css'

/** Nothing chosen, as the value of a select. */
export const BY_ITSELF = ''

export interface Option {
  value: string
  label: string
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
}

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      className={choiceStyles.choice ?? ''}
      size="xs"
      data={options.map((option) => ({ ...option }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

interface TypedProps {
  label: string
  hint: string
  value: string
  placeholder: string
  /** The id of a datalist: what may be meant. */
  list?: string
  /** Whether what is typed cannot be understood: then it stays, and is not taken over. */
  isOdd?: (text: string) => boolean
  onType: (text: string) => void
}

/** It holds once it is left, or at Enter: each change reads the file again. */
export function Typed({ label, hint, value, placeholder, list, isOdd = () => false, onType }: TypedProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const isWrong = isOdd(typed)
  const keep = () => {
    if (typed !== value && !isWrong) onType(typed)
  }
  return (
    <TextInput
      label={label}
      className={`${choiceStyles.choice} ${styles.typed}`}
      title={hint}
      aria-description={hint}
      error={isWrong}
      placeholder={placeholder}
      list={list}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={keep}
      onKeyDown={({ key }) => key === 'Enter' && keep()}
    />
  )
}
