// This is what the checks of a snapshot found, in sentences, and as a table to copy.
import { SUM_TYPE_WORDS } from '../../../shared/event/event.ts'
import { type HyphenedField, LABELS } from '../../../shared/event/event-fields.ts'
import { countWords, grouped, listWords } from '../../../shared/exact/grouped-digits.ts'
import {
  type FigureColumn,
  type FigureTable,
  numberValue,
  textValue,
} from '../../../shared/figures/figure-description.ts'
import { MISMATCHES } from '../../../shared/snapshot/condition-words.ts'
import type {
  ChecksAnswer,
  DuplicateGroup,
  DuplicatesAnswer,
  DuplicatesQuestion,
} from '../../../shared/snapshot/snapshot-checks.ts'
import type { Mismatch } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ShapesAnswer, UnexpectedMoney } from '../../../shared/snapshot/snapshot-shapes.ts'
import type { DuplicateFigure } from '../../../shared/snapshot/snapshot-worth.ts'
import { missedWords, notInOtherSums, notInSumWords, sentValueWords } from '../../../shared/worth/not-in-sum.ts'
import { isIdempotencyName } from '../../../shared/worth/property-meanings.ts'
import { unexpectedWords } from '../../shape/shape-words.ts'
import { shortened } from '../../ui/excerpt.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { moneyInWords, moneyWords, opposite, quantityInWords, unvaluedWords } from '../../worth/money-words.ts'
import { moneyWithout } from '../headlines/headline-words.ts'
import { firstOf } from '../store/snapshot-query.ts'

/** "2 groups may be duplicates. If one of each is right: 1,249.00 EUR too much. Genuine events can look like this." */
export function duplicatesWords(answer: DuplicatesAnswer, amount: AmountChoice): string {
  const open = answer.groupCount - answer.marked
  const marked = answer.marked === 0 ? '' : ` ${countWords(answer.marked, 'group')} marked as legitimate.`
  if (open === 0)
    return answer.marked === 0 ? 'No events look like duplicates.' : `Nothing else looks like a duplicate.${marked}`
  const groups = `${countWords(open, 'group')} may be duplicates.`
  const { against } = answer
  const apart =
    against === 0 ? '' : ` In ${countWords(against, 'group')} each event has a key of its own: they are in no figure.`
  return `${groups} ${tooMuchWords(answer, amount)}Genuine events can look like this.${apart}${marked}`
}

/** "Alike but for transaction_id". */
export const alikeTitle = (names: readonly string[]) => `Alike but for ${namesWords(names)}`

const namesWords = (names: readonly string[]) => names.map((name) => shortened(name, 40)).join(' or ')

/** "3 events more than once. If one of each is right: 37.50 USD charged too much. Each has its own transaction_id …" */
export function alikeWords({ names, events }: ButFor, answer: DuplicatesAnswer, amount: AmountChoice): string {
  const each = `Each has its own ${namesWords(names)}, so they may be right.`
  return `${countWords(events, 'event')} more than once. ${tooMuchWords(answer, amount)}${each}`
}

type ButFor = NonNullable<DuplicatesAnswer['butFor']>

function tooMuchWords({ charged, credited, tooMuch }: DuplicatesAnswer, amount: AmountChoice): string {
  /** What the price rules say that it comes to. */
  const byRules = (figures: readonly DuplicateFigure[], words: string) =>
    figures.map(({ evidence, sums, notInSums }) => ({
      words: evidence === 'key' ? words : `${words} by events that only look alike`,
      sums: sums.map(({ sum, currency }) => moneyWithout(sum.replace(/^-/, ''), currency, notInSums)),
      without: notInOtherSums(notInSums, sums),
    }))
  /** The amounts as sent, of events of an event type (`sign`) that no price rule takes. */
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
  { moneyKind, amount: each, units, why, quantity, unit, sent }: DuplicateGroup,
  choice: AmountChoice,
): string | null {
  if (moneyKind === 'no-rule')
    return each === null ? 'No price rule' : `${moneyWords(each, units, choice)} each as sent, no price rule`
  if (each !== null) return `${moneyInWords(each, units[0] ?? null)} each`
  const words = unvaluedGroupWords({ moneyKind, why, sent })
  return quantity === null ? words : `${words}, ${quantityInWords(quantity, unit)} each`
}

/** "The number is text: “150”", "Billed by the month, not per event". */
function unvaluedGroupWords({ moneyKind, why, sent }: Pick<DuplicateGroup, 'moneyKind' | 'why' | 'sent'>): string {
  const words = unvaluedWords(moneyKind === 'balance' ? 'balance' : (why ?? 'not-money'))
  return sent === null ? words : `${words}: ${sentValueWords(sent)}`
}

