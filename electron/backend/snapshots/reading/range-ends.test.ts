// Rows right at the ends of the range and at one instant, and orders that change: what slices could lose or hold twice.
import { expect, test } from 'vitest'
import type { EventRecord } from '../../../../service/event-record.ts'
import { idOf, readingUnderTest } from '../fixtures/reading-under-test.ts'

const range = { from: '2026-11-01T00:00:00Z', until: '2026-11-03T00:00:00Z' }

const record = (eventId: string, createdAt: string): EventRecord => ({
  eventId,
  createdAt,
  customerId: 'cus_1',
  eventCode: 'api_calls',
  eventType: 'debit',
  properties: [],
})

const ends = [
  record('before', '2026-10-31T23:59:59.999999999Z'),
  record('first', '2026-11-01T00:00:00Z'),
  record('last', '2026-11-02T23:59:59.999999999Z'),
  record('at the end', '2026-11-03T00:00:00.000Z'),
  record('after', '2026-11-03T00:00:00.000000001Z'),
]

const inside = (count: number, at: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => record(`e${index}`, at(index)))

const bounds = ['inclusive', 'half-open', 'exclusive'] as const
const precisions = ['exact', 'seconds', 'bound-seconds'] as const
const cases = bounds.flatMap((bound) => precisions.map((precision) => ({ bounds: bound, rangePrecision: precision })))

test.each(cases)('the first instant belongs to the range, its end does not: %j', async (gaps) => {
  // Two a second, on whole seconds and halves, so that rows lie right where slices are cut as well.
  const many = inside(1_800, (index) => new Date(Date.UTC(2026, 10, 2) + index * 500).toISOString())
  for (const records of [ends, [...ends, ...many]]) {
    const under = await readingUnderTest({ records, gaps })
    try {
      const journal = under.journal({ range })
      const { outcome, rows } = await under.read(journal)
      expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
      const wanted = records
        .map(({ eventId }) => eventId)
        .filter((id) => !['before', 'at the end', 'after'].includes(id))
      expect(rows.map(idOf).sort()).toEqual(wanted.sort())
      const leftOut = journal.slices().reduce((sum, { leftOut: { atEnd } }) => sum + atEnd, 0)
      expect(leftOut).toBeLessThanOrEqual(1)
    } finally {
      await under.close()
    }
  }
})

test.each(bounds)(
  'events of full hours lie where a day would be cut, and cost no more than others: %s',
  async (bound) => {
    const day = { from: '2026-11-01T23:00:00Z', until: '2026-11-02T23:00:00Z' }
    for (const records of [
      inside(16, (index) => new Date(Date.UTC(2026, 10, 2, 2 + Math.floor(index / 3) * 3)).toISOString()),
      inside(24, (index) => new Date(Date.UTC(2026, 10, 2, index - 1)).toISOString()),
    ]) {
      const under = await readingUnderTest({ records, gaps: { bounds: bound } })
      try {
        const { outcome, rows } = await under.read(under.journal({ range: day }))
        expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
        expect(rows).toHaveLength(records.length)
        expect(under.requests()).toBeLessThanOrEqual(16)
      } finally {
        await under.close()
      }
    }
  },
)

test('where the order changes and nothing can be cut, no row is there twice and it is not called complete', async () => {
  const gaps = { rangePrecision: 'days', order: 'unstable' } as const
  const under = await readingUnderTest({ events: 900, gaps })
  try {
    const journal = under.journal({ range: { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' } })
    const { outcome, rows } = await under.read(journal)
    expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'unproven', reasons: [{ code: 'order' }, {}] } })
    expect(new Set(rows.map(idOf)).size).toBe(rows.length)
  } finally {
    await under.close()
  }
})

test('more events of one instant than an answer holds: complete where the order holds, else not', async () => {
  const records = inside(450, () => '2026-11-02T10:00:00.25Z')
  for (const [order, kind] of [['newest', 'complete'] as const, ['unstable', 'unproven'] as const]) {
    const under = await readingUnderTest({ records, gaps: { order } })
    try {
      const { outcome, rows } = await under.read(under.journal({ range }))
      expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind } })
      if (kind === 'complete') expect(rows).toHaveLength(450)
      expect(new Set(rows.map(idOf)).size).toBe(rows.length)
    } finally {
      await under.close()
    }
  }
})

test('a second that holds more than an answer is cut once fractions were seen to count', async () => {
  const at = (index: number) => `2026-11-02T10:00:00.${String(index * 2_000 + 1).padStart(6, '0')}Z`
  const under = await readingUnderTest({ records: inside(450, at), gaps: { order: 'unstable' } })
  try {
    const journal = under.journal({ range })
    const { outcome, rows } = await under.read(journal)
    expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
    expect(rows).toHaveLength(450)
    expect(journal.state()).toMatchObject({ method: 'slices', behaviour: { fractions: true } })
  } finally {
    await under.close()
  }
})
