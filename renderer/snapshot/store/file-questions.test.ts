import { expect, test } from 'vitest'
import type { FileLinesAnswer, FileLinesQuestion } from '../../../shared/snapshot/snapshot-ledger.ts'
import type { Asked } from '../../../shared/snapshot/snapshot-question.ts'
import type { Bridge } from '../../bridge.ts'
import { createQueryClient } from '../../live/store/queries.ts'
import { forgetChecks, LINES_OF_GROUP, linesOfGroup, rowsOf } from './file-questions.ts'
import { NotLoadedError, pagesOf, snapshotKey } from './snapshot-query.ts'

const GROUP = { checkId: 'check 1', outcome: 'differing', differsIn: null } as const

/** A group of so many lines, of which a call gives `most`. */
function groupOf(count: number, most: number) {
  const asked: [number, number][] = []
  async function* ask({ question: { offset, limit } }: { question: FileLinesQuestion }) {
    asked.push([offset, limit])
    const lines = Array.from({ length: Math.min(limit, most, count - offset) }, (_, at) => ({ line: offset + at }))
    const answer = { kind: 'lines', lines, offset, count } as FileLinesAnswer
    yield { state: 'over', outcome: { kind: 'answered', answer } }
  }
  return { asked, bridge: { snapshots: { ask } } as unknown as Pick<Bridge, 'snapshots'> }
}

async function batchesOf({ bridge }: Pick<ReturnType<typeof groupOf>, 'bridge'>, most = Number.POSITIVE_INFINITY) {
  const batches: (number | null)[][] = []
  const page = linesOfGroup(bridge, 'october', GROUP)
  for await (const lines of pagesOf(most, LINES_OF_GROUP, page)) batches.push(lines.map(({ line }) => line))
  return batches
}

test('lines are asked for in pieces, until all are there or as many as are wanted', async () => {
  const all = groupOf(12_000, 5_000)
  const lines = (await batchesOf(all)).flat()
  expect([lines.length, lines.at(-1)]).toEqual([12_000, 11_999])
  expect(all.asked).toEqual([
    [0, 5_000],
    [5_000, 5_000],
    [10_000, 5_000],
  ])
  const some = groupOf(12_000, 4_000)
  expect((await batchesOf(some, 6_000)).flat()).toHaveLength(6_000)
  expect(some.asked).toEqual([
    [0, 5_000],
    [4_000, 2_000],
  ])
  const none = groupOf(0, 5_000)
  expect(await batchesOf(none, 6_000)).toEqual([[]])
})

test('a check that is not held any more says so, and an unloaded snapshot is told apart', async () => {
  const bridge = (outcome: Asked<{ kind: 'gone' }>) => {
    const ask = async function* () {
      yield { state: 'over', outcome }
    }
    return { snapshots: { ask } } as unknown as Pick<Bridge, 'snapshots'>
  }
  const gone = bridge({ kind: 'answered', answer: { kind: 'gone' } })
  await expect(rowsOf(gone, 'october', GROUP)).rejects.toMatchObject({ failure: { field: 'file' } })
  await expect(rowsOf(bridge({ kind: 'dropped' }), 'october', GROUP)).rejects.toThrow(NotLoadedError)
})

test('what was answered about a check goes with it, and other answers stay', () => {
  const client = createQueryClient()
  const answered = (snapshotId: string, question: object) =>
    client.setQueryData([...snapshotKey(snapshotId), question], 'answer')
  answered('october', { ask: 'fileLines', ...GROUP, offset: 0, limit: 50 })
  answered('october', { ask: 'values' })
  answered('november', { ask: 'fileLines', ...GROUP, offset: 0, limit: 50 })
  forgetChecks(client, 'october')
  const left = client.getQueryCache().getAll()
  expect(left.map(({ queryKey }) => queryKey[1])).toEqual(['october', 'november'])
})
