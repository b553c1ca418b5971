// What a reading says of a service as a whole, for each way to fill the gaps of the interface.
import { expect, test } from 'vitest'
import type { Gaps } from '../../../../service/service-options.ts'
import { type Asked, readingUnderTest } from '../fixtures/reading-under-test.ts'
import type { Finding } from '../reading-state.ts'

const range = { from: '2026-10-01T00:00:00Z', until: '2026-11-15T00:00:00Z' }
const search = { customerId: 'cus_5Rb7nVy' }

async function findings(events: number, gaps: Partial<Gaps>, asked: Asked): Promise<Map<string, Finding>> {
  const under = await readingUnderTest({ events, gaps })
  try {
    const journal = under.journal(asked)
    const { outcome } = await under.read(journal)
    expect(outcome.kind).toBe('finished')
    const found = journal.state().findings
    expect(new Set(found.map(({ about }) => about)).size).toBe(found.length)
    for (const { requests, seenAt } of found) {
      expect(requests.length).toBeGreaterThan(0)
      expect(requests.length).toBeLessThanOrEqual(4)
      for (const { body } of requests) expect(JSON.parse(body)).toMatchObject({ offset: 0 })
      expect(Date.parse(seenAt)).not.toBeNaN()
    }
    return new Map(found.map((one) => [one.about, one]))
  } finally {
    await under.close()
  }
}

test.each<[string, number, Partial<Gaps>, Asked, Record<string, string | undefined>]>([
  ['few, by offset', 400, {}, { range }, { totals: 'matches', order: 'newest', filters: undefined }],
  ['many, in slices', 3_000, { order: 'oldest' }, { range }, { totals: 'matches', order: 'oldest' }],
  ['in no order of time', 400, { order: 'shuffled' }, { range }, { totals: 'matches', order: 'other' }],
  ['in an order that changes', 1_200, { order: 'unstable' }, {}, { order: 'unstable' }],
  ['a total of one answer', 400, { total: 'page' }, { range }, { totals: 'page' }],
  ['a total of all events', 400, { total: 'unfiltered' }, { range }, { totals: 'other' }],
  ['filters that combine with AND', 2_000, {}, { search, range }, { filters: 'and' }],
  ['filters that combine with OR', 900, { combine: 'or' }, { search, range }, { filters: 'or' }],
  ['one filter alone', 900, {}, { search }, { filters: undefined }],
  ['what fits one answer', 40, {}, {}, { totals: undefined, order: undefined, filters: undefined }],
])('%s', async (_, events, gaps, asked, wanted) => {
  const found = await findings(events, gaps, asked)
  for (const [about, finding] of Object.entries(wanted))
    expect([about, found.get(about)?.finding]).toEqual([about, finding])
})

test('with the requests that showed it', async () => {
  const found = await findings(400, {}, { search, range })
  const [shown] = found.get('filters')?.requests ?? []
  expect(JSON.parse(shown?.body ?? '')).toMatchObject({ customer_id: 'cus_5Rb7nVy', limit: 100 })
  expect(shown?.saw).toMatch(/^in \d+ requests \d+ events, total \d+$/)
})
