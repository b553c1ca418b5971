// Builds the table of a snapshot's events from their texts.
import { EVENT_FIELDS, hyphened } from '../../../../shared/event/event-fields.ts'
import type { SnapshotRange } from '../../../../shared/snapshot/snapshot.ts'
import { createDictionary } from './dictionary.ts'
import { createEventScanner } from './event-scanner.ts'
import {
  type Column,
  createdInstants,
  createTextStore,
  FIELD_NUMBERS,
  fieldColumn,
  type LoadedEvents,
  MISMATCH_BITS,
  type TextStore,
} from './loaded-events.ts'
import { createPropertyColumns, FIRST_COLUMNS, type PropertyColumns } from './property-columns.ts'
import { inSteps, type Turn } from './turn.ts'

/** The bit of each field, in the order of `EVENT_FIELDS`, that marks a row in which it is missing or no string. */
const FIELD_BITS = EVENT_FIELDS.map(({ name }) => MISMATCH_BITS[hyphened(name)])
/** How many properties get a column up front; the others are read from the texts on demand. */
const COLUMNS = 100

/** @param rows at most this many will be added */
export function buildTable(rows: number, range: SnapshotRange) {
  const texts = createTextStore(rows)
  const fields = EVENT_FIELDS.map((): Column => ({ codes: new Uint32Array(rows), values: createDictionary() }))
  const mismatches = new Uint16Array(rows)
  const misses = new Uint16Array(rows)
  const missedNames: string[][] = [[]]
  /** The place of each list of names in `missedNames`, by its text. */
  const missedNumbers = new Map<string, number>()
  const properties = createPropertyColumns(rows, null)
  let count = 0
  // These are of the row that is being added: its number, its `MISMATCH_BITS` so far, and a bit for each field seen.
  let row = 0
  let problems = 0
  let seen = 0

  const scan = createEventScanner({
    field(field, found) {
      const bit = 1 << field
      if ((seen & bit) !== 0) problems |= MISMATCH_BITS['repeated-names']
      seen |= bit
      const column = fields[field]
      if (column) column.codes[row] = found.kind === 'string' ? column.values.add(found) : 0
    },
    properties(isObject, isAgain) {
      if (isAgain) {
        problems |= MISMATCH_BITS['repeated-names']
        properties.startAgain()
      }
      // The last properties of an event count: that there were none before, or what was wrong with those, does not.
      problems &= ~(MISMATCH_BITS.properties | MISMATCH_BITS['property-kinds'])
      if (!isObject) problems |= MISMATCH_BITS.properties
    },
    property(name, value) {
      if (value.kind !== 'string' && value.kind !== 'number') problems |= MISMATCH_BITS['property-kinds']
      properties.add(name, value)
    },
  })

  function missedNumber(names: readonly string[]): number {
    if (names.length === 0) return 0
    const key = JSON.stringify(names)
    const known = missedNumbers.get(key)
    if (known !== undefined) return known
    const number = missedNames.push([...names]) - 1
    missedNumbers.set(key, number)
    return number
  }

  return {
    /** `misses`: names of the filters that the row misses, as stored in the snapshot. */
    add(source: string, missing: readonly string[]): void {
      row = texts.add(source)
      count = row + 1
      // Until they come, an event has no properties.
      problems = MISMATCH_BITS.properties
      seen = 0
      properties.begin(row)
      scan(texts.bytes(row), texts.start(row), texts.end(row))
      if (properties.end(() => source)) problems |= MISMATCH_BITS['repeated-names']
      fields.forEach((column, field) => {
        if (column.codes[row] === 0) problems |= FIELD_BITS[field] ?? 0
      })
      mismatches[row] = problems
      misses[row] = missedNumber(missing)
    },
    async finish(turn: Turn): Promise<LoadedEvents> {
      const instants = createdInstants((fields[FIELD_NUMBERS.createdAt] as Column).values)
      const table: LoadedEvents = {
        rows: count,
        range,
        texts,
        fields,
        instants,
        properties: properties.columns(),
        names: properties.names(),
        rowsOfOtherNames: properties.rowsOfOtherNames(),
        rest: properties.rest,
        misses,
        missedNames,
        mismatches,
      }
      await noteValueProblems(table, turn)
      if (table.names.length > FIRST_COLUMNS) {
        const commonest = new Set(table.names.slice(0, COLUMNS).map(({ name }) => name))
        const again = await scanProperties(texts, count, commonest, turn)
        Object.assign(table, { properties: again.columns(), rest: again.rest })
      }
      return table
    },
    /** Bytes used so far. */
    memory: () =>
      fields.reduce(
        (sum, { codes, values }) => sum + codes.byteLength + values.memory(),
        texts.memory() + properties.memory() + mismatches.byteLength + misses.byteLength,
      ),
  }
}

/** Marks empty ids, types other than credit and debit, and times that are invalid or not in UTC. */
async function noteValueProblems(table: LoadedEvents, turn: Turn): Promise<void> {
  const { instants, mismatches, rows } = table
  const [ids, types, created] = [
    fieldColumn(table, 'eventId'),
    fieldColumn(table, 'eventType'),
    fieldColumn(table, 'createdAt'),
  ]
  const empty = ids.values.find('string', '')
  const credit = types.values.find('string', 'credit')
  const debit = types.values.find('string', 'debit')
  await inSteps(rows, turn, (from, to) => {
    for (let row = from; row < to; row += 1) {
      let problems = mismatches[row] ?? 0
      if (empty !== 0 && ids.codes[row] === empty) problems |= MISMATCH_BITS['event-id']
      if (types.codes[row] !== debit && types.codes[row] !== credit) problems |= MISMATCH_BITS['event-type']
      const at = created.codes[row] ?? 0
      if (at !== 0 && Number.isNaN(instants.seconds[at])) problems |= MISMATCH_BITS['created-at']
      if (instants.notUtc[at] === 1) problems |= MISMATCH_BITS['not-utc']
      mismatches[row] = problems
    }
  })
}

/** Builds columns for these properties from the texts of all rows. */
export async function scanProperties(
  texts: TextStore,
  rows: number,
  chosen: ReadonlySet<string>,
  turn: Turn,
): Promise<PropertyColumns> {
  const properties = createPropertyColumns(rows, chosen)
  const scan = createEventScanner({
    field: () => undefined,
    properties(_, isAgain) {
      if (isAgain) properties.startAgain()
    },
    property: (name, value) => properties.add(name, value),
  })
  for (let row = 0; row < rows; row += 1) {
    if (row % 4_096 === 0) await turn.breathe()
    properties.begin(row)
    scan(texts.bytes(row), texts.start(row), texts.end(row))
    properties.end(() => texts.text(row))
  }
  return properties
}
