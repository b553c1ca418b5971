import { expect, test } from 'vitest'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { Progress } from '../../../shared/search/search-page.ts'
import { FailureError } from '../../bridge.ts'
import { type CallProgress, lastAnswer } from './queries.ts'

const because: Failure = { kind: 'cancelled' }

async function* steps(...all: Progress<string>[]) {
  yield* all
}

test('tells each attempt and each wait, then gives the answer', async () => {
  const reported: CallProgress[] = []
  const answer = await lastAnswer(
    steps(
      { type: 'attempt', attempt: 1, of: 4 },
      { type: 'waiting', next: 2, of: 4, waitMs: 4000, asked: true, because },
      { type: 'attempt', attempt: 2, of: 4 },
      { type: 'answer', answer: 'rows' },
    ),
    (progress) => reported.push(progress),
  )
  expect(answer).toBe('rows')
  expect(reported).toEqual([
    { attempt: 1, of: 4, waiting: null },
    { attempt: 1, of: 4, waiting: { next: 2, waitMs: 4000, asked: true, because, at: expect.any(Number) } },
    { attempt: 2, of: 4, waiting: null },
  ])
})

test('a stream that ends without an answer is a failure, not an empty page', async () => {
  const cut = lastAnswer(steps({ type: 'attempt', attempt: 1, of: 4 }), () => {})
  await expect(cut).rejects.toBeInstanceOf(FailureError)
})
