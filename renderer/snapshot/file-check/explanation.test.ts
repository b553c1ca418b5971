import { expect, test } from 'vitest'
import { emptyCase } from '../../../shared/case/case.ts'
import { casePages } from '../../../shared/case/case-pages.ts'
import { egressFacts } from '../../../shared/case/fixtures/nordlicht-letter.ts'
import { NOTHING_CHOSEN_FOR_INVOICE } from '../../../shared/check/checked-file.ts'
import { invoiceWords } from '../../../shared/snapshot/checked-words.ts'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import { checkedInvoice, explainedLine, invoiceLine, NORDLICHT_LINES, SMS } from '../store/fixtures/checked-invoice.ts'
import { heldAgainst } from '../store/fixtures/checked-ledger.ts'
import {
  appendicesOf,
  copiedExplanation,
  explainedItem,
  explanationOf,
  groupWords,
  unbilledExplanation,
} from './explanation.ts'
import { invoiceLeftOut, invoiceSource } from './file-copies.tsx'
import { causesWords, invoiceFacts } from './file-words.ts'

const sumsOf = ({ sums }: ReturnType<typeof explanationOf>) =>
  sums.map(({ words, figure, tone }) => [words, figure, tone])

test('a line is explained as one would on the telephone: the quantity, the walk, the rules, the paper, the cause', () => {
  const explanation = explanationOf(explainedLine())
  expect(explanation).toMatchObject({
    title: 'Build minutes, +16.00',
    under: 'line 5: 38 causes tried, 1 fits: the only one',
  })
  expect(sumsOf(explanation)).toEqual([
    ['14,000 minutes, sum of 31 events, Berlin’s October', '14,000', 'plain'],
    ['first 2,000 at 0 (included)', '0.00', 'dim'],
    ['12,000 at 0.008', '96.00', 'dim'],
    ['By your price rules', '96.00', 'sum'],
    ['On the invoice: 14,000 at 0.008', '112.00', 'plain'],
    ['Included quantity not deducted', '+16.00', 'cause'],
  ])
  expect(explanation.notes).toEqual([
    'The 2,000 included were not taken off: 14,000 at 0.008.',
    'Rate card, price 3, valid from 1 Jan 2026.',
  ])
})

test('"the only one" is said of one alone; what is not explained is said, and what is in doubt stands apart', () => {
  const one = NORDLICHT_LINES[3]?.causes
  if (!one) throw new Error('It was not searched.')
  expect(causesWords({ ...one, fits: [...one.fits, ...one.fits] })).toBe('38 causes tried, 2 fit')
  expect(causesWords({ ...one, fits: [], unasked: 2 })).toBe(
    '38 causes tried, none fits; 2 more need the hours around the period',
  )
  const not = explainedLine({
    line: invoiceLine({ difference: '-7.5', verdict: 'unexplained', causes: { tried: 40, fits: [], unasked: 0 } }),
  })
  expect(sumsOf(explanationOf(not)).at(-1)).toEqual(['No known cause', '−7.50', 'wrong'])
  const doubt = explanationOf(explainedLine({ line: NORDLICHT_LINES[1] ?? invoiceLine(), tierSteps: null }))
  expect(sumsOf(doubt).at(-1)).toEqual(['Possible duplicates in it', '480.00', 'cause'])
  expect(doubt).toMatchObject({ title: 'API calls', under: 'line 3: agrees, but 480.00 EUR possibly charged twice' })
})

test('a line whose events another one has already says so once', () => {
  const sentence = 'Line 1,204 has these events already.'
  const fit = { code: 'billed-twice', words: 'billed twice', sentence, quantity: null, worth: '0' } as const
  const twice = explainedLine({
    line: invoiceLine({ alsoOn: 1_204, why: sentence, causes: { tried: 1, fits: [fit], unasked: 0 } }),
    tierSteps: null,
    sentence,
    rules: '',
  })
  expect(explanationOf(twice).notes).toEqual([sentence])
})

test('a line that is not held against events says what it is, and shows no figure of theirs', () => {
  const tax = explanationOf(
    explainedLine({ line: NORDLICHT_LINES[5] ?? invoiceLine(), tierSteps: null, sentence: '', rules: '' }),
  )
  expect(tax).toMatchObject({ title: 'VAT 19 %', under: 'line 7: fee, discount or tax', notes: [] })
  expect(sumsOf(tax)).toEqual([['On the invoice', '2,657.34', 'plain']])
})

test('events on no line are missing on the invoice', () => {
  expect(unbilledExplanation(SMS)).toMatchObject({
    title: 'sms, −200.00',
    notes: ['31 events of cus_nordlicht in October 2026.'],
  })
  expect(sumsOf(unbilledExplanation(SMS))).toEqual([
    ['4,000 at 0.05', '200.00', 'dim'],
    ['By your price rules', '200.00', 'sum'],
    ['On the invoice', '–', 'plain'],
    ['Not billed', '−200.00', 'cause'],
  ])
})

