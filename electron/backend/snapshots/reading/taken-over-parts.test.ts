// A snapshot that takes over the parts of another is as right as one that reads all by itself, and asks far less.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failed } from '../../../../shared/failure/failure.ts'
import { type Account, NO_ROWS } from '../../../../shared/snapshot/account.ts'
import type { SnapshotVerdict } from '../../../../shared/snapshot/snapshot.ts'
import { anyPair, readExtended } from '../fixtures/extended-readings.ts'
import { anyHeader } from '../fixtures/journal-contract.ts'
import { idOf, type ReadingUnderTest, readingUnderTest } from '../fixtures/reading-under-test.ts'
import { type ReadingState, UNREAD } from '../reading-state.ts'
import type { SnapshotJournal } from '../snapshot-journal.ts'
import { type TimeSlice, unreadSlice } from '../time-slice.ts'
import { readSnapshot } from './read-snapshot.ts'
import { DAY_MARGIN } from './session/instants.ts'
import { copyParts, partsToTake } from './taken-over-parts.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const PAIRS = isLong ? 500 : 8
/** Of the requests that reading the parts again would cost, at most so many where nothing moved. */
const SHARE = 0.3

test(`${PAIRS} pairs of ranges, still and moving: never complete wrongly`, async () => {
  const still = { pairs: 0, taken: 0, before: 0, after: 0, requests: 0 }
  const moving = { pairs: 0, complete: 0, copied: 0, taken: 0 }
  await fc.assert(
    fc.asyncProperty(anyPair, async (pair) => {
      const run = await readExtended(pair)
      expect(run.wrong, run.sentence).toBeNull()
      if (pair.movement !== 'still') {
        moving.pairs += 1
        moving.complete += Number(run.verdict === 'complete')
        moving.copied += run.copied
        moving.taken += run.taken
        return
      }
      expect(run.isFirstComplete && run.verdict !== 'complete', run.sentence).toBe(false)
      expect(!run.isFirstComplete && run.taken > 0).toBe(false)
      expect(run.partsAfter).toBeLessThanOrEqual(run.partsBefore * SHARE)
      still.pairs += 1
      still.taken += run.taken
      still.before += run.partsBefore
      still.after += run.partsAfter
      still.requests += run.requests
    }),
    { numRuns: PAIRS, seed: 31 },
  )
  expect(still.taken).toBeGreaterThan(0)
  console.info(
    `${still.pairs} still: ${still.taken} parts for ${still.after} requests, ${still.before} to read them (${Math.round((100 * still.after) / still.before)} %). ` +
      `${moving.pairs} moving: ${moving.complete} complete, ${moving.taken} of ${moving.copied} parts taken over.`,
  )
})

const OCTOBER = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' }

interface Finished {
  part?: Partial<TimeSlice>
  account?: Partial<Account>
  state?: Partial<ReadingState>
  behaviour?: Partial<ReadingState['behaviour']>
}

const verdictOf = (kind: SnapshotVerdict['kind']): SnapshotVerdict => ({
  kind,
  soFar: false,
  sentence: '',
  reasons: [],
})

/** Whether the only part of a snapshot of October can stand in one of this range. */
function isTaken(by: { from?: string; until?: string | null }, finished: Finished = {}) {
  const { part, account, state, behaviour } = finished
  const slice: TimeSlice = {
    ...unreadSlice(1, { from: '2026-10-05T00:00:00Z', to: '2026-10-06T00:00:00Z' }),
    state: 'read',
    total: 501,
    after: 501,
    returned: 501,
    kept: 501,
    account: { ...NO_ROWS, kept: 501, ...account },
    ...part,
  }
  const ended: ReadingState = {
    ...UNREAD,
    proof: 2,
    margin: 2,
    until: OCTOBER.until,
    verdict: verdictOf('complete'),
    ...state,
    behaviour: { ...UNREAD.behaviour, times: true, ...behaviour },
  }
  const source = {
    header: { ...anyHeader, range: { ...OCTOBER, zone: 'UTC' } },
    state: () => ended,
    slices: () => [slice],
  }
  return partsToTake(source, { ...OCTOBER, ...by, zone: 'UTC' }).length === 1
}

