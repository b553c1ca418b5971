import { expect, test } from 'vitest'
import { searchDescription } from './search-description.ts'
import { defaultGaps, type Gaps, gapChoices } from './service-options.ts'

test.each<[Partial<Gaps>, string]>([
  [{}, 'The bounds of the range are inclusive; the order is newest.'],
  [{}, 'total counts all matches.'],
  [{ total: 'unfiltered', totalCap: 10_000 }, 'total counts all events, whatever the filters, but at most 10000.'],
  [{ bounds: 'half-open', rangePrecision: 'days' }, 'The bounds of the range are half-open and compared to the day;'],
  [{ rangePrecision: 'bound-seconds' }, 'The bounds of the range are inclusive and lose their fractions of a second;'],
])('%j is described', (gaps, sentence) => {
  expect(searchDescription({ ...defaultGaps, ...gaps })).toContain(sentence)
})

test.each(['total', 'rangePrecision', 'bounds', 'order', 'combine', 'propertyMatch'] as const)(
  'every choice of %s is described in its own words',
  (gap) => {
    const descriptions = gapChoices[gap].map((choice) => searchDescription({ ...defaultGaps, [gap]: choice }))
    expect(new Set(descriptions).size).toBe(descriptions.length)
  },
)
