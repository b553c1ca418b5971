// Events that are the same by what they mean: of one key of fields and properties, and alike in all that is compared,
// however it is written. In each column an event has the number of what it means there, as 1.5 and 1.50 have one. What
// it says besides, in no column, is its *rest*, as one text; nearly no event has any, so nearly no row is read again.
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
 * Compares events by their meaning.
 * @param key the fields and properties of which two events are one
 * @param ignored fields and properties that do not count as a difference
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
  const readRow = eventReader(columns, ignored)
  const restAt = (row: number) => readRow.restOf(texts.text(row), row)

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
  // Rows that may have a rest are read once; the mark stays where there is one.
  const hasRest = await rowsThatMayHaveRest(snapshot, columns, ignored, turn)
  for (let row = 0; row < rows; row += 1) {
    if (row % 1_024 === 0) await turn.breathe()
    if (hasRest[row] === 0) continue
    const rest = restAt(row)
    hashes[row] = hashedRest(hashes[row] ?? 0, rest)
    if (rest === '') hasRest[row] = 0
  }

  // It is another reader than that of rows, which `isSame` may read while the last event is still held against them.
  const readOther = eventReader(columns, ignored)
  // What the event of the other snapshot that was read last says: `numbers` by column, and its `rest`. `read` leaves
  // both for `isSame`.
  const { numbers } = readOther
  let rest = ''
  /**
   * The row after the one that was the same last: as both snapshots are in the order of time, it is nearly always next.
   */
  let likely = 0
  /** Whether the event that was read last says in each column what the row does. */
  const isAsRow = (row: number) => {
    for (let place = 0; place < numbers.length; place += 1) {
      if (meaningAt(columns[place], row) !== numbers[place]) return false
    }
    return true
  }
  const event: OtherEvent = { key: 0, hash: 0, isUnknown: false, createdAt: readOther.createdAt }
  return {
    keys,
    hashes,
    areSame: (row, other) =>
      hasRest[row] === hasRest[other] &&
      columns.every((column) => meaningAt(column, row) === meaningAt(column, other)) &&
      (hasRest[row] === 0 || restAt(row) === restAt(other)),
    read(source) {
      rest = readOther.restOf(source, likely)
      event.isUnknown = numbers.includes(UNKNOWN)
      // Most events are the same as the likely row, and have its key and hash.
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

/** The number of what a row means in a column; 0: it has nothing there. */
function meaningAt(column: MeaningColumn | undefined, row: number): number {
  const code = column?.codes[row] ?? 0
  return column == null || column.meanings === null ? code : (column.meanings[code] ?? 0)
}

/**
 * A hash with the number of one more column. Nothing (0) leaves it as it is, since most rows have nothing in many
 * columns.
 */
const hashed = (hash: number, place: number, number: number) =>
  number === 0 ? hash : keyedHash.pair((hash + place) >>> 0, number)

const hashedRest = (hash: number, rest: string) => (rest === '' ? hash : keyedHash.pair(hash, keyedHash.text(rest)[0]))

/** Numbers keys of several parts: the number of the first two is joined with the third, and so on. */
function keyNumbering(parts: number) {
  const levels = Array.from({ length: parts }, () => createPairNumbers())
  return {
    /**
     * The number of a key up to one more part; 0: none of its parts is there.
     * @param level how many parts came before
     * @param before the number of these
     * @param part what the event means in this one
     */
    next(level: number, before: number, part: number): number {
      if (level === 0 || (before === 0 && part === 0)) return part
      return levels[level]?.of(before, part) ?? 0
    },
  }
}

/** Marks with 1 the rows that may say something that is in no column. */
async function rowsThatMayHaveRest(
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
      // A field that is no text is in no column, where it has code 0 as one that is missing. Properties that are no
      // object are in none either.
      const isOdd =
        ((table.mismatches[row] ?? 0) & MISMATCH_BITS.properties) !== 0 || fields.some((codes) => codes[row] === 0)
      if (isOdd) marks[row] = 1
    }
  })
  return marks
}

