import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { expect, onTestFinished, test } from 'vitest'
import type { ExportedTable } from '../../../shared/export/exported-table.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import type { Download } from './delivery.ts'
import { fakedClock } from './fixtures/faked-clock.ts'
import { createTableFiles, emptyTableFacts, tableWorkbook } from './table-files.ts'
import { verifyReceipt } from './verify-receipt.ts'

const LONG = '12345678901234567890.125'
const table = {
  format: 'xlsx' as const,
  of: 'November, Northwind',
  name: 'table',
  heads: ['Event code', 'Debit, EUR'],
  rows: [
    ['=SUM(A1)', { number: '59288.0001' }],
    ['00042', { number: LONG }],
    ['none', null],
  ],
  source: [['Verdict', 'All events read'] as [string, string]],
}

async function cellsOf(bytes: Uint8Array) {
  const { sheets } = await readXlsx(bytes)
  return sheets.map(({ name, rows }) => [name, rows])
}

function tableFiles(saving: Parameters<typeof createTableFiles>[0]['saving']) {
  let made = 0
  const randomId = () => {
    made += 1
    return `table ${made}`
  }
  const files = createTableFiles({
    saving,
    randomId,
    program: 'Eventscope 0.1.0',
    now: () => Date.UTC(2026, 10, 23),
    onUnexpected: (error) => {
      throw error
    },
  })
  onTestFinished(() => files.end())
  return {
    ...files,
    /** Opened, filled row by row, and saved. */
    async saved({ rows, ...head }: ExportedTable) {
      const opened = await files.open(head, null)
      if (!opened.ok || opened.value.kind !== 'opened') return opened
      const { tableId } = opened.value
      for (const row of rows) expect(await files.add(tableId, [row])).toEqual({ ok: true, value: null })
      return files.save(tableId)
    },
  }
}

test('where the user says: numbers that a double holds, longer ones as text, texts as they are, and where they come from', async () => {
  const folder = await temporaryFolder()
  const asked: string[] = []
  const files = tableFiles({
    askWhere: async (fileName) => {
      asked.push(fileName)
      return join(folder, fileName)
    },
  })
  const saved = await files.saved(table)
  expect(asked).toEqual(['eventscope-november-northwind-table.xlsx'])
  expect(saved).toMatchObject({ ok: true, value: { kind: 'saved', asText: 1 } })
  expect(await cellsOf(await readFile(join(folder, asked[0] ?? '')))).toEqual([
    [
      'Table',
      [
        ['Event code', 'Debit, EUR'],
        ['=SUM(A1)', 59288.0001],
        ['00042', LONG],
        ['none', null],
      ],
    ],
    [
      'About',
      [
        ['Verdict', 'All events read'],
        ['Figures', '1 of more than 15 digits are text, so that none is rounded'],
      ],
    ],
  ])
})

test('a day that a table is grouped by is a date, and text where Excel has no such day', async () => {
  const path = join(await temporaryFolder(), 'days.xlsx')
  const rows = [
    [{ day: '2026-10-01' }, { number: '1.50' }],
    [{ day: '1899-12-31' }, null],
    ['none', null],
  ]
  await tableFiles({ askWhere: async () => path }).saved({ ...table, heads: ['Day', 'Net'], rows })
  const { sheets } = await readXlsx(await readFile(path), { readStyles: true })
  const cells = sheets[0]?.cells
  expect(cells?.get('1,0')?.value).toEqual(new Date('2026-10-01T00:00:00Z'))
  expect(cells?.get('1,0')?.style?.numFmt).toBe('yyyy\\-mm\\-dd')
  expect(cells?.get('1,1')?.style?.numFmt).toBe('#,##0.00')
  expect(cells?.get('2,0')).toMatchObject({ value: '1899-12-31', style: { numFmt: '@' } })
  expect(await verifyReceipt(path)).toMatchObject({
    ok: true,
    agrees: [expect.anything(), '3 rows', expect.anything()],
  })
})

