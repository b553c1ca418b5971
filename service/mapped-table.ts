// The interface in front of a table or view that is there: its rows, told as events by a mapping. Only reads.
import { escapeIdentifier, escapeLiteral } from 'pg'
import { type Property, readProperty, writeEvent } from './event-record.ts'
import { StoreAway } from './event-store.ts'
import { readJsonObject } from './json-reading.ts'
import {
  type Column,
  columnText,
  equalsProperty,
  equalsText,
  isNumeric,
  isStorable,
  noRelation,
  plainDecimal,
  type Relation,
  readRelation,
} from './mapped-column.ts'
import type { MappedField, MappedType, Mapping } from './mapping.ts'
import type { PostgresPool, Row } from './postgres-pool.ts'
import type { EventTable, Place } from './postgres-query.ts'
import type { PropertyMatch } from './property-index.ts'
import type { FieldFilter, RangeEnd } from './search-filters.ts'

export type MappedTable = {
  table: EventTable
  /** What the mapping cannot say of what the table holds, in sentences without names. */
  notes: string[]
  /** Counts its rows. */
  about: () => Promise<AboutRows>
}

export type AboutRows = {
  /** How many are events; null where counting them takes longer than a statement may. */
  events: number | null
  /** For whoever starts the service: what is served, what is left out and why, and the notes. */
  lines: string
}

/** Checks a mapping against the table that it names; throws an error that says each mistake with its place. */
export async function openMappedTable(pool: PostgresPool, mapping: Mapping): Promise<MappedTable> {
  const relation = await readRelation(pool, mapping.schema, mapping.table)
  if (relation === null) {
    const name = [mapping.schema, mapping.table].filter((part) => part !== undefined).join('.')
    throw new Error(`the mapping: table: ${noRelation(name)}`)
  }
  const problems: string[] = []
  const fields = fieldsOf(mapping, relation, problems)
  if (problems.length > 0) throw new Error(`the mapping: ${problems.join(' ')}`)
  await checkOrder(pool, relation, fields.order)
  const table = tableOf(mapping, relation, fields)
  const notes = notesOf(fields)
  const reasons = reasonsOf(mapping, relation, fields)
  return { table, notes, about: () => aboutRows(pool, relation, reasons, notes) }
}

type JsonColumn = { column: Column; path: readonly string[] }
type Text =
  | { kind: 'constant'; value: string }
  | { kind: 'column'; column: Column }
  | { kind: 'json'; json: JsonColumn }

type Fields = {
  order: Column
  eventId: Text
  customerId: Text
  eventCode: Text
  /** Of the type: its source, unless it is a constant. */
  type: Text
  createdAt: Column
  json: Column | null
  columns: ReadonlyMap<string, Column>
}

