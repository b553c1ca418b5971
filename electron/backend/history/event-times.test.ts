import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../../shared/event/event.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { failed, succeeded } from '../../../shared/failure/failure.ts'
import { distributionRequests, MOST_BINS, mostEdgeRequests } from '../../../shared/search/time-search.ts'
import { nanosecondsOf } from '../snapshots/reading/session/instants.ts'
import { type AskBetween, distribution, findEdge } from './event-times.ts'

const DAY = 86_400_000
const BEGIN = Date.UTC(2026, 0, 1)
const textOf = (ms: number) => new Date(ms).toISOString()

const event = (createdAt: string): Event => someEvent({ eventId: createdAt, createdAt, source: createdAt })

type Bounds = 'inclusive' | 'half-open' | 'exclusive'

/** A service that holds these instants (ms), in an order of its own; asks are counted. */
function serviceOf(
  times: readonly number[],
  bounds: Bounds = 'inclusive',
  order: 'newest' | 'oldest' | 'mixed' = 'newest',
) {
  const sorted = times.toSorted((a, b) => (order === 'oldest' ? a - b : b - a))
  if (order === 'mixed') sorted.sort((a, b) => ((a * 7_919) % 1_009) - ((b * 7_919) % 1_009))
  let asked = 0
  const ask: AskBetween = async (from, to, limit) => {
    asked += 1
    const [low, high] = [nanosecondsOf(from), nanosecondsOf(to)]
    const isIn = (ms: number) => {
      const at = BigInt(ms) * 1_000_000n
      const isAfter = low === null || (bounds === 'exclusive' ? at > low : at >= low)
      return isAfter && (high === null || (bounds === 'inclusive' ? at <= high : at < high))
    }
    const found = sorted.filter(isIn)
    return succeeded({ events: found.slice(0, limit).map((ms) => event(textOf(ms))), total: found.length })
  }
  return { ask, asked: () => asked }
}

const anyTimes = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 365 * DAY - 1 }), { maxLength: 60 }),
  // Hundreds within one second, or on one instant.
  fc
    .tuple(
      fc.integer({ min: 0, max: 364 * DAY }),
      fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 120, maxLength: 300 }),
    )
    .map(([at, more]) => more.map((one) => at + one)),
  fc
    .tuple(fc.integer({ min: 0, max: 364 * DAY }), fc.integer({ min: 101, max: 250 }))
    .map(([at, count]) => new Array(count).fill(at) as number[]),
)