/** How much of a group is too much, as a size, where that is known: "480.00 EUR charged too much". */
export function groupTooMuch(
  { moneyKind, eventType, tooMuch, units }: DuplicateGroup,
  amount: AmountChoice,
): { exact: string; words: string } | null {
  if (tooMuch === null) return null
  if (moneyKind === 'no-rule') {
    const side = isCredited({ moneyKind, eventType }) ? 'credited too much' : 'too much'
    return { exact: tooMuch, words: `${moneyWords(tooMuch, units, amount)} ${side}` }
  }
  const exact = moneyKind === 'reduces' ? opposite(tooMuch) : tooMuch
  return {
    exact,
    words: `${moneyInWords(exact, units[0] ?? null)} ${isCredited({ moneyKind, eventType }) ? 'credited' : 'charged'} too much`,
  }
}

/**
 * Whether the customer was credited for what is there twice, and not charged: by the rules, and where there is none by
 * the event type as sent.
 */
const isCredited = ({ moneyKind, eventType }: Pick<DuplicateGroup, 'moneyKind' | 'eventType'>) =>
  moneyKind === 'no-rule' ? eventType === 'credit' : moneyKind === 'reduces'

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
  }
}

/** Lists those that `evidenceWords` does not stand for already. */
export function otherIdentifiers({ evidence, identifiers }: Pick<DuplicateGroup, 'evidence' | 'identifiers'>) {
  const said = { strong: 'same', against: 'different', plain: null }[evidence]
  return identifiers.filter(({ name, values }) => values !== said || !isIdempotencyName(name))
}

/** "request_id differs, trace_id is the same". */
export function identifierWords({ identifiers }: Pick<DuplicateGroup, 'identifiers'>): string {
  const words = { same: 'is the same', different: 'differs', mixed: 'is the same in some' }
  return identifiers.map(({ name, values }) => `${shortened(name, 40)} ${words[values]}`).join(', ')
}

