// "Add condition": the field or property, the comparison, and the operands.
import { Button, Popover, Select, Textarea, TextInput } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { EVENT_FIELDS } from '../../../shared/event/event-fields.ts'
import {
  type ConditionDraft,
  type ConditionOperator,
  OPERATORS,
  operatorsOf,
  readCondition,
} from '../../../shared/snapshot/condition-draft.ts'
import { KIND_WORDS } from '../../../shared/snapshot/condition-words.ts'
import type { Condition, Scope, SnapshotKey, ValueKind } from '../../../shared/snapshot/snapshot-condition.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { takeFocus } from '../../ui/focus.ts'
import { usePopover } from '../../ui/tool-popover.tsx'
import styles from './events-tab.module.css'

interface ConditionFormProps {
  zone: string
  /** Names of known properties; any other can be typed. */
  names: readonly string[]
  onAdd: (condition: Condition) => void
}

/** A longer list is narrowed by typing. */
const MOST_LISTED = 100

function ConditionForm({ zone, names, onAdd }: ConditionFormProps) {
  const [draft, setDraft] = useState<ConditionDraft>({ ...FIRST, zone })
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const reading = readCondition(draft)
  const error = (field: string) => (isTried && !reading.ok && reading.field === field ? reading.message : undefined)
  const change = (other: Partial<ConditionDraft>) => setDraft((before) => ({ ...before, ...other }))
  const operators = operatorsOf(draft.key)

  function changeKey(key: SnapshotKey) {
    const [first = 'contains'] = operatorsOf(key)
    change({ key, operator: operatorsOf(key).includes(draft.operator) ? draft.operator : first })
  }

  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    submitted.stopPropagation()
    setTried(true)
    if (reading.ok) onAdd(reading.condition)
  }

  return (
    <form className={styles.form} aria-label="Add condition" noValidate onSubmit={submit}>
      <Select
        label="Field or property"
        data-autofocus
        searchable
        allowDeselect={false}
        openOnFocus={false}
        {...LIST}
        limit={MOST_LISTED}
        data={choices(names, typed)}
        value={valueOfKey(draft.key)}
        onSearchChange={setTyped}
        onChange={(value) => value !== null && changeKey(keyOfValue(value))}
      />
      <Select
        label="Comparison"
        allowDeselect={false}
        {...LIST}
        data={OPERATORS.filter(({ value }) => operators.includes(value))}
        value={draft.operator}
        onChange={(value) => value !== null && change({ operator: value as ConditionOperator })}
      />
      <Operands draft={draft} change={change} error={error} />
      <Button type="submit" size="sm" variant="filled">
        Add
      </Button>
    </form>
  )
}

/** The list scrolls itself: a box around it could not be reached by keyboard. */
const LIST = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const

const FIRST: Omit<ConditionDraft, 'zone'> = {
  key: { of: 'field', field: 'eventCode' },
  operator: 'contains',
  text: '',
  from: '',
  to: '',
  kind: 'string',
}

interface OperandsProps {
  draft: ConditionDraft
  change: (other: Partial<ConditionDraft>) => void
  error: (field: string) => string | undefined
}

const OPERAND_LABELS = {
  is: 'Value',
  'is-not': 'Value',
  more: 'Number',
  less: 'Number',
  contains: 'Text',
  text: 'Text',
} as const

const PLACEHOLDERS = { time: { from: '2026-11-01', to: '2026-11-30' }, number: { from: '0.5', to: '100' } }

function Operands({ draft, change, error }: OperandsProps) {
  const { operator, key, text, kind, zone } = draft
  switch (operator) {
    case 'is':
    case 'is-not':
    case 'more':
    case 'less':
    case 'contains':
    case 'text':
      return (
        <TextInput
          label={OPERAND_LABELS[operator]}
          value={text}
          error={error('text')}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      )
    case 'one-of':
      return (
        <Textarea
          label="Values, one per line"
          size="xs"
          rows={4}
          value={text}
          error={error('text')}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      )
    case 'between':
      return (
        <div className={styles.pair}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              label={end === 'from' ? 'From' : 'To'}
              value={draft[end]}
              error={error(end)}
              placeholder={PLACEHOLDERS[key.of === 'field' ? 'time' : 'number'][end]}
              onChange={({ currentTarget }) => change({ [end]: currentTarget.value })}
            />
          ))}
          <p className={`${common.smallHint} ${styles.hint}`}>
            {key.of === 'field'
              ? `Both ends are included. A day means the whole day; days and times are in ${zone}.`
              : 'Both ends are included.'}
          </p>
        </div>
      )
    case 'kind':
      return (
        <Select
          label="Kind"
          allowDeselect={false}
          {...LIST}
          data={Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={(value) => value !== null && change({ kind: value as ValueKind })}
        />
      )
    case 'missing':
    case 'present':
      return null
  }
}

/** A typed name that is not known may be a property all the same. */
function choices(names: readonly string[], typed: string) {
  const fields = EVENT_FIELDS.map(({ key, label }) => ({ value: `field:${key}`, label }))
  const known = names.map((name) => ({ value: `property:${name}`, label: shortened(name, 80) }))
  const isKnown = typed === '' || names.includes(typed) || fields.some(({ label }) => label === typed)
  const typedOne = isKnown ? [] : [{ value: `property:${typed}`, label: `Property ${typed}` }]
  const properties = [...known, ...typedOne.filter(({ label }) => !known.some((one) => one.label === label))]
  return [
    { group: 'Fields', items: fields },
    ...(properties.length === 0 ? [] : [{ group: 'Properties', items: properties }]),
  ]
}

const valueOfKey = (key: SnapshotKey) =>
  key.of === 'field' ? `field:${key.field}` : key.of === 'property' ? `property:${key.name}` : ''

function keyOfValue(value: string): SnapshotKey {
  const field = EVENT_FIELDS.find(({ key }) => value === `field:${key}`)
  return field === undefined
    ? { of: 'property', name: value.slice('property:'.length) }
    : { of: 'field', field: field.key }
}

interface AddConditionProps {
  scope: Scope
  zone: string
  onScope: (scope: Scope) => void
  /** Names of properties that are known. */
  listNames: () => readonly string[]
}

/** "Add condition" of a snapshot: it applies to every tab and to files. */
export function AddCondition({ scope, zone, onScope, listNames }: AddConditionProps) {
  const { popover, button, dropdown, closeToButton } = usePopover()
  return (
    <Popover position="bottom-start" width={320} trapFocus {...popover}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilterPlus size={15} stroke={1.7} aria-hidden />} {...button}>
          Add condition
        </Button>
      </Popover.Target>
      <Popover.Dropdown ref={takeFocus} aria-label="Add condition" {...dropdown}>
        {popover.opened && (
          <ConditionForm
            zone={zone}
            names={listNames()}
            onAdd={(condition) => {
              onScope({ ...scope, where: [...scope.where, condition] })
              closeToButton()
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
