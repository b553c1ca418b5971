// What the checks of a snapshot found, in sentences.

import { SUM_TYPE_WORDS } from '../../../shared/event/event.ts'
import { type HyphenedField, LABELS } from '../../../shared/event/event-fields.ts'
import { countWords, grouped, listWords } from '../../../shared/exact/grouped-digits.ts'
import { MISFITS } from '../../../shared/snapshot/condition-words.ts'
import type { DuplicateGroup, DuplicatesAnswer } from '../../../shared/snapshot/snapshot-checks.ts'
import type { Misfit } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ShapesAnswer, UnexpectedMoney } from '../../../shared/snapshot/snapshot-shapes.ts'
import type { TwiceFigure } from '../../../shared/snapshot/snapshot-worth.ts'
import { notInOtherSums, notInSumWords, sentValueWords } from '../../../shared/worth/not-in-sum.ts'
import { isIdempotencyName } from '../../../shared/worth/request-names.ts'
import { shortened } from '../../ui/excerpt.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { moneyInWords, moneyWords, opposite } from '../../worth/money-words.ts'
import { quantityInWords, unvaluedWords } from '../figures/unvalued-words.ts'
import { moneyWithout } from '../headlines/headline-words.ts'

/** "2 groups may be duplicates. If one of each is right: 1,249.00 EUR too much. Genuine events can look like this." */
export function duplicatesWords(answer: DuplicatesAnswer, amount: AmountChoice): string {
  const open = answer.groupCount - answer.marked
  const marked = answer.marked === 0 ? '' : ` ${countWords(answer.marked, 'group')} marked as legitimate.`
  if (open === 0)
    return answer.marked === 0 ? 'No events look like duplicates.' : `Nothing else looks like a duplicate.${marked}`
  const groups = `${countWords(open, 'group')} may be duplicates.`
  const { against } = answer
  const apart =
    against === 0 ? '' : ` In ${countWords(against, 'group')} each event has a key of its own: no figure has them.`
  return `${groups} ${tooMuchWords(answer, amount)}Genuine events can look like this.${apart}${marked}`
}

/** "Alike but for transaction_id". */
export const alikeTitle = (names: readonly string[]) => `Alike but for ${namesWords(names)}`

const namesWords = (names: readonly string[]) => names.map((name) => shortened(name, 40)).join(' or ')

/** "3 events more than once. If one of each is right: 37.50 USD charged too much. Each has its own transaction_id, so they may be right." */
export function alikeWords({ names, events }: ButFor, answer: DuplicatesAnswer, amount: AmountChoice): string {
  const each = `Each has its own ${namesWords(names)}, so they may be right.`
  return `${countWords(events, 'event')} more than once. ${tooMuchWords(answer, amount)}${each}`
}

type ButFor = NonNullable<DuplicatesAnswer['butFor']>

function tooMuchWords({ charged, credited, tooMuch }: DuplicatesAnswer, amount: AmountChoice): string {
  const byRules = (figures: readonly TwiceFigure[], words: string) =>
    figures.map(({ evidence, sums, notInSums }) => ({
      words: evidence === 'key' ? words : `${words} by events that only look alike`,
      sums: sums.map(({ sum, currency }) => moneyWithout(sum.replace(/^-/, ''), currency, notInSums)),
      without: notInOtherSums(notInSums, sums),
    }))
  const asSent = (sign: string, words: string) => ({
    words: `${words}, as sent (no price rule)`,
    sums: tooMuch.flatMap((one) =>
      one.sign === sign && one.amount !== null
        ? [moneyWords(one.amount, one.units, { isMinor: amount.isMinor, code: one.code })]
        : [],
    ),
    without: [],
  })
  const sides = [
    ...byRules(charged, 'charged too much'),
    ...byRules(credited, 'credited too much'),
    asSent('debit', 'too much'),
    asSent('credit', 'credited too much'),
    asSent('neither', 'too much that is neither credit nor debit'),
  ].filter(({ sums, without }) => sums.length > 0 || without.length > 0)
  if (sides.length === 0) return ''
  const told = sides.map(({ words, sums, without }) =>
    [`${sums.length === 0 ? 'an amount that is not known' : listed(sums)} ${words}`, ...without].join(', '),
  )
  return `If one of each is right: ${told.join('; ')}. `
}

