import { expect, test } from 'vitest'
import { someReading } from '../store/fixtures/some-reading.ts'
import { readingWords } from './reading-words.ts'

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

test('while the service asked to wait, that is told in place of a pace', () => {
  const held = someReading({ progress: { events: 5_000, heldUntil: 12_000 } })
  expect(readingWords(held, pace, 500).figures).toEqual([
    '5,000 of 100,000 events',
    'waiting 12 s, as the service asked',
    '312 requests, 8 at once',
  ])
})
