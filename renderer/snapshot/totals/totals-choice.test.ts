import { expect, test } from 'vitest'
import { chartQuestion, type MeasureChoice, readTotalsChoice, tableQuestion, withTextsRead } from './totals-choice.ts'

const usual = readTotalsChoice(null)
const asked = {
  choice: usual,
  measure: { figure: 'sum', properties: ['amount'] } satisfies MeasureChoice as MeasureChoice,
  worth: { rules: '', wholeRange: null, unruled: null },
  meanings: [],
  names: [],
  scope: { where: [], misses: false },
  zone: null,
  order: 'count' as const,
}

test('what is remembered comes back, and what cannot be understood is the usual', () => {
  const changed = withTextsRead({ ...usual, chartBy: 'hour' }, { names: ['amount'], read: true })
  expect(readTotalsChoice(JSON.stringify(changed))).toEqual(changed)
  for (const text of ['', '{', '[]', '{"groupBy":7}', JSON.stringify({ ...usual, rounding: { places: -1 } })]) {
    expect(readTotalsChoice(text)).toEqual(usual)
  }
})

test('a sum splits by currency and unit until somebody says what it is, and credit stands apart without a split', () => {
  const question = tableQuestion(asked)
  expect(question).toMatchObject({ split: null, units: ['currency', 'unit'] })
  const meanings = [{ name: 'amount', meaning: 'amount-major' as const }]
  expect(tableQuestion({ ...asked, meanings }).units).toEqual(['currency'])
})

test('a quantity has no currency of its price, and no unit that nobody knows is added across codes', () => {
  const measure: MeasureChoice = { figure: 'sum', properties: ['quantity'] }
  const names = ['quantity', 'unit_price', 'currency']
  const question = tableQuestion({ ...asked, measure, names })
  expect(question).toMatchObject({
    byCode: 'several',
    priced: { prices: ['unit_price'], quantities: [], currencies: ['currency'] },
  })
  expect(chartQuestion({ ...asked, measure, names })).toMatchObject({ byCode: 'several', priced: question.priced })
  const product: MeasureChoice = { figure: 'sum', properties: ['quantity', 'unit_price'] }
  expect(tableQuestion({ ...asked, measure: product, names })).not.toHaveProperty('priced')
  const meanings = [{ name: 'amount', meaning: 'amount-major' as const }]
  expect(tableQuestion({ ...asked, meanings })).not.toHaveProperty('byCode')
  expect(tableQuestion({ ...asked, measure: { figure: 'count' }, names })).not.toHaveProperty('byCode')
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

test('answers about texts are of the properties that they were given for', () => {
  const choice = withTextsRead(usual, { names: ['amount'], read: true })
  expect(tableQuestion({ ...asked, choice })).toMatchObject({ measure: { text: true } })
  const other: MeasureChoice = { figure: 'sum', properties: ['fee'] }
  expect(tableQuestion({ ...asked, choice, measure: other })).toMatchObject({ measure: { text: false } })
  expect(withTextsRead(choice, { names: ['amount'], read: null })).toEqual(usual)
})

test('worth goes by the rules, without units, rounding or a split by what tells credit from debit', () => {
  const choice = { ...usual, rounding: { places: 2, mode: 'half-up' as const } }
  const question = tableQuestion({ ...asked, choice, measure: { figure: 'worth' } })
  expect(question).toMatchObject({ measure: null, worth: asked.worth, units: [], split: null, rounding: null })
  expect(tableQuestion(asked)).not.toHaveProperty('worth')
})

test('what was said of credits below zero stays, as rules are made of it', () => {
  const older = { ...usual, negativeCredits: [{ properties: ['amount'] as [string], how: 'add' as const }] }
  expect(readTotalsChoice(JSON.stringify(older))).toEqual(older)
})

test('the chart asks the same of periods, and nothing where there is none', () => {
  expect(chartQuestion(asked)).toMatchObject({ by: [{ of: 'time', every: 'day' }], split: null, order: 'keys' })
  expect(chartQuestion({ ...asked, choice: { ...usual, chartBy: null } })).toBeNull()
})
