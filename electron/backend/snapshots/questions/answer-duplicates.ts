// Possible duplicates, and by how much events would be charged or credited too often if only one of each group is
// right.
import { compareDecimals, type Decimal, decimalText, plus, ZERO } from '../../../../shared/exact/decimal.ts'
import type {
  DuplicateEvent,
  DuplicateGroup,
  DuplicatesAnswer,
  DuplicatesQuestion,
} from '../../../../shared/snapshot/snapshot-checks.ts'
import { plainMoney, plainNumber } from '../../../../shared/worth/money-text.ts'
import { sentValue } from '../../../../shared/worth/not-in-sum.ts'
import type { ValuedEvent } from '../../../../shared/worth/value-event.ts'
import { isMoneyKind } from '../../../../shared/worth/worth.ts'
import { duplicateFigures, laterCredits, repeatedRows } from '../money/duplicate-figures.ts'
import { duplicateGroups, evidenceOf, groupKey, groupsButFor, identifiersOf } from '../money/duplicate-groups.ts'
import { instantsOf } from '../money/event-reader.ts'
import { type AskedRules, askedRules, valuedRows } from '../money/valued-rows.ts'
import { fieldColumn, textAt } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { measuredRows, rowSigns, SIGNS, unitCodes, valueAt } from '../table/measure-rows.ts'
import { allRows, selectRows } from '../table/select-rows.ts'
import type { Turn } from '../table/turn.ts'

const MOST_EVENTS = 100

/** A page of groups, with figures over all of them. A group is valued by its first event, and lists 100 at most. */
export async function answerDuplicates(
  snapshot: LoadedSnapshot,
  question: DuplicatesQuestion,
  turn: Turn,
): Promise<DuplicatesAnswer> {
  const { table } = snapshot
  const asked = askedRules(question)
  const all = await selectRows(snapshot, question.scope, turn)
  const { groups: duplicates, undated } = await duplicateGroups(snapshot, all, question, turn)
  const { rules } = asked
  const butFor = question.butFor ? await groupsButFor(snapshot, all, question, { rules, duplicates }, turn) : null
  const groups = butFor?.groups ?? duplicates
  const ignored = [...new Set([...question.ignored, ...(butFor?.names ?? [])])]
  const columns = await snapshot.properties(ignored, turn)
  const notes = new Map(question.legitimate.map(({ key, note }) => [key, note]))
  const noteOf = (group: readonly number[]) => (notes.size === 0 ? null : (notes.get(groupKey(table, group)) ?? null))
  const identifiersIn = (group: readonly number[]) => identifiersOf(group, ignored, columns)
  const standingOf = (group: readonly number[]): Standing => {
    if (noteOf(group) !== null) return 'marked'
    return evidenceOf(identifiersIn(group)) === 'against' ? 'against' : 'open'
  }
  const sent = await sentMoney(snapshot, question.unruled, turn)
  const valued = await valuedFirsts(snapshot, groups, asked, turn)

  const listed: OrderedGroup[] = []
  const tooMuch = createSentTooMuch(sent)
  for (const [at, group] of groups.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    const standing = standingOf(group)
    listed.push(orderedGroup(group, standing, valued, sent))
    if (standing === 'open' && valued.isUnruled(firstOf(group))) tooMuch.add(group)
  }
  const countOf = (wanted: Standing) => listed.filter(({ standing }) => standing === wanted).length

  const again = await repeatedRows(snapshot, groups, { ignored, legitimate: [...notes.keys()] }, turn)
  const window = groupsInOrder(listed).slice(question.offset, question.offset + question.limit)
  const credits = await laterCredits(snapshot, window, { ...sent, worthOf: valued.worthOf }, asked, turn)
  const shown = window.map((group, at): DuplicateGroup => {
    const first = firstOf(group)
    const identifiers = identifiersIn(group)
    return {
      key: groupKey(table, group),
      events: group.slice(0, MOST_EVENTS).map((row) => duplicateEvent(snapshot, row)),
      count: group.length,
      customerId: textAt(fieldColumn(table, 'customerId'), first),
      eventCode: textAt(fieldColumn(table, 'eventCode'), first),
      eventType: textAt(fieldColumn(table, 'eventType'), first),
      ...moneyOf(valued.worthOf(first), sent.sentOf(first), sent.unitsOf(first), group.length - 1),
      identifiers,
      evidence: evidenceOf(identifiers),
      laterCredits: (credits[at] ?? []).map((row) => duplicateEvent(snapshot, row)),
      legitimate: noteOf(group),
    }
  })
  return {
    version: asked.version,
    by: sent.units.map(({ name }) => name),
    groups: shown,
    offset: question.offset,
    groupCount: groups.length,
    marked: countOf('marked'),
    against: countOf('against'),
    ...(await duplicateFigures(snapshot, all, again, { asked, wholeRange: instantsOf(question.wholeRange) }, turn)),
    tooMuch: tooMuch.figures(table, question.unruled?.byCode === 'each'),
    undated,
    butFor: butFor && { names: butFor.names, events: again.size },
  }
}