/** "480.00 EUR each", or why one of them has no worth, with its quantity. */
export function eachWords(
  { bin, amount: each, units, why, quantity, unit, sent }: DuplicateGroup,
  amount: AmountChoice,
): string | null {
  if (bin === 'no-rule')
    return each === null ? 'No price rule' : `${moneyWords(each, units, amount)} each as sent, no price rule`
  if (each !== null) return `${moneyInWords(each, units[0] ?? null)} each`
  const words = unvaluedGroupWords({ bin, why, sent })
  return quantity === null ? words : `${words}, ${quantityInWords(quantity, unit)} each`
}

/** "The number is text: “150”", "Billed by the month, not per event". */
export function unvaluedGroupWords({ bin, why, sent }: Pick<DuplicateGroup, 'bin' | 'why' | 'sent'>): string {
  const words = unvaluedWords(bin === 'balance' ? 'balance' : (why ?? 'not-money'))
  return sent === null ? words : `${words}: ${sentValueWords(sent)}`
}

/** How much of a group is too much, as a size, where that is known: "480.00 EUR charged too much". */
export function groupTooMuch(
  { bin, eventType, tooMuch, units }: DuplicateGroup,
  amount: AmountChoice,
): { exact: string; words: string } | null {
  if (tooMuch === null) return null
  if (bin === 'no-rule') {
    const side = isCredited({ bin, eventType }) ? 'credited too much' : 'too much'
    return { exact: tooMuch, words: `${moneyWords(tooMuch, units, amount)} ${side}` }
  }
  const exact = bin === 'reduces' ? opposite(tooMuch) : tooMuch
  return {
    exact,
    words: `${moneyInWords(exact, units[0] ?? null)} ${isCredited({ bin, eventType }) ? 'credited' : 'charged'} too much`,
  }
}

/** Whether what is there twice was given twice: by the rules, and where there is none by the event type as sent. */
export const isCredited = ({ bin, eventType }: Pick<DuplicateGroup, 'bin' | 'eventType'>) =>
  bin === 'no-rule' ? eventType === 'credit' : bin === 'reduces'

/** The list has the other sums. */
const MOST_SUMS = 4

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, MOST_SUMS)
  const more = texts.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${countWords(more, 'other sum')}`
  return listWords(shown)
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

/** Those that `evidenceWords` does not stand for already. */
export function otherIdentifiers({ evidence, identifiers }: Pick<DuplicateGroup, 'evidence' | 'identifiers'>) {
  const said = { strong: 'same', against: 'different', plain: null }[evidence]
  return identifiers.filter(({ name, values }) => values !== said || !isIdempotencyName(name))
}

/** "request_id differs, trace_id is the same". */
export function identifierWords({ identifiers }: Pick<DuplicateGroup, 'identifiers'>): string {
  const words = { same: 'is the same', different: 'differs', mixed: 'is the same in some' }
  return identifiers.map(({ name, values }) => `${shortened(name, 40)} ${words[values]}`).join(', ')
}

/** "480.00 EUR charged, 49.60 EUR taken off, without 1 sms event whose amount is text: “5”, 3 without an amount of their own". */
export function unexpectedMoneyWords({ charged, reduces, without, notIn }: UnexpectedMoney): string {
  const untold = notIn.reduce((left, { events }) => left - events, without)
  const sums = (side: UnexpectedMoney['charged']) =>
    listed(side.map(({ sum, currency }) => moneyInWords(sum.replace(/^-/, ''), currency)))
  return [
    charged.length === 0 ? '' : `${sums(charged)} charged`,
    reduces.length === 0 ? '' : `${sums(reduces)} taken off`,
    notInSumWords(notIn) ?? '',
    untold === 0 ? '' : `${grouped(untold)} without an amount of their own`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** What follows "12 events ", or "1 event ". */
export function misfitWords(misfit: Misfit, count: number): string {
  const [have, are] = count === 1 ? ['has', 'is'] : ['have', 'are']
  switch (misfit) {
    case 'filters':
      return count === 1 ? MISFITS.filters : 'do not match a filter of the search'
    case 'created-at':
      return `${have} no valid creation time`
    case 'event-type':
      return `${are} ${SUM_TYPE_WORDS.neither}`
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

/** "12 events are not as expected, by version 0c1f…: 42.00 EUR charged." */
export function unexpectedSentence(answer: ShapesAnswer): string {
  const { unexpected, events, shapes } = answer
  if (unexpected === 0) return `All ${countWords(events, 'event')} are as expected, by version ${shapes}.`
  const are = unexpected === 1 ? 'event is' : 'events are'
  return `${grouped(unexpected)} ${are} not as expected, by version ${shapes}: ${unexpectedMoneyWords(answer)}.`
}
