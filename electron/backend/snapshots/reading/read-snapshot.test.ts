// Readings of the reference service in every setting, held against its own history: what is called complete is what a
// plain filter over its events gives for some moment of the reading.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grouped } from '../../../../shared/exact/grouped-digits.ts'
import { failed, succeeded } from '../../../../shared/failure/failure.ts'
import { mismatches } from '../../../../shared/search/matches.ts'
import { parseEventText } from '../../../../shared/search/search-page.ts'
import type { SnapshotVerdict } from '../../../../shared/snapshot/snapshot.ts'
import { anySetting, type Setting } from '../fixtures/any-service.ts'
import { idOf, type ReadingUnderTest, readingUnderTest } from '../fixtures/reading-under-test.ts'
import type { SnapshotJournal } from '../snapshot-journal.ts'
import type { SnapshotRow } from '../time-slice.ts'
import { concludeStopped, readSnapshot } from './read-snapshot.ts'
import { nanosecondsOf } from './session/instants.ts'
import { copyParts } from './taken-over-parts.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const seed = Number(process.env.EVENTSCOPE_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 6))

/** Once called "events without a time may be missing", for what had only arrived late. */
const STILL_ARRIVING: Setting = {
  events: 250,
  seed: 1,
  asked: { search: {}, range: { from: null, until: null } },
  gaps: { combine: 'or' },
  faults: { late: 40, stall: { kind: 'share', share: 0.01 } },
  traits: {},
}

/** Once not confirmed: 9 events came, all outside the range, and none of them was kept to be counted alone. */
const ALL_OUTSIDE: Setting = {
  events: 250,
  seed: 1,
  asked: { search: {}, range: { from: '2026-11-19T23:59:59.999Z', until: '2026-11-20T12:00:00Z' } },
  gaps: { rangePrecision: 'days' },
  faults: {},
  traits: {},
}

/** What was received and vanished for good is the reason itself. */
const VANISHING: Setting = {
  events: 31,
  seed: 1,
  asked: { search: {}, range: { from: null, until: null } },
  gaps: {},
  faults: { vanish: 10 },
  traits: {},
}

/** Once told as events that only parts of the range show: its pieces counted what arrived after the whole was read. */
const ARRIVING_AMONG_FEW: Setting = {
  events: 250,
  seed: 1,
  asked: { search: {}, range: { from: '2026-11-16T19:12:00Z', until: '2026-11-30T12:00:00Z' } },
  gaps: {},
  faults: { late: 10 },
  traits: {},
}

/** Once not confirmed: each third was 65 events, and nothing was counted alone where any event is stored twice. */
const ROUND_AND_STORED_TWICE: Setting = {
  events: 2_102,
  seed: 528_762,
  asked: { search: { eventType: 'credit' }, range: { from: null, until: '2026-10-31T02:24:00.500Z' } },
  gaps: {},
  faults: { duplicateIds: 0.5 },
  traits: {},
}

test('whatever the service does, nothing is lost in silence and nothing is there twice', async () => {
  console.log(`readings: EVENTSCOPE_SEED=${seed}`)
  const seen = { complete: 0, partial: 0, unproven: 0, paused: 0 }
  await fc.assert(
    fc.asyncProperty(anySetting, async (setting) => {
      const { events, gaps, faults, traits, asked } = setting
      const reading = await readingUnderTest({ events, seed: setting.seed, gaps, faults, traits })
      const journal = reading.journal(asked)
      try {
        const { outcome, rows } = await reading.read(journal)
        // Two texts of one event in one answer are both kept, and cost the verdict.
        const isAmended = faults.amend !== undefined && faults.duplicateIds !== undefined
        const told = rows.map((row) => (isAmended ? row.source : idOf(row)))
        expect(new Set(told).size, 'an event that is kept twice').toBe(rows.length)
        if (outcome.kind !== 'finished') {
          // Only what never answers pauses a reading for good.
          expect(faults.fail?.[0]?.status).toBeGreaterThanOrEqual(401)
          seen.paused += 1
          return
        }
        seen[outcome.verdict.kind] += 1
        check(setting, reading, journal, rows, outcome.verdict)
      } finally {
        await reading.close()
      }
    }),
    {
      seed,
      numRuns: isLong ? 300 : 30,
      examples: [[STILL_ARRIVING], [ALL_OUTSIDE], [VANISHING], [ARRIVING_AMONG_FEW], [ROUND_AND_STORED_TWICE]],
    },
  )
  console.log(`readings: ${JSON.stringify(seen)}`)
})

const MOST_WAITS = [1_000, 2_000, 4_000, 8_000]
const never = new AbortController().signal
const range = { from: '2026-10-01T00:00:00Z', until: '2026-11-15T00:00:00Z' }

