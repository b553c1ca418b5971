// Fields of a mapping that stand at a path in JSON: each row says what is there, or is left out, and none fails a
// search.
import { describe, expect, test } from 'vitest'
import { epochValues, instantTexts } from './fixtures/instant-texts.ts'
import { everything, mappedStore } from './fixtures/mapped-usage.ts'
import { newDatabase, runSql } from './fixtures/store-under-test.ts'
import type { Mapping } from './mapping.ts'
import type { MappedStore } from './postgres-store.ts'
import { readInstant } from './read-instant.ts'
import type { SearchRequest } from './search-request.ts'
import { defaultGaps, type Gaps } from './service-options.ts'

/** A table of these JSON texts, numbered from 1, in a column of jsonb and one of json. */
async function tableOf(texts: readonly string[]): Promise<(changes: Partial<Mapping>) => Promise<MappedStore>> {
  const url = await newDatabase()
  const isJsonb = (text: string) => !/1e9{6}|(?<!\\)\\u0000/.test(text)
  const rows = texts.map((text, index) => {
    const literal = `'${text.replaceAll("'", "''")}'`
    return `(${index + 1}, ${isJsonb(text) ? literal : 'NULL'}, ${literal})`
  })
  await runSql(url, `CREATE TABLE usage (id int PRIMARY KEY, b jsonb, j json); INSERT INTO usage VALUES ${rows}`)
  return (changes) => mappedStore(url, { created_at: { constant: '2026-03-01T00:00:00Z' }, ...changes })
}

/** Some fields of what is found, in order. */
async function found(store: MappedStore, request: Partial<SearchRequest>, field: string, gaps: Partial<Gaps> = {}) {
  const page = await store.search({ ...everything, ...request }, { ...defaultGaps, ...gaps }, 0)
  expect(page.total).toBe(page.events.length)
  return page.events.map((event) => (JSON.parse(event) as Record<string, unknown>)[field])
}

describe.each(['b', 'j'])('created_at in %s', (column) => {
  test('is a text in RFC 3339, said and compared to its last digit, and any other is left out', async () => {
    const open = await tableOf(instantTexts.map((at) => JSON.stringify({ at, path: 'C:\\u0000' })))
    const store = await open({ created_at: { column, path: ['at'] } })
    const instants = instantTexts.flatMap((text) => {
      const reading = readInstant(text)
      const isTold = reading.ok && reading.instant.key > '0001' && text.length < 100
      return isTold ? [{ ...reading.instant, text }] : []
    })
    expect(instants).toHaveLength(8)
    const sorted = instants.toSorted((one, other) => (one.key < other.key ? 1 : -1)).map(({ utc }) => utc)
    expect(await found(store, {}, 'created_at')).toEqual(sorted)
    for (const { key, utc, text } of instants) {
      const bound = { key, utc }
      expect(await found(store, { from: bound, to: bound }, 'created_at'), text).toEqual([utc])
      const exclusive = await found(store, { from: bound }, 'created_at', { bounds: 'exclusive' })
      expect(exclusive, text).toEqual(sorted.slice(0, sorted.indexOf(utc)))
    }
    const out = instantTexts.length - instants.length
    expect((await store.about()).lines).toContain(`are left out: ${out} without a time in the years 1 to 9999.`)
  })

  test('is a number of milliseconds or seconds since 1970', async () => {
    const open = await tableOf(epochValues.map((count) => `{"at":{"count":${count}}}`))
    const path = ['at', 'count']
    const store = await open({ created_at: { column, path, epoch: 'milliseconds' } })
    expect(await found(store, {}, 'created_at')).toEqual([
      '9999-12-31T23:59:59.9995Z',
      '2026-03-01T00:00:01.000Z',
      '2026-03-01T00:00:00.100Z',
      '2026-03-01T00:00:00.0005Z',
      '2026-03-01T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
      '1969-12-31T23:59:59.250Z',
      '0001-01-01T00:00:00.000Z',
    ])
    const quarter = { key: '1969-12-31T23:59:59.25', utc: '1969-12-31T23:59:59.25Z' }
    expect(await found(store, { from: quarter, to: quarter }, 'event_id')).toEqual(['5'])
    const seconds = await open({ created_at: { column, path, epoch: 'seconds' } })
    expect(await found(seconds, {}, 'created_at')).toEqual(['1969-12-31T23:47:30Z'])
  })
})

