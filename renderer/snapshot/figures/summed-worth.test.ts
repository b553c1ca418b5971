import { expect, test } from 'vitest'
import { type SummedWorth, summedWorth } from './summed-worth.ts'

const one = (all: SummedWorth['all'], debit: string | null = null): SummedWorth => ({
  all,
  unvalued: [],
  notIn: { before: [], after: [] },
  asSent: {
    by: [],
    lines: [],
    lineCount: 0,
    all:
      debit === null
        ? []
        : [
            {
              keys: [],
              units: ['EUR'],
              before: null,
              after: null,
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
