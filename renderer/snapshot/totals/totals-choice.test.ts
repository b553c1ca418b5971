import { expect, test } from 'vitest'
import {
  chartQuestion,
  type MeasureChoice,
  readTotalsChoice,
  tableQuestion,
  withCreditsAnswered,
  withTextsRead,
} from './totals-choice.ts'

const usual = readTotalsChoice(null)
const asked = {
  choice: usual,
  measure: { figure: 'sum', properties: ['amount'] } satisfies MeasureChoice as MeasureChoice,
  meanings: [],
  scope: { where: [], misses: false },
  zone: null,
  order: 'count' as const,
}

test('what is remembered comes back, and what cannot be understood is the usual', () => {
  const changed = withTextsRead({ ...usual, chartBy: 'hour' }, ['amount'], true)
  expect(readTotalsChoice(JSON.stringify(changed))).toEqual(changed)
  for (const text of ['', '{', '[]', '{"groupBy":7}', JSON.stringify({ ...usual, rounding: { places: -1 } })]) {
    expect(readTotalsChoice(text)).toEqual(usual)
  }
})

test('a sum splits by currency and unit until somebody says what it is, and credit stands apart without a split', () => {
  const question = tableQuestion(asked)
  expect(question).toMatchObject({ split: null, units: ['currency', 'unit'], negativeCredits: null })
  const meanings = [{ name: 'amount', meaning: 'amount-major' as const }]
  expect(tableQuestion({ ...asked, meanings }).units).toEqual(['currency'])
})

test('events are counted by their type, without units', () => {
  const question = tableQuestion({ ...asked, measure: { figure: 'count' } })
  expect(question).toMatchObject({
    measure: null,
    units: [],
    rounding: null,
    split: { of: 'field', field: 'eventType' },
  })
})

test('answers about texts and credits are of the properties that they were given for', () => {
  const choice = withCreditsAnswered(withTextsRead(usual, ['amount'], true), ['amount'], 'add')
  expect(tableQuestion({ ...asked, choice })).toMatchObject({ measure: { text: true }, negativeCredits: 'add' })
  const other: MeasureChoice = { figure: 'sum', properties: ['fee'] }
  expect(tableQuestion({ ...asked, choice, measure: other })).toMatchObject({
    measure: { text: false },
    negativeCredits: null,
  })
  const back = withCreditsAnswered(withTextsRead(choice, ['amount'], null), ['amount'], null)
  expect(back).toEqual(usual)
})

test('the chart asks the same of periods, and nothing where there is none', () => {
  expect(chartQuestion(asked)).toMatchObject({ by: [{ of: 'time', every: 'day' }], split: null, order: 'keys' })
  expect(chartQuestion({ ...asked, choice: { ...usual, chartBy: null } })).toBeNull()
})
