import { expect, test } from 'vitest'
import { drawFrom } from '../../fixtures/lying-services/draw.ts'
import type { MakeLie } from '../../fixtures/lying-services/lie.ts'
import { lyingService } from '../../fixtures/lying-services/lying-service.ts'
import { BEGIN, type Setting } from '../../fixtures/lying-services/setting.ts'
import { memoryJournal } from '../../fixtures/memory-journal.ts'
import { askedOf, courseFrom, effectsOf } from '../../fixtures/reading-of-lies.ts'
import { wholeAccount } from '../../time-slice.ts'
import { readSnapshot } from '../read-snapshot.ts'

const setting: Setting = {
  seed: 5,
  matches: 40,
  others: 20,
  spread: 'even',
  digits: 3,
  order: 'newest',
  bounds: 'inclusive',
  most: 100,
  range: { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' },
  asks: 'customer',
}

async function read(make: MakeLie, matches = setting.matches) {
  const course = courseFrom(BEGIN)
  const all = { ...setting, matches }
  const lie = make(all, drawFrom(all.seed))
  const service = await lyingService(all, lie, () => course.now)
  const ids: string[] = []
  try {
    const connection = { id: 'c1', name: 'Test', baseUrl: service.url, account: 1 }
    const begunAt = new Date(BEGIN).toISOString()
    const journal = memoryJournal({ id: 'snapshot-1', connection, ...askedOf(all), begunAt })
    const stopping = { signal: new AbortController() }
    const effects = effectsOf(service.url, lie, course, stopping, (line) => {
      ids.push(...(/\] (evt_\S+) /.exec(line)?.slice(1) ?? []))
    })
    const outcome = await readSnapshot(journal, effects, stopping.signal.signal)
    if (outcome.kind !== 'finished') throw new Error('It did not finish')
    return { verdict: outcome.verdict, account: wholeAccount(journal.slices()), ids }
  } finally {
    await service.close()
  }
}

test('all that came is gone: said with times, in the account, and not complete', async () => {
  const { verdict, account, ids } = await read(() => ({ finds: (found, _, { number }) => (number > 1 ? [] : found) }))
  expect(verdict.kind).toBe('unproven')
  expect(verdict.sentence).toMatch(
    /^Count not confirmed: 40 events came at 2026-11-20 12:00:0\d and were gone at 2026-11-20 12:00:0\d\.$/,
  )
  expect(account).toMatchObject({ kept: 0, gone: 40 })
  expect(new Set(ids).size).toBe(5)
})

/** @param count so many go for good before the fifth request */
const going =
  (count: number): MakeLie =>
  () => ({
    moves: ({ number, store, isAsked, now }) => {
      if (number !== 5) return
      for (const row of store.live().filter(isAsked).slice(0, count)) store.remove(row, now)
    },
  })

test('one in a hundred is gone: complete, and said', async () => {
  const { verdict, account } = await read(going(1), 100)
  expect(verdict.kind).toBe('complete')
  expect(verdict.sentence).toMatch(/^All 99 events read.* 1 more event came at \S+ \S+ and was gone at \S+ \S+\.$/)
  expect(account).toMatchObject({ kept: 99, gone: 1 })
})

test('two in a hundred are gone: not complete', async () => {
  const { verdict, account } = await read(going(2), 100)
  expect(verdict).toMatchObject({ kind: 'unproven', reasons: [{ code: 'gone' }, {}] })
  expect(account).toMatchObject({ kept: 98, gone: 2 })
})

/** @param count so many go for good before the second request, of those that come last */
const goingUnseen =
  (count: number): MakeLie =>
  () => ({
    moves: ({ number, store, isAsked, now }) => {
      if (number !== 2) return
      const rows = store.live().filter(isAsked)
      for (const row of rows.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, count)) store.remove(row, now)
    },
  })

test('two in a hundred are counted before they come, and then no more: not complete, and said with times', async () => {
  const { verdict, account } = await read(goingUnseen(8), 400)
  expect(verdict).toMatchObject({ kind: 'unproven', reasons: [{ code: 'vanished' }, {}] })
  expect(verdict.sentence).toMatch(
    /^Count not confirmed: events disappeared while they were being read: the service counted 400 at 2026-11-20 12:00:0\d, and 392 at 2026-11-20 12:00:0\d\.$/,
  )
  expect(account).toMatchObject({ kept: 392, gone: 0 })
})

test('one in a hundred is counted before it comes, and then no more: complete, and among the evidence', async () => {
  const { verdict } = await read(goingUnseen(4), 400)
  expect(verdict).toMatchObject({ kind: 'complete', sentence: expect.stringMatching(/^All 396 events read/) })
  expect(verdict.grounds?.[0]?.words).toMatch(/ The service counted 400 at \S+ \S+, and 396 at \S+ \S+\.$/)
})

test('what only its ID still finds is a contradiction', async () => {
  const { verdict } = await read(
    () => ({
      finds: (found, ask, { number }) => (number > 3 && ask.eventId === null ? found.slice(0, -1) : found),
    }),
    200,
  )
  expect(verdict).toMatchObject({ kind: 'unproven', reasons: [{ code: 'gone-is-there' }, {}] })
})

test('of more rows than are held to be compared, all that are gone are counted', async () => {
  const { verdict, account } = await read(
    () => ({ finds: (found, _, { number }) => (number > 45 ? found.filter(({ place }) => place % 5 !== 0) : found) }),
    4_000,
  )
  expect(verdict.kind).toBe('unproven')
  expect(account?.gone).toBeGreaterThan(700)
})
