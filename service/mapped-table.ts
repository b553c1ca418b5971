// The interface in front of a table or view that is there: its rows, told as events by a mapping. Only reads.
import { escapeLiteral } from 'pg'
import { type Property, readProperty, writeEvent } from './event-record.ts'
import { StoreAway } from './event-store.ts'
import { readJsonObject } from './json-reading.ts'
import {
  type Column,
  columnText,
  equalsProperty,
  isNumeric,
  noRelation,
  type Relation,
  readRelation,
} from './mapped-column.ts'
import { type Fields, fieldsOf } from './mapped-fields.ts'
import { type Indexed, indexed, indexedText, isUnique, missingIndexes } from './mapped-index.ts'
import {
  instantIn,
  instantSql,
  instantText,
  isInstant,
  isInstantOfAll,
  type MappedInstant,
  rangeCondition,
  saidInstant,
} from './mapped-instant.ts'
import { guarded, isSayable, kindAt, memberCondition, memberOf } from './mapped-json.ts'
import {
  columnIn,
  exactSql,
  exactTextSql,
  isText,
  keySql,
  type MappedText,
  textEquals,
  textIn,
  textSql,
} from './mapped-text.ts'
import type { MappedType, Mapping } from './mapping.ts'
import type { PostgresPool, Row } from './postgres-pool.ts'
import type { EventTable, Place } from './postgres-query.ts'
import type { FieldFilter } from './search-filters.ts'

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
  /** They tell whoever starts the service what is served, what is left out and why, and the notes. */
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
  const given = fieldsOf(mapping, relation, problems)
  if (problems.length > 0) throw new Error(`the mapping: ${problems.join(' ')}`)
  await checkOrder(pool, relation, given.order)
  // A text in a JSON column can be written in SQL in two ways (->> and #>>), and PostgreSQL takes an index only for the
  // way in which the index has it: each text is searched for as its index, if there is one, is written.
  const ids = await indexedText(pool, relation, given.eventId)
  const fields: Fields = {
    ...given,
    eventId: ids.text,
    customerId: (await indexedText(pool, relation, given.customerId)).text,
    eventCode: (await indexedText(pool, relation, given.eventCode)).text,
  }
  const reasons = reasonsOf(mapping, relation, fields, ids.isUnique)
  const table = tableOf(mapping, relation, fields, reasons)
  const notes = notesOf(fields)
  const about = async () =>
    aboutRows(pool, relation, reasons, [
      ...(notes.length === 0 ? [] : [notes.join(' ')]),
      ...(await missingIndexes(pool, relation, orderIndexed(fields), fields.eventId)),
    ])
  return { table, notes, about }
}

/** Events of one instant need an order that holds still, by a column that never has one value twice. */
async function checkOrder(pool: PostgresPool, relation: Relation, order: Column): Promise<void> {
  if (await isUnique(pool, relation, { kind: 'column', column: order })) return
  if (!relation.isView) throw new Error(`the mapping: order: the column ${order.name} has no unique index of its own.`)
  const text = `SELECT count(${order.sql}) > count(DISTINCT ${order.sql}) FROM ${relation.sql} AS event`
  const [row] = await pool.query({ text, values: [] }).catch((error: unknown) => {
    if (!(error instanceof StoreAway)) throw error
    throw new Error(`the mapping: order: whether no value of ${order.name} stands twice is not known. ${error.atStart}`)
  })
  if (row?.[0] === 't') throw new Error(`the mapping: order: the column ${order.name} has values that stand twice.`)
}

/**
 * What events are sorted by: their time, and what tells apart those of one. Each is written twice by its function: with
 * the name of the table, `event.created_at`, as searches have it, and with null for the name, `created_at`, as
 * the statement that makes the index has it.
 */
function orderIndexed({ createdAt, order }: Fields): Indexed[] {
  const tie = indexed((table) => columnIn(order, table).sql)
  if (createdAt.kind === 'constant') return [tie]
  return [indexed((table) => instantSql(instantIn(createdAt, table))), tie]
}

/** The table as searches see it: rows that meet all reasons, with what an event is made of. */
function tableOf(mapping: Mapping, relation: Relation, fields: Fields, reasons: readonly Reason[]): EventTable {
  const texts = [fields.eventId, fields.customerId, fields.eventCode].map(textSql)
  const properties = [...fields.columns]
  const isEvent = reasons.map(({ isGiven }) => `(${isGiven})`).join(' AND ')
  return {
    from: `${relation.sql} AS event`,
    isEvent,
    instant: instantSql(fields.createdAt),
    tie: fields.order.sql,
    columns: [
      ...texts,
      typeSql(mapping.event_type, fields.type),
      instantText(fields.createdAt),
      fields.json === null ? 'NULL' : guarded(fields.json.column, `${memberOf(fields.json, '#>')}::text`, 'NULL'),
      ...properties.map(([, column]) => columnText(column)),
    ],
    textOf: (row) => eventText(row, fields.createdAt, properties),
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
      }
    },
  }
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
  }
}

