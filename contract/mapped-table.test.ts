// A table that somebody else would have, or a view over it, told as events by a mapping, keeps every rule under the
// choices that it states.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDatabase, runSql } from '../service/fixtures/store-under-test.ts'
import { temporaryFolder } from '../service/fixtures/temporary-folder.ts'
import { sampleEvents } from '../service/sample-events.ts'
import { startService } from '../service/server.ts'
import type { Gaps } from '../service/service-options.ts'
import { runContract } from './run-contract.ts'

const NOW = Date.parse('2026-03-01T00:00:00Z')

const mapping = {
  schema: 'billing',
  table: 'usage',
  order: 'id',
  event_id: { column: 'id' },
  customer_id: { column: 'account' },
  event_code: { column: 'metric' },
  event_type: { column: 'quantity', sign: { negative: 'credit', otherwise: 'debit' } as const },
  created_at: { column: 'recorded_at' },
  event_properties: { json: 'attributes', columns: { quantity: 'quantity' } },
} as const

const TABLE = `
  CREATE SCHEMA billing;
  CREATE TABLE billing.usage (
    id bigint PRIMARY KEY, account text NOT NULL, metric text NOT NULL, recorded_at timestamptz NOT NULL,
    quantity numeric NOT NULL, attributes jsonb
  );
  CREATE INDEX ON billing.usage (recorded_at, id);
  CREATE VIEW billing.metered AS SELECT * FROM billing.usage;
  CREATE TABLE billing.counted (
    id int PRIMARY KEY, reference text, occurred_at bigint, account text, metric text, kind text,
    client inet, tags text[], labels jsonb, more jsonb
  );
  INSERT INTO billing.counted (id, kind) VALUES (1, 'use'), (2, 'refund'), (3, NULL), (4, 'use');
  CREATE VIEW billing.told AS SELECT * FROM billing.counted;
`

/** The table, filled with what the sample events hold. */
async function billingTable(): Promise<string> {
  const database = await newDatabase()
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
  const rows = Array.from(sampleEvents({ count: 220, seed: 4, now: NOW }), (event, index) => {
    const amount = event.properties.find(({ name }) => name === 'amount')?.text ?? '0'
    const others = event.properties.filter(({ name }) => name !== 'amount')
    const members = others.map(
      ({ name, kind, text }) => `${JSON.stringify(name)}:${kind === 'number' ? text : JSON.stringify(text)}`,
    )
    const quantity = event.eventType === 'credit' && !amount.startsWith('-') ? `-${amount}` : amount
    return `(${9_000_000_000_000 + index}, ${[event.customerId, event.eventCode, event.createdAt, quantity, `{${members}}`].map(literal)})`
  })
  await runSql(database, `${TABLE} INSERT INTO billing.usage VALUES ${rows}`)
  return database
}

test.each<[table: string, gaps: Partial<Gaps>]>([
  ['usage', {}],
  ['metered', {}],
  ['usage', { order: 'oldest', bounds: 'half-open', propertyMatch: 'text' }],
  ['metered', { combine: 'or', total: 'page', rangePrecision: 'seconds' }],
])('%s keeps every rule with %j', async (table, gaps) => {
  const database = await billingTable()
  const service = await startService({ token: 'token', database, mapping: { ...mapping, table }, gaps, drain: 100 })
  try {
    expect(service.about).toBe(
      `220 of 220 rows of billing.${table} are served as events.\nTimes are said to the microsecond. Properties that are neither strings nor numbers are not said. The order of properties is the database’s, and numbers have lost their exponents.\n`,
    )
    const options = { url: service.url, token: 'token', fetch, budget: 300, timeout: 60_000, nonce: 'nonce-77' }
    const { rules, stopped, gaps: found } = await runContract(options)
    expect(stopped).toBeNull()
    expect(rules.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
    expect(found.find(({ question }) => question.startsWith('Whether events hold still'))?.answer).toBe('yes')
  } finally {
    await service.close()
  }
})

test('its file is read by the command, its mistakes are named, and its example is a mapping of the table', async () => {
  const database = await billingTable()
  const path = join(await temporaryFolder(), 'mapping.json')
  const { execFile } = await import('node:child_process')
  const run = (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) =>
      execFile(
        process.execPath,
        ['service/main.ts', '--port', '0', '--db', database, ...args],
        (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      ),
    )
  await writeFile(
    path,
    JSON.stringify({
      ...mapping,
      created_at: { column: 'attributes' },
      order: 'account',
      customer_id: { column: 'acct' },
    }),
  )
  expect(await run('--mapping', path)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The service cannot start: the mapping: customer_id: billing.usage has no column acct; it has id, account, metric, recorded_at, quantity, attributes. created_at: the column attributes is of jsonb, and must be of timestamptz, timestamp, text, or a number with "epoch".\n',
  })
  const example = await run('--mapping-example', 'billing.usage')
  expect(example).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(example.stdout)).toEqual({
    ...mapping,
    event_properties: { json: 'attributes', columns: { quantity: 'quantity' } },
  })
  const told = await run('--mapping-example', 'billing.told')
  expect(JSON.parse(told.stdout)).toMatchObject({
    order: 'id',
    event_id: { column: 'reference' },
    event_type: { column: 'kind', values: { use: 'debit', refund: 'credit' } },
    created_at: { column: 'occurred_at', epoch: 'milliseconds' },
    event_properties: { json: 'labels' },
  })
  expect(told.stderr).toBe(
    'Left out: client (inet), tags (text[]), more (jsonb). A view can have them as texts, or as members of one object.\n',
  )
})
