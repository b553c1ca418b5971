// Tables as somebody may have them: values, types, collations and relations that a mapping meets seldom.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Property } from './event-record.ts'
import { everything, mappedStore } from './fixtures/mapped-usage.ts'
import { newDatabase, runSql } from './fixtures/store-under-test.ts'
import { readMapping } from './mapping.ts'
import type { MappedStore } from './postgres-store.ts'
import type { SearchRequest } from './search-request.ts'
import { defaultGaps, type Gaps } from './service-options.ts'

type Said = { event_id: string; event_type: string; event_properties: Record<string, string | number> }

const saidBy = async (store: MappedStore, asked: Partial<SearchRequest> = {}, gaps: Partial<Gaps> = {}) =>
  (await store.search({ ...everything, ...asked }, { ...defaultGaps, order: 'insertion', ...gaps }, 0)).events.map(
    (event) => JSON.parse(event) as Said,
  )
const idsOf = async (...asked: Parameters<typeof saidBy>) => (await saidBy(...asked)).map(({ event_id }) => event_id)

const AT = "'2026-03-01T00:00:00Z'"

test('a day of any year is found as its event says it, and a time is said in the years of RFC 3339 alone', async () => {
  const url = await newDatabase()
  await runSql(
    url,
    `CREATE TABLE usage (id int PRIMARY KEY, at timestamptz, day date, seen timestamp, zoned timestamptz);
     INSERT INTO usage VALUES
       (1, ${AT}, '0044-03-15 BC', '0044-03-15 10:00 BC', '0044-03-15 10:00Z BC'),
       (2, ${AT}, '0044-03-15', '0044-03-15 10:00', '0044-03-15 10:00Z'),
       (3, ${AT}, '5874897-12-31', '294276-12-31', '10000-01-01Z'),
       (4, ${AT}, 'infinity', 'infinity', '-infinity')`,
  )
  const columns = { day: 'day', seen: 'seen', zoned: 'zoned' }
  const store = await mappedStore(url, { event_properties: { columns } })
  expect((await saidBy(store)).map((event) => event.event_properties)).toEqual([
    { day: '0044-03-15 BC' },
    { day: '0044-03-15', seen: '0044-03-15T10:00:00.000000Z', zoned: '0044-03-15T10:00:00.000000Z' },
    { day: '5874897-12-31' },
    { day: 'infinity' },
  ])
  const having = (name: string, text: string) =>
    idsOf(store, { properties: [{ name, kind: 'string', text } satisfies Property] })
  expect(await having('day', '0044-03-15 BC')).toEqual(['1'])
  expect(await having('day', '0044-03-15')).toEqual(['2'])
  expect(await having('day', '5874897-12-31')).toEqual(['3'])
  expect(await having('day', '0044-02-30 BC')).toEqual([])
  for (const name of ['seen', 'zoned']) expect(await having(name, '0044-03-15T10:00:00.000000Z')).toEqual(['2'])
})

test('NaN is found where it is a customer, and not where it is a property, which is not said', async () => {
  const url = await newDatabase()
  await runSql(
    url,
    `CREATE TABLE usage (id int PRIMARY KEY, at timestamptz, n numeric);
     INSERT INTO usage VALUES (1, ${AT}, 'NaN'), (2, ${AT}, 1.50)`,
  )
  const store = await mappedStore(url, { customer_id: { column: 'n' }, event_properties: { columns: { n: 'n' } } })
  expect(await idsOf(store, { customerId: 'NaN' })).toEqual(['1'])
  const properties: Property[] = [{ name: 'n', kind: 'string', text: 'NaN' }]
  expect(await idsOf(store, { properties }, { propertyMatch: 'text' })).toEqual([])
})

test('the same letters are told apart where a collation takes them for one', async () => {
  const url = await newDatabase()
  await runSql(
    url,
    `CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
     CREATE COLLATION wordy (provider = icu, locale = 'und-u-ka-shifted-ks-level1', deterministic = false);
     CREATE TABLE usage (id int PRIMARY KEY, uid text COLLATE wordy, kind text COLLATE caseless, at timestamptz);
     INSERT INTO usage VALUES (1, '--', 'use', ${AT}), (2, 'b', 'USE', ${AT}), (3, 'c', 'Use', ${AT})`,
  )
  const store = await mappedStore(url, {
    event_id: { column: 'uid' },
    event_type: { column: 'kind', values: { use: 'debit', USE: 'credit' } },
  })
  expect((await saidBy(store)).map(({ event_id, event_type }) => [event_id, event_type])).toEqual([
    ['--', 'debit'],
    ['b', 'credit'],
  ])
  expect(await idsOf(store, { eventType: 'credit' })).toEqual(['b'])
})

