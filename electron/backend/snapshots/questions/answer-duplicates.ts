// Possible duplicates, and how much they would overcharge if only one of each group is right.

import { type Decimal, decimalText, plus, ZERO } from '../../../../shared/exact/decimal.ts'
import type {
  DuplicateEvent,
  DuplicateGroup,
  DuplicatesAnswer,
  DuplicatesQuestion,
} from '../../../../shared/snapshot/snapshot-checks.ts'
import { duplicateGroups, evidenceOf, groupKey, identifiersOf } from './duplicate-groups.ts'
import { laterCredits } from './later-credits.ts'
import { fieldColumn } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { measuredRows, valueAt } from './measure-rows.ts'
import { rowSigns, SIGNS } from './row-signs.ts'
import { selectRows } from './select-rows.ts'
import type { Turn } from './turn.ts'
import { unitCodes } from './unit-codes.ts'

const MOST_EVENTS = 100

export async function answerDuplicates(
  snapshot: LoadedSnapshot,
  question: DuplicatesQuestion,
  turn: Turn,
): Promise<DuplicatesAnswer> {
  const { table } = snapshot
  const all = await selectRows(snapshot, question.scope, turn)
  // Of all rows: a matching credit may lie outside the filter.
  const units = await unitCodes(
    snapshot,
    question,
    Uint32Array.from({ length: table.rows }, (_, row) => row),
    turn,
  )
  const measured = question.measure === null ? null : await measuredRows(snapshot, question.measure, turn)
  const { groups, undated } = await duplicateGroups(snapshot, all, question, turn)
  const notes = new Map(question.legitimate.map(({ key, note }) => [key, note]))
  const noteOf = (group: readonly number[]) => (notes.size === 0 ? null : (notes.get(groupKey(table, group)) ?? null))
  const unitsOf = (row: number) => units.map(({ codes, unitOf }) => unitOf(codes[row] ?? 0))
  const signNumber = rowSigns(snapshot)
  const signOf = (row: number) => SIGNS[signNumber(row)]
  const tooMuch = new Map<string, { first: number; groups: number; amount: Decimal | null }>()
  let marked = 0
  for (const [at, group] of groups.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    if (noteOf(group) !== null) {
      marked += 1
      continue
    }
    const first = group[0] ?? 0
    const key = [signOf(first), ...units.map(({ codes }) => codes[first])].join()
    const known = tooMuch.get(key) ?? { first, groups: 0, amount: null }
    const each = measured === null ? null : valueAt(measured, first)
    const more = each && timesCount(each, group.length - 1)
    const amount = more === null ? known.amount : plus(known.amount ?? ZERO, more)
    tooMuch.set(key, { first: known.first, groups: known.groups + 1, amount })
  }
  const window = groups.slice(question.offset, question.offset + question.limit)
  const credits = measured === null ? [] : await laterCredits(snapshot, window, measured, units, signOf, turn)
  const ignored = [...new Set(question.ignored)]
  const columns = await snapshot.properties(ignored, turn)
  const shown = window.map((group, at): DuplicateGroup => {
    const first = group[0] ?? 0
    const each = measured === null ? null : valueAt(measured, first)
    const identifiers = identifiersOf(group, ignored, columns)
    return {
      key: groupKey(table, group),
      events: group.slice(0, MOST_EVENTS).map((row) => duplicateEvent(snapshot, row)),
      count: group.length,
      ...namesOf(snapshot, first),
      units: unitsOf(first),
      amount: each && decimalText(each),
      tooMuch: each && decimalText(timesCount(each, group.length - 1)),
      identifiers,
      evidence: evidenceOf(identifiers),
      laterCredits: (credits[at] ?? []).map((row) => duplicateEvent(snapshot, row)),
      legitimate: noteOf(group),
    }
  })
  return {
    by: units.map(({ name }) => name),
    groups: shown,
    offset: question.offset,
    groupCount: groups.length,
    marked,
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