describe('the first and the last event', () => {
  test('are those that looking at every one finds, within 37 requests each', async () => {
    const year = { from: textOf(BEGIN), to: textOf(BEGIN + 365 * DAY) }
    expect(mostEdgeRequests(year.from, year.to)).toBe(37)
    const anyBounds = fc.constantFrom<Bounds>('inclusive', 'half-open', 'exclusive')
    const anyOrder = fc.constantFrom('newest' as const, 'oldest' as const, 'mixed' as const)
    await fc.assert(
      fc.asyncProperty(anyTimes, anyBounds, anyOrder, fc.boolean(), async (offsets, bounds, order, isOpen) => {
        // An exclusive range leaves out what lies right at its ends.
        const times = offsets.map((offset) => BEGIN + 1 + offset)
        const range = isOpen ? { from: null, to: null } : year
        for (const side of ['first', 'last'] as const) {
          const service = serviceOf(times, bounds, order)
          const outcome = await findEdge(side, range, service.ask)
          if (!outcome.ok) throw new Error(outcome.failure.kind)
          const found = outcome.value
          const wanted =
            times.length === 0 ? null : times.reduce((a, b) => (side === 'first' ? Math.min(a, b) : Math.max(a, b)))
          expect(found.requests).toBe(service.asked())
          expect(found.requests).toBeLessThanOrEqual(mostEdgeRequests(range.from, range.to))
          expect(found.kind === 'found' ? found.source : found.kind).toBe(wanted === null ? 'none' : textOf(wanted))
        }
      }),
      runs(1411, 200),
    )
  })

  test('are told to the millisecond where more than an answer holds is dated a millisecond later', async () => {
    for (const bounds of ['half-open', 'exclusive'] as const) {
      for (let ms = 1; ms < 17; ms += 1) {
        const times = [BEGIN + ms, ...new Array<number>(150).fill(BEGIN + ms + 1)]
        const outcome = await findEdge('first', { from: textOf(BEGIN), to: null }, serviceOf(times, bounds).ask)
        expect(outcome).toMatchObject({ value: { source: textOf(BEGIN + ms), within: 'millisecond' } })
        // At a whole second, where it is cut, and half a second before another.
        const second = BEGIN + 1_000 * ms
        const few = serviceOf([second, second + 500], bounds)
        const exact = await findEdge('first', { from: textOf(BEGIN), to: null }, few.ask)
        expect(exact).toMatchObject({ value: { source: textOf(second), within: 'exact' } })
      }
    }
  })

  test('are none of those that lie just outside of the range', async () => {
    const range = { from: textOf(BEGIN), to: textOf(BEGIN + DAY) }
    const times = [-900, -1, 500, DAY / 2, DAY - 500, DAY + 1, DAY + 900].map((ms) => BEGIN + ms)
    for (const bounds of ['inclusive', 'half-open', 'exclusive'] as const) {
      for (const order of ['newest', 'oldest'] as const) {
        const first = await findEdge('first', range, serviceOf(times, bounds, order).ask)
        expect(first).toMatchObject({ value: { kind: 'found', source: textOf(BEGIN + 500), within: 'exact' } })
        const last = await findEdge('last', range, serviceOf(times, bounds, order).ask)
        expect(last).toMatchObject({ value: { kind: 'found', source: textOf(BEGIN + DAY - 500), within: 'exact' } })
      }
    }
  })

  test('are those that were seen where nothing is found around them', async () => {
    const seen = event(textOf(BEGIN + 7))
    const shy: AskBetween = async (from) =>
      succeeded({ events: from === null ? [seen] : [], total: from === null ? 1 : 0 })
    expect(await findEdge('first', { from: null, to: null }, shy)).toMatchObject({
      value: { kind: 'found', source: seen.source, within: 'millisecond' },
    })
  })

  test('take at most 40 requests within eight years, and at most 60 whatever the range', () => {
    const [first, last] = [Date.UTC(1970, 0, 1), Date.UTC(2100, 0, 1)]
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), fc.integer({ min: 0, max: 8 * 366 * DAY }), (from, length) => {
        expect(mostEdgeRequests(textOf(from), textOf(from + length))).toBeLessThanOrEqual(40)
        expect(mostEdgeRequests(textOf(from), null)).toBeLessThanOrEqual(60)
        expect(mostEdgeRequests(null, textOf(from))).toBeLessThanOrEqual(60)
      }),
      runs(1412, 100),
    )
    expect(mostEdgeRequests(null, null)).toBeLessThanOrEqual(60)
    expect(distributionRequests(MOST_BINS)).toBeLessThanOrEqual(40)
  })

  test('are not told by a service whose rows lie elsewhere, that fails, or whose rows have no time', async () => {
    const range = { from: textOf(BEGIN), to: textOf(BEGIN + 365 * DAY) }
    const elsewhere: AskBetween = async () => succeeded({ events: [event(textOf(BEGIN + 300 * DAY))], total: 1 })
    expect(await findEdge('first', range, elsewhere)).toMatchObject({ value: { kind: 'untrusted', requests: 2 } })
    // A dropped fraction explains a second outside of the range, and nothing more.
    const late = (ms: number): AskBetween => {
      const service = serviceOf([BEGIN + 300 * DAY])
      return async (from, to, limit) => {
        const end = to === null || to === range.to ? null : Date.parse(to)
        return end === null || limit > 1
          ? service.ask(from, to, limit)
          : succeeded({ events: [event(textOf(end + ms))], total: 1 })
      }
    }
    expect(await findEdge('first', range, late(1_001))).toMatchObject({ value: { kind: 'untrusted', requests: 2 } })
    expect(await findEdge('first', range, late(1_000))).toMatchObject({ value: { kind: 'found' } })
    const timeless: AskBetween = async () => succeeded({ events: [event('yesterday')], total: 1 })
    expect(await findEdge('last', range, timeless)).toMatchObject({ value: { kind: 'untrusted', requests: 1 } })
    const away: AskBetween = async () => failed({ kind: 'cancelled' })
    expect(await findEdge('last', range, away)).toEqual({ ok: false, failure: { kind: 'cancelled' } })
  })
})

