// What differs between the loaded snapshot and another one, which is read once. First events that are the same are
// paired, by their text or by their meaning; then events of one key, such as an event ID, that are not the same, in
// their order. Events that are left are on one side only.
import { contentDifferences } from '../../../../shared/event/event-difference.ts'
import { eventField } from '../../../../shared/event/event-fields.ts'
import type { Failure, Result } from '../../../../shared/failure/failure.ts'
import type { EventPart, PairFacts, Segment } from '../../../../shared/snapshot/snapshot-changes.ts'
import { compareInstants, parseInstant } from '../../../../shared/time/instant.ts'
import { createKeyedIndex } from '../keyed-index.ts'
import { buildTable } from '../table/build-table.ts'
import { fieldColumn } from '../table/loaded-events.ts'
import { type LoadedSnapshot, loadedSnapshot } from '../table/loaded-snapshot.ts'
import type { Turn } from '../table/turn.ts'
import type { SnapshotRow } from '../time-slice.ts'
import { sameByMeaning } from './same-by-meaning.ts'
import { type SameEvents, sameByText } from './same-by-text.ts'

/**
 * By what two events are the same: by their text to the letter, or by what they mean. By meaning a `key` says of which
 * fields and properties two events are one, and what is `ignored` is no difference. `within`: only events created in it
 * are compared; null: all are.
 */
export type ComparedAs = { within: Segment | null } & (
  | { sameness: 'text' }
  | { sameness: 'meaning'; key: readonly EventPart[]; ignored: readonly EventPart[] }
)

/** The differences as changes from the other snapshot to the loaded one. */
export interface Differences {
  /** Rows of the loaded snapshot that the other one lacks. */
  added: number[]
  /** Rows of `before` that the loaded snapshot lacks. */
  gone: number[]
  /** A row of `before`, and the row of the loaded snapshot that has its key and is not the same. */
  altered: [before: number, after: number][]
  /** Parallel to `altered`: the fields that differ, as indexes into `fieldNames`. Empty where texts are compared. */
  fieldsOf: readonly (readonly number[])[]
  fieldNames: readonly string[]
  /** The differing rows of the other snapshot, as a table of their own. */
  before: LoadedSnapshot
  /** Indexed by the rows of `before`: the row that each has in the other snapshot, as that is loaded. */
  rowsBefore: number[]
  facts: Pick<PairFacts, 'repeated' | 'keyless' | 'outside'>
  /** Indexed by the rows of the loaded snapshot: 1 where the row is not compared, as it is not `within`. */
  isOutside: Uint8Array
}

export type CompareOutcome =
  | { kind: 'compared'; differences: Differences }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'too-different'; most: number }

/** Events of the other snapshot that have no equal; they are held beside the snapshot itself. */
const MOST_DIFFERENCES = 500_000

/**
 * Compares the loaded snapshot with another one.
 * @param other all rows of the other snapshot, batch by batch
 * @param most events that may have no equal: with more, the two are too different
 */
