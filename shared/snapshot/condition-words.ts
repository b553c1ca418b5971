// Conditions within a snapshot in words, the same on chips, in the head, in copies, files and receipts:
// "178 of 10,078 events: event code = api_calls; amount is from 1 to 10".
import { SUM_TYPE_WORDS } from '../event/event.ts'
import { eventField, FIELD_KEYS, hyphened } from '../event/event-fields.ts'
import { TOO_MANY_DIGITS } from '../exact/decimal.ts'
import { countWords, grouped } from '../exact/grouped-digits.ts'
import { fieldText, propertyText } from '../search/filter-words.ts'
import type { Condition, KeyValue, Measure, Mismatch, Scope, SnapshotKey, ValueKind } from './snapshot-condition.ts'
import { instantWords, upToWords } from './snapshot-range.ts'

/** A list is cut after so many, and a text after so much. */
const MOST_LISTED = 5
const LONGEST_TEXT = 80

/** Null where every row is in it that fits the search. @param zone in which instants are said */
export function conditionsWords({ where }: Pick<Scope, 'where'>, zone: string): string | null {
  return where.length === 0 ? null : where.map((condition) => conditionWords(condition, zone)).join('; ')
}

/**
 * Says which events of a snapshot figures are of: "178 of 10,078 events: event code = api_calls"; "1,210 events: also
 * those that do not match a filter of the search". Null where all are.
 * @param events null: some, of which the number is not known
 * @param rows of the snapshot
 */
export function narrowedWords(scope: Scope, events: number | null, rows: number, zone: string): string | null {
  const conditions = conditionsWords(scope, zone)
  const parts = [
    ...(conditions === null ? [] : [conditions]),
    ...(scope.misses ? ['also those that do not match a filter of the search'] : []),
  ]
  if (parts.length === 0) return null
  const of = events === null ? 'some' : grouped(events)
  const count = scope.misses && events !== null ? countWords(events, 'event') : `${of} of ${countWords(rows, 'event')}`
  return `${count}: ${parts.join('; ')}`
}

/**
 * "event code = api_calls", "amount is from 1 to 10". Long texts are cut, and of many values the first five are named.
 * @param zone in which instants are said
 */
export function conditionWords(condition: Condition, zone: string): string {
  switch (condition.is) {
    case 'one-of':
      return `${keyWords(condition.key)} ${oneOfWords(condition)}${zoneWords(condition)}`
    case 'number':
      return `${keyWords(condition.key)} is ${condition.not ? 'not' : 'the number'} ${short(condition.number)}`
    case 'contains':
      return `${keyWords(condition.key)} contains "${short(condition.text)}"`
    case 'between':
      return `${keyWords(condition.key)} ${betweenWords(condition)}`
    case 'created':
      return createdWords(condition.from, condition.until, zone)
    case 'missing':
      return `${keyWords(condition.key)} is missing`
    case 'present':
      return `${keyWords(condition.key)} is present`
    case 'kind':
      return `${keyWords(condition.key)} is ${KIND_WORDS[condition.kind]}`
    case 'measured':
      return `${measureWords(condition.measure)} ${MEASURED[condition.as]}`
    case 'units':
      return condition.by
        .map((name, at) => {
          const unit = condition.units[at] ?? null
          return unit === null ? `${short(name)} is ${noUnit(condition)}` : `${short(name)} = ${fieldText(short(unit))}`
        })
        .join(', ')
    case 'sign':
      return condition.sign === 'neither' ? `type is ${SUM_TYPE_WORDS.neither}` : `type = ${condition.sign}`
    case 'misfit':
      return MISMATCHES[condition.misfit]
    case 'rows':
      return countWords(condition.rows.length, 'individual event')
  }
}

/** Writes a key as "event code", "amount", "created day". */
export function keyWords(key: SnapshotKey): string {
  switch (key.of) {
    case 'field':
      return fieldName(key.field)
    case 'property':
      return short(key.name)
    case 'time':
      return `created ${key.every}`
  }
}

/** They say what a value is, after "is". */
export const KIND_WORDS: Record<ValueKind, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  json: 'an object or a list',
  repeated: 'given more than once',
}

/** It stands in the middle of a sentence. */
const fieldName = (field: (typeof FIELD_KEYS)[number]) =>
  eventField(field).head.replace(/^[A-Z]/, (letter) => letter.toLowerCase())

type OneOf = Extract<Condition, { is: 'one-of' }>

function oneOfWords({ key, values, not }: OneOf): string {
  const [first] = values
  if (not) return `is not ${listed(key, values)}`
  if (values.length !== 1 || first === undefined) return `is ${listed(key, values)}`
  return first === null ? 'is missing' : `= ${valueWords(key, first)}`
}

function valueWords(key: SnapshotKey, value: KeyValue | null): string {
  if (value === null) return 'missing'
  const text = short(value.text)
  return key.of === 'property' ? propertyText({ kind: value.kind, text }) : fieldText(text)
}

/** Periods of another zone than the snapshot's. */
function zoneWords({ key, zone }: OneOf): string {
  return key.of === 'time' && zone !== null ? ` in ${zone}` : ''
}

/** Of a quantity the currency is none, whatever its price is in. */
const noUnit = ({ priced }: Extract<Condition, { is: 'units' }>) => (priced === undefined ? 'not set' : 'none')

function listed(key: SnapshotKey, values: OneOf['values']): string {
  if (values.length === 0) return 'none of any'
  const words = values
    .slice(0, MOST_LISTED)
    .map((value) => valueWords(key, value))
    .join(' or ')
  const more = values.length - MOST_LISTED
  return more <= 0 ? words : `${words} or ${grouped(more)} more`
}

function betweenWords({ from, to, beyond }: Extract<Condition, { is: 'between' }>): string {
  if (beyond && (from !== null || to !== null)) {
    const ends = [
      from === null ? [] : [`more than ${short(from)}`],
      to === null ? [] : [`less than ${short(to)}`],
    ].flat()
    return `is ${ends.join(' and ')}`
  }
  if (from === null) return to === null ? 'is a number' : `is at most ${short(to)}`
  return to === null ? `is at least ${short(from)}` : `is from ${short(from)} to ${short(to)}`
}

function createdWords(from: string | null, until: string | null, zone: string): string {
  const [start, end] = [from, until].map((instant) => instant && instantWords(instant, zone))
  if (start) return `created from ${start} ${end ? upToWords(end) : 'on'}, ${zone}`
  return end ? `created before ${end}, ${zone}` : 'created at any time'
}

const measureWords = ({ properties }: Measure) => properties.map(short).join(' × ')

const MEASURED = {
  number: 'has a number',
  without: 'has no number',
  beyond: TOO_MANY_DIGITS,
} as const

/** They say what is wrong with one event. */
export const MISMATCHES: Record<Mismatch, string> = {
  ...(Object.fromEntries(
    FIELD_KEYS.map((key) => [hyphened(eventField(key).name), `${fieldName(key)} does not fit the interface`]),
  ) as Record<Mismatch, string>),
  filters: 'does not match a filter of the search',
  'event-type': 'type is neither credit nor debit',
  'created-at': 'created is not a valid time',
  'not-utc': 'created is not in UTC',
  properties: 'properties are not an object',
  'property-kinds': 'a property is neither text nor a number',
  'repeated-names': 'two properties have one name',
}

/** The cut leaves no half a character at its end. */
function short(text: string): string {
  if (text.length <= LONGEST_TEXT) return text
  return `${text.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '')}…`
}
