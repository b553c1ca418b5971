// JSON in a column of a mapped table: what stands at a path in it, and when it has a member that a filter asks for.
import { escapeLiteral } from 'pg'
import type { Property } from './event-record.ts'
import { type Column, plainDecimal } from './mapped-column.ts'
import { isStorable } from './postgres-limits.ts'
import type { Place } from './postgres-query.ts'
import type { PropertyMatch } from './property-index.ts'

/**
 * A place in a column of json or jsonb; with no names in its path, the column's whole value. `isStepwise`: it is
 * written as `-> 'a' ->> 'b'`, and not as one path.
 */
export type JsonPath = { column: Column; path: readonly string[]; isStepwise?: true }

/** What PostgreSQL takes for the place of an element, where an array stands there. */
const INDEX = /^\s*[-+]?\d+$/

/** Both ways to write it, of which an index has one; step by step, only where that finds the same. */
export const writingsOf = (json: JsonPath): JsonPath[] =>
  json.path.some((step) => INDEX.test(step)) ? [json] : [json, { ...json, isStepwise: true }]

/** What stands there as JSON, or with `#>>` as text, as SQL. */
export function memberOf({ column, path, isStepwise }: JsonPath, operator: '#>' | '#>>'): string {
  const steps = path.map((name) => escapeLiteral(name))
  if (steps.length === 0 && operator === '#>') return column.sql
  if (isStepwise !== true) return `(${column.sql} ${operator} ARRAY[${steps.join(', ')}])`
  const last = operator === '#>' ? '->' : '->>'
  return `(${[column.sql, ...steps.slice(0, -1).map((step) => `-> ${step}`), `${last} ${steps.at(-1)}`].join(' ')})`
}

/** The text of the string, number or other value that stands there; null where nothing does. */
export const jsonText = (json: JsonPath): string => guarded(json.column, memberOf(json, '#>>'), 'NULL')

/** The kind of what stands there, as SQL: 'string', 'number', 'object' … */
export const kindAt = (json: JsonPath): string => `${json.column.kind}_typeof(${memberOf(json, '#>')})`

/**
 * A column of json keeps what no text of PostgreSQL can hold, and fails where such a member is read: U+0000 and lone
 * surrogates. Conditions are not evaluated in their order unless CASE says so.
 */
export function guarded(column: Column, sql: string, otherwise: string): string {
  return column.kind === 'json' ? `CASE WHEN ${isSayable(column)} THEN ${sql} ELSE ${otherwise} END` : sql
}

/** Whether all of its members can be read: what may stand in it is taken out, and nothing else is left that cannot. */
export function isSayable({ sql, kind }: Column): string {
  if (kind !== 'json') return 'true'
  // A backslash that is escaped itself, which begins no escape, and both halves of a surrogate pair.
  const pairs = String.raw`\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`
  const lone = String.raw`\\u(0000|[dD][89a-fA-F])`
  // Most have no such escape, which is seen sooner than what a pattern finds.
  return `(${sql} IS NULL OR strpos(${sql}::text, '\\u') = 0 OR regexp_replace(${sql}::text, '${pairs}', '', 'g') !~ '${lone}')`
}

/** Digits of an exponent beyond which `numeric` overflows. */
const HUGE = '[eE][-+]?[0-9]{4,}'

/** When the object at `json` has this property. */
export function memberCondition(json: JsonPath, property: Property, match: PropertyMatch, place: Place): string {
  const { name, kind, text } = property
  const isDecimal = kind === 'number' && match === 'typed'
  const decimal = isDecimal ? plainDecimal(text) : null
  // Before anything gets a place: each parameter of a statement must stand in it.
  if (!isStorable(name) || (isDecimal ? decimal === null : !isStorable(text))) return 'false'
  const object = memberOf(json, '#>')
  const [member, memberText] = [`(${object} -> ${place(name)}::text)`, `(${object} ->> ${place(name)}::text)`]
  const typeOf = `${json.column.kind}_typeof(${member})`
  const within = (condition: string) =>
    guarded(json.column, `CASE WHEN ${kindAt(json)} = 'object' THEN ${condition} ELSE false END`, 'false')
  if (decimal !== null) {
    const isNumber = `${typeOf} = 'number' AND ${memberText} !~ '${HUGE}'`
    const equal = `CASE WHEN ${isNumber} THEN ${memberText}::numeric = ${place(decimal)}::numeric ELSE false END`
    return indexed(json, name, decimal, within(equal), place)
  }
  const types = match === 'text' ? `IN ('string', 'number')` : `= 'string'`
  const equal = within(`${typeOf} ${types} AND ${memberText} COLLATE "C" = ${place(text)}`)
  return match === 'text' ? equal : indexed(json, name, JSON.stringify(text), equal, place)
}

/** An index over jsonb finds what contains an object; whether that is a member of this kind is checked. */
function indexed({ column, path }: JsonPath, name: string, value: string, condition: string, place: Place): string {
  if (column.kind !== 'jsonb' || path.some((step) => INDEX.test(step))) return condition
  const object = [...path, name].reduceRight((inner, step) => `{${JSON.stringify(step)}:${inner}}`, value)
  return `${column.sql} @> ${place(object)}::jsonb AND ${condition}`
}
