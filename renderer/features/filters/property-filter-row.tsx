// One property filter: name, type and value on a line, what is wrong or worth knowing below it.
import { ActionIcon, Textarea } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import type { PropertyFilter } from '../../../shared/event.ts'
import field from './field.module.css'
import styles from './property-filter-row.module.css'
import { PropertyNotes } from './property-notes.tsx'
import type { FiltersForm } from './use-filters-form.ts'

interface PropertyFilterRowProps {
  form: FiltersForm
  index: number
  onRemove: () => void
}

export function PropertyFilterRow({ form, index, onRemove }: PropertyFilterRowProps) {
  const { fields } = form
  const noteId = useId()
  const path = `properties.${index}` as const
  const property = fields.values.properties[index]
  if (property === undefined) return null
  const { kind, name, text } = property
  const isLong = name.length > SHORT || text.length > SHORT

  function textProps(part: 'name' | 'text') {
    const isError = form.problemAt(`${path}.${part}`)?.isError
    return {
      ...fields.getInputProps(`${path}.${part}`),
      ...GROWING,
      classNames: { ...field, root: styles[part], input: `${field.input} ${styles.input}` },
      error: isError,
      'aria-invalid': isError,
      'aria-describedby': noteId,
      onBlur: () => property?.[part] !== '' && form.check(`${path}.${part}`),
      onKeyDown: (event: React.KeyboardEvent<HTMLTextAreaElement>) =>
        searchOnEnter(event, part === 'text' && kind === 'string'),
    }
  }

  return (
    <fieldset className={styles.row} data-long={isLong || undefined} aria-label={`Property filter ${index + 1}`}>
      <Textarea {...textProps('name')} aria-label="Property name" placeholder="name" />
      <span className={styles.type} data-kind={kind}>
        <span aria-hidden>{kind === 'string' ? 'abc' : '123'}</span>
        <select
          aria-label="Property type"
          value={kind}
          onChange={(event) =>
            fields.setFieldValue(`${path}.kind`, event.currentTarget.value as PropertyFilter['kind'])
          }
        >
          <option value="string">String</option>
          <option value="number">Number</option>
        </select>
      </span>
      <Textarea
        {...textProps('text')}
        aria-label="Property value"
        placeholder={kind === 'number' ? 'number' : name === '' ? 'value' : 'empty'}
      />
      <ActionIcon
        variant="subtle"
        size={22}
        className={styles.remove ?? ''}
        aria-label="Remove property filter"
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
      <PropertyNotes id={noteId} form={form} path={path} property={property} />
    </fieldset>
  )
}

/** Characters that fit beside each other; with more, the value gets a line of its own. */
const SHORT = 10

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

/** As in a one-line field. Where a value may have lines, Shift+Enter starts one. */
function searchOnEnter(event: React.KeyboardEvent<HTMLTextAreaElement>, mayHaveLines: boolean) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || (event.shiftKey && mayHaveLines)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
