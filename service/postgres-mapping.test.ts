// What a mapped table answers equals what SQLite's store answers over the same events, whatever is asked; and what a
// mapping leaves out or cannot say is told.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventRecord, type Property, storedEvent } from './event-record.ts'
import { anyValue, hostileTexts, instants } from './fixtures/event-arbitrary.ts'
import { epochValues, instantTexts } from './fixtures/instant-texts.ts'
import { everything, mappedStore } from './fixtures/mapped-usage.ts'
import { serviceUnderTest } from './fixtures/service-under-test.ts'
import { newDatabase, runSql } from './fixtures/store-under-test.ts'
import { type Mapping, readMapping } from './mapping.ts'
import { readSearch, type SearchRequest } from './search-request.ts'
import { defaultGaps, type Gaps, gapChoices } from './service-options.ts'
import { openSqliteStore } from './sqlite-store.ts'

const TABLE = `
  CREATE TYPE plan AS ENUM ('free', 'Free', 'a"b\\c');
  CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
  CREATE TABLE usage (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, uid varchar(200) UNIQUE, account text COLLATE loose, code char(12),
    kind text, at timestamptz, amount numeric(40, 3), price double precision, small smallint, plan plan, flag boolean, day date,
    seen timestamp, attributes jsonb, document json, said text COLLATE loose, counted bigint, double double precision
  );
`

const mapping: Mapping = {
  table: 'usage',
  order: 'id',
  event_id: { column: 'uid' },
  customer_id: { column: 'account' },
  event_code: { column: 'code' },
  event_type: { column: 'kind', values: { use: 'debit', Use: 'debit', back: 'credit' } },
  created_at: { column: 'at' },
  event_properties: {
    json: 'attributes',
    columns: { amount: 'amount', price: 'price', small: 'small', plan: 'plan', flag: 'flag', day: 'day', seen: 'seen' },
  },
}

const texts = hostileTexts.filter((text) => text.isWellFormed() && !text.includes('\u0000'))
const nullable = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null })
const numbers = ['42', '42.0', '0.1', '-0.001', '9007199254740993', '0', '1e20', '12345678901234567890.125']

const anyRow = fc.record({
  uid: nullable(fc.constantFrom('', 'a', 'A', 'ä', 'b ', ...texts).map((text) => text)),
  account: nullable(fc.constantFrom('cus_1', 'CUS_1', ...texts)),
  code: fc.constantFrom('api', 'API', 'api ', 'b'),
  kind: fc.constantFrom('use', 'Use', 'back', 'other', null),
  at: fc.constantFrom(
    ...instants,
    '2026-03-01T00:00:00.123456Z',
    'infinity',
    '-infinity',
    null,
    '0044-03-15 BC',
    '9999-12-31T23:59:59.999999Z',
  ),
  amount: nullable(fc.constantFrom(...numbers.filter((text) => text !== '1e20'), 'NaN')),
  price: nullable(fc.constantFrom(...numbers, 'NaN', 'Infinity', '1e-7', '-0')),
  small: nullable(fc.constantFrom('42', '-1')),
  plan: nullable(fc.constantFrom('free', 'Free', 'a"b\\c')),
  flag: nullable(fc.boolean()),
  day: nullable(fc.constantFrom('2026-03-01', 'infinity')),
  seen: nullable(fc.constantFrom('2026-03-01T00:00:00.5')),
  members: nullable(
    fc.uniqueArray(
      fc.record({
        name: fc.constantFrom('region', 'amount', '__proto__', 'ä', ''),
        text: fc.oneof(
          fc.constantFrom(...texts).map((text) => JSON.stringify(text)),
          fc.constantFrom(...numbers, 'true', 'null', '{"a":1}', '["x"]', '1e400'),
        ),
      }),
      { selector: ({ name }) => name, maxLength: 4 },
    ),
  ),
  when: nullable(fc.constantFrom(...instants, ...instantTexts)),
  // No jsonb holds the largest.
  count: nullable(fc.constantFrom(...epochValues.filter((text) => text !== '1e999999'))),
})
type AnyRow = typeof anyRow extends fc.Arbitrary<infer Row> ? Row : never