export async function compareRows(
  snapshot: LoadedSnapshot,
  other: AsyncIterable<Result<readonly SnapshotRow[]>>,
  as: ComparedAs,
  turn: Turn,
  most = MOST_DIFFERENCES,
): Promise<CompareOutcome> {
  const { table } = snapshot
  const isWithin = withinSegment(as.within)
  const isOutside = rowsOutside(snapshot, as.within, isWithin)
  const same =
    as.sameness === 'text' ? await sameByText(snapshot, turn) : await sameByMeaning(snapshot, as.key, as.ignored, turn)
  const left = await unpairedRows(same, isOutside, turn)

  /** Events of the other snapshot that have no equal. `number`: the event's row there. */
  const unmatched: { row: SnapshotRow; key: number; number: number }[] = []
  const keysThere = keyTally()
  let outside = 0
  let number = -1
  for await (const batch of other) {
    if (!batch.ok) return { kind: 'failed', failure: batch.failure }
    for (const row of batch.value) {
      number += 1
      if (number % 256 === 0) await turn.breathe()
      const { key, hash, isUnknown, createdAt } = same.read(row.source)
      if (as.within !== null && !isWithin(createdAt())) {
        outside += 1
        continue
      }
      keysThere.add(key)
      if (!isUnknown && left.takeSame(hash)) continue
      if (unmatched.push({ row, key, number }) > most) return { kind: 'too-different', most }
    }
  }

  const builder = buildTable(unmatched.length, table.range)
  const gone: number[] = []
  const altered: [number, number][] = []
  const fields = as.sameness === 'text' ? null : differingFields(as.ignored)
  const ofKey = left.byKey()
  for (const [before, { row, key }] of unmatched.entries()) {
    if (before % 256 === 0) await turn.breathe()
    builder.add(row.source, row.misses)
    const after = ofKey.take(key)
    if (after === null) gone.push(before)
    else {
      altered.push([before, after])
      fields?.add(table.texts.text(after), row.source)
    }
  }
  const keysHere = keyTally()
  for (let row = 0; row < table.rows; row += 1) if (isOutside[row] === 0) keysHere.add(same.keys[row] ?? 0)
  const differences: Differences = {
    added: left.rows(),
    gone,
    altered,
    fieldsOf: fields?.of ?? [],
    fieldNames: fields?.names ?? [],
    before: loadedSnapshot(await builder.finish(turn)),
    rowsBefore: unmatched.map((one) => one.number),
    facts: {
      repeated: { here: keysHere.repeated(), there: keysThere.repeated() },
      keyless: { here: keysHere.keyless(), there: keysThere.keyless() },
      outside: { here: isOutside.reduce((sum, mark) => sum + mark, 0), there: outside },
    },
    isOutside,
  }
  return { kind: 'compared', differences }
}

/** Tests whether a created_at is within the segment; an unreadable one never is. */
function withinSegment(segment: Segment | null): (createdAt: string | null) => boolean {
  if (segment === null) return () => true
  const [from, until] = [parseInstant(segment.from), parseInstant(segment.until)]
  return (createdAt) => {
    const at = createdAt === null ? null : parseInstant(createdAt)
    if (at === null || from === null || until === null) return false
    return compareInstants(at, from) >= 0 && compareInstants(at, until) < 0
  }
}

/** Marks with 1 the rows that are not within the segment. */
function rowsOutside(
  { table }: LoadedSnapshot,
  within: Segment | null,
  isWithin: (createdAt: string | null) => boolean,
): Uint8Array {
  if (within === null) return new Uint8Array(table.rows)
  const { codes, values } = fieldColumn(table, 'createdAt')
  const isOut = Uint8Array.from({ length: values.size + 1 }, (_, id) => (id > 0 && isWithin(values.text(id)) ? 0 : 1))
  return Uint8Array.from(codes.subarray(0, table.rows), (code) => isOut[code] ?? 0)
}

/**
 * The rows of the loaded snapshot that are not paired yet. Rows that are the same are in one linked list, in their
 * order. Once all events of the other snapshot were looked for, `byKey` makes new lists, of rows that have one key.
 */
