import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import type { Download } from './delivery.ts'
import { createTableFiles } from './table-files.ts'
import { verifyReceipt } from './verify-receipt.ts'

const LONG = '12345678901234567890.125'
const table = {
  of: 'November, Northwind',
  name: 'table',
  heads: ['Event code', 'Debit, EUR'],
  rows: [
    ['=SUM(A1)', { number: '59288.0001' }],
    ['00042', { number: LONG }],
    ['none', null],
  ],
  source: [['Verdict', 'Complete'] as [string, string]],
}

async function cellsOf(bytes: Uint8Array) {
  const { sheets } = await readXlsx(bytes)
  return sheets.map(({ name, rows }) => [name, rows])
}

const tableFiles = (saving: Parameters<typeof createTableFiles>[0]['saving']) =>
  createTableFiles({ saving, program: 'Eventscope 0.1.0', now: () => Date.UTC(2026, 10, 23) })

test('where the user says: numbers that a double holds, longer ones as text, texts as they are, and where they come from', async () => {
  const folder = await temporaryFolder()
  const asked: string[] = []
  const files = tableFiles({
    askWhere: async (fileName) => {
      asked.push(fileName)
      return join(folder, fileName)
    },
  })
  const saved = await files.save(table, null)
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
        ['Verdict', 'Complete'],
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
  await tableFiles({ askWhere: async () => path }).save({ ...table, heads: ['Day', 'Net'], rows }, null)
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
  await tableFiles({ askWhere: async () => path }).save(table, null)
  expect(await readdir(folder)).toEqual(['table.xlsx', 'table.xlsx.datapackage.json'])
  const said = await verifyReceipt(path)
  expect(said).toMatchObject({ ok: true, agrees: [expect.anything(), '3 rows', '2 fields: Event code, Debit, EUR'] })
  await tableFiles({ askWhere: async () => join(folder, 'other.xlsx') }).save({ ...table, rows: [] }, null)
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

test('in a browser it is handed over, and a question that was dismissed writes nothing', async () => {
  const offered: Download[] = []
  const handed = await tableFiles(null).save(table, (one) => {
    offered.push(one)
    return `/download/${offered.length}`
  })
  expect(handed).toEqual({
    ok: true,
    value: { kind: 'download', address: '/download/1', receipt: '/download/2', asText: 1 },
  })
  const [one, receipt] = offered
  expect(receipt?.fileName).toBe(`${one?.fileName}.datapackage.json`)
  expect(one?.fileName).toBe('eventscope-november-northwind-table.xlsx')
  expect(one && (await cellsOf(await buffer(one.bytes())))[0]?.[0]).toBe('Table')
  expect(await tableFiles({ askWhere: async () => null }).save(table, null)).toEqual({
    ok: true,
    value: { kind: 'dismissed' },
  })
})