const firstOf = (group: readonly number[]): number => group[0] ?? 0

/** The amounts that rows sent, which count where no rule says what they are worth. */
type SentMoney = Awaited<ReturnType<typeof sentMoney>>

/** @param unruled which property is the amount, and by which units; null: nothing is taken for one */
async function sentMoney(snapshot: LoadedSnapshot, unruled: DuplicatesQuestion['unruled'], turn: Turn) {
  // All rows, whatever is in the scope: a matching credit may lie outside it.
  const rows = allRows(snapshot.table.rows)
  const units = unruled === null ? [] : await unitCodes(snapshot, unruled, rows, turn)
  const measured = unruled === null ? null : await measuredRows(snapshot, unruled.measure, turn)
  const eventCodes = fieldColumn(snapshot.table, 'eventCode').codes
  const isWithoutUnit = (row: number) => units.every(({ codes }) => (codes[row] ?? 0) === 0)
  const signNumber = rowSigns(snapshot)
  return {
    /** The properties by whose values amounts are told apart, such as a currency. */
    units,
    /** The units of a row; null for each that it has not. */
    unitsOf: (row: number) => units.map(({ codes, keyValue }) => keyValue(codes[row] ?? 0)?.text ?? null),
    /**
     * The number of its event code, where nothing is added across event codes as no unit is known; null: the unit is.
     */
    codeOf: (row: number) => (unruled?.byCode !== undefined && isWithoutUnit(row) ? (eventCodes[row] ?? 0) : null),
    signOf: (row: number) => SIGNS[signNumber(row)],
    /** The amount of a row; null: none that could be read. */
    sentOf: (row: number) => (measured === null ? null : valueAt(measured, row)),
  }
}

/** What the first event of each group is worth, by its row. */
async function valuedFirsts(snapshot: LoadedSnapshot, groups: readonly number[][], asked: AskedRules, turn: Turn) {
  const firsts = Uint32Array.from(groups, firstOf)
  const valued = await valuedRows(snapshot, asked, firsts, turn)
  const indexOf = new Map([...firsts].map((row, at) => [row, at]))
  return {
    worthOf: (first: number) => valued.eventAt(indexOf.get(first) ?? 0),
    isUnruled: (first: number) => valued.kindAt(indexOf.get(first) ?? 0).like.moneyKind === 'no-rule',
  }
}

/** A group with what decides where it is listed. */
function orderedGroup(
  group: number[],
  standing: Standing,
  { worthOf, isUnruled }: Awaited<ReturnType<typeof valuedFirsts>>,
  { unitsOf, codeOf, sentOf }: SentMoney,
): OrderedGroup {
  const first = firstOf(group)
  const { moneyKind, worth, currency } = worthOf(first)
  const isMoney = isMoneyKind(moneyKind)
  const each = isUnruled(first) ? sentOf(first) : isMoney ? worth : null
  const unit = isUnruled(first)
    ? { isByRules: false, name: JSON.stringify([...unitsOf(first), codeOf(first)]) }
    : { isByRules: true, name: currency ?? '' }
  return { group, standing, tooMuch: each && timesCount(each, group.length - 1), unit }
}

/** Sums what is too much of groups that no rule takes: by sign, units and, where none is known, event code. */
function createSentTooMuch({ units, unitsOf, codeOf, signOf, sentOf }: SentMoney) {
  /** `first`: an event of the sum, which has its sign, units and code. */
  const sums = new Map<string, { first: number; groups: number; amount: Decimal | null }>()
  return {
    add(group: readonly number[]): void {
      const first = firstOf(group)
      const key = [signOf(first), ...units.map(({ codes }) => codes[first]), codeOf(first)].join()
      const known = sums.get(key) ?? { first, groups: 0, amount: null }
      const each = sentOf(first)
      const more = each && timesCount(each, group.length - 1)
      const amount = more === null ? known.amount : plus(known.amount ?? ZERO, more)
      sums.set(key, { first: known.first, groups: known.groups + 1, amount })
    },
    /** @param isEachCodeNamed whether a code is named where it is the only one */
    figures(table: LoadedSnapshot['table'], isEachCodeNamed: boolean): DuplicatesAnswer['tooMuch'] {
      const codes = new Set([...sums.values()].flatMap(({ first }) => codeOf(first) ?? []))
      const areCodesNamed = codes.size > (isEachCodeNamed ? 0 : 1)
      const eventCodes = fieldColumn(table, 'eventCode')
      return [...sums.values()].map(({ first, groups, amount }) => ({
        sign: signOf(first),
        units: unitsOf(first),
        ...(areCodesNamed && codeOf(first) !== null && { code: textAt(eventCodes, first) }),
        groups,
        amount: amount && decimalText(amount),
      }))
    },
  }
}

