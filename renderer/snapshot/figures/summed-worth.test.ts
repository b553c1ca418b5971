import { expect, test } from 'vitest'
import { worthWords } from '../changes/changes-words.ts'
import { type SentDifference, type SummedWorth, summedWorth } from './summed-worth.ts'

const one = (
  all: SummedWorth['all'],
  debit: string | null = null,
  lacking: SentDifference['after'] = null,
): SummedWorth => ({
  all,
  unvalued: [],
  notIn: { before: [], after: [] },
  asSent: {
    all:
      debit === null
        ? []
        : [
            {
              units: ['EUR'],
              before: null,
              after: lacking,
              changes: {
                count: null,
                credit: null,
                debit: { difference: debit, percent: '1.00' },
                neither: null,
                debitMinusCredit: null,
              },
            },
          ],
  },
})

test('differences are added currency by currency, charged and reduces apart', () => {
  const added = one([{ currency: 'EUR', charged: '37.20', reduces: '-412.50', net: '-375.30' }])
  const gone = one([
    { currency: 'EUR', charged: '-0.20', reduces: '0.00', net: '-0.20' },
    { currency: 'USD', charged: '1.00', reduces: '0.00', net: '1.00' },
  ])
  expect(summedWorth([added, gone]).all).toEqual([
    { currency: 'EUR', charged: '37.00', reduces: '-412.50', net: '-375.50' },
    { currency: 'USD', charged: '1.00', reduces: '0.00', net: '1.00' },
  ])
})

test('what is not netted once is not netted in the sum, and what has no rule stays as sent', () => {
  const netted = one([{ currency: 'EUR', charged: '1.00', reduces: '0.00', net: '1.00' }], '2.5')
  const apart = one([{ currency: 'EUR', charged: '1.00', reduces: '-3.00', net: null }], '-1')
  const { all, asSent } = summedWorth([netted, apart])
  expect(all).toEqual([{ currency: 'EUR', charged: '2.00', reduces: '-3.00', net: null }])
  expect(asSent.all.map(({ units, changes }) => [units, changes.debit?.difference, changes.credit])).toEqual([
    [['EUR'], '1.5', null],
  ])
})

test('what is not in differences as sent is not in their sum either, and is said with it', () => {
  const lacking = (events: number): SentDifference['after'] => {
    const part = { eventCode: 'build_minutes', property: 'quantity', events, otherSent: 0, quantities: [] }
    return { notIn: { parts: [{ ...part, why: 'text', sent: [{ text: '150', isText: true, events }] }], untold: 0 } }
  }
  const sum = summedWorth([one([], '2.5', lacking(1)), one([], '-1'), one([], '1', lacking(2))])
  expect(worthWords(sum, { isMinor: false })).toEqual([
    'debits +2.50 EUR as sent (no price rule)',
    'now without 3 events of build_minutes whose quantity is text: “150” 3 times',
  ])
})
