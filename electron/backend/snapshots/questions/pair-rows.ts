// Pairs the events of a loaded snapshot with those of another one, which is read once, by their ID or by a key: first those that
// are the same, then, of one key and in their order, those that differ. What is left is on one side only.
import { contentDifferences } from '../../../../shared/event/event-difference.ts'
import { eventField } from '../../../../shared/event/event-fields.ts'
import type { Result } from '../../../../shared/failure/failure.ts'
import type { EventPart, PairFacts, Stretch } from '../../../../shared/snapshot/snapshot-changes.ts'
import { createKeyedIndex, keyedHash } from '../keyed-index.ts'
import type { SnapshotRow } from '../slice.ts'
import { buildTable } from './build-table.ts'
import {
  type CompareOutcome,
  type Differences,
  MOST_DIFFERENCES,
  matchOutsideRows,
  withinStretch,
} from './compare-rows.ts'
import { contentReader, type EventBytes, type EventContent, sameContent } from './event-content.ts'
import { type LoadedSnapshot, loadedSnapshot } from './loaded-snapshot.ts'
import type { Turn } from './turn.ts'

export interface Pairing {
  /** "Altered" are the pairs that differ. */
  differences: Differences
  /** Of each of them the fields that differ, as numbers in `fieldNames`. */
  fieldsOf: readonly (readonly number[])[]
  fieldNames: readonly string[]
  facts: Pick<PairFacts, 'repeated' | 'keyless' | 'outside'>
  /** Rows of the loaded snapshot that are not compared, a mark each. */
  isOutside: Uint8Array
}

export type PairOutcome = { kind: 'paired'; pairing: Pairing } | Exclude<CompareOutcome, { kind: 'compared' }>

export interface PairedBy {
  key: readonly EventPart[]
  ignored: readonly EventPart[]
  /** Only events created in it are compared; null: all are. */
  within: Stretch | null
}

/** Fields beyond these are counted as one. */
const MOST_FIELDS = 1_000
const OTHER_FIELDS = 'other fields'
/** Events of one digest that are not the same are made to be so: no more of them are tried, so that work stays linear. */
const MOST_TRIED = 8

/** @param other all rows of the other snapshot, piece by piece */
export async function pairRows(
  snapshot: LoadedSnapshot,
  other: AsyncIterable<Result<readonly SnapshotRow[]>>,
  { key, ignored, within }: PairedBy,
  turn: Turn,
  most = MOST_DIFFERENCES,
): Promise<PairOutcome> {
  const { table } = snapshot
  const isWithin = withinStretch(within)
  const read = contentReader(key, ignored)
  const isOutside = new Uint8Array(table.rows)
  if (within !== null) matchOutsideRows(snapshot, isOutside, isWithin)
  const facts = { repeated: NONE(), keyless: NONE(), outside: NONE() }
  for (const mark of isOutside) facts.outside.here += mark

  const here = await contentsOf(snapshot, read, isOutside, turn)
  facts.keyless.here = here.keyless
  const differ = fieldsThatDiffer(ignored)
  const isWrittenAlike = sameContent(ignored)
  const same = sameEvents(snapshot, here, (row, otherBytes) => {
    const { texts } = table
    const rowBytes = { bytes: texts.bytes(row), start: texts.start(row), end: texts.end(row) }
    return (
      isWrittenAlike(rowBytes, otherBytes) || differ(texts.text(row), otherBytes.bytes.toString('utf8')).length === 0
    )
  })

  const unmatched: { row: SnapshotRow; key: number; number: number }[] = []
  const there = keyTally()
  let number = -1
  for await (const piece of other) {
    if (!piece.ok) return { kind: 'failed', failure: piece.failure }
    for (const row of piece.value) {
      number += 1
      if (number % 256 === 0) await turn.breathe()
      const bytes = Buffer.from(row.source)
      const content = read(bytes, 0, bytes.length)
      if (!isWithin(content.createdAt)) {
        facts.outside.there += 1
        continue
      }
      if (content.key === 0) facts.keyless.there += 1
      else there.add(content.key)
      if (same.take(content, { bytes, start: 0, end: bytes.length })) continue
      if (unmatched.push({ row, key: content.key, number }) > most) return { kind: 'too-different', most }
    }
  }
  facts.repeated = { here: here.repeated, there: there.repeated() }

  const builder = buildTable(unmatched.length, table.range)
  const gone: number[] = []
  const altered: [number, number][] = []
  const fieldsOf: (readonly number[])[] = []
  const names = fieldNumbers()
  const next = rowsByKey(here, same.isMatched)
  for (const [before, { row, key: eventKey }] of unmatched.entries()) {
    if (before % 256 === 0) await turn.breathe()
    builder.add(row.source, row.misses)
    const after = eventKey === 0 ? undefined : next(eventKey)
    if (after === undefined) {
      gone.push(before)
      continue
    }
    same.isMatched[after] = 1
    const fields = differ(table.texts.text(after), row.source)
    if (fields.length === 0) continue
    altered.push([before, after])
    fieldsOf.push(names.numbersOf(fields))
  }
  const added: number[] = []
  for (let row = 0; row < table.rows; row += 1) if (same.isMatched[row] === 0) added.push(row)
  const before = loadedSnapshot(await builder.finish(turn))
  const rowsBefore = unmatched.map((one) => one.number)
  const differences: Differences = { added, gone, altered, before, rowsBefore }
  return { kind: 'paired', pairing: { differences, fieldsOf, fieldNames: names.all, facts, isOutside } }
}

