import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { FigureTable as Described } from '../../../shared/figures/figure-description.ts'
import { numberValue, textValue } from '../../../shared/figures/figure-description.ts'
import { ledgerLinesTable } from '../../../shared/figures/ledger.ts'
import { NamesContext } from '../customer-name.tsx'
import { FigureTable } from './figure-table.tsx'

interface Line {
  name: string
  sum: string | null
  difference: string
}

const described = (rows: Line[][], more: Partial<Described<Line, string>> = {}): Described<Line, string> => ({
  name: 'Sums',
  columns: [
    { id: 'name', head: 'Name', kind: 'text', isRowHead: true, cell: ({ name }) => ({ value: textValue(name) }) },
    {
      id: 'sum',
      head: 'Sum',
      kind: 'number',
      scale: 'sum',
      cell: ({ name, sum }) => ({
        value: numberValue(sum),
        data: { 'data-value': sum ?? '' },
        act: { does: 'events', of: name, label: (row, drawn) => `${row}: ${drawn}`, title: { is: 'label' } },
      }),
    },
    {
      id: 'difference',
      head: 'Difference',
      kind: 'difference',
      cell: ({ difference }) => ({ value: numberValue(difference), currency: 'EUR' }),
    },
    { id: 'copied', head: 'Copied', kind: 'text', on: ['copy'], cell: () => ({ value: textValue('only here') }) },
  ],
  blocks: rows.map((lines, at) => ({
    id: String(at),
    rows: lines.map((line) => ({ id: line.name, of: line, name: [line.name], data: { 'data-group': line.name } })),
  })),
  scaleOver: 'block',
  ...more,
})

const drawn = (table: Described<Line, string>) =>
  renderToStaticMarkup(
    <MantineProvider>
      <FigureTable table={table} />
    </MantineProvider>,
  )

const texts = (html: string) =>
  [...html.matchAll(/<(?:td|th)[^>]*>(.*?)<\/(?:td|th)>/g)].map(([, inner = '']) => inner.replaceAll(/<[^>]*>/g, ''))

const a: Line = { name: 'a', sum: '1.25', difference: '5' }
const b: Line = { name: 'b', sum: '1234', difference: '-0.5' }
const c: Line = { name: 'c', sum: null, difference: '0' }

test('figures of a block have the same places, those of another their own; what is missing stays blank', () => {
  const shown = texts(drawn(described([[a, b], [{ ...b, name: 'd' }]])))
  expect(shown).toEqual([
    ...['Name', 'Sum', 'Difference'],
    ...['a', '1.25', '+5.00'],
    ...['b', '1,234\u2008\u2007\u2007', '−0.50'],
    ...['d', '1,234', '−0.50'],
  ])
  const together = texts(drawn(described([[a], [b]], { scaleOver: 'table' })))
  expect(together).toContain('1,234\u2008\u2007\u2007')
})

test('a figure is a button with its whole name; no figure is none, and no 0', () => {
  const html = drawn(described([[a, b, c]]))
  expect(html).toContain('aria-label="b: 1,234" title="b: 1,234"')
  expect(html.match(/<button/g)).toHaveLength(2)
  expect(texts(html).slice(-3)).toEqual(['c', '–', '0.00'])
})

test('a heading spans the columns of the screen, and what is below the table is said', () => {
  const [block] = described([[a]]).blocks
  const heading = { text: 'EUR', as: 'cell' as const }
  const html = drawn(
    described([[a]], { blocks: [{ id: '0', rows: block?.rows ?? [], heading }], more: '3 more lines.' }),
  )
  expect(html).toContain('<td colSpan="3"><span>EUR</span></td>')
  expect(html).toMatch(/3 more lines\.<\/p>$/)
})

test('a customer has a name behind the ID; acts and what is copied are named by their row', () => {
  interface Acts {
    id: string
  }
  const table: Described<Acts, string> = {
    name: 'Events',
    columns: [
      { id: 'id', head: 'ID', kind: 'exact', cell: ({ id }) => ({ value: textValue(id), behind: [{ customer: id }] }) },
      {
        id: 'acts',
        head: 'Actions',
        kind: 'acts',
        cell: ({ id }) => ({
          value: null,
          acts: [
            { does: 'open', of: id, words: 'Show', label: (name) => `Show ${name}` },
            { does: 'open', of: id, words: 'Other', label: (name) => `Show ${name}`, named: 'another' },
          ],
          copies: { text: id, label: (name) => `Copy ${name}` },
        }),
      },
    ],
    blocks: [{ id: 'all', rows: [{ id: '1', of: { id: 'cus_1' }, name: ['the first'] }] }],
    scaleOver: 'table',
  }
  const html = renderToStaticMarkup(
    <MantineProvider>
      <NamesContext value={new Map([['cus_1', 'Nordlicht']])}>
        <FigureTable table={table} />
      </NamesContext>
    </MantineProvider>,
  )
  expect(texts(html)[2]).toBe('cus_1 Nordlicht')
  const labels = [...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label)
  expect(labels).toEqual(['Show the first', 'Show another', 'Copy the first'])
})

test('what a line of a ledger says is told whole where it is too long for its column', () => {
  const long = 'cus_nordlicht-logistik'.repeat(4)
  const line = { outcome: 'matched' as const, line: 4, eventId: 'evt_4', row: 7, repeats: null, changedFrom: null }
  const cells = [long, 'EUR'].map((text) => ({ file: text, snapshot: text, differs: false }))
  const columns = ['customer', 'currency'].map((head) => ({ head, words: head, isNumber: false, isCustomer: false }))
  const html = renderToStaticMarkup(
    <MantineProvider>
      <FigureTable table={ledgerLinesTable([{ ...line, cells, file: null, snapshot: null }], columns, true)} />
    </MantineProvider>,
  )
  expect(html).toContain(`title="${long}"`)
  expect(html).not.toContain('title="EUR"')
})
