// A property filter compares by one of these: the service is asked "is"; only a snapshot can answer the others.
import { Button } from '@mantine/core'
import { useId } from 'react'
import {
  type ConditionOperator,
  type ConditionReading,
  OPERATORS,
  readCondition,
} from '../../../shared/snapshot/condition-draft.ts'
import type { Condition } from '../../../shared/snapshot/snapshot-condition.ts'
import { shortened } from '../../ui/excerpt.ts'
import field from './field.module.css'
import type { PropertyDraft } from './filters-draft.ts'
import styles from './property-filters.module.css'

/** This is what stands for each in the row, which has room for a sign only. */
const SIGNS: Partial<Record<ConditionOperator, string>> = {
  is: '=',
  'is-not': '≠',
  'one-of': '∈',
  more: '>',
  less: '<',
  between: '…',
  present: '✓',
  missing: '∅',
  contains: '*',
}

/** The text and the kind of a value are told apart beside this choice already. */
const OFFERED = OPERATORS.filter(({ value }) => SIGNS[value] !== undefined)

interface ComparisonChoiceProps {
  property: PropertyDraft
  onChange: (property: PropertyDraft) => void
}

export function ComparisonChoice({ property, onChange }: ComparisonChoiceProps) {
  const chosen = property.operator ?? 'is'
  return (
    <span className={`${styles.type} ${styles.operator}`}>
      <span aria-hidden>{SIGNS[chosen]}</span>
      <select
        aria-label="Comparison"
        title={labelOf(chosen)}
        value={chosen}
        onChange={({ currentTarget }) => {
          const { operator: _, ...asked } = property
          const operator = currentTarget.value as ConditionOperator
          onChange(operator === 'is' ? asked : { ...asked, operator })
        }}
      >
        {OFFERED.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

const labelOf = (operator: ConditionOperator) => OPERATORS.find(({ value }) => value === operator)?.label ?? operator

interface InSnapshotProps {
  properties: readonly PropertyDraft[]
  onOpen: (where: Condition[]) => void
}

/** "In a snapshot: amount more than 100": loads all, and shows what fulfils these conditions. */
export function InSnapshot({ properties, onOpen }: InSnapshotProps) {
  const hintId = useId()
  const asked = properties.flatMap((property) =>
    property.operator === undefined ? [] : [{ property, reading: readingOf(property, property.operator) }],
  )
  const problem = asked.map(({ reading }) => reading).find((reading) => !reading.ok)
  const where = asked.flatMap(({ reading }) => (reading.ok ? [reading.condition] : []))
  const words = asked.map(({ property }) => wordsOf(property)).join(', ')
  return (
    // Below many filters it would appear out of sight.
    <div className={styles.inSnapshot} ref={bringIntoView}>
      <Button
        variant="default"
        fullWidth
        data-in-snapshot
        classNames={{ label: styles.inSnapshotLabel ?? '' }}
        aria-describedby={hintId}
        aria-disabled={problem !== undefined || undefined}
        data-disabled={problem !== undefined}
        onClick={() => problem === undefined && onOpen(where)}
      >
        In a snapshot: {words}
      </Button>
      <div id={hintId} className={field.description}>
        {problem === undefined ? 'Loads all events of the search on screen and shows these.' : problem.message}
      </div>
    </div>
  )
}

const bringIntoView = (offer: HTMLElement | null) => offer?.scrollIntoView({ block: 'nearest' })

/** The ends of "between" are typed in one field: as "5 to 100", "5–100" or "5..100". */
const ENDS = /^(.*?)(?:\bto\b|–|\.\.)(.*)$/s

function readingOf({ name, text }: PropertyDraft, operator: ConditionOperator): ConditionReading {
  if (name === '') return { ok: false, field: 'text', message: 'Name the property.' }
  const [, from = '', to = ''] = ENDS.exec(text) ?? []
  if (operator === 'between' && from.trim() === '' && to.trim() === '') {
    return { ok: false, field: 'text', message: 'Enter two numbers, such as 5 to 100.' }
  }
  return readCondition({ key: { of: 'property', name }, operator, text, from, to, kind: 'string', zone: 'UTC' })
}

function wordsOf({ name, operator, text }: PropertyDraft): string {
  const comparison = labelOf(operator ?? 'is')
  const value = operator === 'present' || operator === 'missing' ? '' : ` ${shortened(text.trim(), LONGEST)}`
  return `${shortened(name, LONGEST)} ${comparison}${value}`
}

/** Characters of a name or a value. */
const LONGEST = 60
