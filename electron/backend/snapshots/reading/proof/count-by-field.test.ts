import { expect, test } from 'vitest'
import type { MakeLie } from '../../fixtures/lying-services/lie.ts'
import type { Setting } from '../../fixtures/lying-services/setting.ts'
import { textOf } from '../../fixtures/lying-services/truth-store.ts'
import { readLies } from '../../fixtures/reading-of-lies.ts'

const setting: Setting = {
  seed: 5,
  matches: 60,
  others: 20,
  spread: 'even',
  digits: 3,
  order: 'newest',
  bounds: 'inclusive',
  most: 100,
  range: { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' },
  asks: 'customer',
}
const read = (make: MakeLie, matches = setting.matches) =>
  readLies({ deserves: 'if-right' }, make, { ...setting, matches })

test('credits that come only where they are asked for show, and are told', async () => {
  const run = await read(() => ({
    matches: (row, ask, { honestly }) => honestly(row, ask) && (ask.type !== null || row.type === 'debit'),
  }))
  expect(run.verdict).toBe('unproven')
  expect(run.sentence).toMatch(/^Count not confirmed: .*Credits counted alone: \d, beside 0 that came\.$/i)
})

test.each([1, 3, 24, 60])('of %d events, one that every search but by its type leaves out shows', async (matches) => {
  const run = await read(
    () => ({
      stores: (row) => {
        const typed = { ...row, type: row.place === 0 ? 'credit' : 'debit' }
        return { ...typed, text: textOf(typed) }
      },
      matches: (row, ask, { honestly }) => honestly(row, ask) && (ask.type !== null || row.type === 'debit'),
      shapes: { others: 0 },
    }),
    matches + 1,
  )
  expect(run).toMatchObject({ verdict: 'unproven', kept: matches })
})

test('a service that ignores the type proves as much as before', async () => {
  const run = await read(() => ({ matches: (row, ask, { honestly }) => honestly(row, { ...ask, type: null }) }))
  expect(run).toMatchObject({ verdict: 'complete', wrong: null })
})

test('so does one that refuses it', async () => {
  const run = await read(() => ({
    answers: (answer, { ask }) => (ask.type === null ? answer : { ...answer, status: 400 }),
  }))
  expect(run).toMatchObject({ verdict: 'complete', wrong: null })
})

test.each([5, 10, 20])('counts of events stored twice that are rounded down to %d are not believed', async (unit) => {
  const run = await read(() => ({
    finds: (found) => {
      const stored = found.flatMap((row) => (row.place % 4 === 0 ? [row, row] : [row]))
      return stored.slice(0, Math.floor(stored.length / unit) * unit)
    },
  }))
  expect(run.verdict).toBe('unproven')
})
