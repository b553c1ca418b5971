// A reading that was stopped, paused or lost with its process goes on where it was.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failed } from '../../../../shared/failure/failure.ts'
import type { ReadingProgress } from '../../../../shared/snapshot/snapshot.ts'
import { idOf, readingUnderTest } from '../fixtures/reading-under-test.ts'
import type { SnapshotJournal } from '../snapshot-journal.ts'
import { readSnapshot } from './read-snapshot.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const never = new AbortController().signal
const range = { from: '2026-09-25T00:00:00Z', until: '2026-11-19T10:00:00.5Z' }
const counts = { attempts: 1, durationMs: 1 }

/** Lets `most` commits through; from then on the process is gone: nothing is kept and nobody answers. */
function dying(journal: SnapshotJournal, most: number): { journal: SnapshotJournal; dead: Promise<void> } {
  let commits = 0
  const { promise: dead, resolve } = Promise.withResolvers<void>()
  const commit: SnapshotJournal['commit'] = (change) => {
    commits += 1
    if (commits <= most) return journal.commit(change)
    resolve()
    return new Promise(() => undefined)
  }
  return { journal: { ...journal, commit }, dead }
}

const settings = [{}, { combine: 'or' }, { order: 'unstable' }, { total: 'page' }] as const

test.each(settings)('killed at any moment, it ends in the same events: %j', async (gaps) => {
  const asked = 'combine' in gaps ? { search: { customerId: 'cus_5Rb7nVy' }, range } : { range }
  const under = await readingUnderTest({ events: 2_600, gaps })
  try {
    const whole = await under.read(under.journal(asked))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }), async (runs) => {
        const journal = under.journal(asked)
        for (const most of runs) {
          const run = dying(journal, most)
          await Promise.race([readSnapshot(run.journal, under.effects, never), run.dead])
        }
        const { outcome, rows } = await under.read(journal)
        expect(rows.map(idOf).sort()).toEqual(whole.rows.map(idOf).sort())
        const kind = 'total' in gaps ? 'unproven' : 'complete'
        expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind } })
      }),
      { numRuns: isLong ? 30 : 3, examples: [[[3]], [[2, 5]]] },
    )
  } finally {
    await under.close()
  }
})

test('one by an earlier rule pauses where the disk refuses to begin it again, and asks for nothing', async () => {
  const under = await readingUnderTest({ events: 30 })
  try {
    const journal = under.journal({ range })
    await journal.commit({ state: { ...journal.state(), method: 'slices', proof: null } })
    const failure = { kind: 'disk', detail: 'ENOSPC' } as const
    const full: SnapshotJournal = { ...journal, commit: async () => failed(failure) }
    expect(await readSnapshot(full, under.effects, never)).toEqual({ kind: 'paused', because: failure })
    expect(under.requests()).toBe(0)
    expect(await readSnapshot(journal, under.effects, never)).toMatchObject({ verdict: { kind: 'complete' } })
  } finally {
    await under.close()
  }
})

/** The first `most` requests are refused with 429 and this Retry-After. */
async function refusing(retryAfterMs: number, most: number) {
  const under = await readingUnderTest({ events: 300 })
  const http = { status: 429, requestId: null, serviceMessage: null }
  const search: typeof under.effects.search = async (request, signal) => {
    const answered = await under.effects.search(request, signal)
    return under.requests() <= most ? failed({ kind: 'rate-limited', retryAfterMs, http, ...counts }) : answered
  }
  // As a timer, it ends after what asked for it went on.
  const wait: typeof under.effects.wait = async (ms, signal) => {
    await new Promise((resolve) => setImmediate(resolve))
    await under.effects.wait(ms, signal)
  }
  return { ...under, effects: { ...under.effects, search, wait } }
}

test('it backs off where the service refuses it without a wait', async () => {
  const under = await refusing(0, 12)
  try {
    const startedAt = under.now()
    const outcome = await readSnapshot(under.journal({ range }), under.effects, never)
    expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
    // 0.4 s, 0.8 s, and so on, up to 15 s.
    expect(under.now() - startedAt).toBeGreaterThan(60_000)
  } finally {
    await under.close()
  }
})

test('it tells of a wait that the service asked for as it begins, before anything was read', async () => {
  const under = await refusing(30_000, 1)
  try {
    const reports: ReadingProgress[] = []
    const startedAt = under.now()
    await readSnapshot(under.journal({ range }), under.effects, never, (progress) => reports.push(progress))
    expect(reports[0]).toMatchObject({ events: 0, requests: 1 })
    expect(reports[0]?.heldUntil).toBeGreaterThanOrEqual(startedAt + 30_000)
  } finally {
    await under.close()
  }
})

