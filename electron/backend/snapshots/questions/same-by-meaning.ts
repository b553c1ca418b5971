// Events that are the same by what they say: of one key of fields and properties, and alike in all that is compared,
// however it is written. Nearly no row is read again: its columns say what it means.
import { EVENT_FIELDS, PROPERTIES_FIELD } from '../../../../shared/event/event-fields.ts'
import { canonicalJson, parseExact } from '../../../../shared/exact/exact-json.ts'
import type { EventPart } from '../../../../shared/snapshot/snapshot-changes.ts'
import { createPairNumbers, keyedHash } from '../keyed-index.ts'
import { createDictionary } from '../table/dictionary.ts'
import { createEventScanner, createTextEncoder, textBytes, tokenText } from '../table/event-scanner.ts'
import { FIELD_NUMBERS, fieldColumn, MISMATCH_BITS } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { canonicalValue, type MeaningColumn, meaningColumn, UNKNOWN } from '../table/meaning-column.ts'
import { repeatedToken } from '../table/property-columns.ts'
import { inSteps, type Turn } from '../table/turn.ts'
import { createdToken, type OtherEvent, type SameEvents } from './same-by-text.ts'

/**
 * @param key of what two events are one
 * @param ignored what does not count as a difference
 */
export async function sameByMeaning(
  snapshot: LoadedSnapshot,
  key: readonly EventPart[],
  ignored: readonly EventPart[],
  turn: Turn,
): Promise<SameEvents> {
  const { texts, rows } = snapshot.table
  const columns = await comparedColumns(snapshot, key, ignored, turn)
  const keyPlaces = key.map((part) => columns.findIndex(({ of }) => isSamePart(of, part)))
  const numbering = keyNumbering(key.length)
  const ofRows = eventReader(columns, ignored)
  const restAt = (row: number) => ofRows.restOf(texts.text(row), row)

  const keys = new Uint32Array(rows)
  for (const [level, place] of keyPlaces.entries()) {
    const column = columns[place]
    await inSteps(column === undefined ? 0 : rows, turn, (from, to) => {
      for (let row = from; row < to; row += 1) keys[row] = numbering.next(level, keys[row] ?? 0, meaningAt(column, row))
    })
  }
  const hashes = new Uint32Array(rows)
  for (const [place, column] of columns.entries()) {
    await inSteps(rows, turn, (from, to) => {
      for (let row = from; row < to; row += 1) hashes[row] = hashed(hashes[row] ?? 0, place, meaningAt(column, row))
    })
  }
  // Rows that may have a rest are read once; a mark stays where there is one.
  const hasRest = await rowsWithRest(snapshot, columns, ignored, turn)
  for (let row = 0; row < rows; row += 1) {
    if (row % 1_024 === 0) await turn.breathe()
    if (hasRest[row] === 0) continue
    const rest = restAt(row)
    hashes[row] = hashedRest(hashes[row] ?? 0, rest)
    if (rest === '') hasRest[row] = 0
  }

  const ofOthers = eventReader(columns, ignored)
  // What the event of the other snapshot that was read last says: `numbers` by column, and `rest` beside them. `read`
  // leaves both for `isSame`.
  const { numbers } = ofOthers
  let rest = ''
  /** Both are in the order of their time: the row after the one that was the same last. */
  let likely = 0
  /** Whether the event that was read last says in each column what the row does. */
  const isAsRow = (row: number) => {
    for (let place = 0; place < numbers.length; place += 1) {
      if (meaningAt(columns[place], row) !== numbers[place]) return false
    }
    return true
  }
  const event: OtherEvent = { key: 0, hash: 0, isUnknown: false, createdAt: ofOthers.createdAt }
  return {
    keys,
    hashes,
    areSame: (row, other) =>
      hasRest[row] === hasRest[other] &&
      columns.every((column) => meaningAt(column, row) === meaningAt(column, other)) &&
      (hasRest[row] === 0 || restAt(row) === restAt(other)),
    read(source) {
      rest = ofOthers.restOf(source, likely)
      event.isUnknown = numbers.includes(UNKNOWN)
      // Key and hash need not be made anew where it is the likely row again, as most events are.
      if (rest === '' && likely < rows && hasRest[likely] === 0 && isAsRow(likely)) {
        event.key = keys[likely] ?? 0
        event.hash = hashes[likely] ?? 0
        return event
      }
      event.key = 0
      for (let level = 0; level < keyPlaces.length; level += 1) {
        event.key = numbering.next(level, event.key, numbers[keyPlaces[level] ?? 0] ?? 0)
      }
      let hash = 0
      for (let place = 0; place < numbers.length; place += 1) hash = hashed(hash, place, numbers[place] ?? 0)
      event.hash = hashedRest(hash, rest)
      return event
    },
    isSame(row) {
      const isEqual = (hasRest[row] === 1) === (rest !== '') && isAsRow(row) && (rest === '' || rest === restAt(row))
      if (isEqual) likely = row + 1
      return isEqual
    },
  }
}

