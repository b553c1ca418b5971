import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { evidenceLetters } from '../../../../../shared/snapshot/snapshot.ts'
import { anySlice } from '../../fixtures/journal-contract.ts'
import { type Behaviour, type Fact, type ReadingState, UNREAD } from '../../reading-state.ts'
import type { TimeSlice } from '../../time-slice.ts'
import { verdictOf } from './verdict.ts'

interface Given extends Omit<Partial<ReadingState>, 'behaviour'> {
  behaviour?: Partial<Behaviour>
  isSpent?: boolean
}

const fact = (
  letter: Fact['letter'],
  code: string,
  numbers: Fact['numbers'] = {},
  other: Partial<Fact> = {},
): Fact => ({
  letter,
  code,
  says: 'holds',
  numbers,
  round: 1,
  ...other,
})

const proof = (
  count: number,
  apart: Fact = fact('b', 'halves', { first: count - 3, second: 3, overlap: 0 }),
): Fact[] => [
  fact('a', 'counted', { before: count, after: count, counted: count }),
  apart,
  fact('c', 'end', { asked: 1, unknown: 0 }),
  fact('d', 'no-contradiction', { amended: 0 }),
  fact('e', 'witnesses', { asked: 3, differ: 0, failed: 0 }),
]

function verdict(slices: Partial<TimeSlice>[], { behaviour, isSpent = false, ...state }: Given = {}) {
  const read = slices.map((one, index) => anySlice(index + 1, one))
  const whole = { ...UNREAD, ...state, behaviour: { ...UNREAD.behaviour, ...behaviour } }
  return verdictOf({ state: whole, slices: read, zone: 'UTC', isSpent })
}

const read = (count: number): Partial<TimeSlice> => ({ total: count, returned: count, kept: count, nextOffset: count })

describe('complete', () => {
  test('says how many, and how they were counted', () => {
    const parts = fact('b', 'parts', { parts: 31, sum: 312_440, whole: 312_440 })
    expect(verdict([read(312_000), read(440)], { evidence: proof(312_440, parts) })).toMatchObject({
      kind: 'complete',
      soFar: false,
      sentence: 'All 312,440 events read: counted before and after, and again in 31 parts.',
      reasons: [{ code: 'not-seen' }],
    })
    expect(verdict([read(10)], { evidence: proof(10) }).sentence).toBe(
      'All 10 events read in one answer: counted before and after, and again as 7 + 3.',
    )
    expect(verdict([read(1)], { evidence: proof(1) }).sentence).toMatch(/^The 1 event was read in one answer:/)
    expect(verdict([read(0)], { evidence: proof(0) }).sentence).toMatch(/^No events: the service counts none/)
    expect(verdict([{ ...read(9), kept: 0 }], { evidence: proof(9) }).sentence).toBe(
      'No events: the 9 that the service counts lie outside the range.',
    )
  })

  test('does not speak of one answer where the service gave few rows in each', () => {
    const overlapped = { ...read(10), account: { ...NO_ROWS, kept: 10, cameAgain: 4 } }
    const readTwice = { ...read(10), fingerprint: '10 1-2' }
    for (const slice of [overlapped, readTwice]) {
      expect(verdict([slice], { evidence: proof(10) }).sentence).toBe(
        'All 10 events read: counted before and after, and again as 7 + 3.',
      )
    }
  })

  test('keeps "so far" beside it', () => {
    expect(verdict([read(5)], { soFar: true, evidence: proof(5) })).toMatchObject({ kind: 'complete', soFar: true })
  })

  test('needs every letter in the last round, and nothing against it in any', () => {
    const says = fc.constantFrom('holds', 'moved', 'unasked', 'against', 'missing')
    fc.assert(
      fc.property(fc.array(says, { minLength: 5, maxLength: 5 }), fc.boolean(), (each, isAgainst) => {
        const evidence = proof(10).flatMap((one, index) => {
          const said = each[index] ?? 'missing'
          return said === 'missing' ? [] : [{ ...one, says: said as Fact['says'], round: 2 }]
        })
        const before = proof(10).map((one) => ({ ...one, says: isAgainst ? ('against' as const) : one.says }))
        const found = verdict([read(10)], { evidence: [...before, ...evidence] })
        const hasRound = evidence.length > 0
        const holds = (index: number) => (hasRound ? each[index] === 'holds' : true) && !isAgainst
        const letters = [...'abcde'].filter((_, index) => holds(index)).join('')
        expect(evidenceLetters(found)).toBe(letters)
        expect(found.kind).toBe(letters === 'abcde' ? 'complete' : 'unproven')
      }),
    )
  })
})