test('a part is taken over where a complete snapshot of exact ranges read it, and nothing about it is odd', () => {
  expect(isTaken({})).toBe(true)
  expect(isTaken({}, { account: { cameAgain: 3, before: 1, after: 1 } })).toBe(true)
  const reasonsNot: Finished[] = [
    ...[{ proof: null }, { rangeAlone: true }, { margin: DAY_MARGIN }].map((state) => ({ state })),
    { state: { verdict: verdictOf('unproven') } },
    ...[{ times: false }, { rangesHold: false }].map((behaviour) => ({ behaviour })),
    ...[{ state: 'unproven' as const }, { account: null }, { total: 502 }, { after: 502 }].map((part) => ({ part })),
    // Five answers: reading them again costs no more than counting them twice.
    { part: { total: 500, after: 500, returned: 500 } },
    ...[{ misses: 1 }, { undated: 1 }, { storedTwice: 1 }, { otherText: 1 }, { gone: 1 }].map((account) => ({
      account,
    })),
  ]
  for (const why of reasonsNot) expect(isTaken({}, why), JSON.stringify(why)).toBe(false)
})

test('it lies a second within the new range, and nothing was left out of it, but at an end that both ranges share', () => {
  const part = { from: '2026-10-05T00:00:00Z', to: '2026-10-06T00:00:00Z' }
  expect(isTaken({ from: '2026-10-04T23:59:59Z', until: '2026-10-06T00:00:01Z' }, { part })).toBe(true)
  expect(isTaken({ from: '2026-10-04T23:59:59.1Z' })).toBe(false)
  expect(isTaken({ until: '2026-10-06T00:00:00.9Z' })).toBe(false)
  expect(isTaken({ until: null })).toBe(true)
  // Its bounds lie beyond the ends, which it was asked for.
  const whole = { part: { from: '2026-09-30T23:59:58Z', to: '2026-11-01T00:00:02Z' } }
  expect(isTaken({}, whole)).toBe(true)
  expect(isTaken({ from: '2026-10-02T00:00:00Z' }, whole)).toBe(false)
  expect(isTaken({ until: '2026-10-31T00:00:00Z' }, whole)).toBe(false)
  for (const wider of [{ from: '2026-09-01T00:00:00Z' }, { until: '2026-12-01T00:00:00Z' }, { until: null }]) {
    const leftOut = 'from' in wider ? { before: 1 } : { after: 1 }
    expect(isTaken(wider, { account: leftOut })).toBe(false)
    expect(isTaken(wider)).toBe(true)
  }
  // Where the oldest events were deleted as it was read, it begins later than it was asked to.
  const begins = '2026-10-03T00:00:00Z'
  expect(isTaken({}, { state: { begins }, account: { before: 1 } })).toBe(false)
  expect(isTaken({ from: begins }, { state: { begins }, account: { before: 1 } })).toBe(true)
})

const range = { from: '2026-09-25T00:00:00Z', until: '2026-11-10T00:00:00Z' }
const longer = { ...range, until: '2026-11-19T10:00:00Z' }
const never = new AbortController().signal

/** A service of 5,000 events, a complete snapshot of most of them, and the journal of one that extends it. */
async function extending(
  read: (under: ReadingUnderTest, source: SnapshotJournal, journal: SnapshotJournal) => Promise<void>,
) {
  const under = await readingUnderTest({ events: 5_000 })
  try {
    const source = under.journal({ range })
    expect((await under.read(source)).outcome).toMatchObject({ verdict: { kind: 'complete' } })
    await read(under, source, under.journal({ range: longer }))
  } finally {
    await under.close()
  }
}

const takenIn = (journal: SnapshotJournal) => journal.slices().filter(({ takenOver }) => takenOver)

