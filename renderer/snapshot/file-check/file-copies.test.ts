import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseHtml } from '../../../shared/case/case-html.ts'
import { NOTHING_CHOSEN, NOTHING_CHOSEN_FOR_INVOICE } from '../../../shared/check/checked-file.ts'
import { decimalText, minus, plus, readPlain, ZERO } from '../../../shared/exact/decimal.ts'
import { copiedTable } from '../../../shared/figures/figure-description.ts'
import { outcomesTable } from '../../../shared/figures/ledger.ts'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import { OUTCOMES } from '../../../shared/snapshot/snapshot-ledger.ts'
import { checkedInvoice, explainedLine, NORDLICHT_LINES, SMS } from '../store/fixtures/checked-invoice.ts'
import { checkedLedger, heldAgainst } from '../store/fixtures/checked-ledger.ts'
import { appendicesOf } from './explanation.ts'
import { invoiceSheets, ledgerSource, lineSheets } from './file-copies.tsx'
import { ledgerEquationWords, partsOf } from './file-words.ts'

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

const against = {
  scope: { where: [], misses: false },
  rules: 'x',
  sent: null,
  wholeRange: null,
  shownZone: 'UTC',
  duplicates: null,
  closed: null,
}
const checked = {
  kind: 'invoice' as const,
  answer: checkedInvoice(),
  choices: NOTHING_CHOSEN_FOR_INVOICE,
  against,
  edges: null,
}
const frame = {
  fileName: 'nordlicht-2026-10.csv',
  facts: '7 lines',
  source: [
    ['Source', 'Acme Billing'],
    ['Outcome', 'said above'],
    ['Equation, EUR', 'said above'],
  ] as const,
}
const printed = { lines: NORDLICHT_LINES, unbilled: [SMS], explained: [explainedLine()], toExplain: 3 }

test('on paper stand the head, every line, the equation and the lines that differ, explained', () => {
  const pages = invoiceSheets(frame, snapshotSummary(), checked, printed)
  expect(pages.title).toBe('nordlicht-2026-10.csv')
  expect(pages.lines[1]?.[1]).toContain(
    '3 of 5 usage lines agree, 1 of them possibly charged twice; 2 have a possible cause.',
  )
  const [lines, equation, explained] = pages.sections
  if (lines?.is !== 'table' || equation?.is !== 'note' || explained?.is !== 'table') throw new Error('other sections')
  const rowOf = (name: string) => lines.rows.find(([, item]) => item === name)
  expect(rowOf('Build minutes')).toEqual([
    { number: '5' },
    'Build minutes',
    { number: '14000' },
    { number: '0.008' },
    { number: '112.00' },
    { number: '96.00' },
    { number: '16.00', isDifference: true },
    'possible cause: included quantity not deducted',
  ])
  expect(rowOf('Total')).toEqual([
    { number: '8' },
    'Total',
    null,
    null,
    { number: '16643.34' },
    null,
    null,
    'lines add up',
  ])
  expect(rowOf('sms')?.slice(4)).toEqual([
    null,
    { number: '200.00' },
    { number: '-200.00', isDifference: true },
    'not billed',
  ])
  expect(lines.rows.map(([, item]) => item)).toContain('On no line')
  expect(lines.from).toEqual([['Lines that differ or are possibly charged twice, explained', '1 of 3']])
  expect(equation.text).toMatch(/^13,736\.00 usage lines − 13,782\.00 events = −46\.00 = /)
  expect(equation.text).toContain('Besides: 480.00 possibly charged twice')
  expect(explained.title).toBe('Build minutes, +16.00')
  expect(explained.rows.at(-1)).toEqual(['Included quantity not deducted', { number: '16.00', isDifference: true }])
  expect(pages.remarks).toEqual(['Source: Acme Billing'])
})

test('what is left out is said', () => {
  const many = { ...checked, answer: checkedInvoice({ lines: 5_000, unbilled: 3_000 }) }
  const [lines] = invoiceSheets(frame, snapshotSummary(), many, printed).sections
  expect(lines).toHaveProperty('from', expect.arrayContaining([['Lines', `${NORDLICHT_LINES.length} of 5,000`]]))
  expect(lines).toHaveProperty('from', expect.arrayContaining([['Groups on no line', '1 of 3,000']]))
})

test('one line stands with its appendix and where it comes from', () => {
  const one = explainedLine()
  const pages = lineSheets(frame, one, [
    ...appendicesOf(one),
    { head: 'Events', table: { heads: ['ID'], rows: [] }, count: 7 },
  ])
  expect(pages.sections.map((section) => section.is !== 'words' && section.title)).toEqual([
    'Build minutes, +16.00',
    'Days',
    'Events (first 0 of 7)',
  ])
  expect(pages.remarks).toHaveLength(3)
})

test('a difference is drawn with its sign, decimal points align, and the figures are there digit for digit', () => {
  const html = caseHtml(invoiceSheets(frame, snapshotSummary(), checked, printed))
  expect(html).toContain('data-value="16.00">+16.00<')
  expect(html).toContain('data-value="-200.00">−200.00<')
  expect(html).toMatch(/data-value="0\.05">0\.05<span aria-hidden="true">\u2007{2}<\/span>/)
  // Beside each other on paper.
  expect(html.match(/<div class="beside">/g)).toHaveLength(1)
})
