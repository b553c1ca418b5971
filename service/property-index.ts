// An index of the events' property values, built by the first search that needs it: properties take longer to index
// than everything else together, and many runs never search for one.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { type Property, readProperties, unfitStored } from './event-record.ts'
import { numberKey } from './number-key.ts'
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
  }
}

/**
 * The index's tables: each different value once (`id`, `name`, a `textKey`, and `key`, a `valueKey`), and which events
 * have it (`value`, an id, and `event`, a seq). Texts would be most of it, as a value stands in a third of a million
 * events.
 */
export function propertyTables(match: PropertyMatch): { values: string; events: string } {
  return { values: `property_value_${match}`, events: `property_${match}` }
}

export type PropertyIndex = {
  /** Indexes the events that were added since the last call. */
  update(): void
  /** Must be called when a stored event's properties change, or when it is removed: then with none. */
  replace(seq: number, before: readonly Property[], after: readonly Property[]): void
}

/** Values whose ids are remembered once they were seen again, as most events have one of a few. */
const MOST_KNOWN = 20_000

type Statements = Record<'find' | 'name' | 'insert' | 'remove', StatementSync>

/** Creates an index over the table `event`, empty until `update` is called. */
export function createPropertyIndex(database: DatabaseSync, match: PropertyMatch): PropertyIndex {
  const { values, events } = propertyTables(match)
  const known = new LRUCache<string, number>({ max: MOST_KNOWN })
  let statements: Statements | null = null
  let last = 0
  let lastId = 0

  function create(): Statements {
    database.exec(`
      CREATE TEMP TABLE ${values} (name TEXT, key TEXT, id INTEGER, PRIMARY KEY (name, key)) WITHOUT ROWID;
      CREATE TEMP TABLE ${events} (value INTEGER, event INTEGER, PRIMARY KEY (value, event)) WITHOUT ROWID;
    `)
    return {
      find: database.prepare(`SELECT id FROM ${values} WHERE name = ? AND key = ?`),
      name: database.prepare(`INSERT INTO ${values} VALUES (?, ?, ?)`),
      // A name that stands twice in an event may have one value twice.
      insert: database.prepare(`INSERT OR IGNORE INTO ${events} VALUES (?, ?)`),
      remove: database.prepare(`DELETE FROM ${events} WHERE value = ? AND event = ?`),
    }
  }

  function idOf({ find, name: add }: Statements, name: string, key: string): number {
    const both = `${name} ${key}`
    const id = known.get(both) ?? (find.get(name, key)?.id as number | undefined)
    if (id !== undefined) {
      known.set(both, id)
      return id
    }
    lastId += 1
    add.run(name, key, lastId)
    return lastId
  }

  function run(change: 'insert' | 'remove', using: Statements, seq: number, properties: readonly Property[]): void {
    for (const property of properties) {
      using[change].run(idOf(using, textKey(property.name), valueKey(property, match)), seq)
    }
  }

  return {
    update() {
      statements ??= create()
      const added = database.prepare('SELECT seq, event_properties FROM event WHERE seq > ? ORDER BY seq')
      let newest = last
      for (const { seq, event_properties } of added.iterate(last)) {
        newest = Number(seq)
        run('insert', statements, newest, storedProperties(String(event_properties)))
      }
      last = newest
    },
    replace(seq, before, after) {
      if (statements === null || seq > last) return
      run('remove', statements, seq, before)
      run('insert', statements, seq, after)
    },
  }
}

function storedProperties(text: string): Property[] {
  const reading = readProperties(text)
  if (!reading.ok) throw unfitStored(reading.problem)
  return reading.properties
}