test('its receipt lies beside it, and a file that is another one is refused', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'table.xlsx')
  await tableFiles({ askWhere: async () => path }).saved(table)
  expect(await readdir(folder)).toEqual(['table.xlsx', 'table.xlsx.datapackage.json'])
  const verification = await verifyReceipt(path)
  expect(verification).toMatchObject({
    ok: true,
    agrees: [expect.anything(), '3 rows', '2 fields: Event code, Debit, EUR'],
  })
  // Whoever changes a figure of the receipt, and nothing of the file.
  const written = await readFile(`${path}.datapackage.json`, 'utf8')
  const { eventscope, ...rest } = JSON.parse(written)
  await writeFile(`${path}.datapackage.json`, JSON.stringify({ ...rest, eventscope: { ...eventscope, rows: '2' } }))
  expect(await verifyReceipt(path)).toEqual({ ok: false, reason: 'It has 3 rows, but the receipt says 2.' })
  await writeFile(`${path}.datapackage.json`, written)
  await tableFiles({ askWhere: async () => join(folder, 'other.xlsx') }).saved({ ...table, rows: [] })
  await copyFile(join(folder, 'other.xlsx'), path)
  expect(await verifyReceipt(path)).toMatchObject({ ok: false })
  // Whoever changes bytes and hash, but no figure of the receipt.
  const [mine, other] = await Promise.all(
    [path, join(folder, 'other.xlsx')].map(async (one) =>
      JSON.parse(await readFile(`${one}.datapackage.json`, 'utf8')),
    ),
  )
  const { bytes, hash } = other.resources[0]
  await writeFile(
    `${path}.datapackage.json`,
    JSON.stringify({ ...mine, resources: [{ ...mine.resources[0], bytes, hash }] }),
  )
  expect(await verifyReceipt(path)).toEqual({ ok: false, reason: 'It has 0 rows, but the receipt says 3.' })
})

