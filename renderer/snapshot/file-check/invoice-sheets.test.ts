import { expect, test } from 'vitest'
import { caseHtml } from '../../../shared/case/case-html.ts'
import { NOTHING_CHOSEN_FOR_INVOICE } from '../../../shared/check/checked-file.ts'
import { checkedInvoice, explainedLine, NORDLICHT_LINES, SMS } from '../store/fixtures/checked-invoice.ts'
import { snapshotSummary } from '../store/fixtures/snapshot-summary.ts'
import { appendicesOf } from './explanation.ts'
import { invoiceSheets, lineSheets } from './invoice-sheets.ts'

const against = {
  scope: { where: [], misses: false },
  rules: 'x',
  sent: null,
  inHand: null,
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
