// A condition on the rows of a snapshot in words, for its chip: `Customer ID contains "north"`.
import { eventField, type HyphenedField, LABELS } from '../../../shared/event/event-fields.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Condition, Measure, Misfit } from '../../../shared/snapshot/snapshot-condition.ts'
import type { KeyValue, SnapshotKey, ValueKind } from '../../../shared/snapshot/snapshot-key.ts'
import { shortened } from '../../ui/excerpt.ts'
import { momentWords } from '../../ui/instant-words.ts'

const LONGEST = 60
const MOST_VALUES = 3
const short = (text: string) => shortened(text, LONGEST)

/** `zone` is that of instants on screen. */
export function conditionWords(condition: Condition, zone: string): string {
  switch (condition.is) {
    case 'one-of':
      return oneOfWords(keyWords(condition.key), condition.values)
    case 'number':
      return `${keyWords(condition.key)} = ${condition.number}`
    case 'contains':
      return `${keyWords(condition.key)} contains “${short(condition.text)}”`
    case 'between':
      return `${keyWords(condition.key)} ${betweenWords(condition.from, condition.to)}`
    case 'created':
      return createdWords(condition.from, condition.until, zone)
    case 'missing':
      return `${keyWords(condition.key)} is missing`
    case 'present':
      return `${keyWords(condition.key)} is present`
    case 'kind':
      return `${keyWords(condition.key)} is ${KIND_WORDS[condition.kind]}`
    case 'measured':
      return `${MEASURED[condition.as]} ${measureWords(condition.measure)}`
    case 'units':
      return condition.by
        .map((name, at) => `${short(name)} = ${unitWords(condition.units[at] ?? null, condition.priced !== undefined)}`)
        .join(', ')
    case 'sign':
      return condition.sign === 'neither' ? 'Neither credit nor debit' : `Type = ${condition.sign}`
    case 'misfit':
      return MISFIT_WORDS[condition.misfit]
    case 'rows':
      return `${countWords(condition.rows.length, 'row')} chosen`
    default:
      return condition satisfies never
  }
}

/** The name of a field's column, or of a property, on the screen. */
function keyWords(key: SnapshotKey): string {
  switch (key.of) {
    case 'field':
      return eventField(key.field).head
    case 'property':
      return short(key.name)
    case 'time':
      return `Created, by ${key.every}`
    default:
      return key satisfies never
  }
}

export const KIND_WORDS: Record<ValueKind, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  json: 'an object or a list',
  repeated: 'given more than once',
}

function oneOfWords(key: string, values: readonly (KeyValue | null)[]): string {
  const shown = values.slice(0, MOST_VALUES).map(valueWords)
  const more = values.length - shown.length
  if (values.length === 1) return values[0] === null ? `${key} is missing` : `${key} = ${shown[0]}`
  return `${key} is one of ${shown.join(', ')}${more > 0 ? `, +${grouped(more)} more` : ''}`
}

function valueWords(value: KeyValue | null): string {
  if (value === null) return 'none'
  return value.kind === 'string' ? `“${short(value.text)}”` : short(value.text)
}

function betweenWords(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `is ${from} to ${to}`
  return from !== null ? `is ${from} or more` : `is ${to ?? 'any number'}${to === null ? '' : ' or less'}`
}

function createdWords(from: string | null, until: string | null, zone: string): string {
  const [start, end] = [from, until].map((instant) => instant && (momentWords(instant, zone) ?? instant))
  if (start && end) return `Created from ${start} up to, not including, ${end}`
  return start ? `Created from ${start} on` : `Created before ${end ?? 'any time'}`
}

const MEASURED = {
  number: 'With a number in',
  without: 'Without a number in',
  beyond: 'With a number too large or too small in',
} as const

const measureWords = ({ properties }: Measure) => properties.map(short).join(' × ')

/** A quantity has no currency, whatever its price is in. */
const unitWords = (unit: string | null, isPriced: boolean) =>
  unit === null ? (isPriced ? 'none' : 'not known') : `“${short(unit)}”`

const FIELD_MISFIT_WORDS = Object.fromEntries(
  Object.entries(LABELS).map(([field, label]) => [field, `${label} does not fit the interface`]),
) as Record<HyphenedField, string>

const MISFIT_WORDS: Record<Misfit, string> = {
  ...FIELD_MISFIT_WORDS,
  filters: 'Does not match a filter of the search',
  'event-type': 'Type is neither credit nor debit',
  'created-at': 'Created is not a valid time',
  'not-utc': 'Created is not in UTC',
  properties: 'Properties are not an object',
  'property-kinds': 'A property is neither text nor a number',
  'repeated-names': 'Two properties have one name',
}
