// A native select of a few typed choices, in the height of toolbars.
import { NativeSelect, type NativeSelectProps } from '@mantine/core'

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
      data={choices.map(({ value, label }) => ({ value, label }))}
      onChange={({ currentTarget }) => {
        const chosen = choices.find(({ value }) => value === currentTarget.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    />
  )
}
