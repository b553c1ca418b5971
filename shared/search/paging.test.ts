import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event, SearchPage } from '../event/event.ts'
import { NO_TEXTS } from '../event/event-fields.ts'
import { isWholeAnswer, knownTotal, lastRowsOffset, nextOffset, previousOffset, rangeText } from './paging.ts'

const settings = { seed: 20261120, numRuns: 500 }

interface Service {
  matches: number
  /** The most events that it gives at once. */
  cap: number
  total: 'all' | 'page' | 'so far' | 'none'
  echo: 'applied' | 'asked' | 'none'
}

/** A service that clamps in silence shows it only by a total of all matches: without one nobody could know. */
const services: fc.Arbitrary<Service> = fc
  .record({
    matches: fc.nat({ max: 400 }),
    cap: fc.constantFrom(100, 50, 7, 1),
    total: fc.constantFrom('all', 'page', 'so far', 'none'),
    echo: fc.constantFrom('applied', 'asked', 'none'),
  })
  .map((service) => (service.echo === 'applied' || service.total === 'all' ? service : { ...service, cap: 100 }))
const limits = fc.constantFrom(25, 50, 100)

describe('walking a service', () => {
  test('Next meets every event exactly once, and ends', () => {
    fc.assert(
      fc.property(services, limits, (service, limit) => {
        const seen: string[] = []
        let requests = 0
        let offset: number | null = 0
        while (offset !== null) {
          requests += 1
          if (requests > service.matches + 2) throw new Error('walks for ever')
          const request: { limit: number; offset: number } = { limit, offset }
          const page = answer(service, request)
          seen.push(...page.events.map(({ source }) => source))
          offset = nextOffset(request, page)
        }
        expect(seen).toEqual(Array.from({ length: service.matches }, (_, index) => String(index)))
      }),
      settings,
    )
  })

  test('Previous leads from anywhere to the first page', () => {
    fc.assert(
      fc.property(services, limits, fc.nat({ max: 500 }), (service, limit, start) => {
        let offset = start
        for (;;) {
          const previous = previousOffset({ limit, offset }, answer(service, { limit, offset }))
          if (previous === null) break
          expect(previous).toBeLessThan(offset)
          offset = previous
        }
        expect(offset).toBe(0)
      }),
      settings,
    )
  })

  test('from past the end the way back leads to the last rows', () => {
    fc.assert(
      fc.property(services, limits, fc.integer({ min: 1, max: 1000 }), (service, limit, beyond) => {
        let offset = service.matches + beyond
        let page = answer(service, { limit, offset })
        let steps = 0
        for (;;) {
          const back = lastRowsOffset({ limit, offset }, page)
          if (back === null) break
          expect(back).toBeLessThan(offset)
          offset = back
          page = answer(service, { limit, offset })
          steps += 1
        }
        expect(page.events.length > 0 || offset === 0).toBe(true)
        const isSilent = service.echo !== 'applied' && service.cap < limit
        if (service.matches > 0 && !isSilent) expect(offset + page.events.length).toBe(service.matches)
        if (service.matches > 0 && service.total === 'all') expect(steps).toBe(1)
      }),
      settings,
    )
  })
})

