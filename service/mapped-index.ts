// The indexes that searches of a mapped table ask for, and it has not: told to whoever starts the service, as
// statements.
import { escapeIdentifier } from 'pg'
import type { Column, Relation } from './mapped-column.ts'
import type { PostgresPool } from './postgres-pool.ts'

/** What an index is to hold: as SQL of the table under the name `event`, and as SQL of its columns by their own names. */
export type Indexed = { sql: string; own: string }

/** A column by its own name. */
export const unaliased = (column: Column): Column => ({ ...column, sql: escapeIdentifier(column.name) })

/**
 * @param order by which events are sorted: their time and what tells apart those of one
 * @param eventId with its type; null where it is not of the rows
 * @returns a sentence for each that is missing; none of a view, which has no index
 */
export async function missingIndexes(
  pool: PostgresPool,
  relation: Relation,
  order: readonly Indexed[],
  eventId: (Indexed & { type: string }) | null,
): Promise<string[]> {
  if (relation.isView) return []
  const from = `FROM ${relation.sql} AS event`
  const sorted = `EXPLAIN SELECT ${from} ORDER BY ${order.map(({ sql }) => `${sql} DESC`).join(', ')} LIMIT 1`
  const [isSorted, isRead] = await pool.transaction(async (connection) => {
    const plan = async (text: string): Promise<string> =>
      (await connection.query<string[]>({ text, rowMode: 'array' })).rows.join('\n')
    // Taken only where there is no other way, however few rows there are.
    await connection.query('SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off')
    return [
      /(?<!Incremental )Sort /.test(await plan(sorted)),
      eventId !== null &&
        (await plan(`EXPLAIN SELECT ${from} WHERE ${eventId.sql} = (SELECT NULL::${eventId.type})`)).includes(
          'Seq Scan',
        ),
    ]
  })
  const create = (held: readonly Indexed[]) =>
    `CREATE INDEX ON ${relation.sql} (${held.map(({ own }) => own).join(', ')});`
  return [
    ...(isSorted ? [`No index holds the order of events: ${create(order)}`] : []),
    ...(isRead && eventId !== null ? [`No index holds the event_id: ${create([eventId])}`] : []),
  ]
}
