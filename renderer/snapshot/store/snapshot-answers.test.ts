import { expect, test, vi } from 'vitest'
import type { Asked, SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import type { Bridge } from '../../bridge.ts'
import { createSnapshotAnswers } from './snapshot-answers.ts'

const checks: SnapshotQuestion = { ask: 'checks', scope: { where: [], misses: false } }
const others: SnapshotQuestion = { ask: 'checks', scope: { where: [], misses: true } }

/** A bridge whose answers the test gives. */
function underTest() {
  const asked: { slot: string; signal: AbortSignal | undefined; answer: (given: Asked<unknown>) => void }[] = []
  const calls = {
    checks: ({ slot }: { slot: string }, options?: { signal?: AbortSignal }) =>
      new Promise((resolve) => asked.push({ slot, signal: options?.signal, answer: resolve })),
  }
  const answers = createSnapshotAnswers({ snapshots: { questions: calls } } as unknown as Pick<Bridge, 'snapshots'>)
  return { answers, asked }
}

test('who asks the same waits for the same answer, and has it at once later', async () => {
  const { answers, asked } = underTest()
  const [one, two] = [vi.fn(), vi.fn()]
  const stopOne = answers.watch('s', checks, one)
  const stopTwo = answers.watch('s', checks, two)
  expect(answers.state('s', checks)).toEqual({ state: 'asking' })
  expect(asked).toHaveLength(1)
  stopOne()
  await Promise.resolve()
  expect(asked[0]?.signal?.aborted).toBe(false)
  asked[0]?.answer({ kind: 'answered', answer: { events: 3 } })
  await vi.waitFor(() => expect(two).toHaveBeenCalledOnce())
  expect(one).not.toHaveBeenCalled()
  expect(answers.state('s', checks)).toEqual({ state: 'answered', answer: { events: 3 } })
  stopTwo()
  answers.watch('s', checks, one)
  expect(asked).toHaveLength(1)
  answers.watch('another', checks, one)
  expect(asked).toHaveLength(2)
  expect(new Set(asked.map(({ slot }) => slot)).size).toBe(2)
})

test('what nobody waits for is dropped, and asked anew when somebody does', async () => {
  const { answers, asked } = underTest()
  answers.watch('s', checks, () => {})()
  await Promise.resolve()
  expect(asked[0]?.signal?.aborted).toBe(true)
  asked[0]?.answer({ kind: 'answered', answer: 'late' })
  const heard = vi.fn()
  answers.watch('s', checks, heard)
  expect(asked).toHaveLength(2)
  expect(answers.state('s', checks)).toEqual({ state: 'asking' })
  asked[1]?.answer({ kind: 'answered', answer: 'new' })
  await vi.waitFor(() => expect(answers.state('s', checks)).toEqual({ state: 'answered', answer: 'new' }))
})

test('a part that is drawn anew drops nothing', async () => {
  const { answers, asked } = underTest()
  answers.watch('s', checks, () => {})()
  answers.watch('s', checks, () => {})
  await Promise.resolve()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.signal?.aborted).toBe(false)
})

test('what was refused is asked again on request, and of answers only the latest are kept', async () => {
  const { answers, asked } = underTest()
  answers.watch('s', checks, () => {})
  asked[0]?.answer({ kind: 'refused', because: { kind: 'closed' } })
  await vi.waitFor(() => expect(answers.state('s', checks).state).toBe('refused'))
  answers.retry('s', checks)
  expect(answers.state('s', checks).state).toBe('asking')
  asked[1]?.answer({ kind: 'answered', answer: 1 })
  await vi.waitFor(() => expect(answers.state('s', checks).state).toBe('answered'))
  const stop = answers.watch('first', others, () => {})
  asked[2]?.answer({ kind: 'answered', answer: 2 })
  await vi.waitFor(() => expect(answers.state('first', others).state).toBe('answered'))
  stop()
  for (let number = 0; number < 30; number += 1) answers.watch(`s${number}`, others, () => {})
  expect(answers.state('first', others).state).toBe('asking')
  expect(answers.state('s', checks).state).toBe('answered')
})
