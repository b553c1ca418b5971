import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../shared/failure.ts'
import { ordinal, progressWords } from './waiting-words.ts'

const because: Failure = {
  kind: 'service-error',
  retryAfterMs: null,
  http: { status: 503, requestId: null, serviceMessage: null },
  attempts: 1,
  durationMs: 20,
}

describe('a search under way', () => {
  test('says nothing about its first attempt', () => expect(progressWords({ attempt: 1, waiting: null })).toBeNull())

  test('says that the service asked to wait', () => {
    const waiting = { next: 2, waitMs: 4000, asked: true, because, at: 0 }
    expect(progressWords({ attempt: 1, waiting })).toBe('2nd try, the service asked to wait 4 s')
  })

  test('says why it tries again', () => {
    const waiting = { next: 3, waitMs: 600, asked: false, because, at: 0 }
    expect(progressWords({ attempt: 2, waiting })).toMatch(/^3rd try after 600 ms: \p{Ll}.*\(503\)$/u)
    expect(progressWords({ attempt: 3, waiting: null })).toBe('3rd try under way')
  })

  test.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [112, '112th'],
  ])('%i is %s', (n, words) => expect(ordinal(n)).toBe(words))
})
