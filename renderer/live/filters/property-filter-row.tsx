// One property filter: name, type and value on a line, what is wrong or worth knowing below it.
import { ActionIcon } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import type { PropertyFilter } from '../../../shared/event/event.ts'
import type { SeenValues } from '../store/seen-values.ts'
import styles from './property-filter-row.module.css'
import { PropertyNotes } from './property-notes.tsx'
import { PropertyText } from './property-text.tsx'
import { suggestOf } from './suggest-of.ts'
import type { FiltersForm } from './use-filters-form.ts'

interface PropertyFilterRowProps {
  form: FiltersForm
  index: number
  seen: Pick<SeenValues, 'matching'>
  onRemove: () => void
}

export function PropertyFilterRow({ form, index, seen, onRemove }: PropertyFilterRowProps) {
  const { fields } = form
  const noteId = useId()
  const path = `properties.${index}` as const
  const property = fields.values.properties[index]
  if (property === undefined) return null
  const { key, kind, name, text } = property
  const isLong = name.length > SHORT || text.length > SHORT
  const other = kind === 'string' ? 'number' : 'string'
  const ofKind = (each: PropertyFilter['kind']) => suggestOf(seen, { property: name, kind: each })

  /** A value of the other type brings that type along. */
  function pick(value: string) {
    if (ofKind(kind)(value).includes(value)) return fields.setFieldValue(`${path}.text`, value)
    fields.setFieldValue(path, { key, name, kind: other, text: value })
  }

  return (
    <fieldset className={styles.row} data-long={isLong || undefined} aria-label={`Property filter ${index + 1}`}>
      <PropertyText
        form={form}
        path={path}
        noteId={noteId}
        part="name"
        label="Property name"
        placeholder="name"
        text={name}
        mayHaveLines={false}
        suggest={suggestOf(seen, 'propertyName')}
        onPick={(value) => fields.setFieldValue(`${path}.name`, value)}
      />
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
      <PropertyText
        form={form}
        path={path}
        noteId={noteId}
        part="text"
        label="Property value"
        placeholder={kind === 'number' ? 'number' : name === '' ? 'value' : 'empty'}
        text={text}
        mayHaveLines={kind === 'string'}
        suggest={(typed) => (name === '' ? [] : firstOf(ofKind(kind)(typed), () => ofKind(other)(typed)))}
        onPick={pick}
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

const firstOf = (values: string[], others: () => string[]) => (values.length > 0 ? values : others())
