// Possible duplicates, and by how much events would be charged or credited too often if only one of each group is right.

import { type Decimal, decimalText, plus, ZERO } from '../../../../shared/exact/decimal.ts'
import type {
  DuplicateEvent,
  DuplicateGroup,
  DuplicatesAnswer,
  DuplicatesQuestion,
} from '../../../../shared/snapshot/snapshot-checks.ts'
import { moneyText } from '../../../../shared/worth/money-text.ts'
import type { EventWorth } from '../../../../shared/worth/value-event.ts'
import { duplicateGroups, evidenceOf, groupKey, identifiersOf } from './duplicate-groups.ts'
import { groupsInOrder, type OrderedGroup } from './group-order.ts'
import { laterCredits } from './later-credits.ts'
import { fieldColumn } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { measuredRows, valueAt } from './measure-rows.ts'
import { rowSigns, SIGNS } from './row-signs.ts'
import { selectRows } from './select-rows.ts'
import { snapshotValuation } from './snapshot-valuation.ts'
import type { Turn } from './turn.ts'
import { repeatedRows, twiceFigures } from './twice-figures.ts'
import { unitCodes } from './unit-codes.ts'
import { valueRows } from './value-rows.ts'

const MOST_EVENTS = 100

/** A page of groups, with figures over all of them. A group is valued by its first event, and lists 100 at most. */
export async function answerDuplicates(
  snapshot: LoadedSnapshot,
  question: DuplicatesQuestion,
  turn: Turn,
): Promise<DuplicatesAnswer> {
  const { table } = snapshot
  const { unruled } = question
  const { version, start } = snapshotValuation(snapshot, question)
  const all = await selectRows(snapshot, question.scope, turn)
  // Of all rows: a matching credit may lie outside the filter.
  const everyRow = Uint32Array.from({ length: table.rows }, (_, row) => row)
  const units = unruled === null ? [] : await unitCodes(snapshot, unruled, everyRow, turn)
  const measured = unruled === null ? null : await measuredRows(snapshot, unruled.measure, turn)
  const { groups, undated } = await duplicateGroups(snapshot, all, question, turn)
  const ignored = [...new Set(question.ignored)]
  const columns = await snapshot.properties(ignored, turn)
  const notes = new Map(question.legitimate.map(({ key, note }) => [key, note]))
  const noteOf = (group: readonly number[]) => (notes.size === 0 ? null : (notes.get(groupKey(table, group)) ?? null))
  const unitsOf = (row: number) => units.map(({ codes, unitOf }) => unitOf(codes[row] ?? 0))
  const signNumber = rowSigns(snapshot)
  const signOf = (row: number) => SIGNS[signNumber(row)]
  const sentOf = (row: number) => (measured === null ? null : valueAt(measured, row))

  const firsts = Uint32Array.from(groups, (group) => group[0] ?? 0)
  const values = new Map<number, Pick<EventWorth, 'bin' | 'worth' | 'currency'>>()
  await valueRows(
    snapshot,
    firsts,
    start(),
    (row, { bin, worth, currency }) => values.set(row, { bin, worth, currency }),
    turn,
  )
  const isUnruled = (row: number) => values.get(row)?.bin === 'no-rule'

  /** What decides where it is listed. */
  function ordered(group: number[], standing: OrderedGroup['standing']): OrderedGroup {
    const first = group[0] ?? 0
    const { bin, worth = null, currency = null } = values.get(first) ?? {}
    const isMoney = bin === 'charged' || bin === 'reduces'
    const each = isUnruled(first) ? sentOf(first) : isMoney ? worth : null
    const unit = isUnruled(first)
      ? { isByRules: false, name: JSON.stringify(unitsOf(first)) }
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
    const key = [signOf(first), ...units.map(({ codes }) => codes[first])].join()
    const known = tooMuch.get(key) ?? { first, groups: 0, amount: null }
    const each = sentOf(first)
    const more = each && timesCount(each, group.length - 1)
    const amount = more === null ? known.amount : plus(known.amount ?? ZERO, more)
    tooMuch.set(key, { first: known.first, groups: known.groups + 1, amount })
  }

  const again = await repeatedRows(snapshot, groups, { ignored, legitimate: [...notes.keys()] }, turn)
  const window = groupsInOrder(listed).slice(question.offset, question.offset + question.limit)
  const worths = new Map<number, EventWorth>()
  await valueRows(
    snapshot,
    Uint32Array.from(window, (group) => group[0] ?? 0),
    start(),
    (row, worth) => worths.set(row, { ...worth }),
    turn,
  )
  const knownRows = { units, sentOf, signOf, worthOf: (row: number) => worths.get(row) ?? null }
  const credits = await laterCredits(snapshot, window, knownRows, start, turn)
  const shown = window.map((group, at): DuplicateGroup => {
    const first = group[0] ?? 0
    const identifiers = identifiersOf(group, ignored, columns)
    return {
      key: groupKey(table, group),
      events: group.slice(0, MOST_EVENTS).map((row) => duplicateEvent(snapshot, row)),
      count: group.length,
      ...namesOf(snapshot, first),
      ...moneyOf(worths.get(first) ?? null, sentOf(first), unitsOf(first), group.length - 1),
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
    ...(await twiceFigures(snapshot, all, again, start, turn)),
    tooMuch: [...tooMuch.values()].map(({ first, groups: count, amount }) => ({
      sign: signOf(first),
      units: unitsOf(first),
      groups: count,
      amount: amount && decimalText(amount),
    })),
    undated,
  }
}

const timesCount = ({ digits, scale }: Decimal, count: number): Decimal => ({ digits: digits * BigInt(count), scale })

type GroupMoney = Pick<DuplicateGroup, 'bin' | 'units' | 'amount' | 'tooMuch' | 'why' | 'quantity' | 'unit'>

/** @param more how many there are of them besides the first */
function moneyOf(valued: EventWorth | null, sent: Decimal | null, units: (string | null)[], more: number): GroupMoney {
  if (valued === null || valued.bin === 'no-rule') {
    const [amount, tooMuch] = sent === null ? [null, null] : [sent, timesCount(sent, more)].map(decimalText)
    return {
      bin: 'no-rule',
      units,
      amount: amount ?? null,
      tooMuch: tooMuch ?? null,
      why: null,
      quantity: null,
      unit: null,
    }
  }
  const { bin, worth, currency, why, quantity, unit } = valued
  const isMoney = worth !== null && (bin === 'charged' || bin === 'reduces')
  const text = (value: Decimal) => moneyText(decimalText(value), currency)
  return {
    bin,
    units: [currency],
    amount: isMoney ? text(worth) : null,
    tooMuch: isMoney ? text(timesCount(worth, more)) : null,
    why,
    quantity: quantity && moneyText(decimalText(quantity), null),
    unit,
  }
}

function namesOf({ table }: LoadedSnapshot, row: number) {
  const text = (field: 'customerId' | 'eventCode' | 'eventType') => {
    const { codes, values } = fieldColumn(table, field)
    const code = codes[row] ?? 0
    return code === 0 ? null : values.text(code)
  }
  return { customerId: text('customerId'), eventCode: text('eventCode'), eventType: text('eventType') }
}

function duplicateEvent({ table }: LoadedSnapshot, row: number): DuplicateEvent {
  const [ids, created] = [fieldColumn(table, 'eventId'), fieldColumn(table, 'createdAt')]
  const id = ids.codes[row] ?? 0
  return {
    row,
    eventId: id === 0 ? null : ids.values.text(id),
    createdAt: created.values.text(created.codes[row] ?? 0),
  }
}