/** "480.00 EUR charged, 49.60 EUR taken off, without 1 event of sms whose amount is text: “5”, 3 without an amount". */
export function unexpectedMoneyWords({ charged, reduces, without, notIn }: UnexpectedMoney): string {
  /** Of the events that are in no sum (`without`) those of which `notIn` does not say why. */
  const withoutReason = notIn.reduce((left, { events }) => left - events, without)
  const sums = (side: UnexpectedMoney['charged']) =>
    listed(side.map(({ sum, currency }) => moneyInWords(sum.replace(/^-/, ''), currency)))
  return [
    charged.length === 0 ? '' : `${sums(charged)} charged`,
    reduces.length === 0 ? '' : `${sums(reduces)} taken off`,
    notInSumWords(notIn) ?? '',
    withoutReason === 0 ? '' : `${grouped(withoutReason)} without an amount of their own`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Says what is wrong with so many events, behind "12 events " or "1 event ". */
export function mismatchWords(mismatch: Mismatch, count: number): string {
  const [have, are] = count === 1 ? ['has', 'is'] : ['have', 'are']
  switch (mismatch) {
    case 'filters':
      return count === 1 ? MISMATCHES.filters : 'do not match a filter of the search'
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
      return `${have} no valid ${labelOf(mismatch)}`
  }
}

/** It is part of a sentence. */
const labelOf = (mismatch: HyphenedField) =>
  LABELS[mismatch].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** "12 events are not as expected, by version 0c1f…: 42.00 EUR charged." */
export function unexpectedSentence(answer: ShapesAnswer): string {
  const { unexpected, events, shapes } = answer
  if (unexpected === 0) return `All ${countWords(events, 'event')} are as expected, by version ${shapes}.`
  const are = unexpected === 1 ? 'event is' : 'events are'
  return `${grouped(unexpected)} ${are} not as expected, by version ${shapes}: ${unexpectedMoneyWords(answer)}.`
}

/** More are said to be left out. */
const MOST_COPIED = 10_000
const A_CALL = 500

/** All groups, however many are listed, as far as they are copied. */
export const groupsToCopy = (
  question: DuplicatesQuestion,
  ask: (question: DuplicatesQuestion) => Promise<Pick<DuplicatesAnswer, 'groups' | 'groupCount'>>,
): Promise<DuplicateGroup[]> =>
  firstOf(MOST_COPIED, A_CALL, async (part) => {
    const { groups, groupCount } = await ask({ ...question, ...part })
    return { rows: groups, count: groupCount }
  })

/** This is what is said of a finding; figures are plain decimals. */
interface CheckLine {
  check: string
  what: string | null
  events: number | null
  each?: string | null
  tooMuch?: string | null
  unit?: string | null
  details?: string | null
}

const column = (id: keyof CheckLine, head: string, kind: 'text' | 'number' = 'text'): FigureColumn<CheckLine> => ({
  id,
  head,
  kind,
  cell: ({ [id]: of }) => ({ value: kind === 'number' ? numberValue(of) : textValue(of == null ? null : String(of)) }),
})

const CHECK_COLUMNS = [
  column('check', 'Check'),
  column('what', 'What'),
  column('events', 'Events', 'number'),
  column('each', 'Worth each', 'number'),
  column('tooMuch', 'Too much', 'number'),
  column('unit', 'Unit'),
  column('details', 'Details'),
]

interface FoundByChecks {
  duplicates: DuplicatesAnswer
  /** They are those that were fetched; where that is not all, a line says how many of how many. */
  groups: readonly DuplicateGroup[]
  alike: { answer: DuplicatesAnswer; butFor: { names: readonly string[] }; groups: readonly DuplicateGroup[] } | null
  others: ChecksAnswer
  shapes: ShapesAnswer | null
}

/** A line for each finding, as it is copied. */
export function checksTable(
  { duplicates, groups, alike, others, shapes }: FoundByChecks,
  amount: AmountChoice,
): FigureTable<CheckLine> {
  const partly = (check: string, listed: number, all: number): CheckLine[] =>
    listed < all ? [{ check, what: `${grouped(listed)} of ${grouped(all)} are listed`, events: null }] : []
  const ofGroups = (check: string, found: readonly DuplicateGroup[], all: number) => [
    ...found.map((group) => groupLine(check, group, amount)),
    ...partly(check, found.length, all),
  ]
  const differ = (what: string, events: number, more: Partial<CheckLine>): CheckLine => ({
    check: 'Amounts that differ',
    what,
    events,
    ...more,
  })
  const money = (figure: 'differing' | 'roundedOnly', words: string) =>
    others[figure].sums.map(({ currency, sum, events }) => differ(words, events, { tooMuch: sum, unit: currency }))
  const lines: CheckLine[] = [
    ...ofGroups('Possible duplicates', groups, duplicates.groupCount),
    ...(alike === null ? [] : ofGroups(alikeTitle(alike.butFor.names), alike.groups, alike.answer.groupCount)),
    ...others.differing.listed.map(({ eventId, eventCode, customerId, more, currency }) =>
      differ(eventId ?? '–', 1, {
        tooMuch: more,
        unit: currency,
        details: `${eventCode ?? '–'}, ${customerId ?? '–'}`,
      }),
    ),
    ...partly('Amounts that differ', others.differing.listed.length, others.differing.events),
    ...others.notCompared.map((part) => differ('not compared', part.events, { details: missedWords(part) })),
    ...money('differing', 'all of them'),
    ...money('roundedOnly', 'by rounding alone'),
    ...(shapes?.groups ?? []).map((group) => ({
      check: 'Unexpected shapes',
      what: `${group.code ?? '–'}: ${unexpectedWords(group)}`,
      events: group.events,
      details: `${unexpectedMoneyWords(group)}; such as ${group.example.eventId ?? '–'}`,
    })),
    ...partly('Unexpected shapes', shapes?.groups.length ?? 0, shapes?.groupCount ?? 0),
    ...others.mixedKinds.flatMap(({ name, kinds }) =>
      Object.entries(kinds).map(([kind, events]) => ({ check: 'Mixed kinds', what: `${name} is ${kind}`, events })),
    ),
    ...others.mismatches.map(({ misfit: mismatch, count }) => ({
      check: 'Does not fit',
      what: mismatchWords(mismatch, count),
      events: count,
    })),
    ...others.repeatedIds.map(({ eventId, rows, texts }) => ({
      check: 'Repeated ID',
      what: eventId,
      events: rows.length,
      details: texts === 1 ? 'one text' : `${texts} texts`,
    })),
    ...partly('Repeated ID', others.repeatedIds.length, others.repeatedIdCount),
  ]
  return {
    name: 'Checks',
    columns: CHECK_COLUMNS,
    blocks: [{ id: 'all', rows: lines.map((line, at) => ({ id: String(at), of: line, name: [] })) }],
    scaleOver: 'table',
  }
}

function groupLine(check: string, group: DuplicateGroup, amount: AmountChoice): CheckLine {
  const { events, count, legitimate, moneyKind, eventCode, eventType, customerId } = group
  const ids = events.map(({ eventId }) => eventId ?? '–').join(', ')
  const rest = count > events.length ? ` and ${grouped(count - events.length)} more` : ''
  const isUnvalued = moneyKind !== 'no-rule' && group.amount === null
  const details = [
    evidenceWords(group),
    identifierWords(group),
    ...(moneyKind === 'no-rule' ? ['as sent, no price rule'] : []),
    ...(isUnvalued ? [unvaluedGroupWords(group)] : []),
    ...(isCredited(group) ? ['credited'] : []),
    legitimate === null ? null : `legitimate: ${legitimate}`,
    `${ids}${rest}`,
  ]
  const [each, unit] = isUnvalued
    ? [null, group.unit]
    : [group.amount, group.units.filter((one) => one !== null).join(' · ')]
  return {
    check,
    what: [eventCode, eventType, customerId].map((one) => one ?? '–').join(', '),
    events: count,
    each,
    tooMuch: groupTooMuch(group, amount)?.exact ?? null,
    unit: unit === '' ? null : unit,
    details: details.filter(Boolean).join('; '),
  }
}
