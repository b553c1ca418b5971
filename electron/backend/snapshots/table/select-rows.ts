// Selects the rows that meet all conditions. A condition on values is evaluated once per distinct value.
import type { Condition, Scope } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { NamedRows } from '../../../../shared/snapshot/snapshot-worth.ts'
import { compareInstants, parseInstant } from '../../../../shared/time/instant.ts'
import type { Dictionary } from './dictionary.ts'
import { fieldColumn, MISMATCH_BITS } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { measuredRows, pricedRows, rowSigns, SIGNS } from './measure-rows.ts'
import { BEYOND, compareNumbers, NO_NUMBER, type OrderedNumber, orderedNumber } from './number-column.ts'
import { inSteps, type Turn } from './turn.ts'

/** Rows that one condition may name. */
export const MOST_ROWS_NAMED = 100_000

/** All rows, or none where there are more than `most`: a part of them would be taken for all. */
export const allOrNone = (rows: number[], most: number) => (rows.length > most ? [] : rows)

/** Each once, in the order of rows; beyond 100,000 they are counted and none is named. */
export function namedRows(all: Iterable<number>): NamedRows {
  const rows = [...new Set(all)].sort((a, b) => a - b)
  return { events: rows.length, rows: allOrNone(rows, MOST_ROWS_NAMED) }
}

/** The numbers of the rows in a scope, in the order of the snapshot. Where it names rows, no others are looked at. */
export async function selectRows(snapshot: LoadedSnapshot, { where, misses }: Scope, turn: Turn): Promise<Uint32Array> {
  const { table } = snapshot
  const named = where.find((condition) => condition.is === 'rows')
  let rows = named === undefined ? allRows(table.rows) : inOrder(named.rows, table.rows)
  if (!misses) rows = await keptRows(rows, turn, (row) => table.misses[row] === 0)
  for (const condition of where) if (condition !== named) rows = await meeting(snapshot, condition, rows, turn)
  return rows
}

/** The numbers of all rows of a table that has so many. */
export function allRows(count: number): Uint32Array {
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row += 1) rows[row] = row
  return rows
}

/** Orders those that a table of `count` rows has, each once. */
function inOrder(named: readonly number[], count: number): Uint32Array {
  const rows = Uint32Array.from(named.filter((row) => row < count)).sort()
  return rows.filter((row, at) => at === 0 || row !== rows[at - 1])
}

/** Those that pass, in the same memory: `rows` is not to be used any more. */
async function keptRows(rows: Uint32Array, turn: Turn, test: (row: number) => boolean): Promise<Uint32Array> {
  let kept = 0
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0
      if (!test(row)) continue
      rows[kept] = row
      kept += 1
    }
  })
  return rows.subarray(0, kept)
}

/** Keeps those that meet a condition: `rows` is not to be used any more. */
async function meeting(
  snapshot: LoadedSnapshot,
  condition: Condition,
  rows: Uint32Array,
  turn: Turn,
): Promise<Uint32Array> {
  const { table } = snapshot
  const keep = (test: (row: number) => boolean) => keptRows(rows, turn, test)
  const keepCodes = (codes: Uint32Array, fits: Uint8Array) => keep((row) => fits[codes[row] ?? 0] === 1)
  if ((condition.is === 'one-of' || condition.is === 'number') && condition.not) {
    const { not: _, ...fulfilled } = condition
    const fitting = await meeting(snapshot, fulfilled, rows.slice(), turn)
    // They are in the order of `rows`: the next of them is the next one to leave out.
    let next = 0
    return keep((row) => {
      const isFitting = row === fitting[next]
      if (isFitting) next += 1
      return !isFitting
    })
  }
  switch (condition.is) {
    case 'one-of': {
      const { codes, fits } = await codesOneOf(snapshot, condition, turn)
      return keepCodes(codes, fits)
    }
    case 'number': {
      const wanted = orderedNumber(condition.number)
      return keepValues(snapshot, condition.key, rows, turn, (values, id) => {
        const number = values.kind(id) === 'number' ? orderedNumber(values.text(id)) : null
        return number !== null && wanted !== null && compareNumbers(number, wanted) === 0
      })
    }
    case 'between':
      return keepValues(snapshot, condition.key, rows, turn, between(condition))
    case 'contains': {
      const wanted = condition.text.toLowerCase()
      return keepValues(snapshot, condition.key, rows, turn, (values, id) =>
        values.text(id).toLowerCase().includes(wanted),
      )
    }
    case 'kind':
      return keepValues(snapshot, condition.key, rows, turn, (values, id) => values.kind(id) === condition.kind)
    case 'created': {
      const { codes } = fieldColumn(table, 'createdAt')
      return keepCodes(codes, createdWithin(snapshot, condition.from, condition.until))
    }
    case 'missing':
    case 'present': {
      const { codes } = await snapshot.codes(condition.key, null, turn)
      const isPresent = condition.is === 'present'
      return keep((row) => (codes[row] !== 0) === isPresent)
    }
    case 'measured': {
      const measured = await measuredRows(snapshot, condition.measure, turn)
      return keep((row) => measuredAs(measured.read(row)) === condition.as)
    }
    case 'units':
      return ofUnits(snapshot, condition, rows, turn)
    case 'sign': {
      const signOf = rowSigns(snapshot)
      return keep((row) => SIGNS[signOf(row)] === condition.sign)
    }
    case 'misfit': {
      const { misfit: mismatch } = condition
      if (mismatch === 'filters') return keep((row) => table.misses[row] !== 0)
      return keep((row) => ((table.mismatches[row] ?? 0) & MISMATCH_BITS[mismatch]) !== 0)
    }
    case 'rows': {
      const wanted = new Set(condition.rows)
      return keep((row) => wanted.has(row))
    }
  }
}

