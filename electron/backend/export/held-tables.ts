// Tables of figures on their way to a file: they come in pieces, as a call takes only so much, and are bounded together.
import { LRUCache } from 'lru-cache'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type ExportedTable, textOfCell } from '../../../shared/export/exported-table.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'

export interface HeldTables {
  open(head: Omit<ExportedTable, 'rows'>): { tableId: string }
  /** Fails with `invalid` where there is no such table any more, or it is more than a file holds. */
  add(tableId: string, rows: ExportedTable['rows']): Result<null>
  /** As it stands; it is not held any more. Fails as `add` does. */
  take(tableId: string): Result<ExportedTable>
}

/** Nobody saves more at once; the one that waited longest for rows goes. */
const MOST_TABLES = 4
const MOST_ROWS = 50_000
/** In UTF-16 units, of all cells. */
const MOST_CHARACTERS = 64 * 1024 * 1024

interface Held {
  table: ExportedTable
  characters: number
}

/** @param randomId not guessable */
export function createHeldTables(randomId: () => string): HeldTables {
  const held = new LRUCache<string, Held>({ max: MOST_TABLES })
  return {
    open(head) {
      const tableId = randomId()
      held.set(tableId, { table: { ...head, rows: [] }, characters: 0 })
      return { tableId }
    },
    add(tableId, rows) {
      const one = held.get(tableId)
      if (one === undefined) return failed(OVER)
      one.characters += charactersOf(rows)
      if (one.table.rows.length + rows.length > MOST_ROWS || one.characters > MOST_CHARACTERS) {
        held.delete(tableId)
        return failed(TOO_MUCH)
      }
      for (const row of rows) one.table.rows.push(row)
      return succeeded(null)
    },
    take(tableId) {
      const one = held.get(tableId)
      held.delete(tableId)
      return one === undefined ? failed(OVER) : succeeded(one.table)
    },
  }
}

function charactersOf(rows: ExportedTable['rows']): number {
  let characters = 0
  for (const row of rows) for (const cell of row) characters += textOfCell(cell).length
  return characters
}

const invalid = (message: string): Failure => ({ kind: 'invalid', field: 'export', message })
const OVER = invalid('This table is no longer in memory. Save it again.')
const TOO_MUCH = invalid(
  `This table is too large for one file (at most ${grouped(MOST_ROWS)} lines, 64 MiB). Filter it first, or copy it.`,
)
