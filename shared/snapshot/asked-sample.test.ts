import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AskedSample, mostAltered, percentAtMost, sampleWords } from './asked-sample.ts'

const sample = (change: Partial<AskedSample> = {}): AskedSample => ({
  at: '2026-11-03T09:00:00Z',
  seed: 'a1',
  drawn: 300,
  of: 8_613,
  withoutId: 0,
  above: null,
  differing: [],
  differs: { drawn: 0, above: 0 },
  ...change,
})

describe('how much may differ at most', () => {
  test('by the tables: none, one and three of 300', () => {
    expect(mostAltered(sample())).toBeCloseTo(1 - 0.05 ** (1 / 300), 12)
    // Clopper and Pearson, one-sided: the quantile of Beta(k + 1, n − k) at 0.95.
    expect(mostAltered(sample({ differs: { drawn: 1, above: 0 } }))).toBeCloseTo(0.0157146, 6)
    expect(mostAltered(sample({ differs: { drawn: 3, above: 0 } }))).toBeCloseTo(0.0256414, 6)
    expect(mostAltered(sample({ differs: { drawn: 300, above: 0 } }))).toBe(1)
  })

  test('nothing is estimated where all were asked', () => {
    expect(mostAltered(sample({ of: 300 }))).toBeNull()
  })

  test('more that differ, and fewer that were drawn, make it more; it is never less than what was seen', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 2_000 }), fc.nat(2_000), (drawn, most) => {
        const differs = Math.min(most, drawn - 1)
        const bound = (one: Partial<AskedSample>) => mostAltered(sample({ of: 100_000, ...one })) ?? Number.NaN
        const here = bound({ drawn, differs: { drawn: differs, above: 0 } })
        expect(here).toBeGreaterThan(differs / drawn)
        expect(bound({ drawn, differs: { drawn: differs + 1, above: 0 } })).toBeGreaterThan(here)
        expect(bound({ drawn: drawn + 1, differs: { drawn: differs, above: 0 } })).toBeLessThan(here)
      }),
    )
  })
})

test('a bound is rounded up, to two digits', () => {
  expect([0.0099, 0.015_720_2, 0.000_31, 0.25, 0.101, 1].map(percentAtMost)).toEqual([
    '0.99 %',
    '1.6 %',
    '0.031 %',
    '25 %',
    '11 %',
    '100 %',
  ])
})

describe('in words', () => {
  const caveat =
    'This is about events, not money: it shows that the service still answers what was read, not that it is right.'

  test('none differs', () => {
    expect(sampleWords(sample())).toEqual([
      'None of 300 differs: at most 1 % of the 8,613 events were altered since, at 95 % confidence.',
      caveat,
    ])
  })

  test('all were asked, as there are fewer than were wanted', () => {
    expect(sampleWords(sample({ drawn: 12, of: 12, withoutId: 1 }))).toEqual([
      'None of 12 differs: these are all events that can be asked for, so nothing is estimated.',
      '1 event has no ID and cannot be asked for.',
      caveat,
    ])
  })

  test('some differ, and those above an amount are told apart', () => {
    const above = { property: 'amount', from: '1000', events: 4 }
    expect(sampleWords(sample({ above, differs: { drawn: 3, above: 1 } }))).toEqual([
      '3 of 300 differ: at most 2.6 % of the 8,613 events were altered since, at 95 % confidence.',
      'All of the 4 further events with amount of 1000 or more were asked: 1 differs.',
      caveat,
    ])
  })

  test('a service that offers no single events is not one whose events are all gone', () => {
    const gone = { eventId: 'a', what: 'gone', fields: [] as string[], isDrawn: true } as const
    const words = sampleWords(sample({ drawn: 2, differing: [gone, gone], differs: { drawn: 2, above: 0 } }))
    expect(words).toContain('The service answered 404 to every one: it may not offer single events at all.')
    // One says nothing of the service.
    const ofOne = sampleWords(sample({ drawn: 1, differing: [gone], differs: { drawn: 1, above: 0 } }))
    expect(ofOne.join()).not.toContain('404')
  })
})
