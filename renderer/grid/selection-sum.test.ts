import { expect, test } from 'vitest'
import { parseSearchPage } from '../../shared/search/search-page.ts'
import { sumAsSent } from './event-sums.ts'
import { copiedText, sumShown } from './selection-sum.tsx'

test('while nothing is netted debit and credit stand apart in the bar and in its copy, and it is said why', () => {
  const sent = [
    ['debit', '{"amount":940.59,"currency":"EUR"}'],
    ['credit', '{"amount":1764.69,"currency":"EUR"}'],
    ['adjustment', '{"amount":1,"currency":"EUR"}'],
    ['debit', '{"amount":2}'],
  ].map(([type, properties], at) => `{"event_id":"e${at}","event_type":"${type}","event_properties":${properties}}`)
  const read = parseSearchPage(`{"events":[${sent.join()}],"total":4,"limit":50,"offset":0}`)
  if (!read.ok) throw new Error('not a page')
  const shown = sumShown('amount', sumAsSent(read.page.events, 'amount', []), 'there are no price rules yet')
  expect(shown.sides.map(({ name, figures }) => [name, figures.map(({ value, unit }) => `${value} ${unit}`)])).toEqual([
    ['Credit', ['1764.69 EUR']],
    ['Debit', ['940.59 EUR', '2 (unit not set)']],
    ['Other', ['1 EUR']],
  ])
  expect(shown.notes).toEqual(['no total: there are no price rules yet'])
  expect(copiedText(4, shown, null).split('\n')).toEqual([
    'Selected events: 4',
    'Measure: sum of amount as sent. By currency, not confirmed',
    'Rounding: none',
    'Credit: 1764.69 EUR',
    'Debit: 940.59 EUR',
    'Debit: 2 (unit not set)',
    'Other: 1 EUR',
    'No total: there are no price rules yet',
  ])
})
