// Native selects in the height of toolbars: of a few typed choices, and of known properties.
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import styles from './choice.module.css'
import { shortened } from './excerpt.ts'

interface ChoiceSelectProps<T extends string> extends Omit<NativeSelectProps, 'value' | 'data' | 'onChange'> {
  value: T
  choices: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

export function ChoiceSelect<T extends string>({ choices, onChange, ...select }: ChoiceSelectProps<T>) {
  return (
    <NativeSelect
      size="xs"
      {...select}
      data={choices}
      onChange={({ currentTarget }) => {
        const chosen = choices.find(({ value }) => value === currentTarget.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    />
  )
}

/** One control: what is chosen stands behind what it is. */
export const Choice = <T extends string>(props: Omit<ChoiceSelectProps<T>, 'className'>) => (
  <ChoiceSelect {...props} className={styles.choice ?? ''} />
)

interface PropertySelectProps extends Omit<ChoiceSelectProps<string>, 'value' | 'choices' | 'onChange'> {
  names: readonly string[]
  /** Null: none. */
  value: string | null
  /** The label of the choice of none. */
  none: string
  onChange: (name: string | null) => void
}

const NONE = ''

/** It chooses one known property, or none. */
export function PropertySelect({ names, value, none, onChange, ...select }: PropertySelectProps) {
  // Names follow a sign, because a property may be called anything, or nothing.
  const known = names.map((name) => ({ value: `=${name}`, label: shortened(name, 60) }))
  return (
    <ChoiceSelect
      {...select}
      value={value === null ? NONE : `=${value}`}
      choices={[{ value: NONE, label: none }, ...known]}
      onChange={(chosen) => onChange(chosen === NONE ? null : chosen.slice(1))}
    />
  )
}