test('a domain of a domain is what both are made of', async () => {
  const url = await newDatabase()
  await runSql(
    url,
    `CREATE DOMAIN word AS text; CREATE DOMAIN name AS word CHECK (VALUE <> '');
     CREATE TABLE usage (id int PRIMARY KEY, account name, at timestamptz); INSERT INTO usage VALUES (1, 'c', ${AT})`,
  )
  const store = await mappedStore(url, { customer_id: { column: 'account' } })
  expect(await idsOf(store, { customerId: 'c' })).toEqual(['1'])
})

test('a table that others inherit is taken as a view: its indexes say nothing of their rows', async () => {
  const url = await newDatabase()
  await runSql(
    url,
    `CREATE TABLE usage (id int PRIMARY KEY, uid text UNIQUE, at timestamptz);
     CREATE TABLE older () INHERITS (usage);
     INSERT INTO usage VALUES (1, 'a', ${AT}), (2, 'b', ${AT}); INSERT INTO older VALUES (3, 'a', ${AT}), (4, 'd', ${AT})`,
  )
  const store = await mappedStore(url, { event_id: { column: 'uid' } })
  expect(await idsOf(store)).toEqual(['a', 'b', 'd'])
  await runSql(url, `INSERT INTO older VALUES (2, 'e', ${AT})`)
  await expect(mappedStore(url, {})).rejects.toThrow('order: the column id has values that stand twice')
})

test('backslashes are read as they stand, whatever a database of old says of them', async () => {
  const url = await newDatabase()
  await runSql(
    url,
    `CREATE TABLE usage (id int PRIMARY KEY, at timestamptz, document json);
     INSERT INTO usage VALUES (1, ${AT}, '{"path":"C:\\\\u0000"}'), (2, ${AT}, '{"path":"\\u0000"}');
     ALTER DATABASE ${new URL(url).pathname.slice(1)} SET standard_conforming_strings = off`,
  )
  const store = await mappedStore(url, { event_properties: { json: 'document' }, event_code: { constant: 'a\\b' } })
  expect(await idsOf(store, { eventCode: 'a\\b' })).toEqual(['1'])
})

// A text of 512 MiB does so too; it would take this test a minute.
test('an answer that cannot be parsed ends its connection, and not the service', async () => {
  const url = new URL(await newDatabase())
  await runSql(url.href, `CREATE TABLE usage (id int PRIMARY KEY, at timestamptz); INSERT INTO usage VALUES (1, ${AT})`)
  let isBroken = false
  const between = createServer((socket) => {
    const database = connect(Number(url.port), url.hostname)
    const unknownLogin = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 99])
    database.on('data', (chunk) => socket.write(isBroken ? Buffer.concat([unknownLogin, chunk]) : chunk))
    database.on('close', () => socket.destroy()).on('error', () => {})
    socket.pipe(database)
    socket.on('close', () => database.destroy()).on('error', () => {})
  })
  await once(between.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void between.close())
  const through = new URL(url)
  through.port = String((between.address() as AddressInfo).port)
  const store = await mappedStore(through.href, {})
  isBroken = true
  await expect(idsOf(store)).rejects.toThrow('The answer of the database cannot be read')
  isBroken = false
  expect(await idsOf(store)).toEqual(['1'])
})

test.each([
  ['customer_id.constant', { customer_id: { constant: 'a\u0000b' } }],
  ['event_code.path.0', { event_code: { column: 'document', path: ['\u0000'] } }],
  ['order', { order: 'i\u0000d' }],
  ['event_properties.columns.a', { event_properties: { columns: { a: '\ud800' } } }],
])('a text at %s that no statement can hold is refused', (place, changes) => {
  const constants = {
    customer_id: { constant: 'c' },
    event_code: { constant: 'api' },
    event_type: { constant: 'debit' },
  }
  const fields = { event_id: { column: 'id' }, created_at: { column: 'at' }, event_properties: {} }
  expect(readMapping(JSON.stringify({ table: 'usage', order: 'id', ...constants, ...fields, ...changes }))).toEqual({
    ok: false,
    problems: [`${place} holds U+0000 or half a surrogate pair, which no text of PostgreSQL can.`],
  })
})
