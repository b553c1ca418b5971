// A select of one known property, or none.
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { shortened } from './excerpt.ts'

interface PropertySelectProps extends Omit<NativeSelectProps, 'value' | 'data' | 'onChange'> {
  names: readonly string[]
  /** Null: none. */
  value: string | null
  /** The label of the choice of none. */
  none: string
  onChange: (name: string | null) => void
}

const LABEL_CHARACTERS = 60
/** Names follow a sign, because a property may be called anything, or nothing. */
const NONE = ''

export function PropertySelect({ names, value, none, onChange, ...select }: PropertySelectProps) {
  return (
    <NativeSelect
      size="xs"
      {...select}
      value={value === null ? NONE : `=${value}`}
      data={[
        { value: NONE, label: none },
        ...names.map((name) => ({ value: `=${name}`, label: shortened(name, LABEL_CHARACTERS) })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === NONE ? null : currentTarget.value.slice(1))}
    />
  )
}
