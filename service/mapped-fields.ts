// The fields of a mapping, as the columns, paths and constants that they are in the table that it names.
import { type Column, isNumeric, type Relation } from './mapped-column.ts'
import type { MappedInstant } from './mapped-instant.ts'
import type { JsonPath } from './mapped-json.ts'
import type { MappedText } from './mapped-text.ts'
import type { MappedField, MappedType, Mapping } from './mapping.ts'
import { readInstant } from './read-instant.ts'

export type Fields = {
  order: Column
  eventId: MappedText
  customerId: MappedText
  eventCode: MappedText
  /** Of the type: its source, unless it is a constant. */
  type: MappedText
  createdAt: MappedInstant
  json: JsonPath | null
  columns: ReadonlyMap<string, Column>
}

/** What names no column that fits is a sentence in `problems`, which begins with its place. */
export function fieldsOf(mapping: Mapping, relation: Relation, problems: string[]): Fields {
  const known = [...relation.columns.keys()].join(', ')
  const missing: Column = {
    name: '',
    sql: 'NULL',
    type: 'text',
    kind: 'other',
    isNotNull: false,
    isUnique: false,
    labels: [],
  }
  const columnAt = (place: string, name: string, kinds: readonly Column['kind'][], words: string): Column => {
    const column = relation.columns.get(name)
    if (column === undefined) {
      problems.push(`${place}: ${relation.name} has no column ${name}; it has ${known}.`)
    } else if (!kinds.includes(column.kind)) {
      problems.push(`${place}: the column ${name} is of ${column.type}, and must be of ${words}.`)
    }
    return column ?? missing
  }
  const pathAt = (place: string, { column, path }: { column: string; path: readonly string[] }): JsonPath => ({
    column: columnAt(place, column, ['json', 'jsonb'], 'json or jsonb where a path leads into it'),
    path,
  })
  const textAt = (place: string, field: MappedField | MappedType): MappedText => {
    if ('constant' in field) return { kind: 'constant', value: field.constant }
    const { column, path } = field
    if (path !== undefined) return { kind: 'json', json: pathAt(place, { column, path }) }
    if ('sign' in field) return { kind: 'column', column: columnAt(place, column, NUMBERS, 'numbers, to have a sign') }
    const told = columnAt(place, column, TEXTS, 'text, uuid, a whole number, numeric, an enum, boolean or date')
    const { kind, labels } = told
    const values = kind === 'enum' && 'values' in field ? Object.keys(field.values) : []
    const unknown = values.filter((value) => !labels.includes(value))
    if (unknown.length > 0) {
      problems.push(`${place}.values: the column ${column} is never ${unknown.join(', ')}; it is ${labels.join(', ')}.`)
    }
    return { kind: 'column', column: told }
  }
  const instantAt = (place: string, field: Mapping['created_at']): MappedInstant => {
    if ('constant' in field) {
      const reading = readInstant(field.constant)
      if (reading.ok) return { kind: 'constant', instant: reading.instant }
      throw new TypeError(`${place} ${reading.problem}`)
    }
    const { column: name, path, epoch = null } = field
    if (path !== undefined)
      return { kind: 'text', text: { kind: 'json', json: pathAt(place, { column: name, path }) }, epoch }
    const column = columnAt(place, name, INSTANTS, 'timestamptz, timestamp, text, or a number with "epoch"')
    if (isNumeric(column) && epoch === null) {
      problems.push(`${place}: the column ${name} is of ${column.type}: say "epoch": "seconds" or "milliseconds".`)
    } else if (column.kind === 'timestamp' && epoch !== null) {
      problems.push(`${place}: "epoch" is for a number, and the column ${name} is of ${column.type}.`)
    }
    if (column.kind === 'timestamp') return { kind: 'timestamp', column }
    if (column.kind === 'integer') return { kind: 'count', column, epoch: epoch ?? 'seconds' }
    return { kind: 'text', text: { kind: 'column', column }, epoch }
  }
  const jsonAt = (place: string, given: Mapping['event_properties']['json']): JsonPath | null => {
    if (given === undefined) return null
    if (typeof given !== 'string') return pathAt(place, given)
    return { column: columnAt(place, given, ['json', 'jsonb'], 'json or jsonb'), path: [] }
  }
  const orderKinds = ['text', 'uuid', 'integer', 'numeric', 'date', 'timestamp'] as const
  const propertyKinds = ['text', 'uuid', 'integer', 'numeric', 'float', 'boolean', 'date', 'timestamp', 'enum'] as const
  const { json, columns = {} } = mapping.event_properties
  return {
    order: columnAt('order', mapping.order, orderKinds, 'text, uuid, numbers or times'),
    eventId: textAt('event_id', mapping.event_id),
    customerId: textAt('customer_id', mapping.customer_id),
    eventCode: textAt('event_code', mapping.event_code),
    type: textAt('event_type', mapping.event_type),
    createdAt: instantAt('created_at', mapping.created_at),
    json: jsonAt('event_properties.json', json),
    columns: new Map(
      Object.entries(columns).map(([name, column]) => [
        name,
        columnAt(
          `event_properties.columns.${name}`,
          column,
          propertyKinds,
          'text, numbers, boolean, a time or an enum',
        ),
      ]),
    ),
  }
}

const INSTANTS: readonly Column['kind'][] = ['timestamp', 'text', 'integer', 'numeric', 'float']
const TEXTS: readonly Column['kind'][] = ['text', 'uuid', 'integer', 'numeric', 'enum', 'boolean', 'date']
const NUMBERS: readonly Column['kind'][] = ['integer', 'numeric', 'float']
