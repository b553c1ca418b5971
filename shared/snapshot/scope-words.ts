// A filter set within a snapshot in words, for files, receipts, copies and lists: "type = credit; amount is from 1 to 10".
import { eventField } from '../event/event-fields.ts'
import { grouped } from '../exact/grouped-digits.ts'
import type { Condition, Measure, Misfit, Scope } from './snapshot-condition.ts'
import type { KeyValue, SnapshotKey } from './snapshot-key.ts'

/** Of what is listed, so many; and so much of a text. */
const MOST_LISTED = 5
const LONGEST_TEXT = 80

/** Null where every row is in it that fits the search. */
export function scopeWords({ where }: Pick<Scope, 'where'>): string | null {
  return where.length === 0 ? null : where.map(conditionWords).join('; ')
}

function conditionWords(condition: Condition): string {
  switch (condition.is) {
    case 'one-of':
      return `${keyWords(condition.key)} ${oneOfWords(condition.values)}`
    case 'number':
      return `${keyWords(condition.key)} is the number ${short(condition.number)}`
    case 'contains':
      return `${keyWords(condition.key)} contains "${short(condition.text)}"`
    case 'between':
      return `${keyWords(condition.key)} ${betweenWords(condition.from, condition.to)}`
    case 'created': {
      const { from, until } = condition
      const start = from === null ? '' : ` from ${from}`
      return `created${start}${until === null ? '' : ` before ${until}`}`
    }
    case 'missing':
      return `${keyWords(condition.key)} is missing`
    case 'present':
      return `${keyWords(condition.key)} is present`
    case 'kind':
      return `${keyWords(condition.key)} is ${KINDS[condition.kind]}`
    case 'measured':
      return `${measureWords(condition.measure)} ${MEASURED[condition.as]}`
    case 'units':
      return condition.by
        .map((name, at) => {
          const unit = condition.units[at] ?? null
          return unit === null ? `${short(name)} is ${noUnit(condition)}` : `${short(name)} = ${textWords(unit)}`
        })
        .join(', ')
    case 'sign':
      return condition.sign === 'neither' ? 'type is neither credit nor debit' : `type = ${condition.sign}`
    case 'misfit':
      return `misfits: ${misfitWords(condition.misfit)}`
    case 'rows':
      return condition.rows.length === 1 ? '1 chosen row' : `${grouped(condition.rows.length)} chosen rows`
    default:
      return condition satisfies never
  }
}

/** As "event code", "amount", "day". */
export function keyWords(key: SnapshotKey): string {
  switch (key.of) {
    case 'field':
      return eventField(key.field).head.replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    case 'property':
      return short(key.name)
    case 'time':
      return { hour: 'hour', day: 'day', week: 'week of', month: 'month' }[key.every]
    default:
      return key satisfies never
  }
}

function oneOfWords(values: readonly (KeyValue | null)[]): string {
  const [first] = values
  return values.length === 1 && first ? `= ${valueWords(first)}` : `is ${listed(values.map(valueWords))}`
}

const valueWords = (value: KeyValue | null) => {
  if (value === null) return 'missing'
  return value.kind === 'string' ? textWords(value.text) : short(value.text)
}

/** In quotes where it might be taken for something else. */
const textWords = (text: string) => (PLAIN_TEXT.test(text) ? short(text) : `"${short(text)}"`)

const PLAIN_TEXT = /^(?!(?:true|false|null|missing)$)[\p{L}_][\p{L}\p{M}\p{N}_./:@-]*$/u

/** Of a quantity the currency is none, whatever its price is in. */
const noUnit = ({ priced }: Extract<Condition, { is: 'units' }>) => (priced === undefined ? 'not known' : 'none')

function listed(words: readonly string[]): string {
  if (words.length === 0) return 'none of any'
  const more = words.length - MOST_LISTED
  return more <= 0 ? words.join(' or ') : `${words.slice(0, MOST_LISTED).join(' or ')} or ${grouped(more)} more`
}

function betweenWords(from: string | null, to: string | null): string {
  if (from === null) return to === null ? 'is a number' : `is at most ${short(to)}`
  return to === null ? `is at least ${short(from)}` : `is from ${short(from)} to ${short(to)}`
}

const measureWords = ({ properties }: Measure) => properties.map(short).join(' × ')

const MEASURED = {
  number: 'has a number',
  without: 'has no number',
  beyond: 'is too large or too small to calculate with',
} as const

const KINDS = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  json: 'an object or a list',
  repeated: 'given more than once',
} as const

function misfitWords(misfit: Misfit): string {
  return misfit === 'filters' ? 'filters of the search' : misfit.replaceAll('-', ' ')
}

/** Without half a character at its end. */
function short(text: string): string {
  if (text.length <= LONGEST_TEXT) return text
  return `${text.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '')}…`
}
