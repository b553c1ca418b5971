import { expect, test } from 'vitest'
import { answer, line, question } from '../../../shared/snapshot/fixtures/some-totals.ts'
import { lineMoneyWords } from '../headlines/headline-words.ts'
import { worthRows } from './figure-columns.ts'
import { groupWord } from './totals-options.ts'

const worth = { rules: '', wholeRange: null, unruled: null }
const asked = question({ worth, measure: null, units: [] })
const ofRules = { version: 'x', hasMoney: true, inNoLine: [], noRule: [], unruled: 1, sentBy: ['currency'] }
const answered = answer([], [], { worth: ofRules })
const EUR = { ...line('api_calls', ['EUR'], { count: 3, numbers: 3, without: 0 }), sentUnits: ['EUR'] }

test('a figure asks for the events of its group, currency and bin, and those without a rule by their units as sent', () => {
  const of = (figure: 'count' | 'reduces' | 'debitMinusCredit' | 'credit') =>
    worthRows(asked, answered, EUR, { figure }).rows
  const key = { is: 'one-of', key: { of: 'field', field: 'eventCode' }, values: [EUR.keys[0]], zone: null }
  expect(of('reduces')).toMatchObject({ currency: 'EUR', moneyKinds: ['reduces'], isValued: true, sent: null })
  expect(of('reduces')?.scope.where).toEqual([key])
  expect(of('debitMinusCredit')).toMatchObject({ moneyKinds: ['charged', 'reduces'], isValued: true })
  expect(of('count')).toMatchObject({ isValued: null, sent: { by: ['currency'], units: ['EUR'] } })
  expect(of('credit')).toMatchObject({ moneyKinds: [], sent: { by: ['currency'], units: ['EUR'] } })
  expect(of('credit')?.scope.where.at(-1)).toEqual({ is: 'sign', sign: 'credit' })
  const some = { ...EUR, total: { ...EUR.total, numbers: 2, without: 1 } }
  expect(worthRows(asked, answered, some, null).rows).toMatchObject({ isValued: false })
})

test('of quantities a figure is all that its group holds', () => {
  const quantities = answer([], [], { worth: { ...ofRules, hasMoney: false } })
  expect(worthRows(asked, quantities, EUR, { figure: 'quantity' }).rows).toBeNull()
})

test('money of whole months names its codes, and the groups that cut it', () => {
  expect(lineMoneyWords({ currency: 'EUR', sum: '12870', codes: ['seats', null] })).toBe(
    '12,870.00 EUR of whole months (seats, no event code)',
  )
  expect(
    groupWord([
      { of: 'field', field: 'customerId' },
      { of: 'time', every: 'day' },
    ]),
  ).toBe('day')
  expect(groupWord([{ of: 'field', field: 'eventType' }])).toBe('Event type')
})
