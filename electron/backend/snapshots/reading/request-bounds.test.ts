// What a reading may cost: so many requests beside those of paging by offset, for any number of events and kind of
// range.
import { expect, test } from 'vitest'
import type { EventRecord } from '../../../../service/event-record.ts'
import type { Gaps } from '../../../../service/service-options.ts'
import { drawFrom } from '../fixtures/lying-services/draw.ts'
import type { Setting } from '../fixtures/lying-services/setting.ts'
import { readLies } from '../fixtures/reading-of-lies.ts'
import { readingUnderTest } from '../fixtures/reading-under-test.ts'
import { readSnapshot } from './read-snapshot.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const seed = Number(process.env.EVENTSCOPE_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 30) : 1))
const MOST = 1_100

const ranges = {
  closed: { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' },
  'into the day': { from: '2026-10-01T05:20:30.5Z', until: '2026-10-31T13:14:15.25Z' },
  'without an end': { from: '2026-10-01T00:00:00Z', until: null },
  'without a start': { from: null, until: '2026-11-01T00:00:00Z' },
  'without start and end': { from: null, until: null },
}

/** Before proof: pages of 100 until one is not full, and a count again, but where all there is was asked for. */
const beforeProof = (events: number, { from, until }: Setting['range']) =>
  Math.floor(events / 100) + 1 + Number(from !== null || until !== null)

/**
 * Of a range without an end the first answer is the first page as well only where that begins with the newest.
 * @param more services whose ranges go by days may need one for what both halves hold, and one for the days around the
 * range
 */
const mostFor = (events: number, range: Setting['range'], order: Gaps['order'] = 'newest', more = 0) =>
  Math.floor(14 + more + Number(order !== 'newest' && range.until === null) + 1.02 * beforeProof(events, range))

/** Some where counts are special, and one by chance; all of them in the long run. */
function counts(name: string, step = 1): number[] {
  if (isLong) return Array.from({ length: MOST / step + 1 }, (_, at) => at * step)
  const special = name === 'exact' ? [0, 1, 2, 3, 4, 6, 24, 30, 31, 101, 599, 694, 999] : [3, 30, 101, 499, 596, 694]
  return [...special, drawFrom(seed).whole(name, 0, MOST)]
}

/** Between 2 and 30 October, of two customers, codes and types. */
function records(events: number, from = seed): EventRecord[] {
  const draw = drawFrom(from)
  const first = Date.UTC(2026, 9, 2)
  return Array.from({ length: events }, (_, at): EventRecord => {
    const ms = first + Math.floor(draw.share(events, 'time', at) * 28 * 86_400_000)
    return {
      eventId: `evt_${at}`,
      createdAt: new Date(ms).toISOString(),
      customerId: draw.share(events, 'customer', at) < 0.7 ? 'cus_1' : 'cus_2',
      eventCode: draw.share(events, 'code', at) < 0.7 ? 'api_calls' : 'seat_month',
      eventType: draw.share(events, 'type', at) < 0.1 ? 'credit' : 'debit',
      properties: [],
    }
  })
}

const services: [string, Partial<Gaps>, number][] = [
  ['exact', {}, 0],
  ['oldest first', { order: 'oldest' }, 0],
  ['in no order', { order: 'shuffled' }, 0],
  ['by whole seconds', { rangePrecision: 'seconds' }, 0],
  ['by whole days', { rangePrecision: 'days' }, 2],
  ['with bounds lowered to days', { rangePrecision: 'bound-days' }, 2],
]

test.each(services)('$0: at most 14 requests and 2 % more than before proof', async (name, gaps, more) => {
  for (const events of counts(name)) {
    const under = await readingUnderTest({ records: records(events), gaps })
    try {
      for (const [kind, range] of Object.entries(ranges)) {
        const before = under.requests()
        const { outcome, rows } = await under.read(under.journal({ range }))
        expect([kind, events, outcome]).toMatchObject([kind, events, { verdict: { kind: 'complete' } }])
        expect(rows).toHaveLength(events)
        const cost = under.requests() - before
        const most = mostFor(events, range, gaps.order, more)
        expect(cost, `${events} events, ${kind}, seed ${seed}`).toBeLessThanOrEqual(most)
      }
    } finally {
      await under.close()
    }
  }
})

test.each([
  ['days', 10],
  ['seconds', 19],
  ['milliseconds', 23],
] as const)('events on all sides, compared by whole %s', async (name, length) => {
  for (const matches of counts(name, 5)) {
    await expectCompared(matches, name, length, seed + matches)
  }
})

test.each([
  [255, 848_266_419],
  [35, 40],
  [35, 181_556_582],
])('%d events compared by whole days, a part of them of the present day: seed %d', (matches, from) =>
  expectCompared(matches, 'days', 10, from),
)

test('1,098 events with bounds lowered to days, of which some two days hold more than one answer', async () => {
  const gaps = { rangePrecision: 'bound-days' } as const
  const under = await readingUnderTest({ records: records(1_098, 848_266_164), gaps })
  const { outcome } = await under.read(under.journal({ range: ranges['into the day'] }))
  await under.close()
  expect(outcome).toMatchObject({ verdict: { kind: 'complete' } })
  expect(under.requests()).toBeLessThanOrEqual(mostFor(1_098, ranges['into the day'], 'newest', 2))
})

async function expectCompared(matches: number, by: 'days' | 'seconds' | 'milliseconds', length: number, from: number) {
  const { range, order, requests, verdict, wrong, waits } = await readCompared(matches, length, from)
  expect([matches, verdict, wrong]).toEqual([matches, 'complete', null])
  const more = by === 'days' ? moreByDays(matches, range, waits > 0) : 0
  const most = mostFor(matches, range, order, more)
  expect(requests, `${matches} events, ${JSON.stringify(range)}, seed ${from}`).toBeLessThanOrEqual(most)
}

/** Some services give nothing of a day in which a range begins or ends: then it may have to be read again. */
function moreByDays(matches: number, range: Setting['range'], isReadAgain: boolean): number {
  const isInside = range === ranges['into the day']
  const isOpen = range.from === null && range.until === null
  // Both readings have the bound of one, and the second is of days from its first request on.
  if (isReadAgain && (isInside || isOpen)) return 14 + 2 + beforeProof(matches, range)
  if (isInside) return 4
  return range.until === null && !isOpen ? 3 : 2
}

/** Reads a service that looks at the first so many characters of each instant. */
async function readCompared(matches: number, length: number, from: number) {
  const draw = drawFrom(from)
  const range = draw.pick('range', ...(Object.values(ranges) as [Setting['range'], ...Setting['range'][]]))
  const setting: Setting = {
    seed: from,
    matches,
    others: 40,
    spread: 'even',
    digits: 6,
    order: draw.pick('order', 'newest', 'oldest', 'insertion'),
    bounds: draw.pick('bounds', 'inclusive', 'half-open'),
    most: 100,
    range,
    asks: 'customer',
  }
  const cut = (key: string | null) => key?.slice(0, length)
  let waits = 0
  const run = await readLies(
    { deserves: 'if-right' },
    () => ({
      matches: (row, ask, { honestly, setting: { bounds } }) => {
        const [at, start, end] = [cut(row.key) ?? '', cut(ask.from), cut(ask.to)]
        const isBefore = end === undefined || (bounds === 'inclusive' ? at <= end : at < end)
        return (start === undefined || at >= start) && isBefore && honestly(row, { ...ask, from: null, to: null })
      },
    }),
    setting,
    (line) => {
      waits += Number(line.startsWith('wait '))
    },
  )
  return { ...run, range, order: setting.order, waits }
}

/** With events at few instants, or close together, cuts are rare. */
test.each([2, 3, 4, 5, 6, 9, 17, 24, 30])('%d events at any instants', async (events) => {
  const draw = drawFrom(seed)
  for (let run = 0; run < (isLong ? 60 : 4); run += 1) {
    const spread = draw.pick(`spread ${run}`, 'even', 'day', 'hour', 'instants', 'burst')
    const range = draw.pick(`range ${run}`, ...(Object.values(ranges) as [Setting['range'], ...Setting['range'][]]))
    const setting: Setting = {
      seed: seed + run,
      matches: events,
      others: 0,
      spread,
      digits: 3,
      order: 'newest',
      bounds: 'inclusive',
      most: 100,
      range,
      asks: 'all',
    }
    const { requests, wrong, verdict } = await readLies({ deserves: 'if-right' }, () => ({}), setting)
    expect([verdict, wrong]).toEqual(['complete', null])
    const about = `${JSON.stringify(setting)}`
    expect(requests, about).toBeLessThanOrEqual(mostFor(events, range))
    if (events === 30 && range.from !== null && range.until !== null) expect(requests, about).toBeLessThanOrEqual(10)
  }
})

test.each([900, 2_000])('of %d events that stand still no page is asked for twice', async (events) => {
  const under = await readingUnderTest({ records: records(events) })
  const asked: string[] = []
  const search: typeof under.effects.search = (request, signal) => {
    if (request.limit > 1) asked.push(JSON.stringify(request))
    return under.effects.search(request, signal)
  }
  try {
    const journal = under.journal({ range: ranges['into the day'] })
    await readSnapshot(journal, { ...under.effects, search }, new AbortController().signal)
    expect(journal.state()).toMatchObject({
      method: events > 1_500 ? 'slices' : 'offset',
      verdict: { kind: 'complete' },
    })
    expect(asked.length).toBeGreaterThan(events / 100)
    expect(asked.filter((one, at) => asked.indexOf(one) !== at)).toEqual([])
  } finally {
    await under.close()
  }
})