const NONE = () => ({ here: 0, there: 0 })

const fieldName = (part: EventPart) =>
  part.of === 'field' ? eventField(part.field).name : `event_properties.${part.name}`

function fieldsThatDiffer(ignored: readonly EventPart[]): (here: string, there: string) => string[] {
  const names = new Set(ignored.map(fieldName))
  return (here, there) => contentDifferences(there, here, names).map(({ field }) => field)
}

/** Numbers the fields, and gives equal lists of numbers as one object: half a million pairs may well have three. */
function fieldNumbers() {
  const all: string[] = [OTHER_FIELDS]
  const known = new Map<string, number>()
  const lists = new Map<string, readonly number[]>()
  function numberOf(field: string): number {
    const number = known.get(field)
    if (number !== undefined) return number
    if (all.length > MOST_FIELDS) return 0
    known.set(field, all.length)
    return all.push(field) - 1
  }
  return {
    all,
    numbersOf(fields: readonly string[]): readonly number[] {
      const list = [...new Set(fields.map(numberOf))]
      const name = list.join()
      const same = lists.get(name)
      if (same !== undefined) return same
      if (lists.size < MOST_FIELDS) lists.set(name, list)
      return list
    },
  }
}

interface Contents {
  keys: Uint32Array
  digests: Uint32Array
  isOutside: Uint8Array
  /** Keys that several events have. */
  repeated: number
  keyless: number
}

async function contentsOf(
  { table }: LoadedSnapshot,
  read: (bytes: Buffer, start: number, end: number) => EventContent,
  isOutside: Uint8Array,
  turn: Turn,
): Promise<Contents> {
  const { texts, rows } = table
  const keys = new Uint32Array(rows)
  const digests = new Uint32Array(rows)
  const tally = keyTally()
  let keyless = 0
  for (let row = 0; row < rows; row += 1) {
    if (row % 1_024 === 0) await turn.breathe()
    if (isOutside[row] === 1) continue
    const { key, digest } = read(texts.bytes(row), texts.start(row), texts.end(row))
    keys[row] = key
    digests[row] = digest
    if (key === 0) keyless += 1
    else tally.add(key)
  }
  return { keys, digests, isOutside, repeated: tally.repeated(), keyless }
}

/** Counts the keys that come more than once; a byte each. */
function keyTally() {
  let seen = new Uint8Array(1_024)
  let repeated = 0
  return {
    add(key: number) {
      if (key >= seen.length) {
        const larger = new Uint8Array(Math.max(seen.length * 2, key + 1))
        larger.set(seen)
        seen = larger
      }
      const times = seen[key] ?? 0
      if (times < 2) seen[key] = times + 1
      if (times === 1) repeated += 1
    },
    repeated: () => repeated,
  }
}

/** Finds the events that are the same, each once. */
function sameEvents(
  { table }: LoadedSnapshot,
  { keys, digests, isOutside }: Contents,
  isSame: (row: number, other: EventBytes) => boolean,
) {
  const heads = new Uint32Array(table.rows + 1)
  const next = new Uint32Array(table.rows + 1)
  const isMatched = isOutside.slice()
  const rowOf = (number: number) => (heads[number] ?? 0) - 1
  const hashOf = (row: number) => keyedHash.pair(keys[row] ?? 0, digests[row] ?? 0)
  const index = createKeyedIndex((number) => hashOf(rowOf(number)), { expected: table.rows })
  function numberOf(key: number, digest: number): number {
    let number = index.first(keyedHash.pair(key, digest))
    while (number !== 0 && (keys[rowOf(number)] !== key || digests[rowOf(number)] !== digest)) number = index.next()
    return number
  }
  for (let row = table.rows - 1; row >= 0; row -= 1) {
    if (isOutside[row] === 1) continue
    const number = numberOf(keys[row] ?? 0, digests[row] ?? 0) || index.add()
    next[row + 1] = heads[number] ?? 0
    heads[number] = row + 1
  }

  return {
    isMatched,
    /** Whether a row that is still alone is the same; it is taken. */
    take({ key, digest }: EventContent, other: EventBytes): boolean {
      const number = numberOf(key, digest)
      let before = 0
      let tried = 0
      for (let at = heads[number] ?? 0; at !== 0; at = next[at] ?? 0) {
        const row = at - 1
        if (isSame(row, other)) {
          // Out of the list: the next one like it begins where this one ended. A list that is empty is found no more.
          if (before === 0) heads[number] = next[at] ?? 0
          else next[before] = next[at] ?? 0
          isMatched[row] = 1
          return true
        }
        tried += 1
        if (tried === MOST_TRIED) return false
        before = at
      }
      return false
    },
  }
}

/** The rows of a key that are still alone, one after the other. */
function rowsByKey({ keys, isOutside }: Contents, isMatched: Uint8Array): (key: number) => number | undefined {
  let largest = 0
  for (const key of keys) if (key > largest) largest = key
  const heads = new Uint32Array(largest + 1)
  const next = new Uint32Array(keys.length + 1)
  for (let row = keys.length - 1; row >= 0; row -= 1) {
    const key = keys[row] ?? 0
    if (key === 0 || isOutside[row] === 1 || isMatched[row] === 1) continue
    next[row + 1] = heads[key] ?? 0
    heads[key] = row + 1
  }
  return (key) => {
    const at = heads[key] ?? 0
    if (at === 0) return undefined
    heads[key] = next[at] ?? 0
    return at - 1
  }
}
