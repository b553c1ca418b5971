// Proposes what could be expected of events: what at least 99 of 100 events of a code show, and counts those that do
// not.
import {
  anyProperty,
  isBound,
  LONGEST_NAME,
  MOST_CODES,
  MOST_OF_A_CODE,
  NO_SIGNS,
  type PropertyShape,
  SHAPE_KINDS,
  type ShapeKind,
  SIGNS,
  type Sign,
  takesValues,
} from '../../../../shared/shape/expected-shapes.ts'
import { hasSign, type UnexpectedValue } from '../../../../shared/shape/judge-event.ts'
import {
  LEARNED_FROM,
  LEARNED_PERCENT,
  type LearnAnswer,
  type LearnedException,
  type LearnedLine,
  type LearnQuestion,
} from '../../../../shared/snapshot/snapshot-shapes.ts'
import { type CodeRows, rowsByCode } from '../table/group-rows.ts'
import { type Column, fieldColumn } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { compareNumbers, orderedNumber } from '../table/number-column.ts'
import { selectRows } from '../table/select-rows.ts'
import type { Turn } from '../table/turn.ts'
import { exampleOf, visitUnexpected } from './unexpected-rows.ts'

const MOST_LINES = 2_000
/** Codes that are listed although nothing is learned of them. */
const MOST_RARE_CODES = 100

/**
 * Proposes what could be expected: a line for each code and property, 2,000 at most, the commonest code first, and
 * within a code the property that most events have. Only codes of enough events (`LEARNED_FROM`) are learned from.
 */
export async function learnShapes(
  snapshot: LoadedSnapshot,
  { scope }: LearnQuestion,
  turn: Turn,
): Promise<LearnAnswer> {
  const { table } = snapshot
  const rows = await selectRows(snapshot, scope, turn)
  const all = await rowsByCode(snapshot, rows, turn)
  const common = all
    .filter(isCommon)
    .toSorted((a, b) => b.rows.length - a.rows.length)
    .slice(0, MOST_CODES)
  const rare = all.filter((one) => !isCommon(one)).toSorted((a, b) => b.rows.length - a.rows.length)
  const names = table.names.filter(({ name }) => table.properties.has(name) && name.length <= LONGEST_NAME)
  const types = fieldColumn(table, 'eventType')
  const lines: LearnedLine[] = []
  const lineCounts = new Map<string, number>()
  for (const { name } of names) {
    const column = table.properties.get(name)
    if (column === undefined) continue
    const seen = seenColumn(column, types)
    for (const ofCode of common) {
      await turn.breathe()
      const count = lineCounts.get(ofCode.code) ?? 0
      const learned = count < MOST_OF_A_CODE ? learnProperty(name, ofCode.rows, seen) : null
      if (learned === null) continue
      lineCounts.set(ofCode.code, count + 1)
      lines.push(await withExceptions(snapshot, ofCode, learned, turn))
    }
  }
  const place = new Map(common.map(({ code }, at) => [code, at]))
  const inOrder = lines.toSorted((a, b) => (place.get(a.code) ?? 0) - (place.get(b.code) ?? 0) || b.present - a.present)
  return {
    events: rows.length,
    codes: common.map(({ code, rows: codeRows }) => ({ code, events: codeRows.length })),
    rareCodes: rare.slice(0, MOST_RARE_CODES).map(({ code, rows: codeRows }) => ({
      code,
      events: codeRows.length,
      example: exampleOf(table, null, codeRows[0] ?? 0),
    })),
    lines: inOrder.slice(0, MOST_LINES),
    lineCount: lines.length,
    otherProperties: table.names.length - names.length,
  }
}

/** Whether a code has enough events to learn from, and a name that shapes can have. */
const isCommon = (one: CodeRows): one is CodeRows & { code: string } =>
  one.code !== null && one.code.length <= LONGEST_NAME && one.rows.length >= LEARNED_FROM

/** The proposal, loosened until at most one event in a hundred does not fit it, and what those show instead. */
async function withExceptions(
  snapshot: LoadedSnapshot,
  ofCode: CodeRows & { code: string },
  { shape: proposed, present }: LearnedProperty,
  turn: Turn,
): Promise<LearnedLine> {
  const most = Math.floor((ofCode.rows.length * (100 - LEARNED_PERCENT)) / 100)
  let shape = proposed
  for (;;) {
    /** By the way in which events do not fit the shape. */
    const found = new Map<UnexpectedValue, LearnedException>()
    await visitUnexpected(snapshot, [{ of: ofCode, shape }], turn, (_, column) => (row, { what }) => {
      if (what === 'unknown-code') return
      const known = found.get(what)
      if (known !== undefined) known.events += 1
      else found.set(what, { what, events: 1, example: exampleOf(snapshot.table, column, row) })
    })
    const exceptions = [...found.values()]
    const sum = exceptions.reduce((all, { events }) => all + events, 0)
    const next = sum <= most ? null : looser(shape)
    if (next === null) return { code: ofCode.code, events: ofCode.rows.length, present, shape, exceptions }
    shape = next
  }
}

