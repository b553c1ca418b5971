// The values of each field and property, over all rows and per event code: kinds, distinct values, the commonest, the
// smallest and largest.
import { EVENT_FIELDS } from '../../../../shared/event/event-fields.ts'
import type { KeyValue, SnapshotKey, ValueKind } from '../../../../shared/snapshot/snapshot-condition.ts'
import {
  isCutValue,
  LONGEST_VALUE,
  MOST_CODES,
  type ValueSummary,
  type ValuesAnswer,
  type ValuesQuestion,
} from '../../../../shared/snapshot/snapshot-rows.ts'
import type { Dictionary } from '../table/dictionary.ts'
import { rowsByValue } from '../table/group-rows.ts'
import { type Column, compareTimes, fieldColumn, type Instants, type SeenName } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { compareNumbers, type NumberColumn, type OrderedNumber, orderedNumber, SMALL } from '../table/number-column.ts'
import { selectRows } from '../table/select-rows.ts'
import { inSteps, type Turn } from '../table/turn.ts'

/** Names of properties that are listed. Their total length is bounded too, since a service chooses them. */
const MOST_NAMES = 10_000
const MOST_NAME_CHARACTERS = 1_000_000
/** Rare properties that are read from the texts in one pass: each takes four bytes a row meanwhile. */
const AT_ONCE = 16

/** Counts what each key holds in the rows of a scope: kinds of values and the most frequent ones. */
export async function answerValues(
  snapshot: LoadedSnapshot,
  { scope, keys, byCode }: ValuesQuestion,
  turn: Turn,
): Promise<ValuesAnswer> {
  const { table } = snapshot
  const rows = await selectRows(snapshot, scope, turn)
  const codes = fieldColumn(table, 'eventCode')
  const groups = byCode ? await rowsByValue(codes, rows, turn) : []
  groups.sort((a, b) => b.rows.length - a.rows.length || a.value - b.value)
  const shown = shortCodes(groups, codes)
  const summaries: ValueSummary[] = []
  const ofCodes: ValueSummary[][] = shown.map(() => [])
  for await (const summarized of columnsOf(snapshot, keys ?? everyKey(snapshot), turn)) {
    const counts = new Uint32Array(summarized.column.values.size + 1)
    summaries.push(await summarizeValues(summarized, rows, counts, turn))
    for (const [at, group] of shown.entries()) {
      ofCodes[at]?.push(await summarizeValues(summarized, group.rows, counts, turn))
    }
  }
  return {
    events: rows.length,
    summaries,
    codes: shown.map(({ value, rows: codeRows }, at) => ({
      code: value === 0 ? null : codes.values.text(value),
      events: codeRows.length,
      summaries: ofCodes[at] ?? [],
    })),
    otherCodes: groups.length - shown.length,
    names: bounded(table.names),
    nameCount: table.names.length,
  }
}

/** All fields, and all properties that have a column. */
function everyKey({ table }: LoadedSnapshot): SnapshotKey[] {
  const fields = EVENT_FIELDS.map(({ key }): SnapshotKey => ({ of: 'field', field: key }))
  const columns = table.names.filter((seen) => table.properties.has(seen.name) && isShort(seen))
  return [...fields, ...columns.map(({ name }): SnapshotKey => ({ of: 'property', name }))]
}

/** The commonest groups of those whose code can be given whole: nothing can be asked about one that is cut. */
function shortCodes<Group extends { value: number }>(groups: readonly Group[], { values }: Column): Group[] {
  const shown: Group[] = []
  for (const group of groups) {
    if (shown.length === MOST_CODES) break
    if (group.value === 0 || !isCutValue(values.beginning(group.value, LONGEST_VALUE))) shown.push(group)
  }
  return shown
}

const isShort = ({ name }: SeenName) => name.length <= LONGEST_VALUE

/** The columns of keys, one after the other in the order of these. */
async function* columnsOf(snapshot: LoadedSnapshot, keys: readonly SnapshotKey[], turn: Turn) {
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE)
    const columns = await snapshot.properties(
      some.flatMap((key) => (key.of === 'property' ? [key.name] : [])),
      turn,
    )
    for (const key of some) yield summarizedOf(snapshot, key, columns)
  }
}

/** The column of a key. @param properties the columns of properties, by name */
function summarizedOf(snapshot: LoadedSnapshot, key: SnapshotKey, properties: ReadonlyMap<string, Column>): Summarized {
  const { table } = snapshot
  const field = key.of === 'field' ? key.field : 'createdAt'
  const column = (key.of === 'property' ? properties.get(key.name) : undefined) ?? fieldColumn(table, field)
  const isTime = key.of !== 'property' && field === 'createdAt'
  return { key, column, numbers: snapshot.numbers(column, false), instants: isTime ? table.instants : null }
}

/** The first names, as many as may be listed. */
function bounded(all: readonly SeenName[]): SeenName[] {
  let characters = 0
  const names = all.filter(isShort).slice(0, MOST_NAMES)
  const end = names.findIndex(({ name }) => {
    characters += name.length
    return characters > MOST_NAME_CHARACTERS
  })
  return end < 0 ? names : names.slice(0, end)
}

/** So many of the commonest values are told. */
const COMMONEST = 10

/** A column whose values are summarized. */
interface Summarized {
  key: SnapshotKey
  column: Column
  numbers: NumberColumn
  /** The instants of created_at, by which its values are ordered; null for other columns. */
  instants: Instants | null
}