/** A column of a field or property that is compared, or in the key. */
interface ComparedColumn extends MeaningColumn {
  of: EventPart
}

async function comparedColumns(
  snapshot: LoadedSnapshot,
  key: readonly EventPart[],
  ignored: readonly EventPart[],
  turn: Turn,
): Promise<ComparedColumn[]> {
  const { table } = snapshot
  const fields = EVENT_FIELDS.map(({ key: field }): EventPart => ({ of: 'field', field }))
  const names = [...table.properties.keys()].map((name): EventPart => ({ of: 'property', name }))
  const compared = [...fields, ...names].filter((part) => !isAmong(ignored, part) && !isAmong(key, part))
  const rare = await snapshot.properties(
    key.flatMap((part) => (part.of === 'property' ? part.name : [])),
    turn,
  )
  const columns: ComparedColumn[] = []
  for (const [place, of] of [...key, ...compared].entries()) {
    const column =
      of.of === 'field' ? fieldColumn(table, of.field) : (table.properties.get(of.name) ?? rare.get(of.name))
    const areTimes = of.of === 'field' && of.field === 'createdAt'
    if (column !== undefined) columns.push({ of, ...(await meaningColumn(column, areTimes, place < key.length, turn)) })
  }
  return columns
}

const isSamePart = (one: EventPart, other: EventPart) =>
  one.of === 'field'
    ? other.of === 'field' && one.field === other.field
    : other.of === 'property' && one.name === other.name

const isAmong = (parts: readonly EventPart[], part: EventPart) => parts.some((one) => isSamePart(one, part))

/** The number of what a row has in a column; 0: it has nothing. */
function meaningAt(column: MeaningColumn | undefined, row: number): number {
  const code = column?.codes[row] ?? 0
  return column == null || column.meanings === null ? code : (column.meanings[code] ?? 0)
}

/** A hash with one more column's number; nothing (0) leaves it as it is: many columns have nothing in most rows. */
const hashed = (hash: number, place: number, number: number) =>
  number === 0 ? hash : keyedHash.pair((hash + place) >>> 0, number)

const hashedRest = (hash: number, rest: string) => (rest === '' ? hash : keyedHash.pair(hash, keyedHash.text(rest)[0]))

/** Numbers keys part by part; 0: no part of it is there. */
function keyNumbering(parts: number) {
  const levels = Array.from({ length: parts }, () => createPairNumbers())
  return {
    /** @param before the number of the parts before */
    next(level: number, before: number, part: number): number {
      if (level === 0 || (before === 0 && part === 0)) return part
      return levels[level]?.of(before, part) ?? 0
    },
  }
}

/** A mark for each row that may say more than its columns do. */
async function rowsWithRest(
  { table }: LoadedSnapshot,
  columns: readonly ComparedColumn[],
  ignored: readonly EventPart[],
  turn: Turn,
): Promise<Uint8Array> {
  const parts = [...columns.map(({ of }) => of), ...ignored]
  const hasOthers =
    table.rowsOfOtherNames > 0 || table.names.some(({ name }) => !isAmong(parts, { of: 'property', name }))
  const marks = new Uint8Array(table.rows).fill(hasOthers ? 1 : 0)
  const fields = columns.flatMap(({ of, codes }) => (of.of === 'field' ? [codes] : []))
  await inSteps(table.rows, turn, (from, to) => {
    for (let row = from; row < to; row += 1) {
      // What is there and is no text is in no column.
      const isOdd =
        ((table.mismatches[row] ?? 0) & MISMATCH_BITS.properties) !== 0 || fields.some((codes) => codes[row] === 0)
      if (isOdd) marks[row] = 1
    }
  })
  return marks
}

