// An index of the events' property values, built by the first search that needs it: properties take longer to index than
// everything else together, and many runs never search for one.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Property, readProperties } from './event-record.ts'
import { numberKey } from './exact-number.ts'
import type { Gaps } from './service-options.ts'

export type PropertyMatch = Gaps['propertyMatch']

/** The form in which strings are stored and compared: JSON, because SQLite would replace a lone surrogate. */
export function textKey(value: string): string {
  return JSON.stringify(value)
}

/** A key that is the same for two values exactly if they match each other. */
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

/** The index's table: `name` (a `textKey`), `key` (a `valueKey`) and `event` (a seq). */
export function propertyTable(match: PropertyMatch): string {
  return `property_${match}`
}

export type PropertyIndex = {
  /** Indexes the events that were added since the last call. */
  update(): void
  /** Must be called when an event's stored text changes, with null when the event is removed. */
  replace(seq: number, before: string, after: string | null): void
}

/** Creates an index over the table `event`, empty until `update` is called. */
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
      // After the first bulk insert: sorting once is several times faster than inserting into a sorted index.
      database.exec(`CREATE INDEX IF NOT EXISTS temp.${table}_by_value ON ${table} (name, key, event)`)
    },
    replace(seq, before, after) {
      if (statements === null || seq > last) return
      run(statements.remove, seq, before)
      if (after !== null) run(statements.insert, seq, after)
    },
  }
}

// event_properties is the last field, and quotes inside the strings before it are escaped.
function propertiesOf(text: string): Property[] {
  const name = '"event_properties":'
  const reading = readProperties(text.slice(text.indexOf(name) + name.length, -1))
  if (!reading.ok) throw new Error(`A stored event does not fit: ${reading.problem}`)
  return reading.properties
}
