// How a reading begins shows in what is kept of it: where it ends, by which clock, and what the service showed.
import { expect, test } from 'vitest'
import type { EventRecord } from '../../../../service/event-record.ts'
import { type Answers, at, events, HOUR, readingInMemory, serving } from '../fixtures/reading-in-memory.ts'
import { BEGIN, readingUnderTest } from '../fixtures/reading-under-test.ts'
import { UNREAD } from '../reading-state.ts'
import type { TimeSlice } from '../time-slice.ts'
import { beginReading, beginWithRangeAlone, leaveOldest } from './begin-reading.ts'
import { DAY_MARGIN, MARGIN } from './session/instants.ts'

const record = (eventId: string, at: number): EventRecord => ({
  eventId,
  createdAt: new Date(at).toISOString(),
  customerId: 'cus_1',
  eventCode: 'api_calls',
  eventType: 'debit',
  properties: [],
})

const SECOND = 1_000

/** Seconds that the service is ahead by, and of an event that it has then, both from the clock of this machine. */
test.each([
  [0, null, 0, null],
  [120, null, 120, null],
  [-120, null, -120, null],
  [121, null, 0, 'computer'],
  [121, 1, 0, 'computer'],
  [121, 3, 121, 'service'],
  [-121, null, -121, 'service'],
  [-121, -60, 0, 'computer'],
] as const)('a service that is %d s ahead, with an event at %j s: the range ends 5 s before %d s', async (...row) => {
  const [dateSkew, eventAt, at, used] = row
  const records = [record('early', BEGIN - 3_600 * SECOND)]
  if (eventAt !== null) records.push(record('late', BEGIN + eventAt * SECOND))
  const under = await readingUnderTest({ records, faults: { dateSkew } }, { step: 0 })
  try {
    const journal = under.journal()
    await under.read(journal)
    const { until, clock, soFar } = journal.state()
    expect(until).toBe(new Date(BEGIN + (at - 5) * SECOND).toISOString().replace('.000Z', 'Z'))
    expect([clock?.used ?? null, soFar]).toEqual([used, false])
  } finally {
    await under.close()
  }
})

test('what a service shows is told, and nothing of what one answer alone shows', async () => {
  const learned = async (events: number, gaps = {}) => {
    const under = await readingUnderTest({ events, gaps })
    const journal = under.journal()
    await under.read(journal)
    await under.close()
    return journal.state().findings.map((one) => [one.about, one.finding, ...one.requests.map(({ saw }) => saw)])
  }
  const whole = (events: number) => [
    ['totals', 'matches', `in 3 requests ${events} events, total ${events}`],
    ['order', 'newest', `in 3 requests ${events} events, total ${events}`],
  ]
  expect(await learned(60)).toEqual([])
  expect(await learned(160)).toEqual(whole(160))
  expect(await learned(60, { clampTo: 40 })).toEqual([['cap', '40', '40 events, total 60'], ...whole(60)])
  const inParts = ['totals', 'matches', 'total 3000', 'total 0', 'total 1101', 'total 1899']
  expect(await learned(3_000)).toContainEqual(inParts)
})

/**
 * The oldest of three parts had 100 events and has `now`; the second one begins a little before its end, with one event
 * of it. @param others whether there are any @param moved places of those that were counted otherwise
 */
async function leaving({
  from = null as string | null,
  now = 90,
  others = true,
  moved = [0],
  times = true,
  fell = [true, false],
} = {}) {
  const one = await readingInMemory(
    () => ({ events: [], total: now }),
    { times },
    { fell: fell[0] === true, sent: { from, to: at(HOUR) } },
    from,
  )
  const part = (total: number, begin: number, end: number, changed: Partial<TimeSlice> = {}) =>
    one.part({ state: 'read', total, returned: total, ...changed }, begin, end)
  const parts = [part(100, 0, 100)]
  if (others) parts.push(part(50, 99.999, 200, { shared: 1, fell: fell[1] === true }), part(30, 200, HOUR))
  await one.reading.commit({ slices: parts })
  const isLeft = await leaveOldest(
    one.reading,
    moved.flatMap((place) => parts[place] ?? []),
  )
  return { isLeft, state: one.reading.state, left: one.journal.slices() }
}