/** Reads events, one at a time, as the numbers of what they say in each column, and as a text of the rest. */
function eventReader(columns: readonly ComparedColumn[], ignored: readonly EventPart[]) {
  const numbers = new Uint32Array(columns.length)
  const fields = EVENT_FIELDS.map(({ key: field }) =>
    columns.findIndex(({ of }) => isSamePart(of, { of: 'field', field })),
  )
  const isCompared = EVENT_FIELDS.map(({ key: field }) => !isAmong(ignored, { of: 'field', field }))
  const names = createDictionary()
  /** Each name has its column by its number; -1: it is ignored. */
  const columnsOf = [-1]
  const isNamed = (part: EventPart, place: number) => {
    if (part.of === 'property') columnsOf[names.add(nameToken(part.name))] = place
  }
  for (const part of ignored) isNamed(part, -1)
  for (const [place, { of }] of columns.entries()) isNamed(of, place)

  const created = createdToken()
  /** A row that may well say the same as the event that is read. */
  let likely = 0
  /** What its columns do not say: by field, what is sent in it that is no text; and properties without a column. */
  const oddFields = new Map<number, string>()
  let others: [name: string, value: string][] = []
  let isObject = true
  /** Properties are counted as they begin, so that each column knows whether it is of these already. */
  let begun = 0
  const lastBegun = new Uint32Array(columns.length)
  const propertyPlaces = columns.flatMap(({ of }, place) => (of.of === 'property' ? [place] : []))
  /** Columns whose property it has twice. */
  const repeated = new Set<number>()

  /** The last properties of an event count: what was read of others is forgotten. */
  function beginProperties(): void {
    for (const place of propertyPlaces) numbers[place] = 0
    if (others.length > 0) others = []
    repeated.clear()
    begun += 1
  }

  const encode = createTextEncoder()
  const scan = createEventScanner({
    field(field, found) {
      if (field === FIELD_NUMBERS.createdAt) created.set(found)
      const place = fields[field] ?? -1
      const isText = found.kind === 'string'
      // The last of a name that repeats counts.
      if (place >= 0) numbers[place] = isText ? (columns[place]?.numberOf(found, likely) ?? 0) : 0
      if (isText) oddFields.delete(field)
      else if (isCompared[field]) oddFields.set(field, tokenText(canonicalValue(found)))
    },
    properties(isOne, isAgain) {
      if (isAgain) beginProperties()
      isObject = isOne
    },
    property(name, found) {
      const number = names.has(name)
      const place = columnsOf[number] ?? -1
      if (number === 0) others.push([tokenText(name), `${found.kind} ${tokenText(canonicalValue(found))}`])
      else if (place >= 0 && lastBegun[place] === begun) repeated.add(place)
      else if (place >= 0) {
        lastBegun[place] = begun
        numbers[place] = columns[place]?.numberOf(found, likely) ?? 0
      }
    },
  })

  return {
    /** They are of the event that was read last: by column what it says there; 0: nothing. */
    numbers,
    createdAt: created.text,
    /**
     * Reads an event.
     * @param likelyRow a row that may well say the same
     * @returns one text for all rests that mean the same; empty: there is none
     */
    restOf(source: string, likelyRow: number): string {
      likely = likelyRow
      numbers.fill(0)
      created.clear()
      oddFields.clear()
      beginProperties()
      isObject = true
      const { bytes, length, ascii } = encode(source)
      scan(bytes, 0, length, ascii)
      for (const place of repeated) {
        const column = columns[place]
        if (column?.of.of === 'property')
          numbers[place] = column.numberOf(repeatedToken(source, column.of.name), likely)
      }
      if (isObject && others.length === 0 && oddFields.size === 0) return ''
      others.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
      const odd = [...oddFields].sort(([one], [other]) => one - other)
      return JSON.stringify([odd, isObject ? others : propertiesText(source)])
    },
  }
}

function nameToken(name: string) {
  const bytes = textBytes(name)
  return { kind: 'string' as const, bytes, start: 0, end: bytes.length }
}

/** Writes properties that are no object. */
function propertiesText(source: string): string {
  const read = parseExact(source)
  if (!read.ok || read.value.kind !== 'object') return source
  const last = read.value.members.findLast(({ name }) => name === PROPERTIES_FIELD)
  return canonicalJson(last?.value.source ?? '')
}
