import { expect, test } from 'vitest'
import { exportedTable } from './save-table.ts'

test('figures cross as numbers, texts as texts, and the file is named after its snapshot', () => {
  const rows = [[{ kind: 'string' as const, text: '42' }, { kind: 'number' as const, text: '1.50' }, null]]
  const source = [['Source', 'Acme, http://x; snapshot November; snapshot 2']] as const
  expect(exportedTable({ heads: ['a', 'b', 'c'], rows }, source, 'table')).toEqual({
    of: 'November; snapshot 2',
    name: 'table',
    heads: ['a', 'b', 'c'],
    rows: [['42', { number: '1.50' }, null]],
    source: [['Source', 'Acme, http://x; snapshot November; snapshot 2']],
  })
})
