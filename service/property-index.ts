// Looks up events by a property's value. Built from the events' texts at the first search that needs it: most services
// are never asked for a property, and theirs would take longer to index than all the rest.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Property, readProperties } from './event-record.ts'
import { numberKey } from './exact-number.ts'
import type { Gaps } from './service-options.ts'

export type PropertyMatch = Gaps['propertyMatch']

/** The text under which a string is stored and compared: lossless for any string JavaScript can hold. */
export function textKey(value: string): string {
  return JSON.stringify(value)
}

/** The key of a property's value: equal exactly where the values are equal under this reading. */
export function valueKey({ kind, text }: Property, match: PropertyMatch): string {
  switch (match) {
    case 'typed':
      // A string's key begins with a quote, a number's never does.
      return kind === 'number' ? numberKey(text) : textKey(text)
    case 'text':
      return textKey(text)
    default:
      return match satisfies never
  }
}

/** The table of a reading, with the columns `name` and `key` (see `textKey`, `valueKey`) and `event` (its seq). */
export function propertyTable(match: PropertyMatch): string {
  return `property_${match}`
}

export type PropertyIndex = {
  /** Takes in the events that were added since the last call. */
  update(): void
  /** Follows an event that is amended, or removed where `after` is null; both are stored texts. */
  change(seq: number, before: string, after: string | null): void
}

/** Creates the index of one reading over the table `event`; it is empty until `update` is called. */
export function createPropertyIndex(database: DatabaseSync, match: PropertyMatch): PropertyIndex {
  const table = propertyTable(match)
  let statements: { insert: StatementSync; remove: StatementSync } | null = null
  let last = 0

  function create() {
    database.exec(`CREATE TEMP TABLE ${table} (name TEXT, key TEXT, event INTEGER)`)
    return {
      insert: database.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`),
      remove: database.prepare(`DELETE FROM ${table} WHERE name = ? AND key = ? AND event = ?`),
    }
  }

  function run(statement: StatementSync, seq: number, text: string): void {
    for (const property of propertiesOf(text)) statement.run(textKey(property.name), valueKey(property, match), seq)
  }

  return {
    update() {
      statements ??= create()
      const added = database.prepare('SELECT seq, body FROM event WHERE seq > ? ORDER BY seq')
      let newest = last
      for (const { seq, body } of added.iterate(last)) {
        newest = Number(seq)
        run(statements.insert, newest, String(body))
      }
      last = newest
      // Once the first rows are in: sorting them takes a fraction of the time of putting each in its place.
      database.exec(`CREATE INDEX IF NOT EXISTS temp.${table}_by_value ON ${table} (name, key, event)`)
    },
    change(seq, before, after) {
      if (statements === null || seq > last) return
      run(statements.remove, seq, before)
      if (after !== null) run(statements.insert, seq, after)
    },
  }
}

// A stored text begins with the other fields, in whose strings every quote is escaped.
function propertiesOf(text: string): Property[] {
  const name = '"event_properties":'
  const reading = readProperties(text.slice(text.indexOf(name) + name.length, -1))
  if (!reading.ok) throw new Error(`A stored event does not fit: ${reading.problem}`)
  return reading.properties
}