function insertOf(row: Omit<AnyRow, 'when' | 'count'> & Partial<AnyRow>): string {
  const { members, when = null, count = null, ...columns } = row
  const timed = [
    ...(when === null ? [] : [{ name: 'when', text: JSON.stringify(when) }]),
    ...(count === null ? [] : [{ name: 'count', text: count }]),
  ]
  const json =
    members === null ? null : `{${[...timed, ...members].map(({ name, text }) => `${JSON.stringify(name)}:${text}`)}}`
  const counted = count !== null && /^-?\d+$/.test(count) ? count : null
  const double = count !== null && /^-?\d+(?:[.]\d+)?(?:e\d)?$/.test(count) ? count : null
  const all = Object.entries({ ...columns, attributes: json, document: json, said: when, counted, double })
  const literal = (value: unknown) =>
    value === null ? 'NULL' : `E'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
  return `INSERT INTO usage (${all.map(([name]) => name)}) VALUES (${all.map(([, value]) => literal(value))}) ON CONFLICT DO NOTHING;`
}

const anySearch: fc.Arbitrary<SearchRequest> = fc
  .record(
    {
      customer_id: fc.constantFrom('cus_1', 'CUS_1', 'none', ...hostileTexts),
      event_code: fc.constantFrom('api', 'API', 'api ', 'b'),
      event_type: fc.constantFrom('credit', 'debit'),
      event_id: fc.constantFrom('a', 'A', 'b ', 'b', ...hostileTexts),
      created_at_from: fc.constantFrom(
        ...instants,
        '2026-03-01T00:00:00.1234555Z',
        '2016-12-31T23:59:60Z',
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:59.9999999Z',
      ),
      created_at_to: fc.constantFrom(
        ...instants,
        '2026-03-01T00:00:00.1234565Z',
        '2026-12-31T23:59:60.5Z',
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:59.9999999Z',
      ),
      limit: fc.integer({ min: 0, max: 12 }),
      offset: fc.integer({ min: 0, max: 6 }),
    },
    { requiredKeys: [] },
  )
  .chain((body) =>
    fc
      .uniqueArray(
        fc
          .tuple(
            fc.constantFrom(
              'amount',
              'price',
              'small',
              'plan',
              'flag',
              'day',
              'seen',
              'region',
              '__proto__',
              'ä',
              '',
              '\ud800',
            ),
            fc.oneof(
              anyValue(),
              fc
                .constantFrom(...numbers, '1e-7', '0.1000000000000000055', '1e400', '1e200000', '-0')
                .map((text) => ({ kind: 'number' as const, text })),
              fc
                .constantFrom(
                  'free',
                  'true',
                  '2026-03-01',
                  '2026-03-01T00:00:00.500000Z',
                  '42.000',
                  '0.100',
                  'infinity',
                  '1e+20',
                  '-1',
                )
                .map((text) => ({ kind: 'string' as const, text })),
            ),
          )
          .map(([name, value]): Property => ({ name, ...value })),
        { selector: ({ name }) => name, maxLength: 2 },
      )
      .map((properties): SearchRequest => {
        const reading = readSearch(JSON.stringify(body), defaultGaps)
        if (!reading.ok) throw new Error(reading.problem)
        return { ...reading.request, properties }
      }),
  )

const anyGaps: fc.Arbitrary<Gaps> = fc
  .record({
    total: fc.constantFrom(...gapChoices.total),
    totalCap: fc.constantFrom(null, 3),
    bounds: fc.constantFrom(...gapChoices.bounds),
    rangePrecision: fc.constantFrom(...gapChoices.rangePrecision),
    order: fc.constantFrom('newest' as const, 'oldest' as const, 'insertion' as const),
    combine: fc.constantFrom(...gapChoices.combine),
    propertyMatch: fc.constantFrom(...gapChoices.propertyMatch),
  })
  .map((gaps) => ({ ...defaultGaps, ...gaps }))

/** The same tables in every short run: a long one looks for what they do not show. */
const settings = process.env.EVENTSCOPE_LONG === '1' ? { numRuns: 400 } : { seed: 20_261, numRuns: 30 }

test.each<[string, Mapping['created_at']]>([
  ['attributes', { column: 'at' }],
  ['document', { column: 'at' }],
  ['attributes', { column: 'attributes', path: ['when'] }],
  ['document', { column: 'document', path: ['when'] }],
  ['attributes', { column: 'attributes', path: ['count'], epoch: 'milliseconds' }],
  ['document', { column: 'document', path: ['count'], epoch: 'seconds' }],
  ['attributes', { column: 'said' }],
  ['attributes', { column: 'counted', epoch: 'milliseconds' }],
  ['attributes', { column: 'counted', epoch: 'seconds' }],
  ['document', { column: 'double', epoch: 'milliseconds' }],
  ['attributes', { constant: '2026-03-01T00:00:00.1Z' }],
])('what is answered of %s, by the time %j, is what SQLite answers over the same events', async (json, created_at) => {
  const url = await newDatabase()
  await runSql(url, TABLE)
  const properties = { ...mapping.event_properties, json }
  const mapped = await mappedStore(url, { ...mapping, created_at, event_properties: properties })
  const cases = fc.tuple(
    fc.array(anyRow, { minLength: 1, maxLength: 14 }),
    fc.array(fc.tuple(anySearch, anyGaps), { minLength: 12, maxLength: 12 }),
  )
  await fc.assert(
    fc.asyncProperty(cases, async ([rows, searches]) => {
      await runSql(url, `TRUNCATE usage RESTART IDENTITY; ${rows.map(insertOf).join('\n')}`)
      const said = (await mapped.search(everything, { ...defaultGaps, order: 'insertion' }, 0)).events.map(storedEvent)
      const sqlite = openSqliteStore(':memory:')
      sqlite.add(said)
      for (const [request, gaps] of searches) {
        expect({ request, gaps, page: await mapped.search(request, gaps, 0) }).toEqual({
          request,
          gaps,
          page: sqlite.search(request, gaps, 0),
        })
      }
      for (const { eventId } of said)
        expect(await mapped.find(eventId)).toMatchObject({ text: sqlite.find(eventId)?.text })
      sqlite.close()
    }),
    settings,
  )
})

test('a date that never comes is found by the word that its event says', async () => {
  const url = await newDatabase()
  await runSql(
    url,
    `CREATE TABLE usage (id int PRIMARY KEY, uid text, at timestamptz, day date);
     INSERT INTO usage VALUES (1, 'a', '2026-03-01T00:00:00Z', 'infinity'), (2, 'b', '2026-03-01T00:00:00Z', '-infinity')`,
  )
  const columns = { day: 'day' }
  const store = await mappedStore(url, { event_id: { column: 'uid' }, event_properties: { columns } })
  const found = async (text: string) => {
    const properties: Property[] = [{ name: 'day', kind: 'string', text }]
    return (await store.search({ ...everything, properties }, defaultGaps, 0)).events.map(
      (event) => storedEvent(event).eventId,
    )
  }
  expect([await found('infinity'), await found('-infinity'), await found('Infinity')]).toEqual([['a'], ['b'], []])
})

describe('rows that cannot be said', () => {
  test('without an order are left out for that alone, whatever their event_id', async () => {
    const url = await newDatabase()
    await runSql(
      url,
      `CREATE TABLE usage (place int UNIQUE, uid text, at timestamptz);
       INSERT INTO usage SELECT place, uid, '2026-03-01T00:00:00Z'
       FROM (VALUES (NULL, 'a'), (NULL, 'b'), (2, 'b'), (1, 'b'), (3, 'c')) AS given (place, uid)`,
    )
    const store = await mappedStore(url, { order: 'place', event_id: { column: 'uid' } })
    expect((await store.about()).lines.split('\n')[0]).toBe(
      '2 of 5 rows of usage are served as events. 3 are left out: 1 whose event_id an earlier row has, 2 without an order.',
    )
    expect((await store.search(everything, defaultGaps, 0)).total).toBe(2)
  })

  test('are left out, counted, and fail no search', async () => {
    const url = await newDatabase()
    await runSql(
      url,
      `CREATE TABLE usage (id int PRIMARY KEY, uid text, customer text, kind text, at timestamptz, document json);
       INSERT INTO usage VALUES
         (1, 'a', 'c', 'use', '2026-03-01T00:00:00Z', '{"z":1.50,"a":"x","b":true}'), (2, 'a', 'c', 'use', '2026-03-01T00:00:00Z', '{}'),
         (3, NULL, 'c', 'use', '2026-03-01T00:00:00Z', '{}'), (4, 'd', 'c', 'use', NULL, '{}'), (5, 'e', 'c', 'use', 'infinity', '{}'),
         (6, 'f', 'c', 'loan', '2026-03-01T00:00:00Z', '{}'), (7, 'g', 'c', 'use', '2026-03-01T00:00:00Z', '{"z":"\\u0000"}'),
         (8, 'h', 'c', 'use', '2026-03-01T00:00:00Z', '{"z":"\\ud800"}'), (9, 'i', 'c', 'use', '2026-03-01T00:00:00Z', '{"z":"\\ud83d\\ude00"}'),
         (10, 'j', 'c', 'use', '2026-03-01T00:00:00Z', '[1]'), (11, 'k', 'c', 'use', '2026-03-01T00:00:00Z', '{"z":1e999999,"z":2}')`,
    )
    const store = await mappedStore(url, {
      event_id: { column: 'uid' },
      customer_id: { column: 'customer' },
      event_type: { column: 'kind', values: { use: 'debit' } },
      event_properties: { json: 'document' },
    })
    expect((await store.about()).lines.split('\n')[0]).toBe(
      '3 of 11 rows of usage are served as events. 8 are left out: 1 without an event_id, 1 whose event_id an earlier row has, 1 without a known event_type, 2 without a time in the years 1 to 9999, 2 whose json holds what no text of PostgreSQL can, 1 whose properties are no object.',
    )
    const page = await store.search(everything, { ...defaultGaps, order: 'insertion' }, 0)
    expect(page.total).toBe(3)
    expect(page.events[0]).toContain(
      '"created_at":"2026-03-01T00:00:00.000000Z","event_properties":{"z":1.50,"a":"x"}}',
    )
    const of = async (text: string, kind: Property['kind'] = 'number') =>
      (await store.search({ ...everything, properties: [{ name: 'z', kind, text }] }, defaultGaps, 0)).total
    expect([await of('1.5'), await of('2'), await of('😀', 'string'), await of('\u0000', 'string')]).toEqual([
      1, 1, 1, 0,
    ])
  })
  // One by one, 20,000 rows are 200 million comparisons: more than these five seconds.
  test('whose event_id an earlier row has are counted together, without an index and before anything is known of the table', async () => {
    for (const [type, id] of [
      ['bigint', 'n % 19990'],
      ['uuid', 'md5((n % 19990)::text)::uuid'],
    ]) {
      const url = await newDatabase()
      await runSql(
        url,
        `CREATE TABLE usage (id int PRIMARY KEY, ref ${type}, at timestamptz);
         INSERT INTO usage SELECT n, ${id}, '2026-03-01T00:00:00Z' FROM generate_series(1, 20000) AS n`,
      )
      const store = await mappedStore(url, { event_id: { column: 'ref' } }, 5_000)
      expect((await store.about()).lines.split('\n')[0]).toBe(
        '19990 of 20000 rows of usage are served as events. 10 are left out: 10 whose event_id an earlier row has.',
      )
    }
  })
})

describe('a mapped table', () => {
  test('is only read: the database itself refuses every change', async () => {
    const url = await newDatabase()
    await runSql(url, TABLE)
    const service = await serviceUnderTest({ database: url, mapping })
    await expect(async () => service.add([{} as EventRecord])).rejects.toThrow(
      'With a mapping, the service adds no event.',
    )
    const [row] = await runSql(
      url,
      "SELECT to_regnamespace('eventscope') AS own, count(*) AS rows FROM usage GROUP BY 1",
    )
    expect(row).toBeUndefined()
    const { components: _, ...document } = (await (await service.get('/openapi.json')).json()) as {
      components: unknown
      info: { description: string }
    }
    expect(document.info.description).toContain('Times are said to the microsecond.')
    expect(document.info.description).toContain(
      'Some times among the properties have no zone where they are stored, and are taken for UTC.',
    )
    expect(JSON.stringify(document)).not.toMatch(/usage\b(?! event)|127\.0\.0\.1|owner/)
  })

  test('may be a view, whose order must not stand twice', async () => {
    const url = await newDatabase()
    await runSql(
      url,
      `${TABLE} CREATE VIEW told AS SELECT * FROM usage; ${insertOf({ uid: 'a', account: 'c', code: 'api', kind: 'use', at: '2026-03-01T00:00:00Z', amount: '1.50', price: null, small: null, plan: null, flag: null, day: null, seen: null, members: null })}`,
    )
    const store = await mappedStore(url, { ...mapping, table: 'told' })
    expect(await store.search(everything, defaultGaps, 0)).toMatchObject({
      total: 1,
      events: [expect.stringContaining('"amount":1.500}')],
    })
    await runSql(url, 'CREATE VIEW doubled AS SELECT * FROM usage UNION ALL SELECT * FROM usage')
    await expect(mappedStore(url, { ...mapping, table: 'doubled' })).rejects.toThrow(
      'order: the column id has values that stand twice',
    )
    await expect(mappedStore(url, { ...mapping, order: 'account' })).rejects.toThrow(
      'order: the column account has no unique index of its own',
    )
    const event_type = { column: 'plan', values: { free: 'debit', Gratis: 'credit' } } as const
    await expect(mappedStore(url, { ...mapping, event_type })).rejects.toThrow(
      'event_type.values: the column plan is never Gratis; it is free, Free, a"b\\c.',
    )
    await expect(mappedStore(url, { ...mapping, table: 'none' })).rejects.toThrow(
      'table: there is no table or view none',
    )
  })

  test('may tell its time as a text or a number in a column', async () => {
    const url = await newDatabase()
    await runSql(
      url,
      `CREATE TABLE usage (id int PRIMARY KEY, said varchar(40), counted bigint, short int, exact numeric, double double precision, at timestamp);
       INSERT INTO usage VALUES
         (1, '2026-03-01T01:00:00.10+01:00', 1772323200100, 1772323200, 1772323200.10, 1772323200.1),
         (2, '2026-03-01', 253402300800000, NULL, 'NaN', 'Infinity'), (3, NULL, -62135596800001, NULL, NULL, NULL),
         (4, '2026-02-28T23:59:59.999Z', 1772323199999, 1772323199, 1772323199.999, 1772323199.999)`,
    )
    const noon = { key: '2026-03-01T00:00:00.1', utc: '2026-03-01T00:00:00.1Z' }
    for (const [created_at, first, second] of [
      [{ column: 'said' }, '00.10Z', '59.999Z'],
      [{ column: 'counted', epoch: 'milliseconds' }, '00.100Z', '59.999Z'],
      [{ column: 'short', epoch: 'seconds' }, '00Z', '59Z'],
      [{ column: 'exact', epoch: 'seconds' }, '00.10Z', '59.999Z'],
      [{ column: 'double', epoch: 'seconds' }, '00.1Z', '59.999Z'],
    ] as const) {
      const store = await mappedStore(url, { created_at })
      const { events } = await store.search(everything, defaultGaps, 0)
      const said = events.map((event) => (JSON.parse(event) as { created_at: string }).created_at)
      expect(said).toEqual([`2026-03-01T00:00:${first}`, `2026-02-28T23:59:${second}`])
      expect((await store.about()).lines).toContain('2 are left out: 2 without a time in the years 1 to 9999.')
      const before = await store.search({ ...everything, to: noon }, { ...defaultGaps, bounds: 'half-open' }, 0)
      expect(before.total).toBe(created_at.column === 'short' ? 2 : 1)
    }
    for (const [created_at, problem] of [
      [{ column: 'counted' }, 'the column counted is of bigint: say "epoch": "seconds" or "milliseconds".'],
      [
        { column: 'at', epoch: 'seconds' },
        '"epoch" is for a number, and the column at is of timestamp without time zone.',
      ],
    ] as const)
      await expect(mappedStore(url, { created_at })).rejects.toThrow(`the mapping: created_at: ${problem}`)
  })

  test('has names that SQL would have to quote', async () => {
    const url = await newDatabase()
    await runSql(
      url,
      `CREATE SCHEMA "a.b"; CREATE TABLE "a.b"."Use ""d""" ("event.id" uuid PRIMARY KEY, "who's" jsonb, "when" timestamp);
       INSERT INTO "a.b"."Use ""d""" VALUES ('00000000-0000-0000-0000-00000000000a', '{"o''x":{"id":7}}', '2026-03-01T10:00:00')`,
    )
    const store = await mappedStore(url, {
      schema: 'a.b',
      table: 'Use "d"',
      order: 'event.id',
      event_id: { column: 'event.id' },
      customer_id: { column: "who's", path: ["o'x", 'id'] },
      event_code: { constant: "it's" },
      created_at: { column: 'when' },
    })
    const events = [
      `{"event_id":"00000000-0000-0000-0000-00000000000a","customer_id":"7","event_code":"it's","event_type":"debit","created_at":"2026-03-01T10:00:00.000000Z","event_properties":{}}`,
    ]
    const request = {
      ...everything,
      eventId: '00000000-0000-0000-0000-00000000000a',
      customerId: '7',
      eventCode: "it's",
    }
    expect(await store.search(request, defaultGaps, 0)).toEqual({ events, total: 1 })
    for (const other of [
      { eventId: 'A' },
      { eventId: '00000000-0000-0000-0000-00000000000A' },
      { customerId: '07' },
      { eventCode: 'its' },
      { eventType: 'credit' },
    ])
      expect(await store.search({ ...request, ...other }, defaultGaps, 0)).toEqual({ events: [], total: 0 })
  })
})

describe('readMapping', () => {
  test('takes what it says, and nothing else', () => {
    expect(readMapping(JSON.stringify(mapping))).toEqual({ ok: true, mapping })
  })

  test.each<[object | string, string[]]>([
    ['{', ['The mapping is not valid JSON: ']],
    [{ ...mapping, order: undefined }, ['order is missing.']],
    [{ ...mapping, table: 7 }, ['table must be a string.']],
    [
      { ...mapping, event_id: 'uid', created_at: 'at' },
      [
        'event_id must be {"column": …}, {"column": …, "path": […]} or {"constant": …}.',
        'created_at must be {"column": …}, {"column": …, "path": […]} or {"constant": …}; a number has "epoch": "seconds" or "milliseconds".',
      ],
    ],
    [
      { ...mapping, created_at: { constant: '2026-02-30T00:00:00Z' } },
      ['created_at.constant names a day that does not exist'],
    ],
    [{ ...mapping, created_at: { column: 'at', epoch: 'days' } }, ['created_at must be {"column": …}']],
    [{ ...mapping, event_properties: { json: 7 } }, ['event_properties.json must be a column or {"column": …, "path"']],
    [{ ...mapping, where: '1=1' }, ['The mapping has "where", which a mapping does not know.']],
    [
      { ...mapping, created_at: { column: 'at', sql: 'now()' } },
      ['created_at has "sql", which a mapping does not know.'],
    ],
    [{ ...mapping, customer_id: { path: [] } }, ['customer_id must be {"column": …}']],
    [{ ...mapping, event_type: { constant: 'loan' } }, ['event_type must be {"constant": "debit"}']],
    [
      { ...mapping, event_properties: { columns: { amount: 7 } } },
      ['event_properties.columns.amount must be a string.'],
    ],
    [{ ...mapping, table: '', order: '' }, ['table must be a name.', 'order must be a name.']],
  ])('%j is refused with a sentence and its place', (value, problems) => {
    const reading = readMapping(typeof value === 'string' ? value : JSON.stringify(value))
    expect(reading).toEqual({ ok: false, problems: problems.map((problem) => expect.stringContaining(problem)) })
  })
})
