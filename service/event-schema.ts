// The schema of the service's database, and the check that a file has it.
import type { DatabaseSync } from 'node:sqlite'

const APPLICATION_ID = 0x45_56_53_43
const SCHEMA_VERSION = 3

// AUTOINCREMENT, so that the seq of a removed event is not given to another one. `created_at` is an instant's key, which
// lacks the zeros at the end of a fraction: `created_at_end` holds them, with the Z. `body` is what `writeEvent` writes, and
// takes no room: stored as a whole, it would hold the other columns a second time.
const SCHEMA = `
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    event_code TEXT NOT NULL,
    event_type TEXT NOT NULL,
    created_at TEXT NOT NULL,
    created_at_end TEXT NOT NULL,
    event_properties TEXT NOT NULL,
    body TEXT GENERATED ALWAYS AS (
      '{"event_id":' || event_id || ',"customer_id":' || customer_id || ',"event_code":' || event_code ||
      ',"event_type":' || event_type || ',"created_at":"' || created_at || created_at_end ||
      '","event_properties":' || event_properties || '}'
    ) VIRTUAL
  ) STRICT;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`

// Beside each page that it holds in memory, SQLite needs some 280 bytes: 40 MB of a million events in pages of 4 KiB, as usual.
const PAGES = 'PRAGMA page_size = 16384;'

/** Created after the first bulk insert, which takes half the time of maintaining them meanwhile. */
export const INDEXES = `
  CREATE INDEX IF NOT EXISTS event_by_id ON event (event_id);
  CREATE INDEX IF NOT EXISTS event_by_time ON event (created_at);
  CREATE INDEX IF NOT EXISTS event_by_customer ON event (customer_id, created_at);
  CREATE INDEX IF NOT EXISTS event_by_customer_and_code ON event (customer_id, event_code, created_at);
  CREATE INDEX IF NOT EXISTS event_by_code ON event (event_code, created_at);
  CREATE INDEX IF NOT EXISTS event_by_type ON event (event_type, created_at);
`

/** Creates the tables in an empty database; throws if the database belongs to another program or another version. */
export function prepareSchema(database: DatabaseSync): void {
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined
  // Temporary tables hold derived data only.
  database.exec('PRAGMA temp_store = MEMORY')
  if (isEmpty) {
    database.exec(`${PAGES} PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`)
    return
  }
  if (pragma('application_id') !== APPLICATION_ID) throw new Error('it is a database of another program')
  const version = pragma('user_version')
  if (version !== SCHEMA_VERSION)
    throw new Error(`its schema is version ${version}, this service knows ${SCHEMA_VERSION}`)
}