/** Reads events, one at a time, as the numbers of what they mean in each column, and as a text of the rest. */
function eventReader(columns: readonly ComparedColumn[], ignored: readonly EventPart[]) {
  const numbers = new Uint32Array(columns.length)
  /** By field, in the order of `EVENT_FIELDS`: the index of its column; -1: it has none. */
  const columnOfField = EVENT_FIELDS.map(({ key: field }) =>
    columns.findIndex(({ of }) => isSamePart(of, { of: 'field', field })),
  )
  const isFieldCompared = EVENT_FIELDS.map(({ key: field }) => !isAmong(ignored, { of: 'field', field }))
  /** Names of properties that have a column or are ignored, numbered from 1; any other is part of the rest. */
  const names = createDictionary()
  /** By number of a name: the index of its column; -1: it is ignored. */
  const columnOfName = [-1]
  const noteName = (part: EventPart, place: number) => {
    if (part.of === 'property') columnOfName[names.add(nameToken(part.name))] = place
  }
  for (const part of ignored) noteName(part, -1)
  for (const [place, { of }] of columns.entries()) noteName(of, place)
  const propertyPlaces = columns.flatMap(({ of }, place) => (of.of === 'property' ? [place] : []))

  // What is known of the event that is read, as far as it is read: the scanner calls the functions below in the order
  // of its text.
  const created = createdToken()
  /** A row that may well say the same. */
  let likely = 0
  /** By field: what was sent in it that is no text, and so is in no column. */
  const oddFields = new Map<number, string>()
  /** Properties that have no column and are not ignored. */
  let otherProperties: [name: string, value: string][] = []
  /** Whether its properties are an object, as they should be. */
  let isObject = true
  /** How often properties began, over all events: `lastBegun` has by column in which of these it had a value last. */
  let begun = 0
  const lastBegun = new Uint32Array(columns.length)
  /** Columns whose property the event has twice. */
  const repeated = new Set<number>()

  /** An event that has its properties twice says the last ones: what was read of the others is forgotten. */
  function beginProperties(): void {
    for (const place of propertyPlaces) numbers[place] = 0
    if (otherProperties.length > 0) otherProperties = []
    repeated.clear()
    begun += 1
  }

  const encode = createTextEncoder()
  const scan = createEventScanner({
    field(field, found) {
      if (field === FIELD_NUMBERS.createdAt) created.set(found)
      const place = columnOfField[field] ?? -1
      const isText = found.kind === 'string'
      // Of a field that stands there twice the last value counts.
      if (place >= 0) numbers[place] = isText ? (columns[place]?.numberOf(found, likely) ?? 0) : 0
      if (isText) oddFields.delete(field)
      else if (isFieldCompared[field]) oddFields.set(field, tokenText(canonicalValue(found)))
    },
    properties(isOne, isAgain) {
      if (isAgain) beginProperties()
      isObject = isOne
    },
    property(name, found) {
      const number = names.has(name)
      const place = columnOfName[number] ?? -1
      const isOther = number === 0
      const isIgnored = place < 0
      if (isOther) otherProperties.push([tokenText(name), `${found.kind} ${tokenText(canonicalValue(found))}`])
      else if (isIgnored) return
      else if (lastBegun[place] === begun) repeated.add(place)
      else {
        lastBegun[place] = begun
        numbers[place] = columns[place]?.numberOf(found, likely) ?? 0
      }
    },
  })

  return {
    /** By column: the number of what the event that was read last means there; 0: it has nothing. */
    numbers,
    createdAt: created.text,
    /**
     * Reads an event, and leaves its `numbers`.
     * @param likelyRow a row that may well say the same
     * @returns its rest: one text for all that mean the same; empty: it has none
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
      // A property that the event has twice has both values as its one.
      for (const place of repeated) {
        const column = columns[place]
        if (column?.of.of === 'property')
          numbers[place] = column.numberOf(repeatedToken(source, column.of.name), likely)
      }
      if (isObject && otherProperties.length === 0 && oddFields.size === 0) return ''
      otherProperties.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
      const odd = [...oddFields].sort(([one], [other]) => one - other)
      return JSON.stringify([odd, isObject ? otherProperties : propertiesText(source)])
    },
  }
}

function nameToken(name: string) {
  const bytes = textBytes(name)
  return { kind: 'string' as const, bytes, start: 0, end: bytes.length }
}

/** The properties of an event that are no object, as one text for all that mean the same. */
function propertiesText(source: string): string {
  const read = parseExact(source)
  if (!read.ok || read.value.kind !== 'object') return source
  const last = read.value.members.findLast(({ name }) => name === PROPERTIES_FIELD)
  return canonicalJson(last?.value.source ?? '')
}
