import { expect, test } from 'vitest'
import type { FileTableAnswer, FileTableQuestion } from '../../../shared/snapshot/snapshot-ledger.ts'
import type { Asked } from '../../../shared/snapshot/snapshot-question.ts'
import type { Bridge } from '../../bridge.ts'
import { rowsOf, tableOf } from './file-questions.ts'
import { NotLoadedError } from './snapshot-query.ts'

const GROUP = { checkId: 'check 1', outcome: 'differing', differsIn: null, isWhole: true } as const

/** A group of so many lines, of which a call gives `most`. */
function groupOf(count: number, most: number) {
  const asked: [number, number][] = []
  async function* ask({ question: { offset, limit } }: { question: FileTableQuestion }) {
    asked.push([offset, limit])
    const rows = Array.from({ length: Math.min(limit, most, count - offset) }, (_, at) => [
      { number: `${offset + at}` },
    ])
    const answer: FileTableAnswer = { kind: 'table', heads: ['Line'], rows, offset, count }
    yield { state: 'over', outcome: { kind: 'answered', answer } }
  }
  return { asked, bridge: { snapshots: { ask } } as unknown as Pick<Bridge, 'snapshots'> }
}

test('a table is asked for in pieces, until all lines are there or as many as are wanted', async () => {
  const all = groupOf(12_000, 5_000)
  const { rows, count } = await tableOf(all.bridge, 'october', GROUP, 50_000)
  expect([rows.length, count, rows.at(-1)]).toEqual([12_000, 12_000, [{ number: '11999' }]])
  expect(all.asked).toEqual([
    [0, 5_000],
    [5_000, 5_000],
    [10_000, 5_000],
  ])
  const some = groupOf(12_000, 4_000)
  expect((await tableOf(some.bridge, 'october', GROUP, 6_000)).rows).toHaveLength(6_000)
  expect(some.asked).toEqual([
    [0, 5_000],
    [4_000, 2_000],
  ])
  const none = groupOf(0, 5_000)
  expect((await tableOf(none.bridge, 'october', GROUP, 6_000)).rows).toEqual([])
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