test('in a browser it is fetched as it is made, with a receipt once it is whole; a question that was dismissed writes nothing', async () => {
  const offered: Download[] = []
  const files = tableFiles(null)
  const { rows, ...head } = table
  const opened = await files.open(head, (one) => {
    offered.push(one)
    return `/download/${offered.length}`
  })
  expect(opened).toEqual({ ok: true, value: { kind: 'opened', tableId: 'table 1', address: '/download/1' } })
  const [one] = offered
  const fetched = one && buffer(one.bytes())
  for (const row of rows) expect(await files.add('table 1', [row])).toEqual({ ok: true, value: null })
  expect(await files.save('table 1')).toEqual({
    ok: true,
    value: { kind: 'download', receipt: '/download/2', asText: 1 },
  })
  const [, receipt] = offered
  expect(receipt?.fileName).toBe(`${one?.fileName}.datapackage.json`)
  expect(one?.fileName).toBe('eventscope-november-northwind-table.xlsx')
  const bytes = (await fetched) ?? Buffer.alloc(0)
  expect((await cellsOf(bytes))[0]?.[0]).toBe('Table')
  const receiptData = JSON.parse((receipt && (await buffer(receipt.bytes())).toString()) ?? '')
  expect(receiptData.resources[0]).toMatchObject({ bytes: bytes.length, hash: expect.stringMatching(/^sha256:/) })
  expect(await tableFiles({ askWhere: async () => null }).open(head, null)).toEqual({
    ok: true,
    value: { kind: 'dismissed' },
  })
  expect(await files.open(head, null)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
})

test('one that is cancelled, left by its browser, or not fetched leaves nothing, and takes no more rows', async () => {
  const folder = await temporaryFolder()
  const { rows, ...head } = table
  const onDisk = tableFiles({ askWhere: async () => join(folder, 'table.xlsx') })
  await onDisk.open(head, null)
  await onDisk.add('table 1', rows)
  onDisk.cancel('table 1')
  expect(await onDisk.add('table 1', rows)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
  await onDisk.end()
  expect(await readdir(folder)).toEqual([])

  const offered: Download[] = []
  const files = tableFiles(null)
  const open = () => files.open(head, (one) => String(offered.push(one)))
  await open()
  const left = new AbortController()
  const fetching = offered[0] && buffer(offered[0].bytes(left.signal))
  await files.add('table 1', rows)
  left.abort()
  await expect(fetching).rejects.toThrow()
  const refusals = [await files.add('table 1', rows), await files.add('table 1', rows)]
  expect(refusals.map((one) => !one.ok && one.failure.kind)).toEqual(['cancelled', 'invalid'])
  await open()
  const waiting = files.add('table 2', rows)
  offered[1]?.expired()
  expect(await waiting).toMatchObject({ ok: false, failure: { message: expect.stringContaining('within a minute') } })
  // The one that waited longest for rows makes room.
  for (let at = 0; at < 5; at += 1) await open()
  expect(await files.save('table 3')).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
})

test('a table is gone ten minutes after its last rows, however long they take, and leaves nothing behind', async () => {
  const folder = await temporaryFolder()
  const files = tableFiles({ askWhere: async () => join(folder, 'table.xlsx') })
  const advance = fakedClock()
  const { rows, ...head } = table
  await files.open(head, null)
  for (let at = 0; at < 3; at += 1) {
    advance(9)
    expect(await files.add('table 1', rows)).toMatchObject({ ok: true })
  }
  advance(10.1)
  expect(await files.save('table 1')).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
  await files.end()
  expect(await readdir(folder)).toEqual([])
})

test('rows beyond what a sheet holds are on further sheets, and what is more than a file holds is refused', async () => {
  const rows = Array.from({ length: 25 }, (_, at) => [`line ${at}`, { number: String(at) }])
  const facts = emptyTableFacts()
  const head = { heads: ['Line', 'Figure'], source: [] }
  async function* batches() {
    for (let at = 0; at < rows.length; at += 4) yield rows.slice(at, at + 4)
  }
  const bytes = await buffer(tableWorkbook(head, batches(), facts, { mostRows: 11, mostBytes: 1e6 }))
  const sheets = await cellsOf(bytes)
  expect(sheets.map(([name, all]) => [name, all?.length])).toEqual([
    ['Table', 11],
    ['Table 2', 11],
    ['Table 3', 6],
    ['About', 1],
  ])
  expect(sheets.slice(0, 3).flatMap(([, all]) => [...(all ?? [])].slice(1))).toEqual(
    rows.map((_, at) => [`line ${at}`, at]),
  )
  expect(sheets[3]?.[1]).toEqual([['Sheets', '25 lines on 3 sheets, one behind the other']])
  expect(facts).toMatchObject({ rows: 25, asText: 0 })
  const small = tableWorkbook(head, batches(), emptyTableFacts(), { mostRows: 11, mostBytes: 500 })
  await expect(buffer(small)).rejects.toMatchObject({ failure: { message: expect.stringContaining('too large') } })
})

test('a table of several sheets is verified against its receipt', async () => {
  const path = join(await temporaryFolder(), 'long.xlsx')
  const files = tableFiles({ askWhere: async () => path })
  const { rows: _, ...head } = table
  const opened = await files.open({ ...head, heads: ['a'] }, null)
  const { tableId } = opened.ok && opened.value.kind === 'opened' ? opened.value : { tableId: '' }
  const batch = Array.from({ length: 50_000 }, (): [null] => [null])
  for (let at = 0; at < 21; at += 1) await files.add(tableId, batch)
  expect(await files.save(tableId)).toMatchObject({ ok: true })
  expect(await verifyReceipt(path)).toMatchObject({
    ok: true,
    agrees: [expect.anything(), '1050000 rows', '1 fields: a'],
  })
})

test('as CSV every figure keeps its digits, nothing is run as a formula, and it is verified against its receipt', async () => {
  const path = join(await temporaryFolder(), 'table.csv')
  const rows = [...table.rows, [{ day: '2026-10-01' }], []]
  const saved = await tableFiles({ askWhere: async () => path }).saved({
    ...table,
    format: 'csv',
    heads: ['=code', 'Debit, EUR'],
    rows,
  })
  expect(saved).toMatchObject({ ok: true, value: { kind: 'saved', asText: 0 } })
  const text = await readFile(path, 'utf8')
  expect(text.split('\r\n')).toEqual([
    `\ufeff'=code,"Debit, EUR"`,
    `'=SUM(A1),59288.0001`,
    `"00042",${LONG}`,
    'none,',
    '"2026-10-01",',
    ',',
    '',
  ])
  expect(await verifyReceipt(path)).toMatchObject({
    ok: true,
    agrees: [expect.anything(), '5 rows', expect.anything()],
  })
  await writeFile(path, text.replace('none,', 'none,1'))
  expect(await verifyReceipt(path)).toMatchObject({ ok: false })
})
