// Any number of property filters: rows that are added and removed, with the focus following.
import { ActionIcon, Textarea, UnstyledButton } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { PropertyFilter } from '../../../shared/event/event.ts'
import { isJsonNumber } from '../../../shared/exact/exact-number.ts'
import type { Condition } from '../../../shared/snapshot/snapshot-condition.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { partOnDemand } from '../../ui/on-demand.tsx'
import type { SeenValues } from '../store/seen-values.ts'
import field from './field.module.css'
import { newProperty, type PropertyDraft } from './filters-draft.ts'
import styles from './property-filters.module.css'
import { suggestOf, useCompletion } from './use-completion.tsx'
import { type FiltersForm, unappliedProps } from './use-filters-form.ts'

const ComparisonChoice = partOnDemand(async () => (await import('./property-comparison.tsx')).ComparisonChoice)
const InSnapshot = partOnDemand(async () => (await import('./property-comparison.tsx')).InSnapshot)

interface PropertyFiltersProps {
  form: FiltersForm
  /** Their names and values complete to these. */
  seen: Pick<SeenValues, 'matching'>
  /** Loads all events of the search, and shows those that fulfil these conditions. */
  onInSnapshot: (where: Condition[]) => void
}

export function PropertyFilters({ form, seen, onInSnapshot }: PropertyFiltersProps) {
  const { fields } = form
  const properties: PropertyDraft[] = fields.values.properties
  const addButton = useRef<HTMLButtonElement>(null)
  const focusNext = useRef<number | null>(null)

  useEffect(() => {
    const index = focusNext.current
    if (index === null) return
    focusNext.current = null
    const name = fields.getInputNode(`properties.${Math.min(index, properties.length - 1)}.name`)
    ;(name ?? addButton.current)?.focus()
  })

  function add() {
    focusNext.current = properties.length
    fields.insertListItem('properties', newProperty(properties))
  }

  function remove(index: number) {
    focusNext.current = index
    // One that was never searched with leaves nothing to search for.
    if (form.isUnapplied(index) || properties[index]?.operator !== undefined) fields.removeListItem('properties', index)
    else form.searchWith({ properties: properties.filter((_, at) => at !== index) })
  }

  return (
    <div className={field.root}>
      <div className={field.label}>Properties</div>
      <div className={styles.rows}>
        {properties.map(({ key }, index) => (
          <PropertyFilterRow key={key} form={form} index={index} seen={seen} onRemove={() => remove(index)} />
        ))}
      </div>
      {properties.some(({ operator }) => operator !== undefined) && (
        <InSnapshot properties={properties} onOpen={onInSnapshot} />
      )}
      <UnstyledButton ref={addButton} className={styles.addRow} onClick={add}>
        <IconPlus size={14} aria-hidden />
        Add property filter
      </UnstyledButton>
    </div>
  )
}

interface PropertyFilterRowProps {
  form: FiltersForm
  index: number
  seen: Pick<SeenValues, 'matching'>
  onRemove: () => void
}