test('a snapshot without a start begins behind its oldest part where only that one keeps losing events', async () => {
  const { isLeft, state, left } = await leaving()
  expect([isLeft, left.map(({ total }) => total)]).toEqual([true, [50, 30]])
  expect(state).toMatchObject({ begins: at(100), sent: { from: at(99.999), to: at(HOUR) }, totalAtMost: { total: 79 } })
  for (const unlike of [
    { from: at(0) },
    { now: 100 },
    { fell: [false, false] },
    { fell: [true, true] },
    { moved: [0, 1] },
  ]) {
    const { isLeft, state, left } = await leaving(unlike)
    expect([isLeft, state.begins, left.length]).toEqual([false, null, 3])
  }
})

test('a snapshot that is one part is cut first, so that its oldest events can go', async () => {
  const { isLeft, state, left } = await leaving({ others: false })
  expect([isLeft, state.begins, state.method]).toEqual([true, null, 'slices'])
  expect(left.length).toBeGreaterThan(2)
  expect((await leaving({ others: false, times: false })).isLeft).toBe(false)
})

test('the first answers say how the rest is read: as one, in parts, or a day wider', async () => {
  const begun = async (answers: Answers) => {
    const one = await readingInMemory(answers, { times: null }, { totalAtMost: TOO_MANY })
    // What an earlier beginning left is dropped.
    await one.reading.commit({ slices: [one.part(), one.part()] })
    expect(await beginReading(one.reading)).toMatchObject({ ok: true })
    const { method, margin, behaviour, totalAtStart, totalAtMost, sent } = one.reading.state
    expect(totalAtMost).toEqual(totalAtStart)
    expect(one.journal.slices()).toMatchObject([{ ...sent, state: 'waiting' }])
    return { method, margin, times: behaviour.times, requests: one.requests() }
  }
  const spread = (count: number) => serving(events(count, 1, 2))
  expect(await begun(spread(1_500))).toMatchObject({ method: 'offset', margin: MARGIN, times: null })
  expect(await begun(spread(1_501))).toMatchObject({ method: 'slices', margin: MARGIN, times: true })
  // All there is came at once, so nothing is asked about the range.
  expect(await begun(spread(60))).toEqual({ method: 'offset', margin: MARGIN, times: null, requests: [[-MARGIN, 0]] })
  const outside = await begun(() => ({ events: [...events(3, 9), ...events(1, -600)], total: 4 }))
  expect(outside).toMatchObject({ method: 'offset', margin: DAY_MARGIN, times: false })
  const none = await begun(({ filters }) => {
    const isWide = (filters.createdAtFrom ?? '') < at(-HOUR)
    return { events: isWide ? events(3, 9) : [], total: isWide ? 3 : 0 }
  })
  expect(none).toMatchObject({ method: 'offset', margin: DAY_MARGIN, times: false })
  expect(none.requests.slice(0, 2)).toEqual([
    [-MARGIN, 0],
    [-DAY_MARGIN, 0],
  ])
})

const TOO_MANY = { total: 9_999, at: at(0), serviceDate: null }

test('what a range did beside a filter is forgotten where it is asked for alone', async () => {
  const beside = {
    times: false,
    hidesDays: true,
    fractions: false,
    takesFractions: true,
    fromIncluded: false,
    rangesHold: false,
  }
  const { reading } = await readingInMemory(serving(events(60)), beside)
  expect(await beginWithRangeAlone(reading)).toMatchObject({ ok: true })
  expect(reading.state).toMatchObject({ rangeAlone: true, method: 'offset', behaviour: UNREAD.behaviour })
})