/** The shape without one of its demands: signs, else range, else values, else kinds; null: none can be dropped. */
function looser(shape: PropertyShape): PropertyShape | null {
  if (shape.signs.credit !== null || shape.signs.debit !== null)
    return { ...shape, signs: { credit: null, debit: null } }
  if (shape.from !== null || shape.to !== null) return { ...shape, from: null, to: null }
  if (shape.values !== null) return { ...shape, values: null }
  return shape.kinds.length > 0 && shape.required ? { ...shape, kinds: [] } : null
}

// What at least 99 of 100 events of a code show of one property: that it is there, its kinds, its values, its range,
// its sign by event type.

/** A list has at most so many values, and each of them is in so many events on average; else there is no list. */
const MOST_LISTED = 20
const EVENTS_A_VALUE = 5
/** A number is far off where it lies beyond nearly all others by more than so many times the range of these. */
const FAR = 3

/** The column of a property, as it is learned from. */
interface SeenColumn {
  column: Column
  /** The column of event types. */
  types: Column
  /** Indexed by the number of a value: the place of its kind in `KINDS`. */
  kinds: Uint8Array
  /** Indexed by the number of a value: the value as a double; NaN where it is no number. */
  doubles(): Float64Array
}

const KINDS = [...SHAPE_KINDS, 'repeated'] as const

/** Values are read as numbers once, and only where that is asked. */
function seenColumn(column: Column, types: Column): SeenColumn {
  let read: Float64Array | null = null
  const kinds = new Uint8Array(column.values.size + 1)
  for (let id = 1; id < kinds.length; id += 1) kinds[id] = KINDS.indexOf(column.values.kind(id))
  return {
    column,
    types,
    kinds,
    doubles() {
      if (read !== null) return read
      const { values } = column
      const doubles = new Float64Array(values.size + 1).fill(Number.NaN)
      for (let id = 1; id <= values.size; id += 1) {
        if (values.kind(id) === 'number') doubles[id] = Number(values.text(id))
      }
      read = doubles
      return doubles
    },
  }
}

/** Whether so many of all are enough to say it of them. */
const isShown = (count: number, all: number) => all >= LEARNED_FROM && count * 100 >= all * LEARNED_PERCENT

/** What is proposed of a property, and how many events have it. */
interface LearnedProperty {
  shape: PropertyShape
  present: number
}

