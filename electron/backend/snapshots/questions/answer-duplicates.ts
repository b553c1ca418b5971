// Possible duplicates, and by how much events would be charged or credited too often if only one of each group is right.
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
import { duplicateFigures, laterCredits, repeatedRows } from '../money/duplicate-figures.ts'
import { duplicateGroups, evidenceOf, groupKey, groupsButFor, identifiersOf } from '../money/duplicate-groups.ts'
import { instantsOf } from '../money/event-reader.ts'
import { askedRules, valuedRows } from '../money/valued-rows.ts'
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
  const { unruled } = question
  const asked = askedRules(question)
  const { version, rules } = asked
  const all = await selectRows(snapshot, question.scope, turn)
  // Of all rows: a matching credit may lie outside the filter.
  const everyRow = allRows(table.rows)
  const units = unruled === null ? [] : await unitCodes(snapshot, unruled, everyRow, turn)
  const measured = unruled === null ? null : await measuredRows(snapshot, unruled.measure, turn)
  const { groups: duplicates, undated } = await duplicateGroups(snapshot, all, question, turn)
  const butFor = question.butFor ? await groupsButFor(snapshot, all, question, { rules, duplicates }, turn) : null
  const groups = butFor?.groups ?? duplicates
  const ignored = [...new Set([...question.ignored, ...(butFor?.names ?? [])])]
  const columns = await snapshot.properties(ignored, turn)
  const notes = new Map(question.legitimate.map(({ key, note }) => [key, note]))
  const noteOf = (group: readonly number[]) => (notes.size === 0 ? null : (notes.get(groupKey(table, group)) ?? null))
  const unitsOf = (row: number) => units.map(({ codes, keyValue }) => keyValue(codes[row] ?? 0)?.text ?? null)
  const eventCodes = fieldColumn(table, 'eventCode').codes
  /** Where nothing is added across event codes as no unit is known; null: the unit is. */
  const codeOf = (row: number) =>
    unruled?.byCode !== undefined && units.every(({ codes }) => (codes[row] ?? 0) === 0) ? (eventCodes[row] ?? 0) : null
  const signNumber = rowSigns(snapshot)
  const signOf = (row: number) => SIGNS[signNumber(row)]
  const sentOf = (row: number) => (measured === null ? null : valueAt(measured, row))

  const firsts = Uint32Array.from(groups, (group) => group[0] ?? 0)
  const valued = await valuedRows(snapshot, asked, firsts, turn)
  const placeOf = new Map([...firsts].map((row, at) => [row, at]))
  /** Of the first of a group. */
  const worthOf = (first: number) => valued.eventAt(placeOf.get(first) ?? 0)
  const isUnruled = (first: number) => valued.kindAt(placeOf.get(first) ?? 0).like.moneyKind === 'no-rule'

  /** What decides where it is listed. */
  function ordered(group: number[], standing: OrderedGroup['standing']): OrderedGroup {
    const first = group[0] ?? 0
    const { moneyKind, worth, currency } = worthOf(first)
    const isMoney = moneyKind === 'charged' || moneyKind === 'reduces'
    const each = isUnruled(first) ? sentOf(first) : isMoney ? worth : null
    const unit = isUnruled(first)
      ? { isByRules: false, name: JSON.stringify([...unitsOf(first), codeOf(first)]) }
      : { isByRules: true, name: currency ?? '' }
    return { group, standing, tooMuch: each && timesCount(each, group.length - 1), unit }
  }

  const tooMuch = new Map<string, { first: number; groups: number; amount: Decimal | null }>()
  let marked = 0
  let against = 0
  const listed: OrderedGroup[] = []
  for (const [at, group] of groups.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    if (noteOf(group) !== null) {
      marked += 1
      listed.push(ordered(group, 'marked'))
      continue
    }
    if (evidenceOf(identifiersOf(group, ignored, columns)) === 'against') {
      against += 1
      listed.push(ordered(group, 'against'))
      continue
    }
    listed.push(ordered(group, 'open'))
    const first = group[0] ?? 0
    if (!isUnruled(first)) continue
    const key = [signOf(first), ...units.map(({ codes }) => codes[first]), codeOf(first)].join()
    const known = tooMuch.get(key) ?? { first, groups: 0, amount: null }
    const each = sentOf(first)
    const more = each && timesCount(each, group.length - 1)
    const amount = more === null ? known.amount : plus(known.amount ?? ZERO, more)
    tooMuch.set(key, { first: known.first, groups: known.groups + 1, amount })
  }

  const ofCodes = new Set([...tooMuch.values()].flatMap(({ first }) => codeOf(first) ?? []))
  const isApart = ofCodes.size > (unruled?.byCode === 'each' ? 0 : 1)
  const again = await repeatedRows(snapshot, groups, { ignored, legitimate: [...notes.keys()] }, turn)
  const window = groupsInOrder(listed).slice(question.offset, question.offset + question.limit)
  const credits = await laterCredits(snapshot, window, { units, sentOf, signOf, worthOf }, asked, turn)
  const shown = window.map((group, at): DuplicateGroup => {
    const first = group[0] ?? 0
    const identifiers = identifiersOf(group, ignored, columns)
    return {
      key: groupKey(table, group),
      events: group.slice(0, MOST_EVENTS).map((row) => duplicateEvent(snapshot, row)),
      count: group.length,
      customerId: textAt(fieldColumn(table, 'customerId'), first),
      eventCode: textAt(fieldColumn(table, 'eventCode'), first),
      eventType: textAt(fieldColumn(table, 'eventType'), first),
      ...moneyOf(worthOf(first), sentOf(first), unitsOf(first), group.length - 1),
      identifiers,
      evidence: evidenceOf(identifiers),
      laterCredits: (credits[at] ?? []).map((row) => duplicateEvent(snapshot, row)),
      legitimate: noteOf(group),
    }
  })
  return {
    version,
    by: units.map(({ name }) => name),
    groups: shown,
    offset: question.offset,
    groupCount: groups.length,
    marked,
    against,
    ...(await duplicateFigures(snapshot, all, again, { asked, wholeRange: instantsOf(question.wholeRange) }, turn)),
    tooMuch: [...tooMuch.values()].map(({ first, groups: count, amount }) => ({
      sign: signOf(first),
      units: unitsOf(first),
      ...(isApart && codeOf(first) !== null && { code: textAt(fieldColumn(table, 'eventCode'), first) }),
      groups: count,
      amount: amount && decimalText(amount),
    })),
    undated,
    butFor: butFor && { names: butFor.names, events: again.size },
  }
}