const timesCount = ({ digits, scale }: Decimal, count: number): Decimal => ({ digits: digits * BigInt(count), scale })

type GroupMoney = Pick<
  DuplicateGroup,
  'moneyKind' | 'units' | 'amount' | 'tooMuch' | 'why' | 'quantity' | 'unit' | 'sent'
>

/**
 * What a group comes to.
 * @param valued its first event
 * @param sent what that sent
 * @param more how many others it has
 */
function moneyOf(valued: ValuedEvent, sent: Decimal | null, units: (string | null)[], more: number): GroupMoney {
  if (valued.moneyKind === 'no-rule') {
    const [amount, tooMuch] = [sent && decimalText(sent), sent && decimalText(timesCount(sent, more))]
    return { moneyKind: 'no-rule', units, amount, tooMuch, why: null, quantity: null, unit: null, sent: null }
  }
  const { moneyKind, worth, currency, why, quantity, unit, missing } = valued
  const isMoney = worth !== null && isMoneyKind(moneyKind)
  const text = (value: Decimal) => plainMoney(value, currency)
  return {
    moneyKind,
    units: [currency],
    amount: isMoney ? text(worth) : null,
    tooMuch: isMoney ? text(timesCount(worth, more)) : null,
    why,
    quantity: quantity && plainNumber(quantity),
    unit,
    sent: missing?.value ? sentValue(missing.value) : null,
  }
}

function duplicateEvent({ table }: LoadedSnapshot, row: number): DuplicateEvent {
  return {
    row,
    eventId: textAt(fieldColumn(table, 'eventId'), row),
    createdAt: textAt(fieldColumn(table, 'createdAt'), row) ?? '',
  }
}

/**
 * What a group counts for. `open`: it is in the figures; `against`: its events have different request identifiers;
 * `marked`: somebody said that it is legitimate. The last two are in no figure.
 */
export type Standing = 'open' | 'against' | 'marked'

export interface OrderedGroup {
  group: number[]
  standing: Standing
  /** How much is too much, of either sign; null: there is no such money. */
  tooMuch: Decimal | null
  /** Money of two units is not compared; all that is by the rules comes before what is as sent. */
  unit: { isByRules: boolean; name: string }
}

/** Groups are listed in this order. */
const STANDINGS: readonly Standing[] = ['open', 'against', 'marked']

/**
 * The groups in the order in which they are listed: by their standing, and within one by money, unit by unit, the unit
 * of most groups first; then those without money, the largest group first. What is equal stays as it came.
 */
export function groupsInOrder(groups: readonly OrderedGroup[]): number[][] {
  /** How many groups have money in each unit. */
  const counts = new Map<string, number>()
  const unitOf = ({ unit }: OrderedGroup) => `${unit.isByRules ? 0 : 1} ${unit.name}`
  for (const one of groups) if (one.tooMuch !== null) counts.set(unitOf(one), (counts.get(unitOf(one)) ?? 0) + 1)
  // Names of units begin with 0 where the money is by the rules, which comes first, and else with 1.
  const units = [...counts].sort(([a, many], [b, others]) =>
    a[0] !== b[0] ? (a < b ? -1 : 1) : others - many || (a < b ? -1 : 1),
  )
  const places = new Map(units.map(([unit], place) => [unit, place]))
  const placed = groups.map((one) => ({
    group: one.group,
    standing: STANDINGS.indexOf(one.standing),
    place: one.tooMuch === null ? units.length : (places.get(unitOf(one)) ?? 0),
    size: one.tooMuch === null ? ZERO : sizeOf(one.tooMuch),
  }))
  placed.sort(
    (a, b) =>
      a.standing - b.standing ||
      a.place - b.place ||
      compareDecimals(b.size, a.size) ||
      b.group.length - a.group.length,
  )
  return placed.map(({ group }) => group)
}

const sizeOf = ({ digits, scale }: Decimal): Decimal => ({ digits: digits < 0n ? -digits : digits, scale })
