// Readings of services that are honest, if slow, lagging, moving or odd: they are called complete, and rightly.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyHonestSetting, readHonestly } from '../fixtures/honest-services.ts'
import { BEGIN, readingUnderTest } from '../fixtures/reading-under-test.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const seed = Number(process.env.EVENTSCOPE_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 30) : 1))
const READINGS = isLong ? 300 : 40

test(`of ${READINGS} readings at least 95 % are complete, none wrong, each within its bound`, async () => {
  const settings = fc.sample(fc.noBias(anyHonestSetting), { seed, numRuns: READINGS })
  const wrong: string[] = []
  const notComplete: string[] = []
  for (const [index, setting] of settings.entries()) {
    const { verdict, wrong: why, sentence, requests } = await readHonestly(setting)
    const about = `--seed ${seed}, ${index}: ${verdict}, ${requests} requests, ${JSON.stringify(setting)} "${sentence}"`
    if (why !== null) wrong.push(`${why}: ${about}`)
    if (verdict !== 'complete') notComplete.push(about)
  }
  console.log(`honest services: ${READINGS - notComplete.length} of ${READINGS} complete\n${notComplete.join('\n')}`)
  expect(wrong).toEqual([])
  expect(notComplete.length).toBeLessThanOrEqual(READINGS * 0.05)
})

test('what other searches show, and this one does not find, is no event of it: numbers that are compared as texts', async () => {
  const run = await readHonestly({
    kind: 'reference',
    setting: {
      events: 2_006,
      seed: 59_436,
      asked: {
        search: { eventCode: 'seat_month', propertyFilters: [{ name: 'unit_price', kind: 'number', text: '29.0' }] },
        range: { from: null, until: null },
      },
      gaps: { propertyMatch: 'text' },
      faults: {},
      traits: {},
    },
  })
  expect(run).toMatchObject({ verdict: 'complete', wrong: null, kept: 0 })
})

test('30 rows of a closed range cost at most 10 requests', async () => {
  for (const order of ['newest', 'oldest', 'insertion', 'shuffled'] as const) {
    const run = await readHonestly({
      kind: 'still',
      amount: 1,
      setting: {
        seed,
        matches: 30,
        others: 40,
        spread: 'even',
        digits: 3,
        order,
        bounds: 'inclusive',
        most: 100,
        range: { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' },
        asks: 'customer',
      },
    })
    expect(run).toMatchObject({ verdict: 'complete', wrong: null, kept: 30 })
    expect(run.requests).toBeLessThanOrEqual(10)
  }
})

test.each([0, 3, 20, 30, 150, 700])(
  '%d events up to now cost no more requests than those of a closed range',
  async (events) => {
    const under = await readingUnderTest({ events })
    try {
      const counts: number[] = []
      for (const until of [new Date(BEGIN - 60_000).toISOString(), null]) {
        const before = under.requests()
        const { outcome, rows } = await under.read(under.journal({ range: { until } }))
        expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
        expect(rows).toHaveLength(events)
        counts.push(under.requests() - before)
      }
      expect(counts[1]).toBeLessThanOrEqual(counts[0] ?? 0)
    } finally {
      await under.close()
    }
  },
)
