import { describe, expect, test } from 'vitest'
import type { AnswerInfo } from '../../../shared/event.ts'
import { ageWords, sizeWords, sourceWords } from './answer-words.ts'

const now = Date.parse('2026-11-20T15:00:00Z')
const info: AnswerInfo = {
  receivedAt: '2026-11-20T14:57:00Z',
  serviceDate: null,
  durationMs: 142.4,
  attempts: 1,
  requestId: null,
  bytes: 100,
}

describe('where the rows came from', () => {
  test('the service with its duration, the cache with its age', () => {
    expect(sourceWords(info, false, now)).toBe('from the service, 142 ms, 3 min ago')
    expect(sourceWords(info, false, now - 3 * 60_000 + 59_000)).toBe('from the service, 142 ms')
    expect(sourceWords(info, true, now)).toBe('from the cache, 3 min ago')
  })

  test.each([
    [0, 'just now'],
    [-5_000, 'just now'],
    [3_000, '3 s ago'],
    [59_999, '59 s ago'],
    [60_000, '1 min ago'],
    [3_600_000, '1 h ago'],
    [86_400_000, '1 day ago'],
    [6 * 86_400_000, '6 days ago'],
  ])('after %i ms', (ms, words) => expect(ageWords('2026-11-20T15:00:00Z', now + ms)).toBe(words))

  test('a time that cannot be read claims no age', () => expect(ageWords('never', now)).toBe('just now'))

  test.each([
    [812, '812 bytes'],
    [23_456, '23.5 kB'],
    [999_951, '1.0 MB'],
  ])('%i bytes in words', (bytes, words) => expect(sizeWords(bytes)).toBe(words))
})
