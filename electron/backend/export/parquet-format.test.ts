import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { parquetMetadata } from 'hyparquet'
import { beforeEach, describe, expect, test } from 'vitest'
import { isLong, runs } from '../../../shared/exact/fixtures/runs.ts'
import { wantedSum } from '../../../shared/worth/property-sum.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { fileStatements } from './duckdb-statements.ts'
import { heldEvents } from './event-source.ts'
import { askDuckDb } from './fixtures/ask-duckdb.ts'
import { hostileEvent } from './fixtures/hostile-events.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { RECEIPT_ENDING, receiptSchema } from './receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'
import { writeEventFile } from './write-event-file.ts'

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})

const event = (id: string, properties: string, at = '2026-11-03T12:00:00.1234567Z', type = 'debit') =>
  `{"event_id":"${id}","customer_id":"c","event_code":"e","event_type":"${type}","created_at":"${at}","event_properties":{${properties}}}`

async function written(sources: readonly string[], name = 'all.parquet') {
  const path = join(folder, name)
  const result = await writeEventFile({
    path,
    source: heldEvents(sources),
    format: someFormats.parquet,
    sums: [wantedSum('amount', [])],
    subject: someSubject,
    now: () => 0,
  })
  expect(result.ok).toBe(true)
  const receipt = receiptSchema.parse(JSON.parse(await readFile(path + RECEIPT_ENDING, 'utf8')))
  expect(receipt.eventscope.encrypted).toBe(false)
  const { fields } = receipt.resources[0].schema
  const { rows, sums, fingerprint = null, decimals = [] } = receipt.eventscope
  return { path, receipt, ...fileStatements(path, { fields, rows, sums, fingerprint, decimals, days: [] }) }
}

/** As DuckDB finds them. */
const read = async (sources: readonly string[]) => {
  const { load } = await written(sources)
  return askDuckDb(load, 'SELECT * FROM events')
}

const disagreeing = (rows: readonly Record<string, unknown>[]) => rows.filter(({ agrees }) => agrees !== true)

test('every value is its exact text, with what can be calculated with beside it', async () => {
  const rows = await read([
    event('e1', '"amount":1.50,"note":"x"'),
    event('e2', '"amount":-12e-1,"ok":true'),
    event('e3', ''),
  ])
  expect(rows).toEqual([
    {
      event_id: 'e1',
      customer_id: 'c',
      event_code: 'e',
      event_type: 'debit',
      created_at: '2026-11-03T12:00:00.1234567Z',
      created_at_timestamp: expect.stringMatching(/^2026-11-03 12:00:00\.123456/),
      // As in a CSV file of that zone.
      'created_at (Europe/Berlin)': '2026-11-03T13:00:00.1234567+01:00',
      event_properties: '{"amount":1.50,"note":"x"}',
      amount: '1.50',
      amount_decimal: '1.500000000',
      note: 'x',
      ok: null,
    },
    expect.objectContaining({ amount: '-12e-1', amount_decimal: '-1.200000000', ok: 'true' }),
    expect.objectContaining({ amount: null, amount_decimal: null, event_properties: '{}' }),
  ])
})

test('where bounds are said, so is how many rows have no value', async () => {
  const timeless = event('e3', '').replace(/"created_at":"[^"]*"/, '"created_at":"never"')
  const { path } = await written([event('e1', ''), event('e2', ''), timeless])
  const { row_groups: groups } = parquetMetadata(new Uint8Array(await readFile(path)).buffer)
  const counts = groups.flatMap(({ columns }) => columns.flatMap(({ meta_data: of }) => of?.statistics ?? []))
  expect(counts.length).toBeGreaterThan(0)
  expect(counts.map(({ null_count: none }) => none)).toEqual(counts.map(() => 1n))
})

test('a number that does not fit exactly has no decimal, and is counted', async () => {
  const nines = '9'.repeat(38)
  const { load, receipt } = await written(
    [
      nines,
      `1${'0'.repeat(38)}`,
      `-${nines}`,
      '1e37',
      '1e38',
      '0.1',
      '0.12345678901234567890123',
      '1e-30',
      '1e999999999',
      '0',
    ].map((amount, at) => event(`e${at}`, `"amount":${amount}`)),
  )
  const rows = await askDuckDb(load, 'SELECT amount, amount_decimal, amount_kind FROM events')
  // 38 whole digits and 23 places have no scale that takes both: 18 places are kept.
  expect(rows.map(({ amount_decimal }) => amount_decimal)).toEqual([
    ...[null, null, null, null, null],
    '0.100000000000000000',
    ...[null, null, null],
    '0.000000000000000000',
  ])
  expect(receipt.eventscope.decimals).toEqual([{ column: 'amount_decimal', numbers: '2', without: '8' }])
  const { load: whole } = await written(
    [nines, `-${nines}`, '1e37'].map((amount, at) => event(`e${at}`, `"amount":${amount}`)),
  )
  expect(await askDuckDb(whole, 'SELECT amount_decimal AS d, typeof(amount_decimal) AS of FROM events')).toEqual([
    { d: nines, of: 'DECIMAL(38,0)' },
    { d: `-${nines}`, of: 'DECIMAL(38,0)' },
    { d: `1${'0'.repeat(37)}`, of: 'DECIMAL(38,0)' },
  ])
})