/** What the events of a code show of a property; null: nothing. */
function learnProperty(name: string, rows: Uint32Array, seen: SeenColumn): LearnedProperty | null {
  const { codes } = seen.column
  const counts = new Uint32Array(KINDS.length)
  let present = 0
  for (const row of rows) {
    const id = codes[row] ?? 0
    if (id === 0) continue
    present += 1
    const kind = seen.kinds[id] ?? 0
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  if (present < LEARNED_FROM) return null
  const required = isShown(present, rows.length)
  const kinds = kindsOf(counts, present)
  if (kinds === null) {
    return required ? { shape: { ...anyProperty(name), required }, present } : null
  }
  const isNumber = kinds.includes('number')
  const range = isNumber ? rangeOf(rows, seen) : null
  const shape = {
    name,
    required,
    kinds,
    values: takesValues(kinds) ? listOf(rows, seen.column) : null,
    from: range?.from ?? null,
    to: range?.to ?? null,
    signs: isNumber ? { credit: signOf(rows, seen, 'credit'), debit: signOf(rows, seen, 'debit') } : NO_SIGNS,
  }
  return { shape, present }
}

/**
 * As few kinds as nearly all values have, the commonest first; null: one of these is `repeated`, the kind of a property
 * that an event has twice, which no shape can expect.
 */
function kindsOf(counts: Uint32Array, present: number): ShapeKind[] | null {
  const kinds: string[] = []
  let covered = 0
  const sorted = KINDS.map((kind, at) => ({ kind, count: counts[at] ?? 0 })).toSorted((a, b) => b.count - a.count)
  for (const { kind, count } of sorted) {
    if (isShown(covered, present)) break
    kinds.push(kind)
    covered += count
  }
  return kinds.includes('repeated') ? null : SHAPE_KINDS.filter((kind) => kinds.includes(kind))
}

/** The texts that nearly all have, with those that are as common as the last of them; null: they are no list. */
function listOf(rows: Uint32Array, { codes, values }: Column): string[] | null {
  const counts = new Map<number, number>()
  let texts = 0
  for (const row of rows) {
    const id = codes[row] ?? 0
    if (id === 0 || values.kind(id) !== 'string') continue
    texts += 1
    counts.set(id, (counts.get(id) ?? 0) + 1)
    // What is different in so many events is not a list, however it goes on.
    if (counts.size > MOST_LISTED + rows.length / 50) return null
  }
  const listed: number[] = []
  let covered = 0
  /** In how many events the text is that was listed last. */
  let last = 0
  for (const [id, count] of [...counts].toSorted(([, a], [, b]) => b - a)) {
    if (isShown(covered, texts) && count < last) break
    listed.push(id)
    covered += count
    last = count
  }
  const isList = isShown(covered, texts) && listed.length <= MOST_LISTED && listed.length * EVENTS_A_VALUE <= texts
  if (!isList) return null
  const found = listed.map((id) => values.text(id))
  return found.every(({ length }) => length <= LONGEST_NAME) ? found : null
}

/**
 * The exact range of numbers, but for those few that are far off all others: `low` and `high` leave out one in two
 * hundred on either side, and what lies beyond them by more than three times their distance is far off. Null: there is
 * none.
 */
function rangeOf(rows: Uint32Array, { column: { codes, values }, doubles: read }: SeenColumn) {
  const doubles = read()
  const sorted = numbersOf(rows, codes, doubles).sort()
  if (sorted.length < LEARNED_FROM) return null
  const few = Math.floor((sorted.length * (100 - LEARNED_PERCENT)) / 200)
  const [low, high] = [sorted[few] ?? 0, sorted[sorted.length - 1 - few] ?? 0]
  const far = FAR * (high - low)
  if (!Number.isFinite(far)) return null
  let [least, most] = [0, 0]
  for (const row of rows) {
    const id = codes[row] ?? 0
    const double = doubles[id] ?? Number.NaN
    if (!(double >= low - far && double <= high + far)) continue
    if (least === 0 || isLess(values, doubles, id, least)) least = id
    if (most === 0 || isLess(values, doubles, most, id)) most = id
  }
  const [from, to] = [values.text(least), values.text(most)]
  return isBound(from) && isBound(to) ? { from, to } : null
}

/** The numbers of rows as doubles. */
function numbersOf(rows: Uint32Array, codes: Uint32Array, doubles: Float64Array): Float64Array {
  const found = new Float64Array(rows.length)
  let count = 0
  for (const row of rows) {
    const double = doubles[codes[row] ?? 0] ?? Number.NaN
    if (Number.isNaN(double)) continue
    found[count] = double
    count += 1
  }
  return found.subarray(0, count)
}

/** Whether the first of two values is less, exactly: doubles that are equal may stand for different numbers. */
function isLess(values: Column['values'], doubles: Float64Array, a: number, b: number): boolean {
  const [one, other] = [doubles[a] ?? 0, doubles[b] ?? 0]
  if (one !== other || a === b) return one < other
  const [exact, otherExact] = [orderedNumber(values.text(a)), orderedNumber(values.text(b))]
  return exact !== null && otherExact !== null && compareNumbers(exact, otherExact) < 0
}

/** The sign that nearly all numbers in events of a type have, the strictest that holds; null: none does. */
function signOf(
  rows: Uint32Array,
  { column, types, doubles: read }: SeenColumn,
  type: 'credit' | 'debit',
): Sign | null {
  const { codes, values } = column
  const wanted = types.values.find('string', type)
  if (wanted === 0) return null
  const doubles = read()
  const counts = { below: 0, zero: 0, above: 0 }
  for (const row of rows) {
    const id = codes[row] ?? 0
    const double = doubles[id] ?? Number.NaN
    if (types.codes[row] !== wanted || Number.isNaN(double)) continue
    // A number that is too small for a double is 0 there, and has a sign all the same.
    if (double > 0 || (double === 0 && hasSign(values.text(id), 'above-zero'))) counts.above += 1
    else if (double < 0 || hasSign(values.text(id), 'below-zero')) counts.below += 1
    else counts.zero += 1
  }
  const { below, zero, above } = counts
  const all = below + zero + above
  const shows: Record<Sign, number> = {
    'above-zero': above,
    'below-zero': below,
    'not-below-zero': above + zero,
    'not-above-zero': below + zero,
  }
  // The stricter one of two first.
  const stricter: Sign[] = [...SIGNS].sort((a, b) => Number(a.startsWith('not')) - Number(b.startsWith('not')))
  return stricter.find((sign) => isShown(shows[sign], all)) ?? null
}