test.each([
  ['stands still', {}, [], 'complete', 1],
  // Where a count proves nothing, no further one does.
  ['counts pages alone', { gaps: { total: 'page' } }, [], 'unproven', 1],
  ['counts whatever it holds', { gaps: { total: 'unfiltered' } }, MOST_WAITS, 'unproven', 2],
  ['loses events all the time', { faults: { vanish: 40 } }, MOST_WAITS, 'unproven', null],
] as const)('of a service that %s: %j', async (_, options, waited, kind, readings) => {
  const under = await readingUnderTest({ events: 900, ...options })
  const waits: number[] = []
  const wait: typeof under.effects.wait = (ms, signal) => {
    waits.push(ms)
    return under.effects.wait(ms, signal)
  }
  try {
    const journal = under.journal({ range })
    expect(await readSnapshot(journal, { ...under.effects, wait }, never)).toMatchObject({ verdict: { kind } })
    // The first round waits for nothing.
    expect(waits).toEqual(waited)
    expect(journal.state()).toMatchObject({
      rounds: waited.length + 1,
      asOf: kind === 'complete' ? expect.any(String) : null,
    })
    // What is read no more is not left waiting.
    expect(journal.slices().map(({ state }) => state)).not.toContain('waiting')
    if (readings !== null) expect(journal.slices().map((slice) => slice.readings)).toEqual([readings])
  } finally {
    await under.close()
  }
})

test('a verdict that the disk does not take is none', async () => {
  const under = await readingUnderTest({ events: 60 })
  const failure = { kind: 'disk', detail: 'ENOSPC' } as const
  try {
    const journal = under.journal({ range })
    const full: SnapshotJournal = {
      ...journal,
      commit: async (change) => (change.state?.verdict == null ? journal.commit(change) : failed(failure)),
    }
    expect(await readSnapshot(full, under.effects, never)).toEqual({ kind: 'paused', because: failure })
    expect(journal.state().verdict).toBeNull()
    expect(await readSnapshot(journal, under.effects, never)).toMatchObject({ verdict: { kind: 'complete' } })
  } finally {
    await under.close()
  }
})

test('one that is stopped for good says how many events it has, how many it lacks, and of when they are', async () => {
  const under = await readingUnderTest({ events: 5_000 })
  try {
    const source = under.journal({ range: { from: '2026-09-25T00:00:00Z', until: '2026-11-10T00:00:00Z' } })
    await under.read(source)
    const journal = under.journal({ range: { from: '2026-09-25T00:00:00Z', until: '2027-01-01T00:00:00Z' } })
    await copyParts(journal, source, new AbortController().signal)
    const stop = new AbortController()
    const search: typeof under.effects.search = (request, signal) => {
      if (journal.slices().some(({ takenOver }) => !takenOver)) stop.abort()
      return under.effects.search(request, signal)
    }
    expect(await readSnapshot(journal, { ...under.effects, search }, stop.signal)).toEqual({ kind: 'stopped' })
    const full: SnapshotJournal = { ...journal, commit: async () => failed({ kind: 'disk', detail: 'ENOSPC' }) }
    expect(await concludeStopped(full, under.now())).toMatchObject({ ok: false, failure: { kind: 'disk' } })
    // One that is stopped while it proves a round is of a moment already, until it is given up.
    await journal.commit({ state: { ...journal.state(), asOf: new Date(under.now()).toISOString() } })
    await concludeStopped(journal, under.now())
    const kept = journal.slices().reduce((sum, slice) => sum + slice.kept, 0)
    const { verdict, asOf, endedAt, totalAtStart } = journal.state()
    const more = grouped((totalAtStart?.total ?? 0) - kept)
    const words = `stopped after ${grouped(kept)} events. The service counted ${more} more.`
    expect(verdict).toMatchObject({
      kind: 'partial',
      soFar: true,
      sentence: `Incomplete: ${words}`,
      reasons: [{ code: 'stopped', words }, { code: 'taken-over' }],
    })
    expect([asOf, endedAt]).toEqual([null, new Date(under.now()).toISOString()])
    expect(await concludeStopped(source, 0)).toEqual(succeeded(null))
    expect(source.state().verdict?.kind).toBe('complete')
  } finally {
    await under.close()
  }
})

