import { expect, test } from 'vitest'
import { readLegitimateMarks, readOlderTotals, readPropertyMeanings } from './remembered-answers.ts'

const meanings = [
  { name: 'amount', meaning: 'amount-major' },
  { name: 'note', meaning: 'none' },
]
const marks = [{ key: 'a'.repeat(64), note: 'two seats' }]

test('what was remembered is read as it was written', () => {
  expect(readPropertyMeanings(JSON.stringify(meanings))).toEqual(meanings)
  expect(readLegitimateMarks(JSON.stringify(marks))).toEqual(marks)
  const older = {
    negativeCredits: [{ properties: ['amount'], how: 'add' }],
    textsAsNumbers: [{ name: 'a', read: true }],
  }
  expect(readOlderTotals(JSON.stringify({ groupBy: 'whatever', ...older }))).toEqual(older)
})

test.each([null, '', '{', '{}', '[1]', '[{"name":"a","meaning":"money"}]', '[{"key":"short","note":""}]'])(
  'what cannot be understood says nothing: %j',
  (text) => {
    expect(readPropertyMeanings(text)).toEqual([])
    expect(readLegitimateMarks(text)).toEqual([])
    expect(readOlderTotals(text)).toEqual({ negativeCredits: [], textsAsNumbers: [] })
  },
)
