import { expect, test } from 'vitest'
import type { Connection } from '../../../shared/connection/connection.ts'
import { eachFailure } from '../../../shared/failure/fixtures/each-failure.ts'
import { someReading } from '../store/fixtures/some-reading.ts'
import { pausedWords } from './paused-words.ts'

const acme = { id: 'acme', name: 'Acme', baseUrl: 'https://acme.example' } as Connection

test.each(Object.values(eachFailure).flat())('$kind: says what to do for a reading, not for a page', (failure) => {
  const { title, advice } = pausedWords(someReading(), failure, acme, false)
  expect(title).not.toBe('')
  expect(advice).toMatch(/\.$/)
  expect(advice).not.toMatch(/\b(rows|selection|filters)\b/i)
})

test('a key of another account, another address and a connection that is gone are three things', () => {
  const because = { kind: 'connection-changed', connectionId: 'acme' } as const
  expect(pausedWords(someReading(), because, acme, false).next).toBe('account')
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
