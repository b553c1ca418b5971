import { expect, test } from 'vitest'
import { inOrderOfTime } from './slice.ts'

test('slices are put in order of time, not of text', () => {
  const starts = ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.5Z', null, '2026-10-31T00:00:00Z']
  const slices = starts.map((from, at) => ({ id: at + 1, from }))
  expect(inOrderOfTime(slices).map(({ id }) => id)).toEqual([3, 4, 1, 2])
})
