// What answers show beside the pages that are kept: another text of an event, and an event that is not kept.
import { expect, test } from 'vitest'
import { parseSearchRows } from '../../../rows/search-rows.ts'
import { isIn } from './kept-range.ts'
import { createSeenRows } from './seen-rows.ts'

const rowsOf = (...events: object[]) => {
  const parsed = parseSearchRows(Buffer.from(JSON.stringify({ events, total: events.length })), 100)
  if (!parsed.ok) throw new Error('no rows')
  return parsed.page.events
}
const event = (id: string, amount: number, created_at = '2026-10-05T00:00:00Z') => ({
  event_id: id,
  created_at,
  amount,
})
const isInside = isIn({ from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' })

test('an event that comes with another text in another answer has changed, in the same answer not', () => {
  const seen = createSeenRows(() => true)
  seen.see(rowsOf(event('a', 1), event('a', 2)))
  expect(seen.changed()).toBe(0)
  seen.see(rowsOf(event('a', 2)))
  expect(seen.changed()).toBe(0)
  seen.see(rowsOf(event('a', 1)))
  expect(seen.changed()).toBe(1)
})

test('an event of the search that is not kept shows in the turn in which it was seen', () => {
  const seen = createSeenRows((row) => row.eventId !== 'other')
  const unkept = () => seen.unkept((key) => key === 'kept', isInside)
  seen.see(rowsOf(event('kept', 1), event('other', 1), event('before', 1, '2026-09-30T23:59:59Z')))
  seen.see(rowsOf(event('at the end', 1, '2026-11-01T00:00:00Z'), event('undated', 1, 'yesterday')))
  expect(unkept()).toBe(0)
  seen.see(rowsOf(event('missing', 1)))
  expect(unkept()).toBe(1)
  seen.nextTurn()
  expect(unkept()).toBe(0)
})