describe('it pauses and goes on', () => {
  test('after a refused key, without asking again for what it has', async () => {
    const numbers = { kind: 'numbers' as const, ranges: [{ from: 20, to: 20 }] }
    const under = await readingUnderTest({ events: 3_000, faults: { fail: [{ status: 401, when: numbers }] } })
    try {
      const journal = under.journal({ range })
      const first = await readSnapshot(journal, under.effects, never)
      expect(first).toMatchObject({ kind: 'paused', because: { kind: 'token-refused' } })
      const before = under.requests()
      const { outcome, rows } = await under.read(journal)
      expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
      expect(journal.state().requests).toBe(under.requests())
      expect(under.requests() - before).toBeLessThan(52)
      expect(new Set(rows.map(idOf)).size).toBe(rows.length)
    } finally {
      await under.close()
    }
  })

  test('after the network was gone, once several tries in a row failed', async () => {
    let isBack = false
    const under = await readingUnderTest({ events: 3_000 })
    const search: typeof under.effects.search = async (request, signal) => {
      const answered = await under.effects.search(request, signal)
      const isGone = under.requests() >= 15 && !isBack
      return isGone ? failed({ kind: 'unreachable', reason: 'offline', detail: 'no network', ...counts }) : answered
    }
    try {
      const journal = under.journal({ range })
      const first = await readSnapshot(journal, { ...under.effects, search }, never)
      expect(first).toMatchObject({ kind: 'paused', because: { kind: 'unreachable' } })
      isBack = true
      const outcome = await readSnapshot(journal, { ...under.effects, search }, never)
      expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
    } finally {
      await under.close()
    }
  })

  test('after it was stopped, and a stop ends it at once', async () => {
    const stop = new AbortController()
    const under = await readingUnderTest(
      { events: 3_000 },
      { beforeRequest: (number) => number === 12 && stop.abort() },
    )
    try {
      const journal = under.journal({ range })
      expect(await readSnapshot(journal, under.effects, stop.signal)).toEqual({ kind: 'stopped' })
      expect(under.requests()).toBeLessThan(12 + 8)
      const { outcome } = await under.read(journal)
      expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
    } finally {
      await under.close()
    }
  })

  test('in a part that is too large for memory, as of when it began, with its rows as they came', async () => {
    const stop = new AbortController()
    const under = await readingUnderTest(
      { events: 5_400, gaps: { rangePrecision: 'days' } },
      { beforeRequest: () => journal.slices().some(({ kept }) => kept > 0) && stop.abort() },
    )
    const journal = under.journal()
    try {
      expect(await readSnapshot(journal, under.effects, stop.signal)).toEqual({ kind: 'stopped' })
      const [before] = journal.slices()
      expect(before).toMatchObject({ state: 'reading', sorted: false })
      const asked = under.requests()
      const { rows } = await under.read(journal)
      expect(journal.slices()).toMatchObject([{ askedAt: before?.askedAt, readings: 1, sorted: false, kept: 5_400 }])
      expect(under.requests() - asked).toBeLessThan(45)
      const times = rows.map(({ source }) => (JSON.parse(source) as { created_at: string }).created_at)
      expect(times).toEqual(times.toSorted().reverse())
    } finally {
      await under.close()
    }
  })

  test('after a disk that was full, from what was committed before', async () => {
    const under = await readingUnderTest({ events: 3_000 })
    try {
      const journal = under.journal({ range })
      let commits = 0
      const commit: SnapshotJournal['commit'] = async (change) => {
        commits += 1
        return commits > 3 ? failed({ kind: 'disk', detail: 'No space left' }) : journal.commit(change)
      }
      const told: number[] = []
      const first = await readSnapshot({ ...journal, commit }, under.effects, never, ({ events }) => told.push(events))
      expect(first).toMatchObject({ kind: 'paused', because: { kind: 'disk' } })
      expect(told.at(-1)).toBe(journal.slices().reduce((sum, { kept }) => sum + kept, 0))
      expect(journal.state().verdict).toBeNull()
      const { outcome } = await under.read(journal)
      expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
    } finally {
      await under.close()
    }
  })
})

test('a finished reading asks nothing any more', async () => {
  const under = await readingUnderTest({ events: 50 })
  try {
    const journal = under.journal()
    const { outcome } = await under.read(journal)
    const requests = under.requests()
    expect(await readSnapshot(journal, under.effects, never)).toEqual(outcome)
    expect(under.requests()).toBe(requests)
  } finally {
    await under.close()
  }
})

test('a part that is never answered is named, with how many events it lacks', async () => {
  const under = await readingUnderTest({ events: 3_000 })
  const search: typeof under.effects.search = async (request, signal) => {
    const answered = await under.effects.search(request, signal)
    const { createdAtFrom = '', createdAtTo = '' } = request.filters
    const isHit = request.offset > 0 && createdAtFrom < '2026-10-20' && createdAtTo > '2026-10-20'
    const http = { status: 503, requestId: null, serviceMessage: null }
    return isHit ? failed({ kind: 'service-error', retryAfterMs: null, http, ...counts }) : answered
  }
  try {
    const journal = under.journal({ range })
    const outcome = await readSnapshot(journal, { ...under.effects, search }, never)
    if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome))
    expect(outcome.verdict).toMatchObject({ kind: 'partial', reasons: [{ code: 'not-read' }, { code: 'not-seen' }] })
    const lacking = journal.slices().reduce((sum, { total, returned }) => sum + (total ?? 0) - returned, 0)
    expect(lacking).toBeGreaterThan(100)
    expect(outcome.verdict.sentence).toMatch(/^Incomplete: 2026-.* was not read \(503\)\./)
    expect(outcome.verdict.sentence).toContain(`The service counts ${lacking.toLocaleString('en-US')} more.`)
  } finally {
    await under.close()
  }
})

test('answers that are too large are asked for again with half the limit', async () => {
  const under = await readingUnderTest({ events: 2_000 })
  const limits: number[] = []
  const search: typeof under.effects.search = async (request, signal) => {
    limits.push(request.limit)
    if (request.limit > 30) return failed({ kind: 'too-large', bound: 'bytes', limit: 1, ...counts })
    return under.effects.search(request, signal)
  }
  try {
    const outcome = await readSnapshot(under.journal({ range }), { ...under.effects, search }, never)
    expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
    expect(limits.filter((limit) => limit > 30)).toEqual([100, 50])
    expect(limits[2]).toBe(25)
  } finally {
    await under.close()
  }
})