describe('the distribution over time', () => {
  test('counts every event once', async () => {
    await fc.assert(
      fc.asyncProperty(anyTimes, fc.integer({ min: 1, max: 39 }), async (offsets, bins) => {
        const times = offsets.map((offset) => BEGIN + 1 + offset)
        // Of lengths that differ, as the months of a year do.
        const edges = Array.from({ length: bins + 1 }, (_, at) =>
          textOf(BEGIN + Math.floor(365 * DAY * (at / bins) ** 2)),
        )
        const service = serviceOf(times)
        const outcome = await distribution(edges, service.ask)
        if (!outcome.ok) throw new Error(outcome.failure.kind)
        const counted = outcome.value
        expect(service.asked()).toBe(distributionRequests(bins))
        if (counted.kind !== 'counted') throw new Error(counted.kind)
        // The last edge itself lies outside.
        expect(counted.total).toBe(times.filter((ms) => ms < BEGIN + 365 * DAY).length)
        for (const { from, to, count } of counted.bins) {
          const [low, high] = [nanosecondsOf(from) ?? 0n, nanosecondsOf(to) ?? 0n]
          expect(count).toBe(
            times.filter((ms) => BigInt(ms) * 1_000_000n >= low && BigInt(ms) * 1_000_000n < high).length,
          )
        }
      }),
      { ...runs(1413, 50), examples: [[[365 * DAY - 1], 1]] },
    )
  })

  test('is not told where the parts do not add up, or no total is given', async () => {
    const edges = [0, 6, 12, 24].map((hour) => textOf(BEGIN + hour * 3_600_000))
    const always: AskBetween = async () => succeeded({ events: [], total: 5 })
    expect(await distribution(edges, always)).toMatchObject({ value: { kind: 'untrusted' } })
    // The whole is asked for behind its three parts.
    let asked = 0
    const more: AskBetween = async () => {
      asked += 1
      return succeeded({ events: [], total: asked === 4 ? 16 : 5 })
    }
    expect(await distribution(edges, more)).toMatchObject({ value: { kind: 'untrusted' } })
    const never: AskBetween = async () => succeeded({ events: [], total: null })
    expect(await distribution(edges, never)).toMatchObject({ value: { kind: 'untrusted' } })
  })

  test('fails with the first failure, and asks for nothing more after it', async () => {
    let asked = 0
    const failing: AskBetween = async () => {
      asked += 1
      return asked === 1 ? failed({ kind: 'cancelled' }) : succeeded({ events: [], total: null })
    }
    const edges = [0, 1, 2, 3, 4, 5].map((day) => textOf(BEGIN + day * DAY))
    expect(await distribution(edges, failing)).toEqual(failed({ kind: 'cancelled' }))
    expect(asked).toBe(2)
  })

  test('is asked for two parts at a time', async () => {
    let [open, most] = [0, 0]
    const slow: AskBetween = async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      return succeeded({ events: [], total: 0 })
    }
    await distribution(
      [0, 1, 2, 3, 4, 5].map((day) => textOf(BEGIN + day * DAY)),
      slow,
    )
    expect(most).toBe(2)
  })
})
