// Possible duplicates, and how much they would overcharge if only one of each group is right.

import { createHash } from 'node:crypto'
import { type Decimal, decimalText, plus, ZERO } from '../../../../shared/exact/decimal.ts'
import type {
  DuplicateEvent,
  DuplicateGroup,
  DuplicatesAnswer,
  DuplicatesQuestion,
} from '../../../../shared/snapshot/snapshot-checks.ts'
import { compareInstants } from '../../../../shared/time/instant.ts'
import { isIdempotencyName } from '../../../../shared/worth/property-meanings.ts'
import { alikeRows } from './alike-rows.ts'
import { laterCredits } from './later-credits.ts'
import { type Column, fieldColumn, type LoadedEvents } from './loaded-events.ts'
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
  const { codes: times } = fieldColumn(table, 'createdAt')
  const all = await selectRows(snapshot, question.scope, turn)
  const rows = all.filter((row) => !Number.isNaN(table.instants.seconds[times[row] ?? 0] ?? Number.NaN))
  // Of all rows: a matching credit may lie outside the filter.
  const units = await unitCodes(
    snapshot,
    question,
    Uint32Array.from({ length: table.rows }, (_, row) => row),
    turn,
  )
  const measured = question.measure === null ? null : await measuredRows(snapshot, question.measure, turn)
  const lists = await alikeRows(snapshot, rows, new Set(question.ignored), turn)
  const groups: number[][] = []
  for (const [at, list] of lists.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    // One at a time: there may be more groups than a call takes arguments.
    for (const group of groupsWithin(table, list, question.windowSeconds)) groups.push(group)
  }
  groups.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
  await turn.breathe()
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
    undated: all.length - rows.length,
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

function identifiersOf(group: readonly number[], names: readonly string[], columns: ReadonlyMap<string, Column>) {
  const identifiers: DuplicateGroup['identifiers'] = []
  for (const name of names) {
    const codes = columns.get(name)?.codes ?? new Uint32Array()
    const own = group.map((row) => codes[row] ?? 0)
    const different = new Set(own)
    if (different.size === 1 && different.has(0)) continue
    const isEach = different.size === own.length && !different.has(0)
    identifiers.push({ name, values: different.size === 1 ? 'same' : isEach ? 'different' : 'mixed' })
  }
  return identifiers
}

function evidenceOf(identifiers: DuplicateGroup['identifiers']): DuplicateGroup['evidence'] {
  const keys = identifiers.filter(({ name }) => isIdempotencyName(name))
  if (keys.some(({ values }) => values === 'same')) return 'strong'
  return keys.some(({ values }) => values === 'different') ? 'against' : 'plain'
}

// Splits equal rows into groups within a time window, and gives each group a key that survives a recheck.

/** Groups of rows with distinct IDs, the last at most `seconds` after the first; earliest first. */
function groupsWithin(table: LoadedEvents, alike: readonly number[], seconds: number): number[][] {
  const created = fieldColumn(table, 'createdAt')
  const ids = fieldColumn(table, 'eventId')
  const at = (row: number) => {
    const code = created.codes[row] ?? 0
    return { seconds: table.instants.seconds[code] ?? 0, nanoseconds: table.instants.nanoseconds[code] ?? 0 }
  }
  const rows = alike.toSorted((a, b) => compareInstants(at(a), at(b)) || a - b)
  const groups: number[][] = []
  let group: number[] = []
  let known = new Set<number>()
  const end = () => {
    if (group.length > 1) groups.push(group)
    group = []
    known = new Set()
  }
  for (const row of rows) {
    const first = group[0]
    if (first !== undefined) {
      const begun = at(first)
      if (compareInstants(at(row), { seconds: begun.seconds + seconds, nanoseconds: begun.nanoseconds }) > 0) end()
    }
    const id = ids.codes[row] ?? 0
    // Two rows with one ID are one event sent twice, which is another check.
    if (id !== 0 && known.has(id)) continue
    known.add(id)
    group.push(row)
  }
  end()
  return groups
}

/** A digest of its IDs in any order; an event without an ID counts by its text. */
function groupKey({ texts, ...table }: LoadedEvents, group: readonly number[]): string {
  const ids = table.fields[0]
  const names = group.map((row) => {
    const id = ids?.codes[row] ?? 0
    return id === 0 ? `text ${texts.text(row)}` : `id ${ids?.values.text(id)}`
  })
  return createHash('sha256').update(JSON.stringify(names.sort())).digest('hex')
}