test('names that collide stay apart, and what the service named keeps its name', async () => {
  const rows = await read([
    event(
      'e1',
      '"amount":1,"amount_decimal":"sent","Amount":2,"dt":"d","event_properties":"p","created_at_timestamp":"t","":"none","amount":3,"amount_kind":"k","__proto__":4',
    ),
  ])
  expect(rows[0]).toMatchObject({
    amount: '1',
    'Amount (2)': '2',
    'amount (2) (2)': '3',
    amount_decimal: 'sent',
    'amount_decimal (2)': '1.000000000',
    'dt (2)': 'd',
    'event_properties (2)': 'p',
    'created_at_timestamp (2)': 't',
    '(no name)': 'none',
    amount_kind: 'k',
  })
})

test('of mixed kinds each value says what it was sent as', async () => {
  const rows = await read(
    ['1', '"1"', 'true', 'null', '[1]'].map((amount, at) => event(`e${at}`, `"amount":${amount}`)),
  )
  expect(rows.map(({ amount, amount_kind, amount_decimal }) => [amount, amount_kind, amount_decimal])).toEqual([
    ['1', 'number', '1.000000000'],
    ['1', 'string', null],
    ['true', 'boolean', null],
    ['null', 'null', null],
    ['[1]', 'json', null],
  ])
})

test('ten thousand properties are in one column', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `"p${at}":${at}`).join()
  const rows = await read([event('e1', many), event('e2', '"amount":1')])
  expect(Object.keys(rows[0] ?? {})).toEqual([
    ...[
      'event_id',
      'customer_id',
      'event_code',
      'event_type',
      'created_at',
      'created_at_timestamp',
      'created_at (Europe/Berlin)',
      'event_properties',
    ],
  ])
  expect(rows[0]?.event_properties).toBe(`{${many}}`)
})

test('a time that cannot be read has no instant', async () => {
  const rows = await read([
    event('e1', '', 'yesterday'),
    event('e2', '', '2016-12-31T23:59:60Z'),
    event('e3', '', '0000-01-01T00:00:00Z'),
  ])
  expect(rows.map(({ created_at_timestamp }) => created_at_timestamp)).toEqual([
    null,
    expect.stringMatching(/^2017-01-01 00:00:00/),
    expect.any(String),
  ])
})

describe('copied for DuckDB', () => {
  test('the check answers what the receipt says, whatever a service sends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileEvent, { maxLength: 5 }), async (hostile) => {
        const { load, check, path } = await written(hostile)
        expect(disagreeing(await askDuckDb(load, check))).toEqual([])
        expect(await verifyReceipt(path)).toMatchObject({ ok: true })
      }),
      runs(11, 40),
    )
  })

  test.each([1, 2, 3])('names with %i byte order marks before them agree too', async (count) => {
    const marks = '\ufeff'.repeat(count)
    const { load, check, path } = await written([event('e1', `"${marks}":"1","${marks}note":"2","note":"3"`)])
    expect(disagreeing(await askDuckDb(load, check))).toEqual([])
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
  })

  test('the file may lie under any name', async () => {
    const { load, check } = await written([event('e1', '"amount":1')], "it's [1] ?*.parquet")
    expect(disagreeing(await askDuckDb(load, check))).toEqual([])
  })

  test('long, mixed, missing and exponents: the check answers, and finds whichever event was changed', async () => {
    const count = isLong ? 100_000 : 1_500
    const amounts = [
      (at: number) => `${at}.${at % 10}0`,
      (at: number) => `-${String(at).padStart(38, '7')}`,
      (at: number) => `${at}e-${at % 40}`,
      (at: number) => `1e${at % 60}`,
      (at: number) => `"${at}"`,
      () => 'null',
      () => '1e5000',
    ]
    const sources = Array.from({ length: count }, (_, at) => {
      const amount = amounts[at % amounts.length]?.(at)
      const amountMember = at % 11 === 0 ? '' : `"amount":${amount},`
      return event(
        `e${at}`,
        `${amountMember}"currency":"${['EUR', 'GBP'][at % 2]}","note":"n${at}"`,
        undefined,
        ['debit', 'credit', 'x'][at % 3],
      )
    })
    const { load, check } = await written(sources)
    const answers = await askDuckDb(load, check)
    expect(answers.length).toBeGreaterThan(8)
    expect(disagreeing(answers)).toEqual([])
    const changes = [
      "UPDATE events SET note = 'other' WHERE event_id = 'e777'",
      "UPDATE events SET amount = amount || '0' WHERE event_id = 'e700'",
      "UPDATE events SET amount_decimal = amount_decimal + 0.01 WHERE event_id = 'e700'",
      "UPDATE events SET amount_decimal = NULL WHERE event_id = 'e700'",
      "UPDATE events SET event_type = 'credit' WHERE event_id = 'e777'",
      "DELETE FROM events WHERE event_id = 'e777'",
    ]
    for (const change of changes)
      expect([change, disagreeing(await askDuckDb(load, change, check))]).not.toEqual([change, []])
  }, 300_000)
})
