import { expect, test } from 'vitest'
import { meaningsToOffer, offeredWords, withMeanings } from './meaning-words.ts'

test('what is offered is one sentence', () => {
  const offered = [
    { name: 'amount', meaning: 'amount-major' as const },
    { name: 'currency', meaning: 'currency' as const },
  ]
  expect(offeredWords(offered)).toBe('amount looks like an amount, currency like a currency.')
})

test('an amount is not offered where a price, but no quantity stands beside it', () => {
  const seen = (...names: string[]) =>
    names.map((name) => ({ name, strings: 0, numbers: 9, distinct: 9, commonest: [] }))
  const offered = (...names: string[]) => meaningsToOffer(seen(...names), [], []).map(({ name }) => name)
  expect(offered('amount', 'seats')).toEqual(['amount', 'seats'])
  expect(offered('amount', 'unit_price')).toEqual(['unit_price'])
  expect(offered('amount_cents', 'unit_price')).toEqual(['unit_price'])
  expect(offered('amount', 'unit_price', 'quantity')).toEqual(['amount', 'unit_price', 'quantity'])
  expect(meaningsToOffer(seen('amount', 'seats'), [], ['amount'])).toEqual([{ name: 'seats', meaning: 'quantity' }])
})

test('a property has one meaning, which can be taken back', () => {
  const said = withMeanings([{ name: 'a', meaning: 'unit' }], [{ name: 'a', meaning: 'currency' }])
  expect(said).toEqual([{ name: 'a', meaning: 'currency' }])
  expect(withMeanings(said, [{ name: 'a', meaning: null }])).toEqual([])
})
