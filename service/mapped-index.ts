// The indexes of a mapped table: which text has one, whether it is unique, and which of those that searches ask for are
// missing, told to whoever starts the service as statements.
import { z } from 'zod'
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
  // PostgreSQL takes an index only for what is written as the index has it, and JSON is written in two ways.
  const writings = text.kind === 'json' ? writingsOf(text.json).map((json) => ({ ...text, json })) : [text]
  for (const writing of writings) if (await isUnique(pool, relation, writing)) return { text: writing, isUnique: true }
  // The first is the text as it is, which stands where no index has another.
  for (const writing of writings.slice(1))
    if (!(await isReadWhole(pool, relation, writing))) return { text: writing, isUnique: false }
  return { text, isUnique: false }
}

/**
 * Whether unique indexes, of the table or of those below a view, say that no value of the text stands in two rows.
 * PostgreSQL is only asked how it would search: the plan of a join of one value (`asked`) to the table says of each
 * step whether a row finds two there ("Inner Unique"). Where none does on the way from that value, it is in one row of
 * all.
 */
export async function isUnique(pool: PostgresPool, relation: Relation, text: MappedText): Promise<boolean> {
  if (text.kind === 'constant') return false
  if (text.kind === 'column' && text.column.isUnique) return true
  const type = text.kind === 'column' ? text.column.type : 'text'
  const ofEvent = textIn(text, 'event')
  // The table's owner may have the index of a JSON text without the CASE that guards it where it is read.
  const keys = [keySql(ofEvent), ...(ofEvent.kind === 'json' ? [memberOf(ofEvent.json, '#>>')] : [])]
  for (const key of keys) {
    const joined = `unnest(ARRAY[NULL::${type}]) AS ${ASKED} (value) JOIN ${relation.sql} AS event`
    const asked = `EXPLAIN (FORMAT JSON) SELECT FROM ${joined} ON ${key} = ${ASKED}.value`
    // Nested loops are left, which begin with the one value that is asked for: it is the outer side of each.
    const [plan] = await planOf(pool, asked, ['hashjoin', 'mergejoin', 'material'])
    if (isOneRow(explained.parse(JSON.parse(plan ?? ''))[0].Plan)) return true
  }
  return false
}

/** The name, in a statement and its plan, of the one value that is asked for. */
const ASKED = 'asked'

/** A step of a plan, and those whose rows it takes: of a join, the outer side, and for each of its rows the inner. */
const plan = z.object({
  Alias: z.string().optional(),
  'Parent Relationship': z.string().optional(),
  'Join Type': z.string().optional(),
  'Inner Unique': z.boolean().optional(),
  get Plans() {
    return z.array(plan).optional()
  },
})
const explained = z.tuple([z.object({ Plan: plan })])

/** Whether a plan begins with the value that is asked for, and joins to it only what makes no second row of one. */
function isOneRow(node: z.infer<typeof plan>): boolean {
  if (node.Alias === ASKED) return true
  const outer = node.Plans?.find((one) => one['Parent Relationship'] === 'Outer')
  return outer !== undefined && keepsOneRow(node) && isOneRow(outer)
}

/** Whether a join gives a row of its outer side once at most. */
function keepsOneRow({ 'Join Type': join, 'Inner Unique': isInnerUnique }: z.infer<typeof plan>): boolean {
  if (join === 'Semi' || join === 'Anti') return true
  return (join === 'Inner' || join === 'Left') && isInnerUnique === true
}

/** @param off kinds of steps that it is to take only where there is no other way */
async function planOf(pool: PostgresPool, text: string, off: readonly string[]): Promise<string[]> {
  const { rows } = await pool.transaction(async (connection) => {
    await connection.query(off.map((kind) => `SET LOCAL enable_${kind} = off`).join('; '))
    return connection.query<string[]>({ text, rowMode: 'array' })
  })
  return rows.flat()
}

/** Whether no index finds a text, so that the whole table is read for one. */
async function isReadWhole(pool: PostgresPool, relation: Relation, text: MappedText): Promise<boolean> {
  const type = text.kind === 'column' ? text.column.type : 'text'
  const asked = `EXPLAIN SELECT FROM ${relation.sql} AS event WHERE ${keySql(text)} = (SELECT NULL::${type})`
  return (await forcedPlanOf(pool, asked)).includes('Seq Scan')
}

/** What it takes, however few rows there are: it sorts, or reads a table whole, only where there is no other way. */
const forcedPlanOf = async (pool: PostgresPool, text: string): Promise<string> =>
  (await planOf(pool, text, ['sort', 'seqscan'])).join('\n')

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
