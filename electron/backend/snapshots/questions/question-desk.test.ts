import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { failed, succeeded } from '../../../../shared/failure/failure.ts'
import type { ChangesQuestion } from '../../../../shared/snapshot/snapshot-changes.ts'
import type { ChecksQuestion } from '../../../../shared/snapshot/snapshot-checks.ts'
import { temporaryFolder } from '../../storage/fixtures/temporary-folder.ts'
import { writtenSnapshot } from './fixtures/written-snapshot.ts'
import type { QuestionsFile } from './open-questions.ts'
import { createQuestionDesk, type QuestionDesk } from './question-desk.ts'

const checks: ChecksQuestion = { ask: 'checks', scope: { where: [], misses: false }, rules: '' }

/** Snapshots of these ids, the events of each numbered from its first number on. */
async function deskOf(snapshots: Record<string, number[]>, options: { idleMs?: number; mostRows?: number } = {}) {
  const folder = await temporaryFolder()
  const files = new Map<string, QuestionsFile>()
  for (const [id, numbers] of Object.entries(snapshots)) {
    const rows = numbers.map((number) => ({ source: `{"event_id":"e${number}"}`, misses: [] }))
    files.set(id, await writtenSnapshot(folder, id, rows))
  }
  return createQuestionDesk({
    workerFile: new URL('./worker/questions-worker.ts', import.meta.url),
    fileOf: async (id) => {
      const file = files.get(id)
      if (file !== undefined) return succeeded(file)
      return failed({ kind: 'disk', detail: 'This snapshot no longer exists.' })
    },
    ...options,
  })
}

test('a snapshot is loaded once for all who ask, and again once it was closed', async () => {
  const desk = await deskOf({ one: [1, 2, 2] })
  const [loaded, answer] = await Promise.all([desk.load('one', () => undefined), desk.ask('one', checks, 'checks')])
  expect(loaded).toEqual(succeeded({ kind: 'loaded', rows: 3 }))
  expect(answer).toMatchObject({ ok: true, value: { kind: 'answered', answer: { events: 3, repeatedIdCount: 1 } } })
  await desk.close('one')
  expect(await desk.ask('one', checks, 'checks')).toMatchObject({ ok: true, value: { kind: 'answered' } })
  expect(await desk.ask('none', checks, 'checks')).toMatchObject({ ok: false, failure: { kind: 'disk' } })
  await desk.end()
})

/** How many rows are there already when it is asked for. */
async function rowsAtFirst(desk: QuestionDesk, id: string): Promise<number | undefined> {
  const reports: number[] = []
  await desk.load(id, (rows) => reports.push(rows))
  return reports[0]
}

test('one that nobody asks any more is let go of, and loaded again when somebody does', async () => {
  const desks = [await deskOf({ one: [1] }, { idleMs: 0 }), await deskOf({ one: [1] })]
  const answers = () => Promise.all(desks.map((desk) => desk.ask('one', checks, 'checks')))
  expect(await answers()).toMatchObject([{ value: { kind: 'answered' } }, { value: { kind: 'answered' } }])
  // Due after the timers that began with the answers.
  await setTimeout(10)
  expect(await Promise.all(desks.map((desk) => rowsAtFirst(desk, 'one')))).toEqual([0, 1])
  expect(await answers()).toMatchObject([{ value: { kind: 'answered' } }, { value: { kind: 'answered' } }])
  await Promise.all(desks.map((desk) => desk.end()))
})

test('what was asked longest ago makes room for more rows than are held at once', async () => {
  const desk = await deskOf({ one: [1, 2], two: [3, 4], three: [5] }, { mostRows: 4 })
  for (const id of ['one', 'two', 'three']) await desk.load(id, () => undefined)
  const rows = [await rowsAtFirst(desk, 'three'), await rowsAtFirst(desk, 'two'), await rowsAtFirst(desk, 'one')]
  expect(rows).toEqual([1, 2, 0])
  await desk.end()
})

test('changes are told against another snapshot of the store', async () => {
  const desk = await deskOf({ later: [1, 3, 4], earlier: [1, 2, 3] })
  const changes: ChangesQuestion = {
    ask: 'changes',
    other: 'earlier',
    within: null,
    scope: { where: [], misses: false },
    worth: null,
    kind: null,
    offset: 0,
    limit: 10,
    rows: false,
  }
  expect(await desk.ask('later', changes, 'changes')).toMatchObject({
    value: { answer: { kind: 'compared', counts: { added: 1, gone: 1, altered: 0 } } },
  })
  const none = await desk.ask('later', { ...changes, other: 'nobody' }, 'changes')
  expect(none).toMatchObject({
    value: { answer: { kind: 'unreadable', words: 'The other snapshot no longer exists.' } },
  })
  await desk.end()
})