/**
 * Summarizes the values that some rows have in a column.
 * @param counts by value, all zero before and after a call: shared by all calls about the column, as it may be long
 */
async function summarizeValues(
  { key, column, numbers, instants }: Summarized,
  rows: Uint32Array,
  counts: Uint32Array,
  turn: Turn,
): Promise<ValueSummary> {
  const { codes, values } = column
  /** The values that occur, in order of first occurrence. */
  let found = new Uint32Array(Math.min(values.size, rows.length) + 1)
  let distinct = 0
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const code = codes[rows[at] ?? 0] ?? 0
      const count = counts[code] ?? 0
      if (count === 0 && code !== 0) {
        found[distinct] = code
        distinct += 1
      }
      counts[code] = count + 1
    }
  })
  found = found.subarray(0, distinct)
  const kinds: ValueSummary['kinds'] = counts[0] ? { missing: counts[0] } : {}
  const commonest: number[] = []
  const extremes = valueExtremes(values, numbers, instants)
  await inSteps(distinct, turn, (from, to) => {
    for (const id of found.subarray(from, to)) {
      const count = counts[id] ?? 0
      const kind = values.kind(id)
      kinds[kind] = (kinds[kind] ?? 0) + count
      extremes.note(id, kind)
      // The commonest values stand in their order: a value is put before the first that is less common.
      const least = counts[commonest[COMMONEST - 1] ?? 0] ?? 0
      if (commonest.length === COMMONEST && count <= least) continue
      const place = commonest.findIndex((other) => (counts[other] ?? 0) < count)
      commonest.splice(place < 0 ? commonest.length : place, 0, id)
      commonest.length = Math.min(commonest.length, COMMONEST)
    }
  })
  const valueOfId = (id: number): KeyValue => ({ kind: values.kind(id), text: values.beginning(id, LONGEST_VALUE) })
  const summary = {
    key,
    kinds,
    distinct,
    commonest: commonest.map((id) => ({ value: valueOfId(id), count: counts[id] ?? 0 })),
    ...extremes.result(),
  }
  counts[0] = 0
  for (const id of found) counts[id] = 0
  return summary
}

/** The smallest and largest of the numbers and texts that are noted; of equal ones the first. */
function valueExtremes(values: Dictionary, numbers: NumberColumn, instants: Instants | null) {
  const small = createExtremes((a, b) => (numbers.wholes[a] ?? 0) - (numbers.wholes[b] ?? 0))
  const texts = createExtremes(
    (a, b) => (instants === null ? 0 : compareInstants(instants, a, b)) || compareBytes(values, a, b),
  )
  let least: Read | null = null
  let most: Read | null = null

  /**
   * Compares by exact value: large numbers as they come, small ones only once they are the least or the most of these.
   */
  function noteExactly(id: number): void {
    const number = orderedNumber(values.text(id))
    if (number === null) throw new Error('A number that is none')
    if (least === null || compareNumbers(number, least.number) < 0) least = { id, number }
    if (most === null || compareNumbers(number, most.number) > 0) most = { id, number }
  }

  const text = (id: number) => values.beginning(id, LONGEST_VALUE)
  return {
    note(id: number, kind: ValueKind) {
      if (kind === 'string') texts.note(id)
      else if (kind === 'number') (numbers.states[id] === SMALL ? small.note : noteExactly)(id)
    },
    result(): Pick<ValueSummary, 'numbers' | 'texts'> {
      for (const id of [small.least(), small.most()]) if (id !== 0) noteExactly(id)
      return {
        numbers: least === null || most === null ? null : { smallest: text(least.id), largest: text(most.id) },
        texts: texts.least() === 0 ? null : { smallest: text(texts.least()), largest: text(texts.most()) },
      }
    },
  }
}

/** A value that was read as a number. */
interface Read {
  id: number
  number: OrderedNumber
}

/** The first and the last of the numbers of values that are noted, in an order of these; 0: none is. */
function createExtremes(compare: (a: number, b: number) => number) {
  let [least, most] = [0, 0]
  return {
    note(id: number): void {
      if (least === 0 || compare(id, least) < 0) least = id
      if (most === 0 || compare(id, most) > 0) most = id
    },
    least: () => least,
    most: () => most,
  }
}

/** Orders two texts by their bytes, as UTF-8. */
function compareBytes(values: Dictionary, a: number, b: number): number {
  const bytes = values.bytes()
  let [one, other] = [values.start(a), values.start(b)]
  const [oneEnd, otherEnd] = [values.end(a), values.end(b)]
  while (one < oneEnd && other < otherEnd) {
    const difference = (bytes[one] ?? 0) - (bytes[other] ?? 0)
    if (difference !== 0) return difference
    one += 1
    other += 1
  }
  return oneEnd - one - (otherEnd - other)
}

/** Orders two values by the times that they are; those that are no date-times come last. */
function compareInstants(instants: Instants, a: number, b: number): number {
  const { seconds } = instants
  const [one, other] = [seconds[a] ?? Number.NaN, seconds[b] ?? Number.NaN]
  if (Number.isNaN(one) || Number.isNaN(other)) return Number(Number.isNaN(one)) - Number(Number.isNaN(other))
  return compareTimes(instants, a, b)
}