function fieldsOf(mapping: Mapping, relation: Relation, problems: string[]): Fields {
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
  const textAt = (place: string, field: MappedField | MappedType): Text => {
    if ('constant' in field) return { kind: 'constant', value: field.constant }
    if ('path' in field && field.path !== undefined) {
      const column = columnAt(place, field.column, ['json', 'jsonb'], 'json or jsonb where a path leads into it')
      return { kind: 'json', json: { column, path: field.path } }
    }
    return {
      kind: 'column',
      column: columnAt(
        place,
        field.column,
        ['text', 'uuid', 'integer', 'numeric', 'enum', 'boolean', 'date'],
        'text, uuid, a whole number, numeric, an enum, boolean or date',
      ),
    }
  }
  const type = mapping.event_type
  const orderKinds = ['text', 'uuid', 'integer', 'numeric', 'date', 'timestamp'] as const
  const propertyKinds = ['text', 'uuid', 'integer', 'numeric', 'float', 'boolean', 'date', 'timestamp', 'enum'] as const
  const { json, columns = {} } = mapping.event_properties
  return {
    order: columnAt('order', mapping.order, orderKinds, 'text, uuid, numbers or times'),
    eventId: textAt('event_id', mapping.event_id),
    customerId: textAt('customer_id', mapping.customer_id),
    eventCode: textAt('event_code', mapping.event_code),
    type:
      'sign' in type
        ? {
            kind: 'column',
            column: columnAt('event_type', type.column, ['integer', 'numeric', 'float'], 'numbers, to have a sign'),
          }
        : textAt('event_type', type),
    createdAt: columnAt('created_at', mapping.created_at.column, ['timestamp'], 'timestamptz or timestamp'),
    json: json === undefined ? null : columnAt('event_properties.json', json, ['json', 'jsonb'], 'json or jsonb'),
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

/** Events of one instant need an order that holds still, by a column that never has one value twice. */
async function checkOrder(pool: PostgresPool, relation: Relation, order: Column): Promise<void> {
  if (order.isUnique) return
  if (!relation.isView) throw new Error(`the mapping: order: the column ${order.name} has no unique index of its own.`)
  const text = `SELECT count(${order.sql}) > count(DISTINCT ${order.sql}) FROM ${relation.sql} AS event`
  const [row] = await pool.query({ text, values: [] })
  if (row?.[0] === 't') throw new Error(`the mapping: order: the column ${order.name} has values that stand twice.`)
}

function tableOf(mapping: Mapping, relation: Relation, fields: Fields): EventTable {
  const texts = [fields.eventId, fields.customerId, fields.eventCode].map(textSql)
  const properties = [...fields.columns]
  const isEvent = reasonsOf(mapping, relation, fields)
    .map(({ isGiven }) => `(${isGiven})`)
    .join(' AND ')
  return {
    from: `${relation.sql} AS event`,
    isEvent,
    instant: fields.createdAt.sql,
    tie: fields.order.sql,
    columns: [
      ...texts,
      typeSql(mapping.event_type, fields.type),
      columnText(fields.createdAt),
      fields.json === null ? 'NULL' : `${fields.json.sql}::text`,
      ...properties.map(([, column]) => columnText(column)),
    ],
    textOf: (row) => eventText(row, properties),
    condition(filter, { propertyMatch }, place) {
      switch (filter.kind) {
        case 'field':
          return fieldCondition(filter, mapping.event_type, fields, place)
        case 'range':
          return filter.ends.map((end) => rangeCondition(fields.createdAt, end, place)).join(' AND ')
        case 'property': {
          const column = fields.columns.get(filter.property.name)
          if (column !== undefined) return equalsProperty(column, filter.property, propertyMatch, place)
          return fields.json === null ? 'false' : memberCondition(fields.json, filter.property, propertyMatch, place)
        }
        default:
          return filter satisfies never
      }
    },
  }
}

// Texts: a column, a member of JSON, or a constant of the mapping.

const memberOf = ({ column, path }: JsonColumn, operator: '#>' | '#>>'): string =>
  `(${column.sql} ${operator} ARRAY[${path.map((name) => escapeLiteral(name)).join(', ')}])`

function textSql(text: Text): string {
  switch (text.kind) {
    case 'constant':
      return `${escapeLiteral(text.value)}::text`
    case 'column':
      return columnText(text.column)
    case 'json':
      return guarded(text.json.column, memberOf(text.json, '#>>'), 'NULL')
    default:
      return text satisfies never
  }
}

function textEquals(text: Text, value: string, place: Place): string {
  switch (text.kind) {
    case 'constant':
      return String(text.value === value)
    case 'column':
      return equalsText(text.column, value, place)
    case 'json':
      return isStorable(value) ? `${textSql(text)} COLLATE "C" = ${place(value)}` : 'false'
    default:
      return text satisfies never
  }
}

/** Whether the text is there: of JSON, only a string or a number is one. */
function isText(text: Text): string {
  if (text.kind === 'constant') return 'true'
  if (text.kind === 'column') return `${text.column.sql} IS NOT NULL`
  const { column } = text.json
  const typeOf = `${column.kind}_typeof(${memberOf(text.json, '#>')}) IN ('string', 'number')`
  return guarded(column, typeOf, 'false')
}

/**
 * A column of json keeps what no text of PostgreSQL can hold, and fails where such a member is read: U+0000 and lone surrogates.
 * Conditions are not evaluated in their order unless CASE says so.
 */
function guarded(column: Column, sql: string, otherwise: string): string {
  return column.kind === 'json' ? `CASE WHEN ${isSayable(column)} THEN ${sql} ELSE ${otherwise} END` : sql
}

function isSayable({ sql, kind }: Column): string {
  if (kind !== 'json') return 'true'
  const pairs = String.raw`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`
  const lone = String.raw`\\u(0000|[dD][89a-fA-F])`
  return `(${sql} IS NULL OR regexp_replace(${sql}::text, '${pairs}', '', 'g') !~ '${lone}')`
}

function fieldCondition({ field, value }: FieldFilter, type: MappedType, fields: Fields, place: Place): string {
  switch (field) {
    case 'event_id':
      return textEquals(fields.eventId, value, place)
    case 'customer_id':
      return textEquals(fields.customerId, value, place)
    case 'event_code':
      return textEquals(fields.eventCode, value, place)
    case 'event_type':
      return typeCondition(type, fields.type, value, place)
    default:
      return field satisfies never
  }
}

function typeSql(type: MappedType, source: Text): string {
  if ('constant' in type) return `${escapeLiteral(type.constant)}::text`
  if ('sign' in type) {
    const { negative, otherwise } = type.sign
    const sql = source.kind === 'column' ? source.column.sql : 'NULL'
    return `CASE WHEN ${sql} < 0 THEN ${escapeLiteral(negative)} WHEN ${sql} >= 0 THEN ${escapeLiteral(otherwise)} END`
  }
  const cases = Object.entries(type.values).map(([text, is]) => `WHEN ${escapeLiteral(text)} THEN ${escapeLiteral(is)}`)
  return cases.length === 0 ? 'NULL' : `CASE ${textSql(source)} ${cases.join(' ')} END`
}

function typeCondition(type: MappedType, source: Text, value: string, place: Place): string {
  if ('constant' in type) return String(type.constant === value)
  if ('sign' in type) {
    const sql = source.kind === 'column' ? source.column.sql : 'NULL'
    const { negative, otherwise } = type.sign
    if (negative === otherwise) return String(negative === value)
    if (value === negative) return `${sql} < 0`
    return value === otherwise ? `${sql} >= 0` : 'false'
  }
  const texts = Object.entries(type.values).filter(([, is]) => is === value)
  if (texts.length === 0) return 'false'
  return texts.map(([text]) => `(${textEquals(source, text, place)})`).join(' OR ')
}

// Times, to the microsecond: a bound that is finer is moved to the next one that cuts off the same events.

const SECOND = 1_000

function rangeCondition(column: Column, end: RangeEnd, place: Place): string {
  const { operator, instant } = microsecondBound(end)
  return `${column.sql} ${operator} ${place(instant)}::${column.type}`
}

function microsecondBound({ operator, key, isPast }: RangeEnd): { operator: RangeEnd['operator']; instant: string } {
  const isFrom = operator === '>=' || operator === '>'
  const [, whole = '', fraction = ''] = /^([^.]*)(?:\.(.*))?$/.exec(key) ?? []
  const isDay = !whole.includes('T')
  const isLeap = whole.endsWith(':60')
  const start = Date.parse(`${isDay ? `${whole}T00:00:00` : whole.replace(/:60$/, ':59')}Z`)
  const next = start + (isDay ? 86_400 * SECOND : SECOND)
  // No timestamp is within a leap second: it lies between the second before and midnight.
  if (isLeap) return { operator: isFrom ? '>=' : '<', instant: instantSql(next, '') }
  if (isPast) return { operator, instant: instantSql(next, '') }
  const isFiner = fraction.length > 6
  const isUp = operator === '>=' || operator === '<'
  const kept = fraction.slice(0, 6).padEnd(6, '0')
  if (!isFiner || !isUp) return { operator, instant: instantSql(start, kept) }
  const micros = Number(kept) + 1
  if (micros === 1_000_000) return { operator, instant: instantSql(next, '') }
  return { operator, instant: instantSql(start, String(micros).padStart(6, '0')) }
}

function instantSql(milliseconds: number, micros: string): string {
  const date = new Date(milliseconds)
  if (date.getUTCFullYear() < 1) return '-infinity'
  if (date.getUTCFullYear() > 9999) return 'infinity'
  return `${date.toISOString().slice(0, 19)}.${micros.padEnd(6, '0')}Z`
}

// Members of a JSON object.

/** Digits of an exponent beyond which `numeric` overflows. */
const HUGE = '[eE][-+]?[0-9]{4,}'

function memberCondition(column: Column, property: Property, match: PropertyMatch, place: Place): string {
  const { name, kind, text } = property
  const isDecimal = kind === 'number' && match === 'typed'
  const decimal = isDecimal ? plainDecimal(text) : null
  // Before anything gets a place: each parameter of a statement must stand in it.
  if (!isStorable(name) || (isDecimal ? decimal === null : !isStorable(text))) return 'false'
  const [member, memberText] = [`(${column.sql} -> ${place(name)}::text)`, `(${column.sql} ->> ${place(name)}::text)`]
  const typeOf = `${column.kind}_typeof(${member})`
  const isObject = `${column.kind}_typeof(${column.sql}) = 'object'`
  const within = (condition: string) =>
    `CASE WHEN ${isSayable(column)} AND ${isObject} THEN ${condition} ELSE false END`
  if (decimal !== null) {
    const isNumber = `${typeOf} = 'number' AND ${memberText} !~ '${HUGE}'`
    const equal = `CASE WHEN ${isNumber} THEN ${memberText}::numeric = ${place(decimal)}::numeric ELSE false END`
    return indexed(column, `{${JSON.stringify(name)}:${decimal}}`, within(equal), place)
  }
  const types = match === 'text' ? `IN ('string', 'number')` : `= 'string'`
  const equal = within(`${typeOf} ${types} AND ${memberText} COLLATE "C" = ${place(text)}`)
  return match === 'text' ? equal : indexed(column, `{${JSON.stringify(name)}:${JSON.stringify(text)}}`, equal, place)
}

/** An index over a column of jsonb finds what contains an object; whether that is a member of this kind is looked at besides. */
function indexed(column: Column, object: string, condition: string, place: Place): string {
  return column.kind === 'jsonb' ? `${column.sql} @> ${place(object)}::jsonb AND ${condition}` : condition
}

// An event's text.

function eventText(row: Row, columns: readonly [string, Column][]): string {
  const [eventId, customerId, eventCode, eventType, createdAt, json = null, ...values] = row
  const own = new Map(columns)
  const members = json === null ? [] : jsonProperties(json).filter(({ name }) => !own.has(name))
  const told = columns.flatMap(([name, column], index): Property[] => {
    const text = values[index] ?? null
    if (text === null) return []
    if (!isNumeric(column)) return [{ name, kind: 'string', text }]
    // JSON has no NaN and no infinity.
    return /\d/.test(text) ? [{ name, kind: 'number', text }] : []
  })
  return writeEvent({
    eventId: String(eventId),
    customerId: String(customerId),
    eventCode: String(eventCode),
    eventType: eventType === 'credit' ? 'credit' : 'debit',
    createdAt: String(createdAt),
    properties: [...told, ...members],
  })
}

/** The strings and numbers of an object; of a name that stands twice, the last, as PostgreSQL takes it. */
function jsonProperties(text: string): Property[] {
  const json = readJsonObject(text)
  if (!json.ok) return []
  const last = new Map(json.members.map((member) => [member.name, member]))
  return [...last.values()].map(readProperty).filter((property) => property !== null)
}

// What is left out, and what is not said.

/** `isGivenOfAll`: the same where rows are counted, with what is joined for it. */
type Reason = { words: string; isGiven: string; isGivenOfAll?: { join: string; is: string } }

function reasonsOf(mapping: Mapping, relation: Relation, fields: Fields): Reason[] {
  const { eventId, customerId, eventCode, type, createdAt, order, json } = fields
  const id = textSql(eventId)
  const years = `${createdAt.sql} >= '0001-01-01' AND ${createdAt.sql} < '10000-01-01'`
  const isRepeatable = eventId.kind !== 'column' || !eventId.column.isUnique
  const { sql: before } = earlier(order)
  const [same, key] = isOneText(eventId)
    ? [earlier(eventId.column).sql, eventId.column.sql]
    : [textSql(earlierText(eventId)), id]
  const isFirst = `NOT EXISTS (SELECT FROM ${relation.sql} AS earlier WHERE ${same} = ${key} AND ${before} < ${order.sql})`
  // Looked for by itself for each row, the first of its ID takes a time that grows with the square of the rows.
  const sorted = `FROM ${relation.sql} AS earlier WHERE ${same} IS NOT NULL ORDER BY ${same}, ${before}`
  const firsts = `SELECT DISTINCT ON (${same}) ${before} AS place ${sorted}`
  const isGivenOfAll = {
    join: `LEFT JOIN (${firsts}) AS first ON first.place = ${order.sql}`,
    is: `${key} IS NULL OR ${order.sql} IS NULL OR first.place IS NOT NULL`,
  }
  const jsons = [
    ...new Set(
      [eventId, customerId, eventCode, type]
        .flatMap((text) => (text.kind === 'json' ? [text.json.column] : []))
        .concat(json ?? []),
    ),
  ]
  return [
    { words: 'without an event_id', isGiven: `${isText(eventId)} AND ${id} <> ''` },
    ...(isRepeatable ? [{ words: 'whose event_id an earlier row has', isGiven: isFirst, isGivenOfAll }] : []),
    { words: 'without a customer_id', isGiven: isText(customerId) },
    { words: 'without an event_code', isGiven: isText(eventCode) },
    { words: 'without a known event_type', isGiven: `${typeSql(mapping.event_type, type)} IS NOT NULL` },
    { words: 'without a time in the years 1 to 9999', isGiven: years },
    ...(order.isNotNull ? [] : [{ words: 'without an order', isGiven: `${order.sql} IS NOT NULL` }]),
    ...(jsons.some(({ kind }) => kind === 'json')
      ? [{ words: 'whose json holds what no text of PostgreSQL can', isGiven: jsons.map(isSayable).join(' AND ') }]
      : []),
    ...(json === null
      ? []
      : [
          {
            words: 'whose properties are no object',
            isGiven: `${json.sql} IS NULL OR ${json.kind}_typeof(${json.sql}) = 'object'`,
          },
        ]),
  ].filter(({ isGiven }) => isGiven !== 'true')
}

/** Whether values of the column are equal exactly where their texts are: compared themselves, they are found in its index. */
const isOneText = (text: Text): text is Extract<Text, { kind: 'column' }> =>
  text.kind === 'column' && ['uuid', 'integer'].includes(text.column.kind)

const earlier = (column: Column): Column => ({ ...column, sql: `earlier.${escapeIdentifier(column.name)}` })

function earlierText(text: Text): Text {
  if (text.kind === 'column') return { kind: 'column', column: earlier(text.column) }
  return text.kind === 'json' ? { kind: 'json', json: { ...text.json, column: earlier(text.json.column) } } : text
}

function notesOf({ createdAt, json, columns }: Fields): string[] {
  const all = [...columns.values()]
  return [
    'Times are said to the microsecond.',
    ...(createdAt.type.includes('without') ? ['Times have no zone where they are stored, and are taken for UTC.'] : []),
    ...(json === null ? [] : ['Properties that are neither strings nor numbers are not said.']),
    ...(json?.kind === 'jsonb'
      ? ['The order of properties is the database’s, and numbers have lost their exponents.']
      : []),
    ...(all.some(({ kind }) => kind === 'float')
      ? ['Some numbers are doubles, and said in the fewest digits that name them.']
      : []),
  ]
}

async function aboutRows(
  pool: PostgresPool,
  relation: Relation,
  reasons: Reason[],
  notes: string[],
): Promise<AboutRows> {
  const given = reasons.map(({ isGiven, isGivenOfAll }) => `(${isGivenOfAll?.is ?? isGiven})`)
  const left = given.map((isGiven) => `count(*) FILTER (WHERE ${isGiven} IS NOT TRUE)`)
  const joins = reasons.flatMap(({ isGivenOfAll }) => isGivenOfAll?.join ?? []).join(' ')
  const counts = [`count(*)`, `count(*) FILTER (WHERE ${given.join(' AND ')})`, ...left].join(', ')
  const text = `SELECT ${counts} FROM ${relation.sql} AS event ${joins}`
  const told = (first: string) => `${first}\n${notes.join(' ')}\n`
  try {
    const [[rows, events, ...each] = []] = await pool.query({ text, values: [] })
    const why = reasons.flatMap(({ words }, index) => (each[index] === '0' ? [] : [`${each[index]} ${words}`]))
    const out = Number(rows) - Number(events)
    const leftOut = out === 0 ? '' : ` ${out} ${out === 1 ? 'is' : 'are'} left out: ${why.join(', ')}.`
    const first = `${events} of ${rows} rows of ${relation.name} are served as events.${leftOut}`
    return { events: Number(events), lines: told(first) }
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error
    return {
      events: null,
      lines: told(`The rows of ${relation.name} are served as events, and not counted. ${error.message}`),
    }
  }
}
