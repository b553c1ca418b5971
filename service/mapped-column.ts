// The columns of a table that is there: what each is as text, and when it equals a text that was asked for. A filter is
// cast to the column's type, never the column, so that the column's index serves; and it is cast only where the type is
// sure to take it.
import { escapeIdentifier } from 'pg'
import type { Property } from './event-record.ts'
import { numberKey } from './number-key.ts'
import { isStorable } from './postgres-limits.ts'
import type { PostgresPool } from './postgres-pool.ts'
import type { Place } from './postgres-query.ts'
import type { PropertyMatch } from './property-index.ts'
import { readInstant } from './read-instant.ts'

export type ColumnKind =
  | 'text'
  | 'uuid'
  | 'integer'
  | 'numeric'
  | 'float'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'enum'
  | 'json'
  | 'jsonb'
  | 'other'

export type Column = {
  name: string
  /** Its name as SQL, of the table under the name `event`. */
  sql: string
  /** Its type, as SQL and for people. */
  type: string
  kind: ColumnKind
  isNotNull: boolean
  /** Whether a unique index has it alone. */
  isUnique: boolean
  /** An enum has them. */
  labels: readonly string[]
}

export type Relation = {
  /** It is SQL, and is read by people. */
  sql: string
  name: string
  /** It is a view, or its rows are those of other tables too: no index of its own says what holds of all of them. */
  isView: boolean
  columns: ReadonlyMap<string, Column>
}

const KINDS: Record<string, ColumnKind> = {
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  name: 'text',
  citext: 'text',
  uuid: 'uuid',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  numeric: 'numeric',
  float4: 'float',
  float8: 'float',
  bool: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  json: 'json',
  jsonb: 'jsonb',
}

/** @param table its name, with its schema's before it where one was given */
export const noRelation = (table: string) => `there is no table or view ${table}, or this role may not see it.`

/** A table or view by its name; null where there is none that this role may see. */
export async function readRelation(
  pool: PostgresPool,
  schema: string | undefined,
  table: string,
): Promise<Relation | null> {
  const sql = [...(schema === undefined ? [] : [schema]), table].map(escapeIdentifier).join('.')
  // Of each column: its name; its type as SQL has it, its short name, and whether it is an enum, where a domain stands
  // for the type that it is based on; whether it holds no null; whether the relation is a view, or has others below it;
  // whether a valid unique index of all rows has this column alone; and an enum's labels.
  const rows = await pool.query({
    text: `
      SELECT a.attname, format_type(t.oid, -1), t.typname, t.typtype = 'e', a.attnotnull,
        c.relkind IN ('v', 'f') OR c.relkind = 'r' AND EXISTS (SELECT FROM pg_inherits WHERE inhparent = c.oid),
        EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisunique AND i.indisvalid
          AND i.indpred IS NULL AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum),
        ARRAY(SELECT e.enumlabel FROM pg_enum AS e WHERE e.enumtypid = t.oid)
      FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        CROSS JOIN LATERAL (
          WITH RECURSIVE base AS (
            SELECT pg_type.* FROM pg_type WHERE oid = a.atttypid
            UNION ALL SELECT pg_type.* FROM base JOIN pg_type ON pg_type.oid = base.typbasetype WHERE base.typtype = 'd'
          ) SELECT * FROM base WHERE typtype <> 'd'
        ) AS t
      WHERE c.oid = to_regclass($1) AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY a.attnum`,
    values: [sql],
  })
  if (rows.length === 0) return null
  const columns = rows.map(
    ([name, type, typeName, isEnum, isNotNull, isView, isUnique, labels]): Column => ({
      name: String(name),
      sql: `event.${escapeIdentifier(String(name))}`,
      type: String(type),
      kind: isEnum === 't' ? 'enum' : (KINDS[String(typeName)] ?? 'other'),
      isNotNull: isNotNull === 't',
      isUnique: isUnique === 't' && isView !== 't',
      labels: isEnum === 't' ? enumLabels(String(labels)) : [],
    }),
  )
  return {
    sql,
    name: schema === undefined ? table : `${schema}.${table}`,
    isView: rows[0]?.[5] === 't',
    columns: new Map(columns.map((column) => [column.name, column])),
  }
}

/** The texts of an array as PostgreSQL writes it: {a,"b c"}. */
function enumLabels(text: string): string[] {
  const parts = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^",]+)/g)
  return Array.from(parts, ([, quoted, plain]) => quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '')
}

const INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`

/** Whether a timestamp lies in the years that RFC 3339 can say. */
export const isSayableTime = (sql: string): string => `${sql} >= '0001-01-01' AND ${sql} < '10000-01-01'`

/**
 * A column as an event's text; of a timestamp, RFC 3339 in UTC to the microsecond, and null outside of the years that it
 * can say: `to_char` writes 44 BC as the year 44. The session is in UTC.
 */
export const columnText = ({ sql, kind }: Column): string =>
  kind === 'timestamp' ? `CASE WHEN ${isSayableTime(sql)} THEN to_char(${sql}, ${INSTANT}) END` : `${sql}::text`

/** Whether the column's values are numbers in JSON. */
export const isNumeric = ({ kind }: Column): boolean => kind === 'integer' || kind === 'numeric' || kind === 'float'

const NEVER = 'false'

/** Tells when the column's text is exactly this one. */
export function equalsText(column: Column, text: string, place: Place): string {
  const isRare = RARE[column.kind]?.test(text) === true
  if (!isRare && !isTaken(column, text)) return NEVER
  const isSame = `${columnText(column)} COLLATE "C" = ${place(text)}`
  return isRare ? isSame : `${column.sql} = ${place(text)}::${column.type} AND ${isSame}`
}

/** What a column may say beyond what a cast is known to take: it is found by its text alone, and by no index. */
const RARE: Partial<Record<ColumnKind, RegExp>> = {
  date: /^(?:-?infinity|\d{4,7}-\d\d-\d\d BC|\d{5,7}-\d\d-\d\d)$/,
  numeric: /^(?:NaN|-?Infinity)$/,
}

/** Tells when the column, as a property, has what a filter asks for. */
export function equalsProperty(column: Column, { kind, text }: Property, match: PropertyMatch, place: Place): string {
  // Of a property that is a number, NaN and the infinities are not said.
  if (isNumeric(column) && !/\d/.test(text)) return NEVER
  if (match === 'text') return equalsText(column, text, place)
  if ((kind === 'number') !== isNumeric(column)) return NEVER
  if (kind === 'string') return equalsText(column, text, place)
  const decimal = plainDecimal(text)
  if (decimal === null || !isTaken(column, decimal)) return NEVER
  const equal = `${column.sql} = ${place(decimal)}::${column.type}`
  // The one that is said, of all decimals that are one double, alone equals what is asked.
  return column.kind === 'float' ? `${equal} AND ${column.sql}::text::numeric = ${place(decimal)}::numeric` : equal
}

const MOST_DIGITS = 1_000

/** A JSON number in digits without an exponent; null where that takes too many of them. */
export function plainDecimal(source: string): string | null {
  const key = numberKey(source)
  const [, sign = '', digits = '0', exponent = '0'] = /^(-?)(\d+)(?:e(-?\d+))?$/.exec(key) ?? []
  const power = Number(exponent)
  if (digits.length + Math.abs(power) > MOST_DIGITS) return null
  if (power >= 0) return `${sign}${digits}${'0'.repeat(power)}`
  const padded = digits.padStart(1 - power, '0')
  return `${sign}${padded.slice(0, power)}.${padded.slice(power)}`
}

const INTEGER_BITS: Record<string, bigint> = { smallint: 15n, integer: 31n, bigint: 63n }

/** Whether a text may be cast to the column's type without an error, and may be what the column says. */
function isTaken({ kind, type, labels }: Column, text: string): boolean {
  switch (kind) {
    case 'text':
      return isStorable(text)
    case 'uuid':
      return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
    case 'integer': {
      if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return false
      const limit = 2n ** (INTEGER_BITS[type] ?? 63n)
      return BigInt(text) >= -limit && BigInt(text) < limit
    }
    case 'numeric':
      return /^-?\d+(?:\.\d+)?$/.test(text) && text.length <= MOST_DIGITS + 3
    case 'float': {
      if (!/^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/.test(text)) return false
      const value = type === 'real' ? Math.fround(Number(text)) : Number(text)
      // A number that is too small for the type, and would become 0, makes the cast fail.
      const saysZero = /^[-0.]+(?:e.*)?$/.test(text)
      return Number.isFinite(value) && (value !== 0 || saysZero)
    }
    case 'boolean':
      return text === 'true' || text === 'false'
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(`${text}T00:00:00Z`)
    case 'timestamp':
      return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d\.\d{6}Z$/.test(text) && isDay(text)
    case 'enum':
      return labels.includes(text)
    case 'json':
    case 'jsonb':
    case 'other':
      return false
  }
}

/** PostgreSQL has no year 0. */
const isDay = (text: string) => readInstant(text).ok && !text.startsWith('0000')