/** The codes of a condition's key, and a mark for each that is one of its values. */
async function codesOneOf(
  snapshot: LoadedSnapshot,
  condition: Extract<Condition, { is: 'one-of' }>,
  turn: Turn,
): Promise<{ codes: Uint32Array; fits: Uint8Array }> {
  const { codes, size, keyValue } = await snapshot.codes(condition.key, condition.zone, turn)
  const fits = new Uint8Array(size + 1)
  const wanted = new Set(condition.values.map((value) => value && `${value.kind} ${value.text}`))
  if (wanted.has(null)) fits[0] = 1
  if (condition.key.of === 'time') {
    for (let code = 1; code <= size; code += 1) if (wanted.has(`time ${keyValue(code)?.text}`)) fits[code] = 1
    return { codes, fits }
  }
  const { values } = await snapshot.column(condition.key, turn)
  for (const value of condition.values) {
    const id = value === null || value.kind === 'time' ? 0 : values.find(value.kind, value.text)
    if (id !== 0) fits[id] = 1
  }
  return { codes, fits }
}

/** Keeps those whose number is in these units: `rows` is not to be used any more. */
async function ofUnits(
  snapshot: LoadedSnapshot,
  { by, units, priced }: Extract<Condition, { is: 'units' }>,
  rows: Uint32Array,
  turn: Turn,
): Promise<Uint32Array> {
  const isPriced = priced === undefined ? null : await pricedRows(snapshot, priced, turn)
  let left = rows
  for (const [at, name] of by.entries()) {
    const column = await snapshot.property(name, turn)
    const unit = units[at] ?? null
    // The number of a priced row is a quantity, which has no currency, whatever stands there.
    const hasNone = priced?.currencies.includes(name) ? isPriced : null
    const codeOf = (row: number) => (hasNone?.[row] === 1 ? 0 : (column.codes[row] ?? 0))
    const id = unit === null ? 0 : column.values.find('string', unit)
    const isUnit = (code: number) =>
      unit === null ? code === 0 || column.values.kind(code) !== 'string' : code !== 0 && code === id
    left = await keptRows(left, turn, (row) => isUnit(codeOf(row)))
  }
  return left
}

/** Keeps the rows that have a value which passes: each value is tried once. */
async function keepValues(
  snapshot: LoadedSnapshot,
  key: Extract<Condition, { is: 'kind' }>['key'],
  rows: Uint32Array,
  turn: Turn,
  test: (values: Dictionary, id: number) => boolean,
): Promise<Uint32Array> {
  // A period of time has no values to be tried.
  if (key.of === 'time') return new Uint32Array()
  const { codes, values } = await snapshot.column(key, turn)
  const fits = new Uint8Array(values.size + 1)
  await inSteps(fits.length, turn, (from, to) => {
    for (let id = Math.max(from, 1); id < to; id += 1) if (test(values, id)) fits[id] = 1
  })
  return keptRows(rows, turn, (row) => fits[codes[row] ?? 0] === 1)
}

/** Tests for numbers from `from` to `to`; neither of these passes where it is asked for what lies `beyond` them. */
function between({
  from,
  to,
  beyond,
}: Extract<Condition, { is: 'between' }>): (values: Dictionary, id: number) => boolean {
  const least = from === null ? null : orderedNumber(from)
  const most = to === null ? null : orderedNumber(to)
  const isOrdered = (a: OrderedNumber, b: OrderedNumber) =>
    beyond ? compareNumbers(a, b) < 0 : compareNumbers(a, b) <= 0
  return (values, id) => {
    if (values.kind(id) !== 'number') return false
    const number = orderedNumber(values.text(id))
    if (number === null) return false
    return (least === null || isOrdered(least, number)) && (most === null || isOrdered(number, most))
  }
}

/** A mark for each value of created_at that lies in this range. */
function createdWithin({ table }: LoadedSnapshot, from: string | null, until: string | null): Uint8Array {
  const { seconds, nanoseconds } = table.instants
  const [start, end] = [from === null ? null : parseInstant(from), until === null ? null : parseInstant(until)]
  const fits = new Uint8Array(seconds.length)
  for (let id = 1; id < fits.length; id += 1) {
    const at = { seconds: seconds[id] ?? Number.NaN, nanoseconds: nanoseconds[id] ?? 0 }
    if (Number.isNaN(at.seconds)) continue
    const isIn = (start === null || compareInstants(at, start) >= 0) && (end === null || compareInstants(at, end) < 0)
    if (isIn) fits[id] = 1
  }
  return fits
}

function measuredAs(state: number): 'number' | 'without' | 'beyond' {
  return state === NO_NUMBER ? 'without' : state === BEYOND ? 'beyond' : 'number'
}
