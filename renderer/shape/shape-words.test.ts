import { expect, test } from 'vitest'
import { anyProperty, type PropertyShape } from '../../shared/shape/expected-shapes.ts'
import { UNEXPECTED } from '../../shared/shape/judge-event.ts'
import { shapeWords, unexpectedWords } from './shape-words.ts'

const none = anyProperty('amount')

test('what is expected is one sentence', () => {
  const words = (changed: Partial<PropertyShape>) => shapeWords({ ...none, ...changed })
  expect(
    words({
      required: true,
      kinds: ['number'],
      from: '0.10',
      to: '940.59',
      signs: { credit: 'below-zero', debit: 'above-zero' },
    }),
  ).toBe('always there, a number from 0.10 to 940.59, above 0 in debits, below 0 in credits')
  expect(words({ kinds: ['string', 'null'], values: ['EUR', 'USD'] })).toBe(
    'where it is there, text or null, one of “EUR”, “USD”',
  )
  expect(words({ to: '5' })).toBe('where it is there, up to 5')
  const values = Array.from({ length: 50 }, (_, at) => `v${at}`)
  expect(words({ kinds: ['string'], values })).toMatch(/“v7” and 42 more$/)
})

test('each way of not being as expected has words of its own, in which a long name is short', () => {
  const sentences = UNEXPECTED.map((what) => unexpectedWords({ what, property: 'a'.repeat(10_000), kind: 'string' }))
  expect(new Set(sentences).size).toBe(UNEXPECTED.length)
  expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThan(100)
  expect(unexpectedWords({ what: 'kind', property: 'amount', kind: 'repeated' })).toBe(
    'amount is there twice, which is not expected',
  )
})
