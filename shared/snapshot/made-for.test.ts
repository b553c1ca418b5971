import { expect, test } from 'vitest'
import { listedSnapshots, type MadeFor, madeForSnapshot } from './made-for.ts'

const one = (id: string, madeFor: MadeFor | null = null, closed: null | object = null) => ({
  id,
  madeFor,
  closed,
})
const forNovember: MadeFor = { of: 'snapshot', snapshotId: 'november' }
const forFile: MadeFor = { of: 'export', fileName: 'usage.csv', isOver: false }

test('what was made for another is under it and no snapshot of its own', () => {
  const all = [one('november'), one('days', forNovember), one('file', forFile), one('other')]
  expect(listedSnapshots(all).map(({ id }) => id)).toEqual(['november', 'other'])
  expect(madeForSnapshot(all, 'november').map(({ id }) => id)).toEqual(['days'])
  expect(madeForSnapshot(all, 'other')).toEqual([])
})

test('one whose owner is gone, and one that was closed since, stand for themselves', () => {
  const orphan = [one('days', forNovember), one('other')]
  expect(listedSnapshots(orphan)).toEqual(orphan)
  const closed = [one('november'), one('days', forNovember, {}), one('file', forFile, {})]
  expect(listedSnapshots(closed)).toEqual(closed)
  expect(madeForSnapshot(closed, 'november')).toEqual([])
})
