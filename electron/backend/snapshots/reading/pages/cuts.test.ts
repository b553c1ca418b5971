import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearchRows } from '../../../rows/search-rows.ts'
import { nanosecondsOf, rfc3339Of, SECOND } from '../session/instants.ts'
import type { ReadingAnswer } from '../session/requests.ts'
import { cutAtInstants, cutSlice, tellingRow } from './cuts.ts'

const start = Date.UTC(2026, 10, 1) / 1000
const at = (seconds: number, nanoseconds = 0) => rfc3339Of(BigInt(start + seconds) * SECOND + BigInt(nanoseconds))

function answer(times: string[], total: number): ReadingAnswer {
  const events = times.map((time, index) => ({ event_id: `e${index}`, created_at: time }))
  const parsed = parseSearchRows(Buffer.from(JSON.stringify({ events, total, limit: 100, offset: 0 })), 1_000)
  if (!parsed.ok) throw new Error('no page')
  const request = { filters: { propertyFilters: [] }, limit: 100, offset: 0 }
  return {
    events: parsed.page.events,
    total,
    limit: 100,
    offset: 0,
    keptOffset: true,
    serviceDate: null,
    askedAt: 0,
    request,
  }
}

const cases = fc.record({
  from: fc.option(fc.integer({ min: 0, max: 50_000 })),
  width: fc.integer({ min: 1, max: 3_000_000 }),
  wanted: fc.integer({ min: 2, max: 64 }),
  times: fc.array(fc.integer({ min: 0, max: 3_050_000 }), { maxLength: 20 }),
  order: fc.constantFrom('newest', 'oldest', 'other'),
  total: fc.integer({ min: 21, max: 1_000_000 }),
  takesFractions: fc.boolean(),
  fromIncluded: fc.boolean(),
  fractions: fc.constantFrom(true, false, null),
})

test('parts follow each other without a gap, a second long at least unless fractions count', () => {
  fc.assert(
    fc.property(cases, ({ from, width, wanted, times, order, total, ...behaviour }) => {
      const bounds = { from: from === null ? null : at(from), to: at((from ?? 0) + width) }
      if (order === 'newest') times.sort((a, b) => b - a)
      if (order === 'oldest') times.sort((a, b) => a - b)
      const parts = cutSlice(
        bounds,
        wanted,
        answer(
          times.map((time) => at(time)),
          total,
        ),
        behaviour,
        null,
      )
      if (parts === null) {
        expect(behaviour.fractions === true && width > 1).toBe(false)
        return
      }
      expect(parts.length).toBeGreaterThan(1)
      expect(parts.length).toBeLessThanOrEqual(wanted + 1)
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([bounds.from, bounds.to])
      for (const [index, next] of parts.slice(1).entries()) {
        const lead = (nanosecondsOf(parts[index]?.to ?? null) ?? 0n) - (nanosecondsOf(next.from) ?? 0n)
        // Where a range leaves its from out, a row right at a cut would be in neither part.
        expect(behaviour.fromIncluded ? lead === 0n : lead > 0n).toBe(true)
      }
      for (const part of parts) {
        const long = (nanosecondsOf(part.to) ?? 0n) - (nanosecondsOf(part.from) ?? -SECOND * 10n ** 12n)
        // Rows may all lie in the last second of a long slice.
        expect(long).toBeGreaterThanOrEqual(behaviour.fractions === true ? 1n : SECOND)
      }
    }),
    { numRuns: 400 },
  )
})

const plain = { fractions: null, takesFractions: false, fromIncluded: true }
/** The instants at which it is cut, in seconds from the start on. */
const cutsOf = (parts: ReturnType<typeof cutSlice>) =>
  parts?.slice(0, -1).map(({ to }) => Number((nanosecondsOf(to) ?? 0n) - BigInt(start) * SECOND) / 1e9)

test('two seconds are cut in two, beside the whole second where the service takes fractions', () => {
  const of = (width: number, behaviour: typeof plain) =>
    cutsOf(cutSlice({ from: at(0), to: at(width) }, 2, answer([at(0)], 300), behaviour, null))
  expect(of(2, plain)).toEqual([1])
  expect(of(1, plain)).toBeUndefined()
  expect(of(10, { ...plain, takesFractions: true })).toEqual([5.4999999])
})

