import { expect, test } from 'vitest'
import type { AnswerInfo } from '../../../shared/event/event.ts'
import { sourceWords, updatedWords } from './answer-source.tsx'

const now = Date.parse('2026-11-20T15:00:00Z')
const info: AnswerInfo = {
  receivedAt: '2026-11-20T14:57:00Z',
  serviceDate: null,
  durationMs: 142.4,
  attempts: 1,
  requestId: null,
  bytes: 100,
}

test('how old the rows are, and that they are of the cache', () => {
  expect(updatedWords(info, false, now)).toBe('Updated 3 min ago')
  expect(updatedWords(info, false, Date.parse(info.receivedAt))).toBe('Updated just now')
  expect(updatedWords(info, true, now)).toBe('Updated 3 min ago, from the cache')
  expect(updatedWords(info, false, null)).toBe('Updated before Eventscope stopped')
})

test('where they came from and how long that took', () => {
  expect(sourceWords(info, false, 'UTC', now)).toBe(
    'From the service at 14:57 UTC: 142 ms, 100 bytes. Activity has the request',
  )
  expect(sourceWords({ ...info, attempts: 3 }, false, 'UTC', now)).toContain('142 ms, 3 attempts, ')
  expect(sourceWords(info, true, 'UTC', now)).toBe('Kept on this computer since the service sent it at 14:57 UTC')
})
