import { expect, test } from 'vitest'
import type { SnapshotQuestion } from '../../../../shared/snapshot/snapshot-question.ts'
import { temporaryFolder } from '../../storage/fixtures/temporary-folder.ts'
import { writtenSnapshot } from './fixtures/written-snapshot.ts'
import { openQuestions } from './open-questions.ts'

const workerFile = new URL('./worker/questions-worker.ts', import.meta.url)
/** A file of so many events. */
async function snapshotFile(count: number, kept = count) {
  const rows = Array.from({ length: count }, (_, at) => ({
    source: `{"event_id":"evt_${at}","customer_id":"cus_1","event_code":"api_calls","event_type":"debit","created_at":"2026-11-01T00:00:00Z","event_properties":{"amount":${at}.5}}`,
    misses: at % 10 === 0 ? ['Type'] : [],
  }))
  return writtenSnapshot(await temporaryFolder(), 'one', rows, kept)
}

const rowsFrom = (offset: number, filter?: string): SnapshotQuestion & { ask: 'rows' } => ({
  ask: 'rows',
  scope: {
    where: filter === undefined ? [] : [{ is: 'contains', key: { of: 'field', field: 'eventId' }, text: filter }],
    misses: false,
  },
  sort: { key: { of: 'property', name: 'amount' }, descending: true },
  offset,
  limit: 2,
})

test('a snapshot is loaded from its file and asked, and lets go of all when it is closed', async () => {
  const seen: number[] = []
  const questions = openQuestions({ workerFile, ...(await snapshotFile(2_500)), report: (rows) => seen.push(rows) })
  const early = questions.ask(rowsFrom(0), 'events')
  expect(await questions.loaded).toEqual({ kind: 'loaded', rows: 2_500 })
  expect(seen).toEqual([1_000, 2_000, 2_500])
  const answer = await early
  if (answer.kind !== 'answered') throw new Error(answer.kind)
  expect(answer.answer).toMatchObject({ offset: 0, count: 2_250, of: 2_500, missing: 250 })
  expect(answer.answer.rows.map(({ row }) => row)).toEqual([2_499, 2_498])
  await questions.close()
  expect(await questions.ask(rowsFrom(0), 'events')).toEqual({ kind: 'dropped' })
})

test('a question takes the place of the one in its slot, and of no other', async () => {
  const questions = openQuestions({ workerFile, ...(await snapshotFile(100)) })
  const stop = new AbortController()
  const asked = [
    questions.ask(rowsFrom(0, '1'), 'events'),
    questions.ask(rowsFrom(0, '2'), 'preview'),
    questions.ask(rowsFrom(0, '3'), 'gone', stop.signal),
    questions.ask(rowsFrom(0, '4'), 'events'),
  ]
  stop.abort()
  const outcomes = await Promise.all(asked)
  expect(outcomes.map(({ kind }) => kind)).toEqual(['dropped', 'answered', 'dropped', 'answered'])
  await questions.close()
})

test('what cannot be loaded says so, and what is closed while it loads answers nothing', async () => {
  const options = await snapshotFile(20)
  const many = openQuestions({ workerFile, ...options, most: 19 })
  expect(await many.loaded).toEqual({ kind: 'too-many', rows: 20, most: 19 })
  expect(await many.ask(rowsFrom(0), 'events')).toEqual({
    kind: 'refused',
    because: { kind: 'too-many', rows: 20, most: 19 },
  })
  const wrong = openQuestions({ workerFile, ...options, key: Buffer.alloc(32, 8) })
  expect(await wrong.loaded).toMatchObject({ kind: 'unreadable', words: expect.stringContaining('another key') })
  for (const kept of [19, 21]) {
    const changed = openQuestions({ workerFile, ...(await snapshotFile(20, kept)) })
    expect(await changed.loaded).toMatchObject({ kind: 'unreadable', words: expect.stringContaining('changed while') })
    await changed.close()
  }
  const closed = openQuestions({ workerFile, ...options })
  const asked = closed.ask(rowsFrom(0), 'events')
  await closed.close()
  expect([await closed.loaded, await asked]).toEqual([{ kind: 'closed' }, { kind: 'dropped' }])
  await Promise.all([many.close(), wrong.close()])
})

/** A worker that takes all memory for the first question, chunk by chunk: V8 may never end a loop over large arrays. */
const FULL = `
  import { parentPort } from 'node:worker_threads'
  parentPort.postMessage({ type: 'ready', outcome: { kind: 'loaded', rows: 1 } })
  parentPort.on('message', () => { for (const all = []; ; ) all.push({ n: all.length }) })
`

test('what needs more memory than there is says so, and so does every question behind it', async () => {
  const full = new URL(`data:text/javascript,${encodeURIComponent(FULL)}`)
  const questions = openQuestions({ workerFile: full, heapMib: 32, ...(await snapshotFile(1)) })
  expect(await questions.loaded).toEqual({ kind: 'loaded', rows: 1 })
  const because = {
    kind: 'unreadable',
    words: expect.stringMatching(/^This needs more memory than .* \(32 MiB\)\. Narrow/),
  }
  const asked = [questions.ask(rowsFrom(0), 'events'), questions.ask(rowsFrom(0), 'preview')]
  expect(await Promise.all(asked)).toEqual([
    { kind: 'refused', because },
    { kind: 'refused', because },
  ])
  expect(await questions.ask(rowsFrom(0), 'events')).toEqual({ kind: 'refused', because })
  await questions.close()
})