async function unpairedRows(same: SameEvents, isOutside: Uint8Array, turn: Turn) {
  const { keys, hashes } = same
  const count = isOutside.length
  /** 1 where a row is paired, or is not compared at all. */
  const isTaken = isOutside.slice()
  // A row stands in a list as its number plus 1, so that 0 can end it. Lists are numbered from 1, by rows that are the
  // same; one that has become empty stays in the index, and is passed over.
  /** By list: its first row. */
  const heads = new Uint32Array(count + 1)
  /** By row: the one after it in its list. */
  const next = new Uint32Array(count + 1)
  const firstOf = (list: number) => (heads[list] ?? 0) - 1
  const lists = createKeyedIndex((list) => hashes[firstOf(list)] ?? 0, { expected: count })
  const isOfList = (row: number, list: number) =>
    hashes[firstOf(list)] === hashes[row] && same.areSame(firstOf(list), row)
  // It goes from the last row to the first, each of which becomes the head of its list: so lists are in order.
  for (let row = count - 1; row >= 0; row -= 1) {
    if (row % 1_024 === 0) await turn.breathe()
    if (isOutside[row] === 1) continue
    let list = lists.first(hashes[row] ?? 0)
    while (list !== 0 && !isOfList(row, list)) list = lists.next()
    if (list === 0) list = lists.add()
    next[row + 1] = heads[list] ?? 0
    heads[list] = row + 1
  }

  return {
    /** Pairs the event that was read last with the first row that is the same; false: there is none. */
    takeSame(hash: number): boolean {
      for (let list = lists.first(hash); list !== 0; list = lists.next()) {
        const row = firstOf(list)
        if (row < 0 || hashes[row] !== hash || !same.isSame(row)) continue
        heads[list] = next[row + 1] ?? 0
        isTaken[row] = 1
        return true
      }
      return false
    },
    /** Puts the rows that are left into lists of one key. `takeSame` cannot be asked any more. */
    byKey() {
      const headsOfKeys = new Uint32Array(keys.reduce((largest, key) => Math.max(largest, key), 0) + 1)
      for (let row = count - 1; row >= 0; row -= 1) {
        const key = keys[row] ?? 0
        if (key === 0 || isTaken[row] === 1) continue
        next[row + 1] = headsOfKeys[key] ?? 0
        headsOfKeys[key] = row + 1
      }
      return {
        /** Pairs the first row that is left of a key; null: there is none. */
        take(key: number): number | null {
          const head = headsOfKeys[key] ?? 0
          if (head === 0) return null
          headsOfKeys[key] = next[head] ?? 0
          isTaken[head - 1] = 1
          return head - 1
        },
      }
    },
    /** The rows that were paired with nothing. */
    rows(): number[] {
      const rows: number[] = []
      for (let row = 0; row < count; row += 1) if (isTaken[row] === 0) rows.push(row)
      return rows
    },
  }
}

/** Counts the keys that come more than once, and the events that have none (key 0). */
function keyTally() {
  /** By key: 0, 1, or 2 where it came more often; a byte for each. */
  let seen = new Uint8Array(1_024)
  let repeated = 0
  let keyless = 0
  return {
    add(key: number) {
      if (key === 0) {
        keyless += 1
        return
      }
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
    keyless: () => keyless,
  }
}

/** Fields beyond these are counted as one. */
const MOST_FIELDS = 1_000
const OTHER_FIELDS = 'other fields'

/**
 * The fields in which the events of each pair differ, as indexes into `names`. Equal lists are one object: half a
 * million pairs may well have three of them.
 */
function differingFields(ignored: readonly EventPart[]) {
  const ignoredNames = new Set(ignored.map(fieldName))
  const names: string[] = [OTHER_FIELDS]
  const fieldsOfPairs: (readonly number[])[] = []
  const known = new Map<string, number>()
  const lists = new Map<string, readonly number[]>()
  function numberOf(field: string): number {
    const number = known.get(field)
    if (number !== undefined) return number
    if (names.length > MOST_FIELDS) return 0
    known.set(field, names.length)
    return names.push(field) - 1
  }
  return {
    names,
    /** By pair, in the order in which they were added. */
    of: fieldsOfPairs,
    /** Notes the fields by which the texts of a pair are told apart. */
    add(here: string, there: string) {
      const fields = contentDifferences(there, here, ignoredNames).map(({ field }) => numberOf(field))
      const list = [...new Set(fields)]
      const name = list.join()
      const same = lists.get(name) ?? list
      if (lists.size < MOST_FIELDS) lists.set(name, same)
      fieldsOfPairs.push(same)
    },
  }
}

const fieldName = (part: EventPart) =>
  part.of === 'field' ? eventField(part.field).name : `event_properties.${part.name}`