test('parts keep their account and rows, and it says from when they are', () =>
  extending(async (under, source, journal) => {
    await copyParts(journal, source, never)
    const { outcome, rows } = await under.read(journal)
    expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
    expect(new Set(rows.map(idOf)).size).toBe(rows.length)
    const taken = takenIn(journal)
    expect(taken.length).toBeGreaterThan(1)
    for (const part of taken)
      expect(part).toEqual({ ...source.slices().find(({ id }) => id === part.id), takenOver: true })
    const events = taken.reduce((sum, { kept }) => sum + kept, 0)
    const times = taken.map(({ askedAt }) => askedAt).sort()
    expect(journal.state().takenOver).toEqual({ events, from: times[0], to: times.at(-1) })
    // And once more: what was taken over is taken over again.
    const again = under.journal({ range: { ...longer, from: '2026-09-20T00:00:00Z' } })
    await copyParts(again, journal, never)
    expect((await under.read(again)).outcome).toMatchObject({ verdict: { kind: 'complete' } })
    expect(again.state().takenOver?.from).toBe(times[0])
  }))

test('a part that counts another number is read again, and no more than that', () =>
  extending(async (under, source, journal) => {
    await copyParts(journal, source, never)
    const [part] = takenIn(journal)
    const [gone] = under.service.history().matches({ created_at_from: part?.from, created_at_to: part?.to })
    under.service.remove(gone?.eventId ?? '')
    const copied = takenIn(journal).length
    const { outcome, rows } = await under.read(journal)
    expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
    expect(rows.map(idOf)).not.toContain(gone?.eventId)
    expect(takenIn(journal)).toHaveLength(copied - 1)
  }))

test('what no count can tell is said: one that came to a part for one that went', () =>
  extending(async (under, source, journal) => {
    await copyParts(journal, source, never)
    const [part] = takenIn(journal)
    const inIt = under.service.history().matches({ created_at_from: part?.from, created_at_to: part?.to })
    const gone = inIt[Math.floor(inIt.length / 3)]
    under.service.remove(gone?.eventId ?? '')
    const { created_at: createdAt } = JSON.parse(gone?.text ?? '') as { created_at: string }
    const swapped = { eventId: 'swapped', customerId: 'c', eventCode: 'e', eventType: 'debit' as const, properties: [] }
    under.service.add([{ ...swapped, createdAt }])
    const { outcome } = await under.read(journal)
    if (outcome.kind !== 'finished') throw new Error('It is not finished')
    const words = outcome.verdict.reasons.find(({ code }) => code === 'taken-over')?.words
    expect(words).toContain('while as many were deleted from it, shows only in the events that were searched again')
  }))

test('a copy that was broken off goes on, and a part that cannot be read is left out', () =>
  extending(async (under, source, journal) => {
    const stopping = new AbortController()
    const commit: SnapshotJournal['commit'] = (change) => {
      if (journal.slices().length === 1) stopping.abort()
      return journal.commit(change)
    }
    const stopped = await copyParts({ ...journal, commit }, source, stopping.signal)
    expect(stopped).toMatchObject({ ok: false, failure: { kind: 'cancelled' } })
    const before = takenIn(journal).map(({ id }) => id)
    expect(before.length).toBeGreaterThan(0)
    const damaged = source.slices().find(({ id, returned }) => returned > 500 && !before.includes(id))
    expect(damaged).toBeDefined()
    const rows: SnapshotJournal['rows'] = async function* (id, backward) {
      if (id === damaged?.id) yield failed({ kind: 'disk', detail: 'damaged' })
      else yield* source.rows(id, backward)
    }
    expect(await copyParts(journal, { ...source, rows }, never)).toMatchObject({ ok: true })
    expect(journal.slices().map(({ id }) => id)).not.toContain(damaged?.id)
    const { outcome } = await under.read(journal)
    expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
  }))

test('stopped while it counts or reads, it goes on with the parts that it has', () =>
  extending(async (under, source, journal) => {
    await copyParts(journal, source, never)
    for (const after of [2, 6, 9]) {
      const stopping = new AbortController()
      let sent = 0
      const search: typeof under.effects.search = (request, signal) => {
        sent += 1
        if (sent === after) stopping.abort()
        return under.effects.search(request, signal)
      }
      expect(await readSnapshot(journal, { ...under.effects, search }, stopping.signal)).toEqual({ kind: 'stopped' })
    }
    expect((await under.read(journal)).outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
    expect(takenIn(journal).length).toBeGreaterThan(1)
  }))
