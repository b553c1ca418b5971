import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../shared/failure/failure.ts'
import { progressWords } from './results-pane.tsx'

const because: Failure = {
  kind: 'service-error',
  retryAfterMs: null,
  http: { status: 503, requestId: null, serviceMessage: null },
  attempts: 1,
  durationMs: 20,
}

describe('a search under way', () => {
  test('says nothing about its first attempt', () =>
    expect(progressWords({ attempt: 1, of: 4, waiting: null })).toBeNull())

  test('says that the service asked to wait', () => {
    const waiting = { next: 2, waitMs: 4000, asked: true, because, at: 0 }
    expect(progressWords({ attempt: 1, of: 4, waiting })).toBe('Retrying (2 of 4), the service asked to wait 4 s')
  })

  test('says why it tries again', () => {
    const waiting = { next: 3, waitMs: 600, asked: false, because, at: 0 }
    expect(progressWords({ attempt: 2, of: 4, waiting })).toBe('Retrying (3 of 4) in 600 ms: the service failed (503)')
    const limited: Failure = { ...because, kind: 'rate-limited', http: { ...because.http, status: 429 } }
    const words = progressWords({ attempt: 2, of: 4, waiting: { ...waiting, because: limited } })
    expect(words).toMatch(/^Retrying \(3 of 4\) in 600 ms: \p{Ll}.*\(429\)$/u)
    expect(progressWords({ attempt: 3, of: 4, waiting: null })).toBe('Retrying (3 of 4)')
  })
})