test('it is copied as text and as a table, with its days, and with where it comes from; no cell is a formula', () => {
  const line = { ...(NORDLICHT_LINES[3] ?? invoiceLine()), item: '=SUM(A1)' }
  const explained = explainedLine({ line })
  const { text, html } = copiedExplanation(explanationOf(explained), appendicesOf(explained), [
    ['Source', 'Acme <Billing>'],
  ])
  expect(text).toContain('12,000 at 0.008\t96.00\r\n')
  expect(text).toContain('Days\r\nDay\tEvents\tQuantity\r\n2026-10-01\t1\t451\r\n')
  expect(text).toMatch(/\r\n\r\nSource: Acme <Billing>$/)
  // It is read, in a mail or a chat: nothing there takes an apostrophe for a sign of its own.
  expect(text).not.toMatch(/(^|[\t\n])'/)
  expect(html).toContain('<td style="mso-number-format:')
  expect(html).toContain('Source: Acme &lt;Billing&gt;')
  const [days] = appendicesOf(explained)
  if (days === undefined) throw new Error('There are no days.')
  expect(copiedExplanation(explanationOf(explained), [{ ...days, count: 31 }], []).text).toContain(
    'Days (first 2 of 31)',
  )
})

const AGAINST = heldAgainst({ rules: 'x' })
const checked = (other: Parameters<typeof checkedInvoice>[0] = {}) =>
  ({
    kind: 'invoice',
    answer: checkedInvoice(other),
    choices: NOTHING_CHOSEN_FOR_INVOICE,
    against: AGAINST,
    edges: null,
  }) as const

test('an invoice is told in a line, and what came of it in a sentence', () => {
  expect(invoiceFacts(checked(), NORDLICHT_LINES)).toBe('7 lines, invoice of Nordlicht Logistik, October 2026, EUR')
  expect(invoiceFacts(checked({ names: [], equation: [] }), null)).toBe('7 lines, invoice')
  const words =
    '3 of 5 usage lines agree, 1 of them possibly charged twice; 2 have a possible cause. 1 group of events is on no line. The lines add up.'
  expect(invoiceWords(checkedInvoice(), true)).toBe(words)
  expect(invoiceWords(checkedInvoice(), false)).toBe(`Of what was read: ${words}`)
  expect(invoiceWords(checkedInvoice({ inUtc: { unread: 2, differs: 1 } }), true)).toContain(
    '1 of them possibly charged twice, 2 of them with hours (UTC) that were not read, 1 of them not if cut in UTC;',
  )
  const total = { line: 8, item: 'Total', currency: 'EUR', stated: '10', added: '9.5', holds: false }
  expect(invoiceWords(checkedInvoice({ paper: { wrongProducts: 2, totals: [total], holds: false } }), true)).toContain(
    'On the paper, quantity × price is another amount in 2 lines; the total in line 8 says 10.00, its lines come to 9.50.',
  )
  const many = Array.from({ length: 5 }, () => total)
  expect(invoiceWords(checkedInvoice({ paper: { wrongProducts: 0, totals: many, holds: false } }), true)).toContain(
    'its lines come to 9.50; 2 more totals do not hold.',
  )
})

test('under a copy stand the snapshot, the file, the outcome, the equation, the measure, and what was left out', () => {
  const source = Object.fromEntries(invoiceSource(snapshotSummary(), 'nordlicht.csv', checked()))
  expect(source).toMatchObject({
    File: 'nordlicht.csv, 7 lines',
    'Equation, EUR': '13,736.00 usage lines − 13,782.00 events = −46.00 = 154.00 charged too much − 200.00 not billed',
    Measure: 'worth by your price rules, version 141328132eac; as sent where there is no price rule',
    'Not compared': 'fees, tax, discounts and payments, behind which no events stand',
  })
  expect(invoiceLeftOut(checkedInvoice())).toEqual([])
  expect(invoiceLeftOut(checkedInvoice({ lines: 60_000, unbilled: 5_000 }))).toEqual([
    ['Lines', '45,000 of 60,000'],
    ['On no line', '4,000 of 5,000'],
  ])
})

test('a group is named by its code; one that is missing or empty is said to be', () => {
  expect(['api_calls', '', ' ', null].map(groupWords)).toEqual([
    'api_calls',
    'Events with an empty code',
    'Events with an empty code',
    'Events without a code',
  ])
})

const refunded = {
  title: 'Build minutes, +16.00',
  under: 'line 7: 18 causes tried, 1 fits: the only one',
  sums: [
    { words: '14,000, sum of 31 events, Berlin’s October', figure: '14,000', tone: 'plain' as const },
    { words: '12,000 at 0.008', figure: '96.00', tone: 'dim' as const },
    { words: 'Refund', figure: '−1,150.05', tone: 'plain' as const },
    { words: 'On the invoice', figure: '–', tone: 'plain' as const },
    { words: 'Included forgotten', figure: '+16.00', tone: 'cause' as const },
  ],
  notes: ['At the price of cus_other.'],
}
const source = [['Source', 'Acme, https://api.example.com; snapshot October']] as const

test('its figures are exact, and a customer sees a letter with nothing of what is said besides', () => {
  const item = explainedItem(refunded, 'cus_nord', source, egressFacts())
  expect(item.rows.map(([, figure]) => figure)).toEqual([
    { number: '14000' },
    { number: '96.00' },
    { number: '-1150.05' },
    '–',
    { number: '16.00', isDifference: true },
  ])
  const known = { ...emptyCase('00112233445566778899aabbccddeeff'), items: [item] }
  const facts = { program: '', at: '', diagnostics: [] }
  const made = casePages(known, { is: 'customer', customerId: 'cus_nord', properties: [] }, facts)
  const text = JSON.stringify(made)
  expect(text).toContain('Egress, October 2026')
  for (const hidden of ['the only one', 'causes tried', 'cannot be changed', 'cus_other', 'api.example.com'])
    expect(text).not.toContain(hidden)
  expect(casePages(known, { is: 'customer', customerId: 'cus_2', properties: [] }, facts).ok).toBe(false)
  const nobodys = { ...known, items: [explainedItem(refunded, null, source, egressFacts())] }
  expect(casePages(nobodys, { is: 'customer', customerId: 'cus_nord', properties: [] }, facts).ok).toBe(false)
})
