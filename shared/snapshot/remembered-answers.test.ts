import { expect, test } from 'vitest'
import { readLegitimateMarks, readPropertyMeanings } from './remembered-answers.ts'

const meanings = [
  { name: 'amount', meaning: 'amount-major' },
  { name: 'note', meaning: 'none' },
]
const marks = [{ key: 'a'.repeat(64), note: 'two seats' }]

test('what was remembered is read as it was written', () => {
  expect(readPropertyMeanings(JSON.stringify(meanings))).toEqual(meanings)
  expect(readLegitimateMarks(JSON.stringify(marks))).toEqual(marks)
})

test.each([null, '', '{', '{}', '[1]', '[{"name":"a","meaning":"money"}]', '[{"key":"short","note":""}]'])(
  'what cannot be understood says nothing: %j',
  (text) => {
    expect(readPropertyMeanings(text)).toEqual([])
    expect(readLegitimateMarks(text)).toEqual([])
  },
)