test('it is cut where the rest of the rows is expected: behind a sorted page, and around a sample', () => {
  const of = (times: number[], total: number, width = 3_000_000) => {
    const rows = answer(
      times.map((time) => at(time)),
      total,
    )
    return cutsOf(cutSlice({ from: at(0), to: at(width) }, 2, rows, plain, null)) ?? []
  }
  const hundred = Array.from({ length: 100 }, (_, index) => index)
  // Ten pages of this one take ten times as long, and a quarter more.
  const [newest = 0] = of(
    hundred.map((index) => 2_999_999 - index),
    1_000,
  )
  expect(newest).toBeGreaterThan(3_000_000 - 1_500)
  expect(newest).toBeLessThan(3_000_000 - 1_000)
  const [sampled = 0] = of([20_000, 10_000, 15_000], 1_000)
  expect(sampled).toBeGreaterThan(8_000)
  expect(sampled).toBeLessThan(10_000)
  // What would narrow it by less than half is cut in halves.
  expect(of([200, 900, 500], 1_000, 1_000)).toEqual([500])
})

test('between instants that rows show it is cut near their median, and not where all show one', () => {
  const bounds = { from: at(0), to: null }
  const { events } = answer([at(1), at(11), at(10), at(0), at(10), at(10)], 6)
  expect(cutsOf(cutAtInstants(bounds, events))).toEqual([5.5])
  expect(cutAtInstants(bounds, answer([at(1), at(1)], 2).events)).toBeNull()
})

test('the row that tells most has a fraction and is near no full minute, hour or day; one that misses a filter tells nothing', () => {
  const noon = 12 * 3_600
  const rows = answer([at(0), at(noon), at(noon + 61), at(noon + 754, 5), at(noon + 754)], 5)
  const any = { propertyFilters: [] }
  expect(tellingRow(rows, any)?.eventId).toBe('e3')
  expect(tellingRow(answer([at(0), at(86_399, 5), at(noon)], 3), any)?.eventId).toBe('e2')
  expect(tellingRow(answer([at(0), at(86_399, 5)], 2), any)).toBeNull()
  expect(tellingRow(rows, { ...any, customerId: 'cus_1' })).toBeNull()
})

test('where all rows lie at one end, it is cut there', () => {
  const newest = Array.from({ length: 100 }, (_, index) => at(3_000_000 - index))
  const cut = cutSlice(
    { from: at(0), to: at(3_000_000) },
    10,
    answer(newest, 1_000),
    { fractions: null, takesFractions: false, fromIncluded: true },
    null,
  )
  expect(cut?.[0]?.to && nanosecondsOf(cut[0].to)).toBeGreaterThan(nanosecondsOf(at(2_990_000)) ?? 0n)
})

test('an open beginning is cut before the first row that is thought to be there', () => {
  const newest = Array.from({ length: 100 }, (_, index) => at(1_000 - index))
  const cut = cutSlice(
    { from: null, to: at(1_001) },
    4,
    answer(newest, 800),
    { fractions: null, takesFractions: false, fromIncluded: true },
    null,
  )
  expect(cut?.[0]).toMatchObject({ from: null })
  expect(nanosecondsOf(cut?.[0]?.to ?? null)).toBeLessThan(nanosecondsOf(at(300)) ?? 0n)
})

test('a second is not cut before fractions were seen to count', () => {
  const bounds = { from: at(0), to: at(1) }
  const rows = answer([at(0, 100), at(0, 900_000_000)], 500)
  const behaviour = { takesFractions: true, fromIncluded: true }
  expect(cutSlice(bounds, 2, rows, { ...behaviour, fractions: null }, null)).toBeNull()
  expect(cutSlice(bounds, 2, rows, { ...behaviour, fractions: false }, null)).toBeNull()
  expect(cutSlice(bounds, 2, rows, { ...behaviour, fractions: true }, null)).toHaveLength(2)
})
