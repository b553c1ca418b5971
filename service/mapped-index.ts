// The indexes of a mapped table: which text has one, whether it is unique, and which of those that searches ask for are
// missing, told to whoever starts the service as statements.
import type { Relation } from './mapped-column.ts'
import { memberOf, writingsOf } from './mapped-json.ts'
import { keySql, type MappedText, textIn } from './mapped-text.ts'
import type { PostgresPool } from './postgres-pool.ts'

/** What an index is to hold: as SQL of the table under the name `event`, and of its columns by their own names. */
export type Indexed = { sql: string; own: string }

/** @param sql of the table under a name, or with null of its columns by their own */
export const indexed = (sql: (table: string | null) => string): Indexed => ({ sql: sql('event'), own: sql(null) })

/** A text as an index of the table has it, where one does, and whether a unique one has it alone. */
export async function indexedText(
  pool: PostgresPool,
  relation: Relation,
  text: MappedText,
): Promise<{ text: MappedText; isUnique: boolean }> {
  const written = text.kind === 'json' ? writingsOf(text.json).map((json) => ({ ...text, json })) : [text]
  for (const one of written) if (await isUnique(pool, relation, one)) return { text: one, isUnique: true }
  for (const one of written.slice(1))
    if (!(await isReadWhole(pool, relation, one))) return { text: one, isUnique: false }
  return { text, isUnique: false }
}

/** Whether a unique index, of the table or of one below a view, says that no value of the text stands in two rows. */
export async function isUnique(pool: PostgresPool, relation: Relation, text: MappedText): Promise<boolean> {
  if (text.kind === 'constant') return false
  if (text.kind === 'column' && text.column.isUnique) return true
  const from = `EXPLAIN (COSTS OFF) SELECT FROM ${relation.sql} AS event`
  const alone = await planOf(pool, from)
  // Of JSON also where it is not guarded, as it is not read here.
  const keys = [keySql, ...(text.kind === 'json' ? [unguarded] : [])]
  for (const key of keys) {
    const same = `${key(textIn(text, 'other'))} = ${key(textIn(text, 'event'))}`
    // PostgreSQL leaves out a join that adds nothing, once a unique index shows that it cannot find two rows.
    if ((await planOf(pool, `${from} LEFT JOIN ${relation.sql} AS other ON ${same}`)) === alone) return true
  }
  return false
}

const unguarded = (text: MappedText) => (text.kind === 'json' ? memberOf(text.json, '#>>') : keySql(text))

async function planOf(pool: PostgresPool, text: string): Promise<string> {
  return (await pool.query({ text, values: [] })).join('\n')
}

/** Whether no index finds a text, so that the whole table is read for one. */
async function isReadWhole(pool: PostgresPool, relation: Relation, text: MappedText): Promise<boolean> {
  const type = text.kind === 'column' ? text.column.type : 'text'
  const asked = `EXPLAIN SELECT FROM ${relation.sql} AS event WHERE ${keySql(text)} = (SELECT NULL::${type})`
  return (await forcedPlanOf(pool, asked)).includes('Seq Scan')
}

/** What it takes, however few rows there are: it sorts, or reads a table whole, only where there is no other way. */
async function forcedPlanOf(pool: PostgresPool, text: string): Promise<string> {
  const { rows } = await pool.transaction(async (connection) => {
    await connection.query('SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off')
    return connection.query<string[]>({ text, rowMode: 'array' })
  })
  return rows.join('\n')
}

/**
 * @param order by which events are sorted: their time and what tells apart those of one
 * @returns a sentence for each that is missing; none of a view, which has no index
 */
export async function missingIndexes(
  pool: PostgresPool,
  relation: Relation,
  order: readonly Indexed[],
  eventId: MappedText,
): Promise<string[]> {
  if (relation.isView) return []
  const sorted = order.map(({ sql }) => `${sql} DESC`).join(', ')
  const plan = await forcedPlanOf(pool, `EXPLAIN SELECT FROM ${relation.sql} AS event ORDER BY ${sorted} LIMIT 1`)
  const create = (held: readonly Indexed[]) =>
    `CREATE INDEX ON ${relation.sql} (${held.map(({ own }) => own).join(', ')});`
  const id = indexed((table) => keySql(textIn(eventId, table)))
  return [
    ...(/(?<!Incremental )Sort /.test(plan) ? [`No index holds the order of events: ${create(order)}`] : []),
    ...(eventId.kind !== 'constant' && (await isReadWhole(pool, relation, eventId))
      ? [`No index holds the event_id: ${create([id])}`]
      : []),
  ]
}
