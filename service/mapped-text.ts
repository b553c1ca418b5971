// A text of a mapped row: what a column holds, what stands at a path in JSON, or a constant of the mapping.
import { escapeIdentifier, escapeLiteral } from 'pg'
import { type Column, columnText, equalsText } from './mapped-column.ts'
import { guarded, type JsonPath, jsonText, kindAt } from './mapped-json.ts'
import { isStorable } from './postgres-limits.ts'
import type { Place } from './postgres-query.ts'

export type MappedText =
  | { kind: 'constant'; value: string }
  | { kind: 'column'; column: Column }
  | { kind: 'json'; json: JsonPath }

/** A column of the table under another name; with null, by the column's name alone, as an index has it. */
export function columnIn(column: Column, table: string | null): Column {
  const name = escapeIdentifier(column.name)
  return { ...column, sql: table === null ? name : `${table}.${name}` }
}

/** The same text of the table under another name. */
export function textIn<Text extends MappedText>(text: Text, table: string | null): Text
export function textIn(text: MappedText, table: string | null): MappedText {
  switch (text.kind) {
    case 'constant':
      return text
    case 'column':
      return { kind: 'column', column: columnIn(text.column, table) }
    case 'json':
      return { kind: 'json', json: { ...text.json, column: columnIn(text.json.column, table) } }
  }
}

/** What an event says; null where there is none. */
export function textSql(text: MappedText): string {
  switch (text.kind) {
    case 'constant':
      return `${escapeLiteral(text.value)}::text`
    case 'column':
      return columnText(text.column)
    case 'json':
      return jsonText(text.json)
  }
}

/** The SQL value that is looked up in an index: of a column, itself. */
export const keySql = (text: MappedText): string => (text.kind === 'column' ? text.column.sql : `(${textSql(text)})`)

/**
 * An SQL value that is equal exactly where the texts are. A column itself need not be: values of some types, as 1.0 and
 * 1.00, or of some collations are equal where their texts are not. Who compares it for its index compares this as well.
 */
export function exactSql(text: MappedText): string {
  const isOneText = text.kind === 'column' && ['uuid', 'integer'].includes(text.column.kind)
  return isOneText ? text.column.sql : exactTextSql(text)
}

/** What an event says, compared letter by letter. */
export const exactTextSql = (text: MappedText): string =>
  text.kind === 'column' ? `${textSql(text)} COLLATE "C"` : textSql(text)

/** When the text is this one. */
export function textEquals(text: MappedText, value: string, place: Place): string {
  switch (text.kind) {
    case 'constant':
      return String(text.value === value)
    case 'column':
      return equalsText(text.column, value, place)
    case 'json':
      return isStorable(value) ? `${jsonText(text.json)} = ${place(value)}` : 'false'
  }
}

/** Whether the text is there: of JSON, only a string or a number is one. */
export function isText(text: MappedText): string {
  if (text.kind === 'constant') return 'true'
  if (text.kind === 'column') return `${text.column.sql} IS NOT NULL`
  return guarded(text.json.column, `${kindAt(text.json)} IN ('string', 'number')`, 'false')
}
