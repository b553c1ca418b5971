import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type CopiedTable, listedTable } from '../../shared/figures/figure-description.ts'
import { copiedForSpreadsheet } from '../ui/clipboard.ts'
import { CopyTable, exportedTable, markdownTextOf, sentTable, withSource } from './copy-table.tsx'

const table = {
  heads: ['Group', 'Debit'],
  rows: [
    [
      { kind: 'string' as const, text: '=code' },
      { kind: 'number' as const, text: '12345678901234.5678' },
    ],
    [null, { kind: 'number' as const, text: '-0.10' }],
  ],
}
const source = [
  ['Source', 'Acme | Billing'],
  ['Verdict', 'All events read'],
] as const

test('a spreadsheet gets figures it can add, longer ones as text, and where they come from', () => {
  expect(copiedForSpreadsheet(withSource(table, source)).text.split('\r\n')).toEqual([
    'Group\tDebit',
    "'=code\t12345678901234.5678",
    '\t-0.10',
    '',
    'Source\tAcme | Billing',
    'Verdict\tAll events read',
  ])
})

test('Markdown has the source as a list', () => {
  expect(markdownTextOf(table, source).split('\n').slice(-4)).toEqual([
    '|  | -0.10 |',
    '',
    '- Source: Acme \\| Billing',
    '- Verdict: All events read',
  ])
})

test('two on one page have names of their own', () => {
  const listed = listedTable('Groups', table)
  const drawn = renderToStaticMarkup(
    <MantineProvider>
      <CopyTable table={() => listed} source={source} label="Copy values" />
      <CopyTable table={() => listed} source={source} label="Copy changes" />
    </MantineProvider>,
  )
  expect([...drawn.matchAll(/aria-label="(.*?)"/g)].map(([, name]) => name)).toEqual(['Copy values', 'Copy changes'])
})

test('figures cross as numbers, days as days, texts as texts, and the file is named after its snapshot', () => {
  const rows = [
    [
      { kind: 'string' as const, text: '42' },
      { kind: 'number' as const, text: '1.50' },
      null,
      { kind: 'day' as const, text: '2026-10-01' },
    ],
  ]
  const source = [['Source', 'Acme, http://x; snapshot November; snapshot 2']] as const
  expect(exportedTable({ heads: ['a', 'b', 'c', 'd'], rows }, source, 'table')).toEqual({
    of: 'November; snapshot 2',
    name: 'table',
    heads: ['a', 'b', 'c', 'd'],
    rows: [['42', { number: '1.50' }, null, { day: '2026-10-01' }]],
    source: [['Source', 'Acme, http://x; snapshot November; snapshot 2']],
  })
})

/** What a backend is told of a table, in order. */
function backend({ opened = { kind: 'opened' as const, tableId: 't', address: '/file' as string | null } } = {}) {
  const recorded: string[] = []
  const calls = {
    openTable: async ({ name, format, source }: { name: string; format: string; source: unknown[] }) => {
      recorded.push(`open ${name} as ${format}, ${source.length} lines of source`)
      return opened
    },
    addToTable: async ({ rows }: { rows: unknown[][] }) => {
      recorded.push(`add ${rows.length}`)
      return null
    },
    saveTable: async () => {
      recorded.push('save')
      return { kind: 'saved' as const, path: '/table.xlsx', asText: 0 }
    },
    cancelTable: async () => {
      recorded.push('cancel')
      return null
    },
  }
  const effects = {
    calls: calls as unknown as Parameters<typeof sentTable>[2]['calls'],
    download: (address: string) => void recorded.push(`fetch ${address}`),
    report: (done: number) => void recorded.push(`${done} so far`),
  }
  return { recorded, effects }
}

const LINES = { name: 'lines', format: 'csv' as const }

const batch = (rows: number): CopiedTable => ({ heads: ['a'], rows: Array.from({ length: rows }, () => [null]) })

async function* three() {
  for (const rows of [5_000, 5_000, 100]) yield batch(rows)
}

const whole = (batches: () => AsyncIterable<CopiedTable>) => ({ batches, lines: 10_100, source: [['a', 'b']] as const })

test('every piece of a table is sent as it comes, whatever their number, and the file is fetched from the first one on', async () => {
  const { recorded, effects } = backend()
  const outcome = await sentTable(whole(three), LINES, effects, new AbortController().signal)
  expect(outcome).toMatchObject({ kind: 'saved' })
  expect(recorded).toEqual([
    'open lines as csv, 1 lines of source',
    'fetch /file',
    'add 5000',
    '5000 so far',
    'add 5000',
    '10000 so far',
    'add 100',
    'save',
  ])
})

test('one that is cancelled asks for no further piece, and one that fails is cancelled', async () => {
  const cancelling = new AbortController()
  const { recorded, effects } = backend()
  const report = () => cancelling.abort()
  let asked = 0
  async function* counted() {
    for await (const one of three()) {
      asked += 1
      yield one
    }
  }
  expect(await sentTable(whole(counted), LINES, { ...effects, report }, cancelling.signal)).toBe('cancelled')
  expect([asked, recorded.at(-1)]).toEqual([2, 'cancel'])

  async function* broken() {
    yield batch(1)
    throw new Error('gone')
  }
  const other = backend()
  await expect(sentTable(whole(broken), LINES, other.effects, new AbortController().signal)).rejects.toThrow('gone')
  expect(other.recorded.slice(-2)).toEqual(['1 so far', 'cancel'])
})
