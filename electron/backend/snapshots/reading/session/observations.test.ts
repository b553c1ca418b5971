// What answers show beside the pages that are kept: another text of an event, and which events a turn showed.
import { expect, test } from 'vitest'
import { parseInstant } from '../../../../../shared/time/instant.ts'
import { parseSearchRows } from '../../../rows/search-rows.ts'
import { createAnswerTraits, createSeenRows, digestOf, type SeenRows } from './observations.ts'
import type { ReadingAnswer } from './requests.ts'

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

// The order of one search's rows, and how far they lie outside of what was asked for.

const seenIn = (...times: string[]) => {
  const traits = createAnswerTraits({ from: '2026-10-05T00:00:00Z', to: '2026-10-06T00:00:00Z' })
  const rows = rowsOf(...times.map((time, at) => event(`${at}`, 1, time)))
  const answer = { events: rows, total: 9 } as ReadingAnswer
  traits.see(answer, times.map(parseInstant))
  return traits
}

test('rows of one instant are in either order', () => {
  const [early, late] = ['2026-10-05T01:00:00Z', '2026-10-05T02:00:00Z']
  expect(seenIn(early, early).order()).toBe('either')
  expect(seenIn(early, early, late).order()).toBe('oldest')
  expect(seenIn(late, early, early).order()).toBe('newest')
  expect(seenIn(early, late, early).order()).toBe('other')
})

test('a row outside by a dropped fraction is inside, and one outside by more than a day is far', () => {
  expect(seenIn('2026-10-04T23:59:59Z', '2026-10-06T00:00:01.9Z').sawOutside()).toBe(false)
  expect(seenIn('2026-10-04T23:59:58Z', '2026-10-06T00:00:02Z').outside()).toEqual({ before: 1, after: 1, far: 0 })
  expect(seenIn('2026-10-03T23:59:59Z', '2026-10-07T00:00:01Z').outside()).toEqual({ before: 1, after: 1, far: 2 })
  expect(seenIn('2026-10-04T00:00:00Z', '2026-10-07T00:00:00Z').outside()).toEqual({ before: 1, after: 1, far: 0 })
})
