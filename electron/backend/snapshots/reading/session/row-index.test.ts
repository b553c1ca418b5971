import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyedHash } from '../../keyed-index.ts'
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
    fc.property(fc.array(step, { maxLength: 600, size: 'max' }), (steps) => {
      const index = createRowIndex()
      const model = new Map<number, { times: number; owner: number }>()
      const gone = new Set<number>()
      const seen = new Set<number>()
      for (const one of steps) {
        if ('forget' in one) {
          index.forget(one.forget)
          gone.add(one.forget)
          for (const [key, { owner }] of model) if (owner === one.forget) model.delete(key)
          continue
        }
        if (gone.has(one.owner)) continue // a reading has an owner of its own
        const before = model.get(one.key)
        const isNew = !seen.has(one.key)
        expect(index.has(`row ${one.key}`)).toBe(before !== undefined)
        expect(index.times(`row ${one.key}`)).toBe(before?.times ?? 0)
        if (one.key % 2 === 0) expect(index.isNew(`row ${one.key}`)).toBe(isNew)
        expect(index.note(`row ${one.key}`, one.times, one.owner)).toEqual({ times: 0, owner: 0, ...before })
        seen.add(one.key)
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

const hex = (row: number) => row.toString(16).padStart(8, '0')
test.each<[string, (row: number) => string]>([
  ['numbers', String],
  ['numbers at the end', (row) => `evt_01JD3Z8K9Q${hex(row)}`],
  ['numbers at the beginning', (row) => `${hex(row)}-7b1c-4e5f-9a3d-2f6e8c0b1d4a`],
  ['the same from both ends', (row) => `${hex(row)}${hex(row)}`],
  ['a letter that moves', (row) => `${'a'.repeat(row % 500)}b${'a'.repeat(Math.floor(row / 500))}`],
  ['one bit of each unit', (row) => row.toString(2).replaceAll('0', '\u0100')],
])('no two identifiers have one digest: %s', (_, idOf) => {
  const seen = new Set<number>()
  for (let row = 0; row < 100_000; row += 1) {
    const [high, low] = keyedHash.text(idOf(row))
    // 53 bits of the 64, in one exact number.
    seen.add((high & 0x1fffff) * 2 ** 32 + low)
  }
  expect(seen.size).toBe(100_000)
})

test('rows that were taken over are new once, when they come after they were dropped', () => {
  const index = createRowIndex()
  index.note('a', 1, 1)
  index.note('b', 1, 2)
  index.takeOver(1)
  expect([index.isNew('a'), index.isNew('b')]).toEqual([false, false])
  index.forget(1)
  index.forget(2)
  expect([index.isNew('a'), index.isNew('b')]).toEqual([true, false])
  expect(index.isNew('a')).toBe(false)
  expect(index.has('a')).toBe(false)
  expect(index.note('a', 1, 3).times).toBe(0)
})

test('a row that comes more than 255 times counts as so many, and one that was taken over is not gone', () => {
  const index = createRowIndex()
  index.note('many', 256, 1)
  expect(index.note('many', 1, 2).times).toBe(255)
  index.note('taken over', 1, 2)
  index.takeOver(2)
  index.isNew('nobody has it')
  expect(index.gone()).toBe(0)
  index.forget(2)
  expect(index.gone()).toBe(0)
  index.forget(1)
  expect(index.gone()).toBe(1)
})
