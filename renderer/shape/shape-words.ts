// This says what is expected of a property, and in what an event is not as expected, in words.
import type { PropertyShape, Sign, SignedType } from '../../shared/shape/expected-shapes.ts'
import type { UnexpectedPart } from '../../shared/shape/judge-event.ts'
import { KIND_WORDS } from '../../shared/snapshot/condition-words.ts'
import { shortened } from '../ui/excerpt.ts'

/** Values that are named; how many more there are is said. */
const MOST_VALUES = 8
const MOST_CHARACTERS = 40

export const SIGN_WORDS: Readonly<Record<Sign, string>> = {
  'above-zero': 'above 0',
  'not-below-zero': '0 or above',
  'not-above-zero': '0 or below',
  'below-zero': 'below 0',
}

/** "always there, a number from 0.10 to 940.59, above 0 in debits". */
export function shapeWords({ required, kinds, values, from, to, signs }: PropertyShape): string {
  const kind = joined(kinds.map((one) => KIND_WORDS[one]))
  const [least, most] = [from, to].map((number) => number && shortened(number, MOST_CHARACTERS))
  const range = least ? `from ${least}${most ? ` to ${most}` : ''}` : most ? `up to ${most}` : ''
  const sign = (type: SignedType) => (signs[type] === null ? '' : `${SIGN_WORDS[signs[type]]} in ${type}s`)
  return [
    required ? 'always there' : 'where it is there',
    [kind, range].filter(Boolean).join(' '),
    values === null ? '' : valueWords(values),
    sign('debit'),
    sign('credit'),
  ]
    .filter(Boolean)
    .join(', ')
}

function valueWords(values: readonly string[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => `“${shortened(value, MOST_CHARACTERS)}”`)
  const more = values.length - shown.length
  return `one of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const joined = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const FOUND_WORDS = { ...KIND_WORDS, repeated: 'there twice' }

/** "the event code is not a known one", "amount is missing", "amount is text, which is not expected". */
export function unexpectedWords({ what, property, kind }: UnexpectedPart): string {
  const name = shortened(property ?? '', MOST_CHARACTERS)
  switch (what) {
    case 'unknown-code':
      return 'the event code is not a known one'
    case 'missing':
      return `${name} is missing`
    case 'kind':
      return `${name} is ${kind === null ? 'of another kind' : FOUND_WORDS[kind]}, which is not expected`
    case 'value':
      return `${name} is not one of the expected values`
    case 'range':
      return `${name} is outside its expected range`
    case 'sign':
      return `${name} does not have the expected sign`
  }
}