const timesCount = ({ digits, scale }: Decimal, count: number): Decimal => ({ digits: digits * BigInt(count), scale })

type GroupMoney = Pick<
  DuplicateGroup,
  'moneyKind' | 'units' | 'amount' | 'tooMuch' | 'why' | 'quantity' | 'unit' | 'sent'
>

/** @param more how many there are of them besides the first */
function moneyOf(valued: ValuedEvent, sent: Decimal | null, units: (string | null)[], more: number): GroupMoney {
  if (valued.moneyKind === 'no-rule') {
    const [amount, tooMuch] = [sent && decimalText(sent), sent && decimalText(timesCount(sent, more))]
    return { moneyKind: 'no-rule', units, amount, tooMuch, why: null, quantity: null, unit: null, sent: null }
  }
  const { moneyKind, worth, currency, why, quantity, unit, missing } = valued
  const isMoney = worth !== null && (moneyKind === 'charged' || moneyKind === 'reduces')
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

/** What a group counts for: those that are in no figure come after those that are. */
export type Standing = 'open' | 'against' | 'marked'

export interface OrderedGroup {
  group: number[]
  standing: Standing
  /** How much is too much, of either sign; null: there is no such money. */
  tooMuch: Decimal | null
  /** Money of two units is not compared; all that is by the rules comes before what is as sent. */
  unit: { isByRules: boolean; name: string }
}

const STANDINGS: readonly Standing[] = ['open', 'against', 'marked']

/**
 * Open groups first, then those that speak against themselves, then marked ones. Within each: by money, unit by unit, the
 * unit of most groups first; then those without money, the largest group first. What is equal stays as it came.
 */
export function groupsInOrder(groups: readonly OrderedGroup[]): number[][] {
  const counts = new Map<string, number>()
  const unitOf = ({ unit }: OrderedGroup) => `${unit.isByRules ? 0 : 1} ${unit.name}`
  for (const one of groups) if (one.tooMuch !== null) counts.set(unitOf(one), (counts.get(unitOf(one)) ?? 0) + 1)
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