describe('what is said', () => {
  test('a total is named only where it is the number of all matches', () => {
    const honest = services.filter(({ echo, cap, total }) => total !== 'so far' && (echo === 'applied' || cap === 100))
    fc.assert(
      fc.property(honest, limits, fc.nat({ max: 500 }), (service, limit, offset) => {
        const request = { limit, offset }
        const page = answer(service, request)
        const count = page.events.length
        const match = /^Rows ([\d,]+)–([\d,]+)(?: of ([\d,]+)| · total unknown)$/.exec(rangeText(request, page))
        if (count === 0) {
          expect(rangeText(request, page)).toBe('No events')
        } else {
          expect([match?.[1], match?.[2]]).toEqual([offset + 1, offset + count].map((n) => n.toLocaleString('en-US')))
          if (match?.[3] !== undefined) expect(match[3]).toBe(service.matches.toLocaleString('en-US'))
        }
        expect([null, service.matches]).toContain(knownTotal(request, page))
      }),
      settings,
    )
  })

  test.each([
    // limit, offset asked; events, total, limit, offset answered
    [50, 0, 50, 1234, 50, 0, 'Rows 1–50 of 1,234', 50],
    [50, 1200, 34, 1234, 50, 1200, 'Rows 1,201–1,234 of 1,234', null],
    [50, 50, 50, 50, 50, 50, 'Rows 51–100 · total unknown', 100],
    [50, 50, 30, 30, 50, 50, 'Rows 51–80 · total unknown', null],
    [50, 0, 50, 50, 50, 0, 'Rows 1–50 · total unknown', 50],
    [50, 50, 50, 100, 50, 50, 'Rows 51–100 of 100', 100],
    [50, 0, 1, 1, 50, 0, 'Rows 1–1 of 1', null],
    [50, 0, 0, 0, 50, 0, 'No events', null],
    [50, 100, 0, 0, 50, 100, 'No events', null],
    [50, 0, 50, null, null, null, 'Rows 1–50 · total unknown', 50],
    [50, 0, 3, null, null, null, 'Rows 1–3 · total unknown', null],
    // clamped, with and without a word
    [100, 0, 20, 90, 20, 0, 'Rows 1–20 of 90', 20],
    [100, 0, 20, 20, 20, 0, 'Rows 1–20 · total unknown', 20],
    [100, 0, 20, 90, 100, 0, 'Rows 1–20 of 90', 20],
    // a limit echoed larger than asked for, more events than that limit, a hole in the middle
    [50, 0, 50, 50, 100, 0, 'Rows 1–50 · total unknown', 50],
    [50, 0, 60, null, 50, 0, 'Rows 1–60 · total unknown', 60],
    [50, 50, 0, 200, 50, 50, 'No events', 100],
    // a service that knows no offset
    [50, 50, 50, 500, 50, 0, 'Rows 1–50 of 500', null],
  ])('%j', (limit, offset, count, total, pageLimit, pageOffset, text, next) => {
    const page: SearchPage = {
      events: events(0, count),
      sent: count,
      total,
      limit: pageLimit,
      offset: pageOffset,
      problems: [],
    }
    expect(rangeText({ limit, offset }, page)).toBe(text)
    expect(nextOffset({ limit, offset }, page)).toBe(next)
  })

  test('the way back is offered on empty pages past the first only', () => {
    const empty = { events: [], sent: 0, total: 120, limit: 50, problems: [] }
    expect(lastRowsOffset({ limit: 50, offset: 500 }, { ...empty, offset: 500 })).toBe(100)
    expect(lastRowsOffset({ limit: 50, offset: 500 }, { ...empty, total: 0, offset: 500 })).toBe(450)
    expect(lastRowsOffset({ limit: 50, offset: 100 }, { ...empty, offset: 100 })).toBe(50)
    expect(lastRowsOffset({ limit: 50, offset: 0 }, { ...empty, total: 0, offset: 0 })).toBeNull()
    expect(
      lastRowsOffset({ limit: 50, offset: 50 }, { ...empty, events: events(50, 1), sent: 1, offset: 50 }),
    ).toBeNull()
  })
})

function answer(service: Service, asked: { limit: number; offset: number }): SearchPage {
  const limit = Math.min(asked.limit, service.cap)
  const count = Math.max(0, Math.min(limit, service.matches - asked.offset))
  const totals = { all: service.matches, page: count, 'so far': asked.offset + count, none: null }
  const echoes = { applied: { limit, offset: asked.offset }, asked, none: { limit: null, offset: null } }
  return {
    events: events(asked.offset, count),
    sent: count,
    total: totals[service.total],
    ...echoes[service.echo],
    problems: [],
  }
}

function events(first: number, count: number): Event[] {
  return Array.from({ length: count }, (_, index) => ({
    ...NO_TEXTS,
    properties: [],
    extra: [],
    problems: [],
    source: String(first + index),
  }))
}

describe('a page that is all there is', () => {
  const capped = fc.record({
    matches: fc.nat({ max: 120 }),
    cap: fc.constantFrom(100, 50, 20, 7),
    total: fc.constantFrom('all' as const, 'page' as const, 'none' as const),
    echo: fc.constantFrom('applied' as const, 'none' as const),
  })

  test('is never one that the service cut short, in silence or not, whatever it counts', () => {
    fc.assert(
      fc.property(capped, limits, (service, limit) => {
        const request = { limit, offset: 0 }
        const page = answer(service, request)
        if (isWholeAnswer(request, page)) expect(page.events).toHaveLength(service.matches)
      }),
      settings,
    )
  })

  test('is told where the service says what it applied and counted', () => {
    const request = { limit: 50, offset: 0 }
    const service = { matches: 20, cap: 100, total: 'all', echo: 'applied' } as const
    expect(isWholeAnswer(request, answer(service, request))).toBe(true)
    expect(isWholeAnswer(request, answer({ ...service, total: 'none' }, request))).toBe(false)
    expect(isWholeAnswer(request, answer({ ...service, echo: 'none' }, request))).toBe(false)
    // More than were read came.
    expect(isWholeAnswer(request, { ...answer(service, request), sent: 21 })).toBe(false)
  })
})