function typeSql(type: MappedType, source: MappedText): string {
  if ('constant' in type) return `${escapeLiteral(type.constant)}::text`
  if ('sign' in type) {
    const [isNegative, isOther] = signOf(source)
    const [negative, otherwise] = [type.sign.negative, type.sign.otherwise].map((is) => escapeLiteral(is))
    return `CASE WHEN ${isNegative} THEN ${negative} WHEN ${isOther} THEN ${otherwise} END`
  }
  const cases = Object.entries(type.values).map(([text, is]) => `WHEN ${escapeLiteral(text)} THEN ${escapeLiteral(is)}`)
  return cases.length === 0 ? 'NULL' : `CASE ${exactTextSql(source)} ${cases.join(' ')} END`
}

/** The conditions that a number is negative, and that it is not. */
function signOf(source: MappedText): [isNegative: string, isOther: string] {
  if (source.kind === 'column') return [`${source.column.sql} < 0`, `${source.column.sql} >= 0`]
  if (source.kind === 'constant') throw new TypeError('A constant has no sign.')
  const { json } = source
  const number = (is: string) => guarded(json.column, `${kindAt(json)} = 'number' AND ${is}`, 'false')
  // Not cast: a number in JSON may be larger than any of PostgreSQL's.
  const isNegative = `${memberOf(json, '#>>')} ~ '^-[0.]*[1-9]'`
  return [number(isNegative), number(`NOT ${isNegative}`)]
}

function typeCondition(type: MappedType, source: MappedText, value: string, place: Place): string {
  if ('constant' in type) return String(type.constant === value)
  if ('sign' in type) {
    const [isNegative, isOther] = signOf(source)
    const { negative, otherwise } = type.sign
    if (negative === otherwise) return String(negative === value)
    if (value === negative) return isNegative
    return value === otherwise ? isOther : 'false'
  }
  const texts = Object.entries(type.values).filter(([, is]) => is === value)
  if (texts.length === 0) return 'false'
  return texts.map(([text]) => `(${textEquals(source, text, place)})`).join(' OR ')
}

// An event's text.