test('partial names what was not read and how many it lacks', () => {
  const http = { status: 503, requestId: null, serviceMessage: null }
  const failure = { kind: 'service-error', retryAfterMs: null, http, attempts: 1, durationMs: 1 } as const
  const day = { from: '2026-11-04T00:00:00Z', to: '2026-11-05T00:00:00Z' }
  const lacking: Partial<TimeSlice> = { ...day, state: 'failed', total: 1_300, returned: 60, kept: 60, failure }
  const when = '2026-11-04 00:00:00 to 2026-11-05 00:00:00'
  const tooMany = { ...read(100), total: 90 }
  expect(verdict([tooMany, lacking], { evidence: proof(160) })).toMatchObject({
    kind: 'partial',
    sentence: `Incomplete: ${when} was not read (503). The service counts 1,240 more.`,
    reasons: [{ code: 'not-read' }, { code: 'not-seen' }],
  })
})

describe('unproven has the reason that fits', () => {
  const counted = (before: number | null, after: number | null, came = 450) =>
    fact('a', 'counted', { before, after, counted: came }, { says: 'moved' })
  const unsure: Partial<TimeSlice> = { state: 'unproven', total: 500, after: 500, returned: 450, kept: 450 }
  const but = (other: Fact) => [...proof(450).filter(({ letter }) => letter !== other.letter), other]

  test.each<[string, ReturnType<typeof verdict>]>([
    ['no-total', verdict([unsure], { behaviour: { totals: 'none' } })],
    ['page-total', verdict([unsure], { behaviour: { totals: 'page' } })],
    ['other-total', verdict([unsure], { behaviour: { totals: 'other' }, evidence: [counted(500, 500)] })],
    ['vanished', verdict([{ ...unsure, fell: true }], { evidence: [counted(500, 490)] })],
    ['kept-changing', verdict([unsure], { evidence: [counted(500, 510)] })],
    ['order', verdict([unsure], { behaviour: { orderHolds: false }, evidence: [counted(500, 500)] })],
    ['count-differs', verdict([unsure], { evidence: [counted(500, 500)] })],
    ['count-differs', verdict([{ state: 'waiting' }])],
    ['no-total', verdict([read(5)], { evidence: [counted(5, null)] })],
    [
      'undated',
      verdict([read(450)], {
        evidence: [...proof(450), fact('a', 'later', { later: 9, least: 0, most: 6 }, { says: 'moved' })],
      }),
    ],
    [
      'not-apart',
      verdict([read(450)], { evidence: but(fact('b', 'halves', { first: 300, second: 200 }, { says: 'moved' })) }),
    ],
    ['no-end', verdict([read(450)], { evidence: but(fact('c', 'end', { unknown: 5 }, { says: 'moved' })) })],
    [
      'witnesses',
      verdict([read(450)], { evidence: but(fact('e', 'witnesses', { asked: 6, differ: 1 }, { says: 'moved' })) }),
    ],
    ['gap', verdict([read(450)], { evidence: [...proof(450), fact('d', 'gap', {}, { says: 'against' })] })],
    ['never-ends', verdict([read(450)], { evidence: proof(450), isSpent: true })],
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
