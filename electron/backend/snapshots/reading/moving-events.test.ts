// Events that arrive, change and vanish behind the reader.
import { describe, expect, test } from 'vitest'
import type { EventRecord } from '../../../../service/event-record.ts'
import { seededRandom } from '../../../../service/seeded-random.ts'
import { BEGIN, idOf, readingUnderTest } from '../fixtures/reading-under-test.ts'
import type { TimeSlice } from '../time-slice.ts'

const range = { from: '2026-10-01T00:00:00Z', until: '2026-11-15T00:00:00Z' }

const late = (id: string, at: number): EventRecord => ({
  eventId: id,
  customerId: 'cus_late',
  eventCode: 'api_calls',
  eventType: 'debit',
  createdAt: new Date(at).toISOString(),
  properties: [],
})

/** An instant in the middle of a slice that is read already, if there is one. */
function behind(slices: readonly TimeSlice[], random: () => number): number | null {
  const done = slices.filter(({ state, from, to }) => state === 'read' && from !== null && to !== null)
  const one = done[Math.floor(random() * done.length)]
  if (one?.from == null || one.to === null) return null
  const [from, to] = [
    Math.max(Date.parse(one.from), Date.parse(range.from)),
    Math.min(Date.parse(one.to), Date.parse(range.until)),
  ]
  return from + Math.floor((to - from) * random())
}

const ROUNDS = process.env.EVENTSCOPE_LONG === '1' ? 200 : 50

test(`a late event behind a finished slice is in the snapshot, or that is not complete: ${ROUNDS} of ${ROUNDS}`, async () => {
  const seen = { in: 0, after: 0, notComplete: 0 }
  let plant: (() => void) | null = null
  const under = await readingUnderTest({ events: 2_200 }, { beforeRequest: () => plant?.() })
  try {
    for (let run = 1; run <= ROUNDS; run += 1) {
      const random = seededRandom(run)
      const journal = under.journal({ range })
      const first = under.requests() + 1 + Math.floor(random() * 16)
      let planted: number | null = null
      plant = () => {
        const at = planted === null && under.requests() >= first ? behind(journal.slices(), random) : null
        if (at === null) return
        planted = under.now()
        under.service.add([late(`late-${run}`, at)])
      }
      const { outcome, rows } = await under.read(journal)
      if (planted === null || outcome.kind !== 'finished') throw new Error(`run ${run}: nothing was planted`)
      if (outcome.verdict.kind !== 'complete') seen.notComplete += 1
      else if (rows.map(idOf).includes(`late-${run}`)) seen.in += 1
      else {
        // It came after the moment of which the snapshot is: the first recount without any change began before it.
        expect(Date.parse(journal.state().asOf ?? '')).toBeLessThan(planted)
        seen.after += 1
      }
    }
  } finally {
    await under.close()
  }
  expect(seen.in + seen.after).toBe(ROUNDS)
  expect(seen.in).toBeGreaterThan(ROUNDS / 2)
})

describe('where a count fell', () => {
  test('the part is read until two readings are equal', async () => {
    let gone: string | null = null
    const under = await readingUnderTest(
      { events: 2_200 },
      {
        beforeRequest: () => {
          const done = gone === null ? journal.slices().find(({ state }) => state === 'read') : undefined
          if (done === undefined) return
          const inIt = under.service.history().matches({ created_at_from: done.from, created_at_to: done.to })
          gone = inIt[Math.floor(inIt.length / 2)]?.eventId ?? null
          if (gone !== null) under.service.remove(gone)
        },
      },
    )
    const journal = under.journal({ range })
    try {
      const { outcome, rows } = await under.read(journal)
      expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
      expect(rows.map(idOf)).not.toContain(gone)
      expect(journal.state().fell).toBe(true)
      expect(journal.slices().find(({ fell }) => fell)).toMatchObject({ state: 'read', readings: 2 })
    } finally {
      await under.close()
    }
  })

  test('and where events vanish all the time, it is not called complete', async () => {
    const under = await readingUnderTest({ events: 3_000, faults: { vanish: 40 } })
    try {
      const { outcome } = await under.read(under.journal({ range }))
      expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'unproven' } })
    } finally {
      await under.close()
    }
  })
})

test('what arrives while it is read is left for later, however much that is, where no end was asked for', async () => {
  const under = await readingUnderTest({ events: 3_000, faults: { grow: 80 } })
  try {
    const journal = under.journal()
    const { outcome, rows } = await under.read(journal)
    expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete', soFar: false } })
    expect(rows).toHaveLength(3_000)
    expect(journal.state().until).toBe(new Date(BEGIN - 5_000).toISOString().replace(/\.\d+Z/, 'Z'))
    expect(journal.state().afterEnd).toBeGreaterThan(0)
  } finally {
    await under.close()
  }
})

test('a range that ends after the reading is "so far", whatever its counts prove', async () => {
  const under = await readingUnderTest({ events: 300 })
  try {
    const { outcome } = await under.read(under.journal({ range: { until: '2026-12-01T00:00:00Z' } }))
    expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete', soFar: true } })
  } finally {
    await under.close()
  }
})
