import { expect, test } from 'vitest'
import type { AnswerInfo } from '../../../shared/event/event.ts'
import { sourceWords } from './answer-source.tsx'

const now = Date.parse('2026-11-20T15:00:00Z')
const info: AnswerInfo = {
  receivedAt: '2026-11-20T14:57:00Z',
  serviceDate: null,
  durationMs: 142.4,
  attempts: 1,
  requestId: null,
  bytes: 100,
}

test('the service with its duration, the cache with its age', () => {
  expect(sourceWords(info, false, now)).toBe('from the service, 142 ms, 3 min ago')
  expect(sourceWords(info, false, now - 3 * 60_000 + 59_000)).toBe('from the service, 142 ms')
  expect(sourceWords(info, true, now)).toBe('from the cache, 3 min ago')
  expect(sourceWords(info, false, null)).toBe('from the service, 142 ms, before Eventscope stopped')
})
