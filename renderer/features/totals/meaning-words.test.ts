import { expect, test } from 'vitest'
import { offeredWords, withMeanings } from './meaning-words.ts'

test('what is offered is one sentence', () => {
  const offered = [
    { name: 'amount', meaning: 'amount-major' as const },
    { name: 'currency', meaning: 'currency' as const },
  ]
  expect(offeredWords(offered)).toBe('amount looks like an amount, currency like a currency.')
})

test('a property has one meaning, which can be taken back', () => {
  const said = withMeanings([{ name: 'a', meaning: 'unit' }], [{ name: 'a', meaning: 'currency' }])
  expect(said).toEqual([{ name: 'a', meaning: 'currency' }])
  expect(withMeanings(said, [{ name: 'a', meaning: null }])).toEqual([])
})
