// What the checks of a snapshot found, in sentences.
import { type HyphenedField, LABELS } from '../../../shared/event/event-fields.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { DuplicateGroup, DuplicatesAnswer } from '../../../shared/snapshot/snapshot-checks.ts'
import type { Misfit } from '../../../shared/snapshot/snapshot-condition.ts'
import { shortened } from '../../ui/excerpt.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { moneyWords } from '../../worth/money-words.ts'

/** "2 groups may be duplicates. If one of each is right: 1,249.00 EUR too much. Genuine events can look like this." */
export function duplicatesWords(answer: DuplicatesAnswer, amount: AmountChoice): string {
  const open = answer.groupCount - answer.marked
  const marked = answer.marked === 0 ? '' : ` ${countWords(answer.marked, 'group')} marked as legitimate.`
  if (open === 0)
    return answer.marked === 0 ? 'No events look like duplicates.' : `Nothing else looks like a duplicate.${marked}`
  const groups = `${countWords(open, 'group')} may be duplicates.`
  return `${groups} ${tooMuchWords(answer, amount)}Genuine events can look like this.${marked}`
}

function tooMuchWords({ tooMuch }: DuplicatesAnswer, amount: AmountChoice): string {
  const parts = (sign: string) =>
    tooMuch.flatMap((one) =>
      one.sign === sign && one.amount !== null ? [moneyWords(one.amount, one.units, amount)] : [],
    )
  const sides = [
    { words: 'too much', sums: parts('debit') },
    { words: 'too much credited', sums: parts('credit') },
    { words: 'too much that is neither credit nor debit', sums: parts('neither') },
  ].filter(({ sums }) => sums.length > 0)
  if (sides.length === 0) return ''
  return `If one of each is right: ${sides.map(({ words, sums }) => `${listed(sums)} ${words}`).join('; ')}. `
}

/** The list has the other sums. */
const MOST_SUMS = 4

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, MOST_SUMS)
  const more = texts.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${countWords(more, 'other sum')}`
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** The evidence for and against one event having been sent twice; null: none beyond their likeness. */
export function evidenceWords({ evidence }: Pick<DuplicateGroup, 'evidence'>): string | null {
  switch (evidence) {
    case 'strong':
      return 'Same idempotency key'
    case 'against':
      return 'Different idempotency keys'
    case 'plain':
      return null
    default:
      return evidence satisfies never
  }
}

/** "request_id differs, trace_id is the same". */
export function identifierWords({ identifiers }: Pick<DuplicateGroup, 'identifiers'>): string {
  const words = { same: 'is the same', different: 'differs', mixed: 'is the same in some' }
  return identifiers.map(({ name, values }) => `${shortened(name, 40)} ${words[values]}`).join(', ')
}

/** What follows "12 events ", or "1 event ". */
export function misfitWords(misfit: Misfit, count: number): string {
  const [have, are] = count === 1 ? ['has', 'is'] : ['have', 'are']
  switch (misfit) {
    case 'filters':
      return count === 1 ? 'does not match a filter of the search' : 'do not match a filter of the search'
    case 'created-at':
      return `${have} no valid creation time`
    case 'event-type':
      return `${are} neither credit nor debit`
    case 'not-utc':
      return `${have} a creation time that is not in UTC`
    case 'properties':
      return `${have} properties that are not an object`
    case 'property-kinds':
      return `${have} a property that is neither text nor a number`
    case 'repeated-names':
      return `${have} two properties of one name`
    default:
      return `${have} no valid ${labelOf(misfit)}`
  }
}

/** As part of a sentence. */
const labelOf = (misfit: HyphenedField) => LABELS[misfit].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
