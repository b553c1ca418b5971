// Totals and bounds that are not what they seem: a reading of them ends, with few requests in vain, and is not called
// complete.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Gaps } from '../../../../service/service-options.ts'
import { type Asked, idOf, type ReadingUnderTest, readingUnderTest } from '../fixtures/reading-under-test.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const month = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' }
const intoTheDay = { from: '2026-10-05T11:20:30.5Z', until: '2026-11-18T13:14:15.25Z' }

/** What evidence costs where it never holds: ends, halves and sampled rows of up to five rounds. */
const PROOF = 200
/** Requests of a script that pages by offset until an answer is not full. */
const byOffset = (rows: number) => Math.floor(rows / 100) + 1

async function reading(gaps: Partial<Gaps>, events: number, ...searches: Asked[]) {
  const under = await readingUnderTest({ events, gaps })
  try {
    const readings = []
    for (const asked of searches) {
      const before = under.requests()
      const journal = under.journal(asked)
      const { outcome, rows } = await under.read(journal)
      if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome))
      const returned = journal.slices().reduce((sum, slice) => sum + slice.returned, 0)
      const requests = under.requests() - before
      readings.push({
        verdict: outcome.verdict,
        ids: rows.map(idOf).sort(),
        requests,
        returned,
        truth: truth(under, asked),
      })
    }
    return readings
  } finally {
    await under.close()
  }
}

/** What a plain filter finds in the range, for a search without other filters. */
function truth({ service, now }: ReadingUnderTest, { range = {} }: Asked): string[] {
  const end = range.until ?? new Date(now()).toISOString()
  const rows = service
    .history()
    .matches({})
    .map(({ text }) => JSON.parse(text) as { event_id: string; created_at: string })
  const at = (text: string) =>
    text
      .replace(/Z$/, '')
      .replace(/\.?0*$/, '')
      .padEnd(19, '0')
  const inside = rows.filter(
    ({ created_at: created }) => (range.from == null || at(created) >= at(range.from)) && at(created) < at(end),
  )
  return inside.map(({ event_id: id }) => id).sort()
}

const hostile: fc.Arbitrary<Partial<Gaps>> = fc.oneof(
  fc.constant({ total: 'page' as const }),
  fc.constant({ total: 'unfiltered' as const }),
  fc.constantFrom(1, 100, 150, 1_000, 2_000).map((totalCap) => ({ totalCap })),
)

test('little more than twice the requests of paging by offset, and what proof asks in up to five rounds', async () => {
  const search = fc.constantFrom({}, { customerId: 'cus_5Rb7nVy' })
  const range = fc.constantFrom({}, intoTheDay, { from: '2026-08-01T05:00:00Z' })
  const events = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 300, max: 3_000 }))
  await fc.assert(
    fc.asyncProperty(hostile, events, search, range, async (gaps, count, filters, asked) => {
      const [found] = await reading(gaps, count, { search: filters, range: asked })
      if (found === undefined) return
      const { requests, returned, verdict } = found
      // A cap that was not reached hides nothing: such a total counts all matches.
      fc.pre(gaps.totalCap == null || gaps.totalCap < returned)
      expect(requests, verdict.sentence).toBeLessThanOrEqual(2 * byOffset(returned) + PROOF)
    }),
    { numRuns: isLong ? 300 : 25 },
  )
})

describe('what fooled a first sketch', () => {
  test('a total capped at 10,000: all of 10,450 events are read, and it is not called complete', async () => {
    const quarter = { from: '2026-09-01T00:00:00Z', until: '2026-11-20T00:00:00Z' }
    for (const found of await reading({ totalCap: 10_000 }, 10_450, {}, { range: quarter })) {
      expect(found.verdict.kind).toBe('unproven')
      expect(found.verdict.reasons[0]?.code).toMatch(/^(wrong|other)-total$/)
      expect(found.ids).toEqual(found.truth)
      expect(found.requests).toBeLessThanOrEqual(2 * byOffset(found.truth.length) + PROOF)
    }
  })

  test('a total capped far below what is there is found wrong by the parts of its range', async () => {
    const quarter = { from: '2026-08-01T00:00:00Z', until: '2026-11-20T00:00:00Z' }
    const [found] = await reading({ totalCap: 2_000 }, 3_500, { range: quarter })
    expect(found?.ids).toEqual(found?.truth)
    expect(found?.verdict).toMatchObject({ kind: 'unproven', reasons: [{ code: 'other-total' }, {}] })
  })

  test('a total that ignores the filters', async () => {
    const [found] = await reading({ total: 'unfiltered' }, 2_500, { range: month })
    expect(found?.verdict).toMatchObject({ kind: 'unproven', reasons: [{ code: 'other-total' }, {}] })
    expect(found?.ids).toEqual(found?.truth)
  })

  test('a total that ignores the range, of three events: nothing is read in parts for what no answer shows', async () => {
    const [found] = await reading({ total: 'unfiltered' }, 3, { range: { from: '2026-08-01T05:00:00Z' } })
    expect(found?.verdict).toMatchObject({ kind: 'unproven', reasons: [{ code: 'not-apart' }, { code: 'not-seen' }] })
    expect(found?.ids).toEqual(found?.truth)
    expect(found?.requests).toBeLessThanOrEqual(2 + PROOF)
  })

  const precisions = ['seconds', 'days', 'bound-seconds', 'bound-days'] as const
  const cases = precisions.flatMap((rangePrecision) =>
    (['inclusive', 'half-open', 'exclusive'] as const).map((bounds) => ({ rangePrecision, bounds })),
  )
  test.each(cases)('bounds that drop what is finer: %j', async (gaps) => {
    const oneDay = { from: '2026-11-19T23:59:59.9Z', until: '2026-11-20T11:30:00Z' }
    const ranges = (isLong ? [month, intoTheDay, oneDay] : [intoTheDay, oneDay]).map((range) => ({ range }))
    for (const events of isLong ? [60, 700, 2_400] : [60, 2_100]) {
      for (const found of await reading(gaps, events, ...ranges)) {
        expect(found.ids).toEqual(found.truth)
        expect(found.verdict.kind).toBe('complete')
      }
    }
  })
})
