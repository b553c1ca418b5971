import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../../shared/event/event.ts'
import { formatUtc } from '../../../shared/time/instant.ts'
import { observedOrder, orderWords } from './observed-order.ts'

const at = (createdAt: string | null) => ({ createdAt }) as Event
const instants = fc.array(
  fc.record({ seconds: fc.integer({ min: 0, max: 100 }), nanoseconds: fc.integer({ min: 0, max: 3 }) }),
  { maxLength: 8 },
)
const inNanoseconds = ({ seconds, nanoseconds }: { seconds: number; nanoseconds: number }) =>
  seconds * 1_000_000_000 + nanoseconds

describe('observed order', () => {
  test('is what sorting says', () => {
    fc.assert(
      fc.property(instants, (list) => {
        const times = list.map(inNanoseconds)
        const up = times.toSorted((a, b) => a - b).join()
        const down = times.toSorted((a, b) => b - a).join()
        const sorted = times.join() === up ? 'oldest-first' : times.join() === down ? 'newest-first' : 'none'
        expect(observedOrder(list.map((instant) => at(formatUtc(instant))))).toBe(up === down ? null : sorted)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test('tells instants apart by the last nanosecond, and by what they mean', () => {
    expect(observedOrder([at('2026-11-20T14:00:00.000000002Z'), at('2026-11-20T14:00:00.000000001Z')])).toBe(
      'newest-first',
    )
    expect(observedOrder([at('2026-11-20T14:00:00Z'), at('2026-11-20T15:00:00+01:00')])).toBeNull()
  })

  test('what cannot be read is left out', () => {
    expect(observedOrder([at('2026-11-20T14:00:00Z'), at('yesterday'), at(null), at('2026-11-19T14:00:00Z')])).toBe(
      'newest-first',
    )
    expect(observedOrder([])).toBeNull()
  })

  test('is said in the words of tables, and no order in words of its own', () => {
    const [early, late] = [at('2026-11-20T14:00:00Z'), at('2026-11-20T15:00:00Z')]
    const words = (...events: Event[]) => orderWords(observedOrder(events))
    expect(words(late, early)).toBe('Newest first')
    expect(words(early, late)).toBe('Oldest first')
    expect(words(early, late, early)).toBe('Order not guaranteed')
    expect(words(early)).toBeNull()
  })
})
