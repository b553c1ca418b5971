// This is what is expected of one property, as it is changed.
import { Button, Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { compareDecimalValues, decimalValue } from '../../shared/exact/exact-number.ts'
import {
  isBound,
  LONGEST_NAME,
  MOST_VALUES,
  type PropertyShape,
  SHAPE_KINDS,
  SIGNED_TYPES,
  SIGNS,
  type Sign,
  saysNothing,
  takesValues,
} from '../../shared/shape/expected-shapes.ts'
import { KIND_WORDS } from '../../shared/snapshot/condition-words.ts'
import common from '../ui/common.module.css'
import dialog from '../ui/kept-lines.module.css'
import { SIGN_WORDS } from './shape-words.ts'
import styles from './shapes.module.css'

interface ShapeFormProps {
  shape: PropertyShape
  /** Labels have it: "amount of api_calls". */
  name: string
  onShape: (next: PropertyShape) => void
  onCancel: () => void
}

export function ShapeForm({ shape, name, onShape, onCancel }: ShapeFormProps) {
  const [draft, setDraft] = useState(shape)
  const [values, setValues] = useState(shape.values?.join('\n') ?? '')
  const change = (part: Partial<PropertyShape>) => setDraft({ ...draft, ...part })
  const hasNumbers = draft.kinds.length === 0 || draft.kinds.includes('number')
  const hasValues = takesValues(draft.kinds)
  // A value with a line break is kept as long as the list is not touched.
  const listed = values === (shape.values?.join('\n') ?? '') ? shape.values : valuesOf(values)
  const next: PropertyShape = {
    ...draft,
    values: hasValues ? listed : null,
    ...(hasNumbers ? {} : { from: null, to: null, signs: { credit: null, debit: null } }),
  }
  const problem = shapeProblem(next)
  return (
    <fieldset className={`${common.box} ${styles.form}`} aria-label={`Change ${name}`}>
      <Checkbox
        label="Always there"
        checked={draft.required}
        onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
      />
      <Group gap="8px 12px">
        {SHAPE_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={KIND_WORDS[kind]}
            checked={draft.kinds.includes(kind)}
            onChange={({ currentTarget }) =>
              change({
                kinds: currentTarget.checked ? [...draft.kinds, kind] : draft.kinds.filter((one) => one !== kind),
              })
            }
          />
        ))}
        <span className={common.hint}>Tick none for any kind.</span>
      </Group>
      {hasValues && (
        <Textarea
          label="Values, one per line; leave empty for any"
          rows={3}
          spellCheck={false}
          classNames={{ input: `${common.mono} ${common.small}` }}
          value={values}
          onChange={({ currentTarget }) => setValues(currentTarget.value)}
        />
      )}
      {hasNumbers && (
        <div className={dialog.tools}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              size="xs"
              label={end === 'from' ? 'From' : 'To'}
              value={draft[end] ?? ''}
              onChange={({ currentTarget }) => change({ [end]: currentTarget.value.trim() || null })}
            />
          ))}
          {SIGNED_TYPES.map((type) => (
            <NativeSelect
              key={type}
              size="xs"
              label={`In ${type}s`}
              value={draft.signs[type] ?? ''}
              onChange={({ currentTarget }) =>
                change({ signs: { ...draft.signs, [type]: (currentTarget.value || null) as Sign | null } })
              }
              data={[
                { value: '', label: 'any sign' },
                ...SIGNS.map((sign) => ({ value: sign, label: SIGN_WORDS[sign] })),
              ]}
            />
          ))}
        </div>
      )}
      {problem !== null && (
        <p role="alert" className={common.danger}>
          {problem}
        </p>
      )}
      <div className={dialog.tools}>
        <Button size="compact-sm" disabled={problem !== null} onClick={() => onShape(next)}>
          Confirm
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </fieldset>
  )
}

const valuesOf = (typed: string) => {
  const values = typed.split('\n').filter((line) => line !== '')
  return values.length === 0 ? null : values
}

function shapeProblem(shape: PropertyShape): string | null {
  const { from, to, values } = shape
  if ([from, to].some((bound) => bound !== null && !isBound(bound))) {
    return 'A range begins and ends with plain numbers, such as 0 and 940.59.'
  }
  const [least, most] = [from, to].map((bound) => (bound === null ? null : decimalValue(bound)))
  if (least && most && compareDecimalValues(least, most) > 0) return 'The range ends before it begins.'
  if (values !== null && values.length > MOST_VALUES) return 'At most 500 values can be kept.'
  if (values?.some(({ length }) => length > LONGEST_NAME)) return 'A value can have at most 1,000 characters.'
  return saysNothing(shape) ? 'This line expects nothing. Drop it instead.' : null
}
