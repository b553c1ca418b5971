import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowIndex } from './row-index.ts'

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      key: fc.integer({ min: 0, max: 400 }),
      times: fc.integer({ min: 1, max: 3 }),
      owner: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ forget: fc.integer({ min: 1, max: 5 }) }) },
)

test('answers as a map of keys would, however many rows come and go', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
      const index = createRowIndex()
      const model = new Map<number, { times: number; owner: number }>()
      const gone = new Set<number>()
      for (const one of steps) {
        if ('forget' in one) {
          index.forget(one.forget)
          gone.add(one.forget)
          for (const [key, { owner }] of model) if (owner === one.forget) model.delete(key)
          continue
        }
        if (gone.has(one.owner)) continue // a reading has an owner of its own
        const before = model.get(one.key)
        expect(index.note(`row ${one.key}`, one.times, one.owner)).toEqual(before ?? { times: 0, owner: 0 })
        if (before === undefined) model.set(one.key, { times: one.times, owner: one.owner })
        else if (before.owner === one.owner) before.times = Math.max(before.times, one.times)
      }
    }),
    { numRuns: 100 },
  )
})

test('keeps tens of thousands of rows apart', () => {
  const index = createRowIndex()
  for (let row = 0; row < 30_000; row += 1) expect(index.note(`evt_${row}`, 1, 1).times).toBe(0)
  for (let row = 0; row < 30_000; row += 997) expect(index.note(`evt_${row}`, 1, 2)).toEqual({ times: 1, owner: 1 })
})
