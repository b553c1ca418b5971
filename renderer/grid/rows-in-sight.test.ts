import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterScroll,
  boxHeight,
  type LongList,
  revealSegment,
  scrolledFor,
  TALLEST,
  topFor,
  withBarInPlace,
} from './rows-in-sight.tsx'

const MILLION: LongList = { height: 30_000_000, room: 750 }
const lists = fc.record({
  height: fc.integer({ min: 1_000, max: 90_000_000 }),
  room: fc.integer({ min: 100, max: 900 }),
})

test('the bar and the list are at their ends together, and one is found from the other', () => {
  fc.assert(
    fc.property(lists, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
      const top = part * (list.height - list.room)
      expect(topFor(0, list)).toBe(0)
      expect(topFor(boxHeight(list) - list.room, list)).toBe(list.height - list.room)
      expect(Math.abs(topFor(scrolledFor(top, list), list) - top)).toBeLessThan(0.01)
      expect(scrolledFor(top, list)).toBeLessThanOrEqual(TALLEST)
    }),
  )
})

describe('of a million rows', () => {
  test('a wheel or a key moves as many pixels as it says, wherever it stands and however often', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.integer({ min: -900, max: 900 })),
        (part, steps) => {
          const start = part * (MILLION.height - MILLION.room)
          let place = { top: start, scrolled: scrolledFor(start, MILLION) }
          for (const step of steps) {
            const bar = Math.max(0, Math.min(place.scrolled + step, TALLEST - MILLION.room))
            const moved = bar - place.scrolled
            const next = afterScroll(place, bar, MILLION)
            const wanted = Math.max(0, Math.min(place.top + moved, MILLION.height - MILLION.room))
            expect(next.top).toBeCloseTo(wanted, 5)
            // There is always way left, on either side, as long as the list has rows there.
            if (next.top > 1_000) expect(next.scrolled).toBeGreaterThan(900)
            place = next
          }
        },
      ),
    )
  })

  test('the thumb leads to the part that it points at, and both ends are reached', () => {
    const bar = TALLEST - MILLION.room
    expect(afterScroll({ top: 0, scrolled: 0 }, bar / 2, MILLION).top).toBeCloseTo(
      (MILLION.height - MILLION.room) / 2,
      0,
    )
    expect(afterScroll({ top: 0, scrolled: 0 }, bar, MILLION)).toEqual({ top: MILLION.height - 750, scrolled: bar })
  })

  test('what has drifted while it was wheeled stands right once it is over', () => {
    let place = { top: 15_000_000, scrolled: scrolledFor(15_000_000, MILLION) }
    for (let step = 0; step < 5_000; step += 1) place = afterScroll(place, place.scrolled + 100, MILLION)
    expect(place.top).toBe(15_500_000)
    expect(withBarInPlace(place, MILLION)).toEqual({
      top: 15_500_000,
      scrolled: Math.round(scrolledFor(15_500_000, MILLION)),
    })
  })

  test('a bar that is put right between two turns of the wheel takes nothing of them, though browsers round its place', () => {
    const start = 11_130_000
    let place = { top: start, scrolled: Math.round(scrolledFor(start, MILLION)) }
    for (let turn = 0; turn < 20; turn += 1) {
      const { top, scrolled } = withBarInPlace(place, MILLION)
      place = afterScroll({ top, scrolled }, Math.round(scrolled) + 120, MILLION)
    }
    expect(place.top).toBe(start + 20 * 120)
  })

  test('a row is brought into sight by the least that it takes', () => {
    const place = { top: 3_000_000, scrolled: scrolledFor(3_000_000, MILLION) }
    expect(revealSegment(place, 3_000_030, 3_000_060, MILLION)).toEqual(place)
    expect(revealSegment(place, 3_000_740, 3_000_770, MILLION)).toEqual({
      top: 3_000_020,
      scrolled: place.scrolled + 20,
    })
    expect(revealSegment(place, 2_999_970, 3_000_000, MILLION).top).toBe(2_999_970)
    expect(revealSegment(place, 29_999_970, 30_000_000, MILLION)).toEqual({ top: 29_999_250, scrolled: TALLEST - 750 })
  })
})
