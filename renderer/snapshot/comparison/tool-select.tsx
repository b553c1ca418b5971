// A choice in the line of tools of a comparison: what is chosen stands behind what it is.
import choiceStyles from '../../ui/choice.module.css'
import { ChoiceSelect } from '../../ui/choice-select.tsx'
import { shortened } from '../../ui/excerpt.ts'

interface ToolSelectProps<T> {
  label: string
  options: readonly { means: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

const LABEL_CHARACTERS = 60

/** Of values that JSON tells apart. */
export function ToolSelect<T>({ label, options, value, onChange }: ToolSelectProps<T>) {
  return (
    <ChoiceSelect
      label={label}
      className={choiceStyles.choice ?? ''}
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
