// A mapped table's own indexes serve what is asked of it, and a start says which are missing, or that its time was
// over.
import { expect, onTestFinished, test } from 'vitest'
import { mappedTable } from './fixtures/mapped-usage.ts'
import { newDatabase, runSql } from './fixtures/store-under-test.ts'
import { readRelation } from './mapped-column.ts'
import { isUnique } from './mapped-index.ts'
import type { MappedTable } from './mapped-table.ts'
import type { Mapping } from './mapping.ts'
import { openPostgresPool, type PostgresPool, type Statement } from './postgres-pool.ts'
import { findQuery, pageQuery } from './postgres-query.ts'
import { defaultGaps } from './service-options.ts'

const billing = { schema: 'billing', event_id: { column: 'ref' } }

const TABLE = `
  CREATE SCHEMA billing;
  CREATE TABLE billing.usage (
    id int PRIMARY KEY, ref numeric, at timestamptz, told jsonb, raw json, said text, counted bigint
  );
  INSERT INTO billing.usage SELECT n, ref, at, told, told, told ->> 'at', extract(epoch FROM at) * 1000 FROM (
    SELECT n, n % 2990 AS ref, at, jsonb_build_object('id', 'e' || n % 2990, 'at', at, 'n', extract(epoch FROM at)) AS told
    FROM (SELECT n, timestamptz '2026-03-01T00:00:00Z' + n * interval '1 minute' AS at FROM generate_series(1, 3000) AS n) AS one
  ) AS two;
`

type Opened = { url: string; pool: PostgresPool; mapped: MappedTable }

async function open(changes: Partial<Mapping>, timeout = 60_000): Promise<Opened> {
  const url = await newDatabase()
  await runSql(url, TABLE)
  return { url, ...(await mappedTable(url, { ...billing, ...changes }, timeout)) }
}

const TOLD =
  '2990 of 3000 rows of billing.usage are served as events. 10 are left out: 10 whose event_id an earlier row has.'

test.each<[string, Partial<Mapping>]>([
  ['a numeric event_id and a timestamp', {}],
  [
    'an event_id and a text in jsonb',
    { event_id: { column: 'told', path: ['id'] }, created_at: { column: 'told', path: ['at'] } },
  ],
  [
    'an event_id and a number in json',
    { event_id: { column: 'raw', path: ['id'] }, created_at: { column: 'raw', path: ['n'], epoch: 'seconds' } },
  ],
  ['a text in a column', { created_at: { column: 'said' } }],
  ['a number in a column', { created_at: { column: 'counted', epoch: 'milliseconds' } }],
])('the indexes that a start asks for serve %s', async (_name, changes) => {
  const { url, pool, mapped } = await open(changes)
  const [first, ...lines] = (await mapped.about()).lines.trimEnd().split('\n')
  expect(first).toBe(TOLD)
  const statements = lines.flatMap(
    (line) => /^No index holds the (?:order of events|event_id): (CREATE INDEX .*;)$/.exec(line)?.[1] ?? [],
  )
  expect(statements).toHaveLength(2)
  await runSql(url, statements.join('\n'))
  await runSql(url, 'ANALYZE billing.usage')
  expect((await mapped.about()).lines).not.toContain('CREATE INDEX')

  const id = changes.event_id === undefined ? '7' : 'e7'
  const find = findQuery(mapped.table, id, defaultGaps)
  expect(await pool.query(find)).toHaveLength(1)
  const newest = pageQuery(mapped.table, { properties: [], limit: 20, offset: 0 }, { ...defaultGaps, total: 'page' })
  expect(await pool.query(newest)).toHaveLength(20)
  const planOf = async (asked: Statement) => (await pool.query({ ...asked, text: `EXPLAIN ${asked.text}` })).join('\n')
  expect(await planOf(find)).not.toMatch(/(?:Seq Scan|usage_pkey) on usage/)
  // In one of so few rows, an earlier one of the same event_id is looked for among all.
  expect(await planOf(newest)).toMatch(/Index Scan Backward using usage_\w+_id_idx on usage event/)
})

