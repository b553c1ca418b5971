// Guesses a mapping by the names and types of a table's columns, to be corrected by hand.
import { StoreAway } from './event-store.ts'
import { type Column, columnText, isNumeric, noRelation, type Relation, readRelation } from './mapped-column.ts'
import type { Mapping } from './mapping.ts'
import { openPostgresPool, type PostgresPool, type Row } from './postgres-pool.ts'

/** It stands where nothing fits. */
const CHOOSE = 'CHOOSE A COLUMN'

/**
 * @param table its name, or its schema's and its name with a dot between them
 * @returns a mapping as JSON text, and in words which columns it leaves out, '' for none; rejects where the database or
 *   the table cannot be read
 */
export async function mappingExample(url: string, table: string): Promise<{ text: string; left: string }> {
  const pool = await openPostgresPool({ url, connections: 1, timeout: 30_000, isReadOnly: true, warn: () => {} })
  try {
    const [first = '', ...rest] = table.split('.')
    const named = rest.length === 0 ? { table: first } : { schema: first, table: rest.join('.') }
    const relation = await readRelation(pool, 'schema' in named ? named.schema : undefined, named.table)
    if (relation === null) throw new Error(noRelation(table))
    const mapping = guess(relation)
    const type = await withValues(pool, relation, mapping.event_type)
    const text = `${JSON.stringify({ ...named, ...mapping, event_type: type }, null, 2)}\n`
    return { text, left: leftOut(relation, mapping.event_properties) }
  } finally {
    await pool.close()
  }
}

/** Names columns of inet, interval, arrays and the like, which no mapping takes, and those of json but for the one. */
function leftOut({ columns }: Relation, { json }: Mapping['event_properties']): string {
  const left = [...columns.values()].filter(
    ({ name, kind }) => kind === 'other' || ((kind === 'json' || kind === 'jsonb') && name !== json),
  )
  if (left.length === 0) return ''
  const named = left.map(({ name, type }) => `${name} (${type})`).join(', ')
  return `Left out: ${named}. A view can have them as texts, or as members of one object.\n`
}

const TEXTS: readonly Column['kind'][] = ['text', 'uuid', 'integer', 'numeric', 'enum']

/** A mapping by the names and types of columns, each taken once; `CHOOSE` stands where none fits. */
function guess(relation: Relation): Omit<Mapping, 'schema' | 'table'> {
  const columns = [...relation.columns.values()]
  const taken = new Set<string>()
  /** The first column of these kinds whose name fits, in the order of the patterns. */
  const pick = (kinds: readonly Column['kind'][], ...patterns: RegExp[]): Column | undefined => {
    const free = columns.filter(({ name, kind }) => kinds.includes(kind) && !taken.has(name))
    const found = patterns
      .map((pattern) => free.find(({ name }) => pattern.test(name)))
      .find((one) => one !== undefined)
    if (found !== undefined) taken.add(found.name)
    return found
  }
  // Of a view it is not known; a start looks whether it is so.
  const unique = columns.filter(({ isUnique, kind }) => (isUnique || relation.isView) && TEXTS.includes(kind))
  const order = unique.find(({ kind }) => kind === 'integer') ?? unique[0]
  const eventId = pick(TEXTS, /^event_?id$/i, /^(?:uuid|idempotency_key|transaction_id|reference)$/i) ?? order
  for (const column of [order, eventId]) if (column !== undefined) taken.add(column.name)
  const timed = /^(?:created|occurred|recorded|timestamp|event_time|time|ts$|ts_)/i
  const createdAt = pick(['timestamp'], timed, /./) ?? pick(['text', 'integer', 'numeric', 'float'], timed)
  const customer = pick(TEXTS, /customer/i, /account|tenant|client|subscriber/i, /org|user/i)
  const code = pick(TEXTS, /event_?(?:code|name)/i, /code|metric|meter|sku/i, /product|feature|name/i)
  const type = pick(['text', 'enum'], /event_?type/i, /direction|kind|type/i)
  const json = pick(['jsonb', 'json'], /propert|attribute|payload|data|meta/i, /./)
  const number = columns.find(({ name, kind }) => kind === 'numeric' && !taken.has(name))
  const properties = columns.filter(({ name, kind }) => !taken.has(name) && !['json', 'jsonb', 'other'].includes(kind))
  return {
    order: order?.name ?? CHOOSE,
    event_id: { column: eventId?.name ?? CHOOSE },
    customer_id: { column: customer?.name ?? CHOOSE },
    event_code: { column: code?.name ?? CHOOSE },
    event_type: typeOf(type, number),
    created_at: { column: createdAt?.name ?? CHOOSE, ...epochOf(createdAt) },
    event_properties: {
      ...(json === undefined ? {} : { json: json.name }),
      ...(properties.length === 0 ? {} : { columns: Object.fromEntries(properties.map(({ name }) => [name, name])) }),
    },
  }
}

/** Rows that are looked at, and values that are shown. */
const [SEEN, SHOWN] = [10_000, 20]

/** A type's values as the first rows have them, or its enum. */
async function withValues(
  pool: PostgresPool,
  relation: Relation,
  type: Mapping['event_type'],
): Promise<Mapping['event_type']> {
  const column = 'values' in type ? relation.columns.get(type.column) : undefined
  if (column === undefined || !('values' in type)) return type
  const first = `SELECT ${columnText(column)} AS value FROM ${relation.sql} AS event LIMIT ${SEEN}`
  const text = `SELECT DISTINCT value FROM (${first}) AS first WHERE value IS NOT NULL ORDER BY value LIMIT ${SHOWN}`
  const seen = column.kind === 'enum' ? column.labels : await pool.query({ text, values: [] }).then(firsts, noneIfSlow)
  if (seen.length === 0) return type
  const is = (value: string) => (/credit|refund|return|grant|revers/i.test(value) ? 'credit' : 'debit')
  return { ...type, values: Object.fromEntries(seen.map((value) => [value, is(value)])) }
}

const firsts = (rows: Row[]): string[] => rows.map(([value]) => String(value))

function noneIfSlow(error: unknown): string[] {
  if (error instanceof StoreAway) return []
  throw error
}

/** Milliseconds since 1970 take a bigint; seconds have a fraction, or less room. */
function epochOf(time: Column | undefined): { epoch?: 'seconds' | 'milliseconds' } {
  if (time === undefined || !isNumeric(time)) return {}
  return { epoch: time.type === 'bigint' ? 'milliseconds' : 'seconds' }
}

function typeOf(type: Column | undefined, number: Column | undefined): Mapping['event_type'] {
  if (type !== undefined) return { column: type.name, values: { debit: 'debit', credit: 'credit' } }
  if (number !== undefined) return { column: number.name, sign: { negative: 'credit', otherwise: 'debit' } }
  return { constant: 'debit' }
}
