import { describe, expect, test } from 'vitest'
import { anySlice } from '../fixtures/journal-contract.ts'
import { type Behaviour, type ReadingState, UNREAD } from '../reading-state.ts'
import type { Slice } from '../slice.ts'
import { verdictOf } from './verdict.ts'

const at = '2026-12-01T08:00:00.000Z'

interface Given extends Omit<Partial<ReadingState>, 'behaviour'> {
  behaviour?: Partial<Behaviour>
}

function verdict(slices: Partial<Slice>[], { behaviour, ...state }: Given = {}, difference: number | null = 0) {
  const read = slices.map((one, index) => anySlice(index + 1, one))
  const whole = { ...UNREAD, asOf: at, ...state, behaviour: { ...UNREAD.behaviour, ...behaviour } }
  return verdictOf({ state: whole, slices: read, zone: 'UTC', difference })
}

const read = (count: number): Partial<Slice> => ({ total: count, returned: count, kept: count })

describe('complete', () => {
  test('says how many, and what is not in it', () => {
    const later = 'Events that arrive later are not in it.'
    expect(verdict([read(312_000), read(440)])).toMatchObject({
      kind: 'complete',
      soFar: false,
      sentence: `All 312,440 events read; the service's count agreed before and after. ${later}`,
      reasons: [{ code: 'not-seen' }],
    })
    expect(verdict([read(1)]).sentence).toMatch(/^The 1 event was read;/)
    expect(verdict([read(0)]).sentence).toMatch(/^No events:/)
  })

  test('keeps "so far" beside it', () => {
    expect(verdict([read(5)], { soFar: true })).toMatchObject({ kind: 'complete', soFar: true })
  })
})

test('partial names what was not read and how many it lacks', () => {
  const http = { status: 503, requestId: null, serviceMessage: null }
  const failure = { kind: 'service-error', retryAfterMs: null, http, attempts: 1, durationMs: 1 } as const
  const day = { from: '2026-11-04T00:00:00Z', to: '2026-11-05T00:00:00Z' }
  const lacking: Partial<Slice> = { ...day, state: 'failed', total: 1_300, returned: 60, kept: 60, failure }
  const when = '2026-11-04 00:00:00 to 2026-11-05 00:00:00'
  expect(verdict([read(100), lacking])).toMatchObject({
    kind: 'partial',
    sentence: `Incomplete: ${when} was not read (503). The service counts 1,240 more.`,
    reasons: [{ code: 'not-read' }],
  })
})

describe('unproven has the reason that fits', () => {
  const unsure: Partial<Slice> = { state: 'unproven', total: 500, returned: 450, kept: 450 }
  test.each<[string, ReturnType<typeof verdict>]>([
    ['no-total', verdict([unsure], { behaviour: { totals: 'none' } })],
    ['page-total', verdict([unsure], { behaviour: { totals: 'page' } })],
    ['other-total', verdict([read(5)], { behaviour: { totals: 'other' } })],
    ['wrong-total', verdict([read(5)], { behaviour: { totals: 'wrong' } })],
    ['vanished', verdict([{ ...unsure, fell: true }])],
    ['kept-changing', verdict([{ ...unsure, steady: false }])],
    ['order', verdict([unsure], { behaviour: { orderHolds: false } })],
    ['repeated-ids', verdict([{ ...unsure, repeats: 50 }])],
    ['count-differs', verdict([unsure])],
    ['count-differs', verdict([{ state: 'waiting' }])],
    ['no-total', verdict([read(5)], {}, null)],
    ['undated', verdict([read(5)], { sent: { from: null, to: null } }, 3)],
    ['count-differs', verdict([read(5)], { sent: { from: at, to: at } }, -1)],
    ['kept-changing', verdict([read(5)], { asOf: null })],
  ])('%s', (code, found) => {
    expect(found).toMatchObject({ kind: 'unproven', reasons: [{ code }, { code: 'not-seen' }] })
    expect(found.sentence).toMatch(/^Count not confirmed: .*\.$/)
  })

  test('and says what it would mean', () => {
    expect(verdict([unsure], { behaviour: { totals: 'none' } }).sentence).toBe(
      'Count not confirmed: read to the end, but the service gives no total. Missing events would not show.',
    )
  })
})