test.each<[string, string, Mapping['event_id'], RegExp]>([
  ['by its path', "((told #>> '{a,id}'))", { column: 'told', path: ['a', 'id'] }, /usage_expr_idx/],
  ['step by step', "((told -> 'a' ->> 'id'))", { column: 'told', path: ['a', 'id'] }, /usage_expr_idx/],
  ['in json', "((raw ->> 'id'))", { column: 'raw', path: ['id'] }, /^/],
  ['of a column below a view', '(ref)', { column: 'ref' }, /usage_ref_idx/],
  ['of a column below a view of a join', '(ref)', { column: 'ref' }, /usage_ref_idx/],
])('a unique index %s is known, and serves the ids', async (name, index, event_id, used) => {
  const url = await newDatabase()
  await runSql(
    url,
    `CREATE TABLE usage (id int PRIMARY KEY, told jsonb, raw json, ref text, at timestamptz DEFAULT '2026-03-01');
     INSERT INTO usage SELECT n, jsonb_build_object('a', jsonb_build_object('id', n)), json_build_object('id', n), n
     FROM generate_series(1, 3000) AS n;
     CREATE TABLE zone (id int PRIMARY KEY, name text); INSERT INTO zone SELECT n, n FROM generate_series(0, 4) AS n; ANALYZE;
     CREATE VIEW viewed AS SELECT * FROM usage;
     CREATE VIEW joined AS SELECT usage.*, name FROM usage JOIN zone ON zone.id = usage.id % 5`,
  )
  const table = name.endsWith('view') ? 'viewed' : name.endsWith('join') ? 'joined' : 'usage'
  const isCompared = async () => {
    const { pool, mapped } = await mappedTable(url, { table, event_id })
    const find = findQuery(mapped.table, '7', defaultGaps)
    expect(await pool.query(find)).toHaveLength(1)
    const plan = (await pool.query({ ...find, text: `EXPLAIN ${find.text}` })).join('\n')
    return { isCompared: find.text.includes('earlier'), plan, lines: (await mapped.about()).lines }
  }
  await runSql(url, `CREATE INDEX ON usage ${index}`)
  expect(await isCompared()).toMatchObject({ isCompared: true, plan: expect.stringMatching(used) })
  await runSql(
    url,
    `DROP INDEX usage_${index.includes('ref') ? 'ref' : 'expr'}_idx; CREATE UNIQUE INDEX ON usage ${index} WHERE id > 0`,
  )
  expect(await isCompared()).toMatchObject({ isCompared: true })
  await runSql(url, `CREATE UNIQUE INDEX ON usage ${index}`)
  const known = await isCompared()
  expect(known).toMatchObject({ isCompared: false, plan: expect.stringMatching(used) })
  expect(known.lines).toContain('3000 of 3000 rows')
  if (!index.includes('raw')) expect(known.lines).not.toContain('No index holds the event_id')
})

const JOINED = `
  CREATE TABLE account (id int PRIMARY KEY, name text);
  CREATE TABLE label (account int, said text);
  CREATE TABLE usage (id int PRIMARY KEY, ref text UNIQUE, told jsonb, account int, at timestamptz DEFAULT '2026-03-01');
  CREATE UNIQUE INDEX ON usage ((told ->> 'id'));
  INSERT INTO account SELECT n, n FROM generate_series(1, 5) AS n;
  INSERT INTO label SELECT n % 5 + 1, n FROM generate_series(1, 10) AS n;
  INSERT INTO usage SELECT n, n, jsonb_build_object('id', n), n % 5 + 1 FROM generate_series(1, 30) AS n;
`

