import { expect, test } from 'vitest'
import { tabSeparated } from '../../ui/copied-table.ts'
import { copiedKey } from './copied-cells.ts'

test('a day is a date in a copy, and nothing that was sent is taken for one', () => {
  const day = copiedKey({ kind: 'time', text: '2026-10-01' }, 'Thu 1 Oct 2026')
  expect(day).toEqual({ kind: 'day', text: '2026-10-01' })
  expect(tabSeparated({ heads: ['Day'], rows: [[day]] }, 'types')).toBe('Day\r\n2026-10-01')
  expect(copiedKey({ kind: 'string', text: '2026-10-01' }, '2026-10-01')?.kind).toBe('string')
  for (const text of ['2026-10', '2026-10-01T14:00+02:00']) {
    expect(copiedKey({ kind: 'time', text }, text)).toEqual({ kind: 'string', text })
  }
  expect(copiedKey(null, 'none')).toEqual({ kind: 'string', text: 'none' })
})
