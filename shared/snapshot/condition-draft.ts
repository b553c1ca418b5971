// The draft of a condition, of "Add condition" and of a property filter on the live page, and the condition that it
// means.
import { isJsonNumber } from '../exact/exact-number.ts'
import type { Condition, SnapshotKey, ValueKind } from './snapshot-condition.ts'
import { readSnapshotRange } from './snapshot-range.ts'

export const OPERATORS = [
  { value: 'is', label: 'is' },
  { value: 'is-not', label: 'is not' },
  { value: 'one-of', label: 'any of' },
  { value: 'more', label: 'more than' },
  { value: 'less', label: 'less than' },
  { value: 'between', label: 'between' },
  { value: 'present', label: 'is there' },
  { value: 'missing', label: 'is missing' },
  { value: 'contains', label: 'contains' },
  { value: 'text', label: 'is the text' },
  { value: 'kind', label: 'is of the kind' },
] as const
export type ConditionOperator = (typeof OPERATORS)[number]['value']

/** Fields hold texts alone, and the time of creation is a time. */
export function operatorsOf(key: SnapshotKey): readonly ConditionOperator[] {
  if (key.of === 'property') return OPERATORS.map(({ value }) => value)
  const isTime = key.of === 'time' || key.field === 'createdAt'
  return isTime
    ? ['between', 'present', 'missing', 'contains']
    : ['is', 'is-not', 'one-of', 'present', 'missing', 'contains']
}

export interface ConditionDraft {
  key: SnapshotKey
  operator: ConditionOperator
  text: string
  from: string
  to: string
  kind: ValueKind
  zone: string
}

export type ConditionReading =
  | { ok: true; condition: Condition }
  | { ok: false; field: 'text' | 'from' | 'to'; message: string }

const MOST_VALUES = 1_000
const LONGEST = 10_000

/**
 * Problems are sentences for the user. A property "is" a number whatever way it is written; "is the text" tells "42"
 * from 42. "any of" takes a value per line, trimmed, and at most 1,000 values: of a property, a line that is a number
 * counts as two, since it means the text as well.
 */
export function readCondition(draft: ConditionDraft): ConditionReading {
  const { key, operator, text, kind } = draft
  switch (operator) {
    case 'contains':
      if (text === '') return problem('text', 'Enter the text it contains.')
      return text.length > LONGEST ? problem('text', 'This is too long.') : good({ is: 'contains', key, text })
    case 'is':
    case 'is-not': {
      const not = operator === 'is-not' ? ({ not: true } as const) : {}
      return key.of === 'property' && isJsonNumber(text.trim())
        ? good({ is: 'number', key, number: text.trim(), ...not })
        : good({ is: 'one-of', key, values: [{ kind: 'string', text }], zone: null, ...not })
    }
    case 'text':
      return good({ is: 'one-of', key, values: [{ kind: 'string', text }], zone: null })
    case 'one-of': {
      const texts = [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '')
      if (texts.length === 0) return problem('text', 'Enter one value per line.')
      const values = texts.flatMap((one) => valuesOf(key, one))
      if (values.length > MOST_VALUES) return problem('text', 'These are too many values for one condition.')
      return good({ is: 'one-of', key, values, zone: null })
    }
    case 'more':
    case 'less': {
      const number = text.trim()
      if (!isJsonNumber(number)) return problem('text', 'This is not a number: write it as 1234.5.')
      const ends = operator === 'more' ? { from: number, to: null } : { from: null, to: number }
      return good({ is: 'between', key, ...ends, beyond: true })
    }
    case 'between':
      return key.of === 'field' ? readTimes(draft) : readNumbers(draft)
    case 'missing':
    case 'present':
      return good({ is: operator, key })
    case 'kind':
      return good({ is: 'kind', key, kind })
  }
}

/** A property's value may be this text or this number. */
function valuesOf(key: SnapshotKey, text: string) {
  const asText = { kind: 'string' as const, text }
  return key.of === 'property' && isJsonNumber(text) ? [asText, { kind: 'number' as const, text }] : [asText]
}

function readNumbers({ key, from, to }: ConditionDraft): ConditionReading {
  const [least, most] = [from.trim() || null, to.trim() || null]
  if (least === null && most === null) return problem('from', 'Enter a number in one of the two.')
  if (least !== null && !isJsonNumber(least)) return problem('from', 'This is not a number: write it as 1234.5.')
  if (most !== null && !isJsonNumber(most)) return problem('to', 'This is not a number: write it as 1234.5.')
  return good({ is: 'between', key, from: least, to: most })
}

function readTimes({ from, to, zone }: ConditionDraft): ConditionReading {
  const reading = readSnapshotRange({ from, to, zone })
  if (!reading.ok) return problem(reading.field === 'from' ? 'from' : 'to', reading.message)
  const { range } = reading
  if (range.from === null && range.until === null) return problem('from', 'Enter a day or a time in one of the two.')
  return good({ is: 'created', from: range.from, until: range.until })
}

const good = (condition: Condition): ConditionReading => ({ ok: true, condition })
const problem = (field: 'text' | 'from' | 'to', message: string): ConditionReading => ({ ok: false, field, message })