/** One property filter: name, type and value on a line, what is wrong or worth knowing below it. */
function PropertyFilterRow({ form, index, seen, onRemove }: PropertyFilterRowProps) {
  const { fields } = form
  const noteId = useId()
  const path = `properties.${index}` as const
  const property = fields.values.properties[index]
  if (property === undefined) return null
  const { kind, name, text, operator } = property
  const hasValue = operator !== 'present' && operator !== 'missing'
  const isLong = name.length > SHORT || text.length > SHORT
  const other = kind === 'string' ? 'number' : 'string'
  const ofKind = (each: PropertyFilter['kind']) => suggestOf(seen, { property: name, kind: each })

  /** A value of the other type brings that type along. */
  function pick(value: string) {
    if (ofKind(kind)(value).includes(value)) return fields.setFieldValue(`${path}.text`, value)
    fields.setFieldValue(path, (before) => ({ ...before, kind: other, text: value }))
  }

  return (
    <fieldset className={styles.row} data-long={isLong || undefined} aria-label={`Property filter ${index + 1}`}>
      <PropertyText
        form={form}
        index={index}
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
      <ComparisonChoice property={property} onChange={(next) => fields.setFieldValue(path, next)} />
      {operator === undefined && (
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
      )}
      {hasValue && (
        <PropertyText
          form={form}
          index={index}
          path={path}
          noteId={noteId}
          part="text"
          label="Property value"
          placeholder={placeholderOf(property)}
          text={text}
          mayHaveLines={kind === 'string' || operator === 'one-of'}
          suggest={(typed) => (name === '' ? [] : firstOf(ofKind(kind)(typed), () => ofKind(other)(typed)))}
          onPick={pick}
        />
      )}
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

function placeholderOf({ operator, kind, name }: PropertyDraft): string {
  if (operator === 'between') return '5 to 100'
  if (operator === 'one-of') return 'one per line'
  if (operator === 'more' || operator === 'less' || kind === 'number') return 'number'
  return name === '' || operator === 'contains' ? 'value' : 'exact value'
}

/** Characters that fit beside each other; with more, the value gets a line of its own. */
const SHORT = 8

const firstOf = (values: string[], others: () => string[]) => (values.length > 0 ? values : others())

interface PropertyNotesProps {
  id: string
  form: FiltersForm
  path: `properties.${number}`
  property: PropertyDraft
}

/** They stand below a property filter: what is wrong with it, and what will be sent where that may surprise. */
function PropertyNotes({ id, form, path, property }: PropertyNotesProps) {
  const { name, kind, text, operator } = property
  const isAsked = operator === undefined

  /** The focus goes to the field, for the button that was pressed is gone. */
  function change(part: 'name' | 'text' | 'kind', value: string) {
    form.fields.setFieldValue(`${path}.${part}`, value)
    form.fields.getInputNode(`${path}.${part === 'name' ? 'name' : 'text'}`)?.focus()
  }

  const note = (words: string, offer: string, ...changed: Parameters<typeof change>) => (
    <div className={field.description}>
      {words}{' '}
      <LinkButton tone="accent" onClick={() => change(...changed)}>
        {offer}
      </LinkButton>
    </div>
  )

  return (
    <div id={id} className={styles.notes}>
      {(['name', 'text'] as const).map((part) => {
        const problem = form.problemAt(`${path}.${part}`)
        return (
          problem && (
            <div key={part} className={problem.isError ? field.error : field.description}>
              {problem.text}
            </div>
          )
        )
      })}
      {isAsked &&
        name !== name.trim() &&
        note('The name is sent with the spaces around it.', 'Leave them out', 'name', name.trim())}
      {isAsked &&
        kind === 'string' &&
        text !== text.trim() &&
        note('The value is sent with the spaces around it.', 'Leave them out', 'text', text.trim())}
      {isAsked &&
        kind === 'string' &&
        isJsonNumber(text) &&
        note('Sent as text.', 'Send as a number', 'kind', 'number')}
    </div>
  )
}

interface PropertyTextProps {
  form: FiltersForm
  index: number
  path: `properties.${number}`
  part: 'name' | 'text'
  label: string
  placeholder: string
  text: string
  /** It is said about it below. */
  noteId: string
  mayHaveLines: boolean
  suggest: (text: string) => readonly string[]
  onPick: (value: string) => void
}

/** The name or the value of a property filter: a line that grows with what is typed, completed from what was seen. */
function PropertyText(props: PropertyTextProps) {
  const { form, index, path, part, label, placeholder, text, noteId, mayHaveLines } = props
  const isError = form.problemAt(`${path}.${part}`)?.isError
  const grow = part === 'name' ? 'right' : 'left'
  const { inputProps, isListed } = useCompletion(text, props.suggest, props.onPick, grow)
  const isOfSnapshot = form.fields.values.properties[index]?.operator !== undefined
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, shiftKey } = event
    // Several lines are walked through by the arrows, unless a list is open.
    const isWalked = key.startsWith('Arrow') && !isListed && event.currentTarget.clientHeight > ONE_LINE
    if (!isWalked) inputProps.onKeyDown(event)
    if (event.isDefaultPrevented() || key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter searches, as in a one-line field. Where a value may have lines, Shift+Enter starts one.
    if (shiftKey && mayHaveLines) return
    event.preventDefault()
    const { form: panel } = event.currentTarget
    // No search can ask for such a comparison: Enter presses "In a snapshot" instead (`InSnapshot`).
    if (isOfSnapshot) panel?.querySelector<HTMLButtonElement>('[data-in-snapshot]')?.click()
    else panel?.requestSubmit()
  }
  return (
    <Textarea
      {...form.fields.getInputProps(`${path}.${part}`)}
      {...inputProps}
      {...GROWING}
      {...unappliedProps(form.isUnapplied(index))}
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
