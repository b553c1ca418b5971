import { expect, test } from 'vitest'
import type { Connection } from '../../../shared/connection/connection.ts'
import { eachFailure } from '../../../shared/failure/fixtures/each-failure.ts'
import { someReading } from '../store/fixtures/some-reading.ts'
import { pausedWords, readingWords } from './reading-words.ts'

const pace = { eventsPerSecond: 2_104.4, leftMs: 27_000 }

test('a reading says how many of how many, how fast, how long still, and what is left out', () => {
  const reading = someReading({ progress: { events: 43_000, leftOut: 12, misfits: 3 } })
  expect(readingWords(reading, pace, 0)).toEqual({
    state: 'Reading',
    share: 0.43,
    figures: [
      '43,000 of 100,000 events',
      '2,104 per second',
      'about 27 s left',
      '312 requests, 8 at once',
      '12 outside the range',
      '3 not matching a filter',
    ],
  })
})

test('no figure is told that nobody knows', () => {
  const unknown = someReading({ progress: { events: 1, total: null } })
  expect(readingWords(unknown, null, 0)).toMatchObject({ share: null, figures: ['1 event', '312 requests, 8 at once'] })
  const resting = someReading({ status: { state: 'paused', because: null }, rows: 1_200, progress: null })
  expect(readingWords(resting, null, 0)).toEqual({ state: 'Paused', share: null, figures: ['1,200 events'] })
  const counting = someReading({ progress: { phase: 'recounting', events: 99_990 } })
  expect(readingWords(counting, null, 0)).toMatchObject({ state: 'Counting again', share: 1 })
  const waiting = someReading({ status: { state: 'waiting' }, progress: null })
  expect(readingWords(waiting, null, 0).figures).toEqual(['two are read at a time'])
})

test('more than were counted are no more than all, and of none all are read', () => {
  const more = readingWords(someReading({ progress: { events: 1_010, total: 1_000 } }), null, 0)
  expect(more).toMatchObject({ share: 1, figures: ['1,000 of 1,000 events', '312 requests, 8 at once'] })
  expect(readingWords(someReading({ progress: { events: 0, total: 0 } }), null, 0).share).toBe(1)
})

test('while the service asked to wait, that is told in place of a pace', () => {
  const isOver = someReading({ progress: { events: 5_000, heldUntil: 12_000 } })
  expect(readingWords(isOver, pace, 12_000).figures).toContain('2,104 per second')
  const held = someReading({ progress: { events: 5_000, heldUntil: 12_000 } })
  expect(readingWords(held, pace, 500).figures).toEqual([
    '5,000 of 100,000 events',
    'waiting 12 s, as the service asked',
    '312 requests, 8 at once',
  ])
})

const acme = { id: 'acme', name: 'Acme', baseUrl: 'https://acme.example' } as Connection

test.each(Object.values(eachFailure).flat())('$kind: says what to do for a reading, not for a page', (failure) => {
  const { title, advice } = pausedWords(someReading(), failure, acme, false)
  expect(title).not.toBe('')
  expect(advice).toMatch(/\.$/)
  expect(advice).not.toMatch(/\b(rows|selection|filters)\b/i)
})

test('a refused key asks for another; what is over soon says whether it resumes by itself', () => {
  for (const failure of [...eachFailure.forbidden, ...eachFailure['token-refused']])
    expect(pausedWords(someReading(), failure, acme, false).next).toBe('key')
  const [away] = eachFailure.unreachable
  const advice = (isReturning: boolean) => away && pausedWords(someReading(), away, acme, isReturning).advice
  expect(advice(true)).toMatch(/It resumes by itself as soon as that is over\.$/)
  expect(advice(false)).toMatch(/Choose Resume to continue from here\.$/)
})

test('a key of another account, another address and a connection that is gone are three things', () => {
  const because = { kind: 'connection-changed', connectionId: 'acme' } as const
  for (const known of [acme, null]) expect(pausedWords(someReading(), because, known, false).next).toBe('account')
  const moved = pausedWords(someReading(), because, { ...acme, baseUrl: 'https://other.example' }, false)
  expect(moved).toMatchObject({ next: 'resume', title: 'Its connection has another base URL' })
  expect(moved.advice).toContain('started with https://acme.example')
  const gone = pausedWords(someReading(), { kind: 'no-connection', connectionId: 'acme' }, null, false)
  expect(gone.next).toBe('none')
})

test('a full disk says how much is needed, by what was read so far', () => {
  const because = { kind: 'disk', detail: 'database or disk is full' } as const
  const reading = someReading({ bytes: 4_000_000, progress: { events: 20_000 } })
  expect(pausedWords(reading, because, acme, false)).toMatchObject({
    title: 'The disk is full',
    advice: 'What was read is kept. The rest needs about 16 MB. Free some space, then choose Resume.',
    detail: null,
  })
  const quota = { kind: 'disk', detail: 'Disk quota exceeded' } as const
  expect(pausedWords(reading, quota, acme, false).detail).toBe('Disk quota exceeded')
  const counted = pausedWords({ ...reading, rows: 100_000, progress: null }, because, acme, false)
  expect(counted.advice).toBe('What was read is kept. Free some space, then choose Resume.')
  const all = pausedWords(someReading({ bytes: 4_000_000, progress: { events: 100_000 } }), because, acme, false)
  expect(all.advice).toContain('Everything is read; finishing needs less than 1 MB more.')
  const early = pausedWords(someReading({ progress: { events: 3 } }), because, acme, false)
  expect(early.advice).toBe('What was read is kept. Free some space, then choose Resume.')
})