test.each<[isKnown: boolean, view: string]>([
  [true, 'SELECT usage.*, name FROM usage JOIN account ON account.id = usage.account'],
  [true, 'SELECT usage.*, name FROM account RIGHT JOIN usage ON account.id = usage.account WHERE name IS NOT NULL'],
  [true, 'SELECT usage.*, name FROM usage LEFT JOIN account ON account.id = usage.account'],
  [true, 'SELECT * FROM usage WHERE EXISTS (SELECT FROM label WHERE label.account = usage.account)'],
  [
    true,
    'SELECT usage.*, said FROM usage JOIN (SELECT account, max(said) AS said FROM label GROUP BY 1) AS last USING (account)',
  ],
  [
    true,
    'SELECT one.*, other.at AS said FROM usage AS one JOIN account ON account.id = one.account JOIN usage AS other ON other.ref = one.ref',
  ],
  [false, 'SELECT usage.*, said FROM usage JOIN label ON label.account = usage.account'],
  [false, 'SELECT usage.*, said FROM usage LEFT JOIN label ON label.account = usage.account'],
  [false, 'SELECT usage.*, generate_series(1, 2) FROM usage'],
  [false, 'SELECT usage.* FROM usage, (VALUES (1), (2)) AS twice (place)'],
  [false, 'SELECT asked.* FROM usage AS asked, account'],
  [false, 'SELECT * FROM usage UNION ALL SELECT * FROM usage'],
])('whether an event_id stands once is known (%s) of the view %s', async (isKnown, view) => {
  const url = await newDatabase()
  await runSql(url, `${JOINED} CREATE VIEW viewed AS ${view}`)
  const pool = await openPostgresPool({ url, connections: 1, timeout: 60_000, isReadOnly: true, warn: () => {} })
  onTestFinished(() => pool.close())
  const ids = 'SELECT count(*) > count(DISTINCT ref) AS twice FROM viewed'
  expect(await pool.query({ text: ids, values: [] })).toEqual([[isKnown ? 'f' : 't']])
  const relation = await readRelation(pool, undefined, 'viewed')
  const [ref, told] = ['ref', 'told'].map((name) => relation?.columns.get(name))
  if (relation === null || ref === undefined || told === undefined) throw new Error('The view has no such column.')
  for (const statement of ['', 'ANALYZE']) {
    if (statement !== '') await runSql(url, statement)
    expect(await isUnique(pool, relation, { kind: 'column', column: ref })).toBe(isKnown)
    const json = { column: told, path: ['id'], isStepwise: true } as const
    expect(await isUnique(pool, relation, { kind: 'json', json })).toBe(isKnown)
  }
})

test('ids that are equal as values, and not as texts, are different events', async () => {
  const url = await newDatabase()
  await runSql(
    url,
    `CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
     CREATE TABLE usage (id int PRIMARY KEY, number numeric, text text COLLATE loose, at timestamptz DEFAULT '2026-03-01');
     INSERT INTO usage VALUES (1, 1.0, 'a'), (2, 1.00, 'A'), (3, 1.0, 'a')`,
  )
  for (const [column, ids] of [
    ['number', ['1.0', '1.00']],
    ['text', ['a', 'A']],
  ] as const) {
    const { pool, mapped } = await mappedTable(url, { event_id: { column } })
    expect((await mapped.about()).lines).toContain('2 of 3 rows of usage are served as events. 1 is left out')
    for (const id of ids)
      expect((await pool.query(findQuery(mapped.table, id, defaultGaps))).map(mapped.table.textOf)).toEqual([
        expect.stringContaining(`"event_id":"${id}"`),
      ])
  }
})

test('a start whose count takes too long says how to have it', async () => {
  const { url, mapped } = await open({}, 200)
  await runSql(
    url,
    'ALTER TABLE billing.usage RENAME TO other; CREATE VIEW billing.usage AS SELECT other.* FROM billing.other, pg_sleep(0.5)',
  )
  const { events, lines } = await mapped.about()
  expect(events).toBeNull()
  expect(lines.split('\n')[0]).toBe(
    'The rows of billing.usage are served as events, and not counted. The database took longer than 0.2 s; --db-timeout gives it more.',
  )
  expect(lines).not.toContain('Narrow the search')
  await expect(mappedTable(url, billing, 200)).rejects.toThrow(
    'the mapping: order: whether no value of id stands twice is not known. The database took longer than 0.2 s; --db-timeout gives it more.',
  )
})
