// The name or the value of a property filter: a line that grows with what is typed, completed from what was seen.
import { Textarea } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import completionStyles from './completion.module.css'
import field from './field.module.css'
import styles from './property-filter-row.module.css'
import { useCompletion } from './use-completion.tsx'
import type { FiltersForm } from './use-filters-form.ts'

interface PropertyTextProps {
  form: FiltersForm
  path: `properties.${number}`
  part: 'name' | 'text'
  label: string
  placeholder: string
  text: string
  /** What is said about it below. */
  noteId: string
  mayHaveLines: boolean
  suggest: (text: string) => readonly string[]
  onPick: (value: string) => void
}

export function PropertyText(props: PropertyTextProps) {
  const { form, path, part, label, placeholder, text, noteId, mayHaveLines } = props
  const isError = form.problemAt(`${path}.${part}`)?.isError
  const completion = useCompletion(text, props.suggest, props.onPick)
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, shiftKey } = event
    // Several lines are walked through by the arrows, unless a list is open.
    const isWalked = key.startsWith('Arrow') && completion.list === false && event.currentTarget.clientHeight > ONE_LINE
    if (!isWalked) completion.inputProps.onKeyDown(event)
    if (event.isDefaultPrevented() || key !== 'Enter' || event.nativeEvent.isComposing) return
    // As in a one-line field. Where a value may have lines, Shift+Enter starts one.
    if (shiftKey && mayHaveLines) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <Textarea
      {...form.fields.getInputProps(`${path}.${part}`)}
      {...completion.inputProps}
      {...GROWING}
      inputContainer={(input) => (
        <div className={completionStyles.field} data-grow={part === 'name' ? 'right' : 'left'}>
          {input}
          {completion.list}
        </div>
      )}
      classNames={{ ...field, root: styles[part] ?? '', input: `${field.input} ${styles.input}` }}
      aria-label={label}
      placeholder={placeholder}
      error={isError}
      aria-invalid={isError}
      aria-describedby={noteId}
      onBlur={() => text !== '' && form.check(`${path}.${part}`)}
      onKeyDown={press}
    />
  )
}

/** Higher than a field of one line, in pixels. */
const ONE_LINE = 40

/** One line that grows, so that a long value is seen whole. */
const GROWING = {
  size: 'xs',
  autosize: true,
  minRows: 1,
  maxRows: 8,
  withAria: false,
  autoComplete: 'off',
  spellCheck: false,
}
