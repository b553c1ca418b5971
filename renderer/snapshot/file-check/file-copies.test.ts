import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOTHING_CHOSEN } from '../../../shared/check/checked-file.ts'
import { decimalText, minus, plus, readPlain, ZERO } from '../../../shared/exact/decimal.ts'
import { copiedTable } from '../../../shared/figures/figure-table.ts'
import { outcomesTable } from '../../../shared/figures/ledger.ts'
import { OUTCOMES } from '../../../shared/snapshot/snapshot-ledger.ts'
import { checkedLedger, heldAgainst } from '../store/fixtures/checked-ledger.ts'
import { snapshotSummary } from '../store/fixtures/snapshot-summary.ts'
import { ledgerEquationWords, partsOf } from './checked-words.ts'
import { ledgerSource } from './file-copies.ts'

test('groups are copied with a row for each kind of money, and counts that add up', () => {
  const eur = { of: 'debit', currency: 'EUR', file: '1', snapshot: '2', difference: '-1' } as const
  const usd = { of: 'credit', currency: null, file: '0', snapshot: '0', difference: '0' } as const
  const [matched] = checkedLedger().groups
  if (matched === undefined) throw new Error('There is no group.')
  const { heads, rows } = copiedTable(
    outcomesTable(checkedLedger({ groups: [{ ...matched, money: [eur, usd] }] }), false, null),
  )
  expect(heads).toHaveLength(10)
  expect(rows.map((row) => row.map((cell) => cell?.text ?? null))).toEqual([
    ['Matched, of what was read', '2', '2', 'debits as sent', 'EUR', '1', '2', '-1', '0', '0'],
    ['Matched, of what was read', null, null, 'credits as sent', 'not known', '0', '0', '0', null, null],
  ])
})

test('under a copy stand the snapshot, the file, what lines are found by, the outcome, the equation and the measure', () => {
  const against = heldAgainst({ rules: 'x' })
  const answer = checkedLedger({ version: '0c1f' })
  const source = ledgerSource(snapshotSummary(), 'ledger.csv', {
    kind: 'ledger',
    answer,
    choices: { ...NOTHING_CHOSEN, key: [{ means: { is: 'field', field: 'customerId' } }] },
    against,
  })
  expect(Object.fromEntries(source)).toMatchObject({
    File: 'ledger.csv, 4 lines',
    'Lines are found by': 'customer ID',
    Outcome: '2 of 4 lines match. 1 differs, 1 has no such event. 1 event is not in the file.',
    'Difference, EUR, by your price rules':
      '5.50 in the file − 1,205.00 in the snapshot = −1,199.50 = 0.50 differs − 1,200.00 not in the file',
    Measure: 'worth by your price rules, version 0c1f; as sent where there is no price rule',
  })
})

test('the terms of an equation, with the signs between them, are the difference', () => {
  const cents = fc.integer({ min: -999, max: 999 }).map((digits) => decimalText({ digits: BigInt(digits), scale: 2 }))
  fc.assert(
    fc.property(fc.tuple(cents, cents, cents, cents, cents), (differences) => {
      const groups = OUTCOMES.map((outcome, at) => ({ outcome, difference: differences[at] ?? '0' }))
      const parts = partsOf({ groups, currency: 'EUR' })
      const sum = parts.reduce((known, { sign, figure }) => {
        const number = readPlain(figure.replace('−', '-').replaceAll(',', ''))
        return sign === '−' ? minus(known, number) : plus(known, number)
      }, ZERO)
      const wanted = differences.reduce((known, text) => plus(known, readPlain(text)), ZERO)
      expect(minus(sum, wanted).digits).toBe(0n)
    }),
  )
  const none = {
    of: 'worth',
    currency: 'EUR',
    file: '1',
    snapshot: '1',
    difference: '0',
    groups: [],
    holds: true,
  } as const
  expect(ledgerEquationWords({ ...none, groups: [] })).toBe('1.00 in the file − 1.00 in the snapshot = 0.00')
})