/** The JSON of an event. @param row what `columns` of the table select: five fields, the JSON column, then `columns` */
function eventText(row: Row, instant: MappedInstant, columns: readonly [string, Column][]): string {
  const [eventId, customerId, eventCode, eventType, createdAt, json = null, ...values] = row
  const byColumn = new Map(columns)
  const members = json === null ? [] : jsonProperties(json).filter(({ name }) => !byColumn.has(name))
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
    createdAt: saidInstant(instant, String(createdAt)),
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

/** What a row needs to be an event, as SQL conditions. */
type Reason = {
  /** Said of the rows that are left out for want of it: "2 without a customer_id". */
  words: string
  isGiven: string
  /** The same where all rows are counted, with what is joined for it; absent: `isGiven` serves there too. */
  isGivenOfAll?: { join: string; is: string }
}

/** All that a row needs to be an event; what the columns promise anyway is left out. */
function reasonsOf(mapping: Mapping, relation: Relation, fields: Fields, isIdUnique: boolean): Reason[] {
  const { eventId, customerId, eventCode, type, createdAt, order, json } = fields
  const jsonColumns = [eventId, customerId, eventCode, type].flatMap((text) =>
    text.kind === 'json' ? [text.json.column] : [],
  )
  const jsons = [...new Set([...jsonColumns, ...(json === null ? [] : [json.column])])]
  return [
    { words: 'without an event_id', isGiven: `${isText(eventId)} AND ${exactTextSql(eventId)} <> ''` },
    ...(isIdUnique ? [] : [{ words: 'whose event_id an earlier row has', ...firstOfId(relation, eventId, order) }]),
    { words: 'without a customer_id', isGiven: isText(customerId) },
    { words: 'without an event_code', isGiven: isText(eventCode) },
    { words: 'without a known event_type', isGiven: `${typeSql(mapping.event_type, type)} IS NOT NULL` },
    {
      words: 'without a time in the years 1 to 9999',
      isGiven: isInstant(createdAt),
      isGivenOfAll: isInstantOfAll(createdAt),
    },
    ...(order.isNotNull ? [] : [{ words: 'without an order', isGiven: `${order.sql} IS NOT NULL` }]),
    ...(jsons.some(({ kind }) => kind === 'json')
      ? [{ words: 'whose json holds what no text of PostgreSQL can', isGiven: jsons.map(isSayable).join(' AND ') }]
      : []),
    ...(json === null
      ? []
      : [
          {
            words: 'whose properties are no object',
            isGiven: guarded(json.column, `coalesce(${kindAt(json)} = 'object', true)`, 'true'),
          },
        ]),
  ].filter(({ isGiven }) => isGiven !== 'true')
}

/** The condition that no row before this one has its event_id. */
function firstOfId(
  relation: Relation,
  eventId: MappedText,
  order: Column,
): Required<Pick<Reason, 'isGiven' | 'isGivenOfAll'>> {
  const earlierEventId = textIn(eventId, 'earlier')
  const { sql: earlierOrder } = columnIn(order, 'earlier')
  const [id, earlierId] = [exactSql(eventId), exactSql(earlierEventId)]
  // An index serves the column itself, whose values may be equal where their texts are not: both are compared.
  const isSameKey = eventId.kind === 'column' ? `${keySql(earlierEventId)} = ${keySql(eventId)} AND ` : ''
  const isEarlier = `${isSameKey}${earlierId} = ${id} AND ${earlierOrder} < ${order.sql}`
  // For every row of a table, looking for an earlier one takes a time that grows with the square of the rows. There the
  // first row of each ID is found once, and joined by its place in the order.
  const sorted = `FROM ${relation.sql} AS earlier WHERE ${earlierId} IS NOT NULL ORDER BY ${earlierId}, ${earlierOrder}`
  const firsts = `SELECT DISTINCT ON (${earlierId}) ${earlierOrder} AS place ${sorted}`
  return {
    isGiven: `NOT EXISTS (SELECT FROM ${relation.sql} AS earlier WHERE ${isEarlier})`,
    isGivenOfAll: {
      join: `LEFT JOIN (${firsts}) AS first ON first.place = ${order.sql}`,
      is: `${id} IS NULL OR ${order.sql} IS NULL OR first.place IS NOT NULL`,
    },
  }
}

function notesOf({ createdAt, json, columns }: Fields): string[] {
  const all = [...columns.values()]
  return [
    ...(createdAt.kind === 'timestamp' ? ['Times are said to the microsecond.'] : []),
    ...(createdAt.kind === 'timestamp' && createdAt.column.type.includes('without')
      ? ['Times have no zone where they are stored, and are taken for UTC.']
      : []),
    ...(all.some(({ kind, type }) => kind === 'timestamp' && type.includes('without'))
      ? ['Some times among the properties have no zone where they are stored, and are taken for UTC.']
      : []),
    ...(json === null ? [] : ['Properties that are neither strings nor numbers are not said.']),
    ...(json?.column.kind === 'jsonb'
      ? ['The order of properties is the database’s, and numbers have lost their exponents.']
      : []),
    ...(all.some(({ kind }) => kind === 'float')
      ? ['Some numbers are doubles, and said in the fewest digits that name them.']
      : []),
  ]
}

/**
 * Counts all rows, those that are events, and for each reason those that it leaves out: all in one statement, in which
 * `given_0`, `given_1` … say of a row whether it has what the reasons ask for.
 * @param rest lines that follow the count
 */
async function aboutRows(
  pool: PostgresPool,
  relation: Relation,
  reasons: Reason[],
  rest: string[],
): Promise<AboutRows> {
  const given = reasons.map(({ isGiven, isGivenOfAll }) => `(${isGivenOfAll?.is ?? isGiven})`)
  const left = given.map((_, index) => `count(*) FILTER (WHERE given_${index} IS NOT TRUE)`)
  const joins = reasons.flatMap(({ isGivenOfAll }) => isGivenOfAll?.join ?? []).join(' ')
  const all = given.map((_, index) => `given_${index}`).join(' AND ')
  const counts = ['count(*)', `count(*) FILTER (WHERE ${all})`, ...left].join(', ')
  const columns = given.map((isGiven, index) => `${isGiven} AS given_${index}`).join(', ')
  // OFFSET has each condition evaluated once for a row, however often it is counted.
  const text = `SELECT ${counts} FROM (SELECT ${columns} FROM ${relation.sql} AS event ${joins} OFFSET 0) AS row`
  const told = (first: string) => [first, ...rest].map((line) => `${line}\n`).join('')
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
      lines: told(`The rows of ${relation.name} are served as events, and not counted. ${error.atStart}`),
    }
  }
}
