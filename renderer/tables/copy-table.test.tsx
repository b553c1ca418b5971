import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { copiedForSpreadsheet } from '../ui/copied-table.ts'
import { CopyTable, markdownTextOf, withSource } from './copy-table.tsx'

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
  const drawn = renderToStaticMarkup(
    <MantineProvider>
      <CopyTable table={() => table} source={source} label="Copy values" />
      <CopyTable table={() => table} source={source} label="Copy changes" />
    </MantineProvider>,
  )
  expect([...drawn.matchAll(/aria-label="(.*?)"/g)].map(([, name]) => name)).toEqual(['Copy values', 'Copy changes'])
})