test('created_at may be one instant for all rows', async () => {
  const open = await tableOf(['{}', '{}'])
  const store = await open({})
  const at = { key: '2026-03-01T00:00:00', utc: '2026-03-01T00:00:00Z' }
  expect(await found(store, { from: at, to: at }, 'created_at')).toEqual([at.utc, at.utc])
  expect(await found(store, { from: at }, 'event_id')).toEqual(['2', '1'])
  expect(await found(store, { from: at }, 'event_id', { bounds: 'exclusive' })).toEqual([])
  expect(await found(store, { to: at }, 'event_id', { bounds: 'half-open' })).toEqual([])
})

test('a constant event_id is that of the first row', async () => {
  const open = await tableOf(['{}', '{}'])
  const store = await open({ event_id: { constant: 'only' } })
  expect((await store.about()).lines).toBe(
    '1 of 2 rows of usage are served as events. 1 is left out: 1 whose event_id an earlier row has.\n',
  )
  expect(await found(store, { eventId: 'only' }, 'event_id')).toEqual(['only'])
  expect(await store.find('another')).toBeNull()
})

describe.each(['b', 'j'])('in %s', (column) => {
  test('event_type may be the sign of a number, however large', async () => {
    const amounts = ['-1', '0', '-0.0', '-0.00e5', '-1e999999', '1e999999', '-0.002', '"-1"', 'null', 'true', '[-1]']
    const open = await tableOf(amounts.map((amount) => `{"a":[{"n":${amount}}]}`))
    const path = ['a', '0', 'n']
    const store = await open({ event_type: { column, path, sign: { negative: 'credit', otherwise: 'debit' } } })
    const [credits, debits] =
      column === 'b'
        ? [
            ['7', '1'],
            ['4', '3', '2'],
          ]
        : [
            ['7', '5', '1'],
            ['6', '4', '3', '2'],
          ]
    expect(await found(store, { eventType: 'credit' }, 'event_id')).toEqual(credits)
    expect(await found(store, { eventType: 'debit' }, 'event_id')).toEqual(debits)
    expect(await found(store, {}, 'event_id')).toHaveLength(credits.length + debits.length)
  })

  test('event_properties may be an object in an object or a list', async () => {
    const texts = ['{"p":[{"n":1.50,"t":"x"}]}', '{"p":[7]}', '{"p":{"0":{"n":1.5}}}', '{}', '{"p":[{"n":"\\u0000"}]}']
    const open = await tableOf(texts)
    const store = await open({ event_properties: { json: { column, path: ['p', '0'] } } })
    const of = (name: string, kind: 'string' | 'number', text: string) =>
      found(store, { properties: [{ name, kind, text }] }, 'event_id')
    expect(await of('n', 'number', '1.5')).toEqual(['3', '1'])
    expect(await of('t', 'string', 'x')).toEqual(['1'])
    expect(await of('p', 'string', 'x')).toEqual([])
    expect(await found(store, {}, 'event_properties')).toEqual(
      column === 'b' ? [{}, {}, { n: 1.5 }, { n: 1.5, t: 'x' }] : [{}, { n: 1.5 }, { n: 1.5, t: 'x' }],
    )
    const named = await open({ event_properties: { json: { column, path: ['p'] } } })
    expect(await found(named, { properties: [{ name: '0', kind: 'string', text: 'x' }] }, 'event_id')).toEqual([])
  })
})

test.each<[Partial<Mapping>, string]>([
  [{ created_at: { column: 'id', path: ['at'] } }, 'created_at: the column id is of integer, and must be of json'],
  [
    { created_at: { column: 'b', epoch: 'seconds' } },
    'created_at: the column b is of jsonb, and must be of timestamptz',
  ],
  [{ event_properties: { json: { column: 'id', path: ['a'] } } }, 'event_properties.json: the column id is of integer'],
])('%j is refused with its place', async (changes, problem) => {
  const open = await tableOf(['{}'])
  await expect(open(changes)).rejects.toThrow(problem)
})
