// What answers show beside the pages that are kept: another text of an event, and which events a turn showed.
import { expect, test } from 'vitest'
import { parseSearchRows } from '../../../rows/search-rows.ts'
import { createSeenRows, digestOf, type SeenRows } from './observations.ts'

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
const isAltered = (seen: SeenRows, id: string) => seen.ofTurn().get(id)?.isAltered

test('an event that comes with another text in another answer was altered, in the same answer not', () => {
  const seen = createSeenRows(() => true)
  seen.see(rowsOf(event('a', 1), event('a', 2)))
  seen.see(rowsOf(event('a', 2)))
  expect([seen.sawAltered(), isAltered(seen, 'a')]).toEqual([false, false])
  seen.see(rowsOf(event('a', 1)))
  seen.see(rowsOf(event('a', 1)))
  expect([seen.sawAltered(), isAltered(seen, 'a')]).toEqual([true, true])
  seen.nextTurn()
  expect(isAltered(seen, 'a')).toBeUndefined()
  seen.see(rowsOf(event('a', 1)))
  expect([seen.sawAltered(), isAltered(seen, 'a')]).toEqual([true, false])
})

test('what a turn showed is told as it came last, and whether it meets the filters', () => {
  const seen = createSeenRows((row) => row.eventId !== 'other')
  seen.see(rowsOf(event('before', 1)))
  seen.nextTurn()
  seen.see(rowsOf(event('a', 1), event('other', 1), event('undated', 1, 'yesterday')))
  seen.see(rowsOf(event('a', 2)))
  const told = [...seen.ofTurn()].map(([key, { fits, at, digest }]) => [key, fits, at === null, digest])
  const digest = (...[row]: ReturnType<typeof rowsOf>) => digestOf(row?.source ?? '')
  expect(told).toEqual([
    ['a', true, false, digest(...rowsOf(event('a', 2)))],
    ['other', false, false, digest(...rowsOf(event('other', 1)))],
    ['undated', true, true, digest(...rowsOf(event('undated', 1, 'yesterday')))],
  ])
})

test('of many events the first are held, and those of small answers besides', () => {
  const seen = createSeenRows(() => true)
  const named = (name: string, count: number) => Array.from({ length: count }, (_, at) => event(`${name}${at}`, 1))
  for (let page = 0; page < 30; page += 1) seen.see(rowsOf(...named(`page ${page} `, 100)))
  expect(seen.ofTurn().size).toBe(2_000)
  for (let one = 0; one < 3_000; one += 1) seen.see(rowsOf(event(`small ${one}`, 1)))
  expect(seen.ofTurn().size).toBe(4_000)
})
