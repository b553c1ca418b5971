import { expect, test } from 'vitest'
import { createHeldTables } from './held-tables.ts'

const head = { of: 'November', name: 'table', heads: ['a'], source: [] }

function tables() {
  let made = 0
  return createHeldTables(() => {
    made += 1
    return `table ${made}`
  })
}

test('pieces become one table, which is taken once', () => {
  const held = tables()
  const { tableId } = held.open(head)
  held.add(tableId, [['x'], [null]])
  held.add(tableId, [[{ number: '1.50' }]])
  expect(held.take(tableId)).toEqual({ ok: true, value: { ...head, rows: [['x'], [null], [{ number: '1.50' }]] } })
  expect(held.take(tableId)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
  expect(held.add(tableId, [])).toMatchObject({ ok: false })
})

test('a table of more lines or text than a file is made of is refused in words, and let go of', () => {
  const held = tables()
  const lines = held.open(head).tableId
  const rows = Array.from({ length: 30_000 }, () => [null])
  expect(held.add(lines, rows)).toMatchObject({ ok: true })
  expect(held.add(lines, rows)).toMatchObject({ ok: false, failure: { message: expect.stringContaining('50,000') } })
  expect(held.take(lines)).toMatchObject({ ok: false })
  const long = held.open(head).tableId
  const piece = [['x'.repeat(20 * 1024 * 1024)]]
  for (const isOk of [true, true, true, false]) expect(held.add(long, piece).ok).toBe(isOk)
})

test('what was opened and left makes room for others', () => {
  const held = tables()
  const ids = Array.from({ length: 5 }, () => held.open(head).tableId)
  expect(ids.map((id) => held.take(id).ok)).toEqual([false, true, true, true, true])
})
