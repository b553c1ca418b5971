import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import type { Download } from './delivery.ts'
import { createTableFiles } from './table-files.ts'

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

test('where the user says: numbers that a double holds, longer ones as text, texts as they are, and where they come from', async () => {
  const folder = await temporaryFolder()
  const asked: string[] = []
  const files = createTableFiles({
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

test('in a browser it is handed over, and a question that was dismissed writes nothing', async () => {
  const offered: Download[] = []
  const handed = await createTableFiles(null).save(table, (one) => {
    offered.push(one)
    return '/download/1'
  })
  expect(handed).toEqual({ ok: true, value: { kind: 'download', address: '/download/1', asText: 1 } })
  const [one] = offered
  expect(one?.fileName).toBe('eventscope-november-northwind-table.xlsx')
  expect(one && (await cellsOf(await buffer(one.bytes())))[0]?.[0]).toBe('Table')
  expect(await createTableFiles({ askWhere: async () => null }).save(table, null)).toEqual({
    ok: true,
    value: { kind: 'dismissed' },
  })
})
