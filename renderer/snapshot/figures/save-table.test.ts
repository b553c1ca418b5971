import { expect, test } from 'vitest'
import { exportedTable } from './save-table.ts'

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