function check(
  setting: Setting,
  { service }: ReadingUnderTest,
  journal: SnapshotJournal,
  rows: SnapshotRow[],
  verdict: SnapshotVerdict,
): void {
  const { header } = journal
  const { until } = journal.state()
  const inRange = ({ text }: { text: string }) => {
    const at = nanosecondsOf(eventOf(text).createdAt)
    const [from, end] = [nanosecondsOf(header.range.from), nanosecondsOf(until)]
    return at !== null && (from === null || at >= from) && (end === null || at < end)
  }
  const history = service.history()
  const matches = history.matches(bodyOf(setting)).filter(inRange)
  const texts = new Set(matches.map(({ text }) => text))
  for (const { source, misses } of rows) {
    expect(texts.has(source), 'a text that the service never had').toBe(true)
    expect(misses).toEqual(mismatches(eventOf(source), header.search))
  }
  const ids = new Set(rows.map(idOf))
  let isOfAMoment = false
  for (let state = 0; state <= history.state() && !isOfAMoment; state += 1) {
    const then = new Set(
      matches.filter(({ since, until: end }) => since <= state && state < end).map(({ eventId }) => eventId),
    )
    isOfAMoment = then.size === ids.size && [...then].every((id) => ids.has(id))
  }
  if (verdict.kind === 'complete') expect(isOfAMoment, 'called complete, and it is of no moment').toBe(true)
  else expect(mustBeComplete(setting, matches.length), verdict.sentence).toBe(false)
  expect(reasonsThatFit(setting)).toContain(verdict.kind === 'complete' ? 'complete' : verdict.reasons[0]?.code)
}

/** The search as a filter over all events: with OR, the range that every reading has matches whatever lies in it. */
function bodyOf({ gaps, asked }: Setting): object {
  const { search } = asked
  if (gaps.combine === 'or') return {}
  const { customerId, eventCode, eventType, propertyFilters = [] } = search
  const properties = Object.fromEntries(propertyFilters.map(({ name, text }) => [name, Number(text)]))
  return {
    ...(customerId === undefined ? {} : { customer_id: customerId }),
    ...(eventCode === undefined ? {} : { event_code: eventCode }),
    ...(eventType === undefined ? {} : { event_type: eventType }),
    ...(propertyFilters.length === 0 ? {} : { event_property_filters: properties }),
  }
}

/** Standing still, with a total of all matches: unless pages do not fit together and cannot be made smaller. */
function mustBeComplete({ gaps, faults, traits, events, asked }: Setting, matching: number): boolean {
  const isMoving = [faults.grow, faults.late, faults.amend, faults.vanish].some((rate) => rate !== undefined)
  const isFailing = faults.fail !== undefined || faults.redirect !== undefined
  const countsAll = gaps.total === undefined && (gaps.totalCap == null || gaps.totalCap > events * 2)
  const isJumbled = gaps.order === 'unstable' || faults.duplicateIds !== undefined
  const limit = gaps.clampTo ?? 100
  const isWhole =
    gaps.combine === 'or' ||
    gaps.rangePrecision?.endsWith('days') === true ||
    (traits.burst ?? 0) * 2 >= limit ||
    limit < 8
  // With OR and no range of its own, the end that a reading sets makes it another search.
  const isOther = gaps.combine === 'or' && asked.range.from === null && asked.range.until === null
  return !isMoving && !isFailing && countsAll && !isOther && !(isJumbled && isWhole && matching >= limit)
}

/** What may keep a reading in this setting from being complete. */
function reasonsThatFit({ gaps, faults }: Setting): string[] {
  const isMoving = [faults.grow, faults.late, faults.vanish].some((rate) => rate !== undefined)
  const isOdd =
    isMoving ||
    faults.fail !== undefined ||
    faults.redirect !== undefined ||
    gaps.total !== undefined ||
    gaps.totalCap != null ||
    gaps.combine === 'or' ||
    gaps.order === 'unstable'
  return [
    'complete',
    ...(isOdd ? ['not-apart', 'witnesses', 'no-end', 'undated', 'filters-missed', 'outside-range'] : []),
    ...(gaps.total === 'page' ? ['page-total'] : []),
    ...(gaps.total === 'unfiltered' ? ['other-total'] : []),
    ...(gaps.totalCap != null ? ['other-total', 'wrong-total', 'page-total', 'count-differs'] : []),
    ...(gaps.order === 'unstable'
      ? ['order', 'other-total', 'repeated-ids', 'count-differs', 'never-ends', 'not-apart', 'witnesses']
      : []),
    ...(faults.duplicateIds !== undefined ? ['order', 'repeated-ids', 'other-total'] : []),
    ...(isMoving ? ['kept-changing', 'count-differs', 'repeated-ids', 'not-apart', 'no-end', 'undated', 'gap'] : []),
    // In answers of a few rows, reading again what moved takes more answers than a reading may send in vain.
    ...(isMoving && (gaps.clampTo ?? 100) < 8 ? ['never-ends'] : []),
    ...(isMoving || faults.amend !== undefined ? ['witnesses', 'count-differs', 'kept-changing'] : []),
    ...(faults.amend !== undefined && faults.duplicateIds !== undefined ? ['two-texts'] : []),
    ...(faults.vanish !== undefined ? ['gone', 'vanished', 'other-total'] : []),
    ...(faults.fail !== undefined || faults.redirect !== undefined ? ['not-read', 'no-total', 'kept-changing'] : []),
  ]
}

function eventOf(source: string) {
  const parsed = parseEventText(source)
  if (!parsed.ok) throw new Error('no event')
  return parsed.event
}
