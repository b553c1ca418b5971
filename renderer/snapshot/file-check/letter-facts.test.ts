import { expect, test } from 'vitest'
import { emptyCase } from '../../../shared/case/case.ts'
import { besideLetter, explainedLineSchema } from '../../../shared/case/explained-line.ts'
import { letterOf } from '../../../shared/case/letter.ts'
import { caseMarkdown } from '../../../shared/case/pages.ts'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import { checkedInvoice, explainedLine, invoiceLine, NORDLICHT_LINES, SMS } from '../store/fixtures/checked-invoice.ts'
import { explainedItem, explanationOf } from './explanation.ts'
import { letterFacts } from './letter-facts.ts'

const october = snapshotSummary({ range: { from: null, until: null, zone: 'Europe/Berlin' } })
const answer = checkedInvoice()
const factsOf = (explained = explainedLine(), checked = answer) =>
  letterFacts({ of: 'line', explained }, october, checked, NORDLICHT_LINES)
const lineAt = (at: number) => explainedLine({ line: NORDLICHT_LINES[at] ?? invoiceLine(), tierSteps: null })

test('of a line its figures, its cause by its code, its events; besides, for its writer, what else differs and what was refunded', () => {
  const decisive = {
    count: 1,
    events: [
      { eventId: 'evt_1', at: '2026-09-30T22:30:00Z', quantity: '300', worth: '24.00', side: 'left-out' as const },
    ],
  }
  const facts = factsOf({ ...lineAt(2), decisive })
  expect(explainedLineSchema.parse(facts)).toEqual({
    item: 'Egress, GB',
    customerName: 'Nordlicht Logistik',
    period: { from: '2026-10-01', until: '2026-10-31' },
    zone: 'Europe/Berlin',
    currency: 'EUR',
    unit: null,
    invoiced: { quantity: '9337.5', price: '0.08', amount: '747.00' },
    used: { events: 31, unvalued: 0, quantity: '9300', price: '0.08', worth: '744' },
    steps: [],
    difference: '3',
    doubt: null,
    causes: ['utc'],
    isOnlyCause: true,
    events: [{ eventId: 'evt_1', at: '2026-09-30T22:30:00Z', quantity: '300', side: 'left-out' }],
    eventCount: 1,
    isNet: false,
    isWhole: true,
    invoice: {
      checkId: 'check 1',
      part: 'line 4',
      all: { tooMuch: '154', tooLittle: '0', notBilled: '200', inDoubt: '480' },
      own: { tooMuch: '3', tooLittle: '0', notBilled: '0', inDoubt: '0' },
    },
    beside: ['A refund is on it already: Refund, −150.00 EUR.'],
  })
})

test('what the line itself comes to is not told again; events on no line are a letter too', () => {
  expect(besideLetter([factsOf(lineAt(1))])[0]).toBe(
    'Besides “API calls”, this invoice differs by: 154.00 EUR charged too much, 200.00 EUR not billed.',
  )
  const unbilled = letterFacts({ of: 'unbilled', group: SMS }, october, answer, NORDLICHT_LINES)
  expect(besideLetter([unbilled])[0]).toBe(
    'Besides “sms”, this invoice differs by: 154.00 EUR charged too much, 480.00 EUR possibly charged twice.',
  )
  expect(explainedLineSchema.parse(unbilled)).toMatchObject({
    item: 'sms',
    customerName: 'Nordlicht Logistik',
    invoiced: null,
    used: { events: 31, quantity: '4000', worth: '200' },
  })
})

test('amounts are without VAT where a name of the invoice is a tax', () => {
  const tax = { of: 'item' as const, said: 'VAT 19 %', lines: 1, by: 'proposed' as const }
  const checked = checkedInvoice({ names: [{ ...tax, means: { is: 'not-from-events', what: 'tax' } }] })
  expect(factsOf(explainedLine(), checked).isNet).toBe(true)
})

test.each(['other-customer', 'other-customer-price', 'other-value-price', 'list-price'])(
  'the cause %s is a difference without words; with another that fits, only that is said, as one of several',
  (code) => {
    const of = (code: string, words: string) => ({ code, words, sentence: words, quantity: null, worth: '112.00' })
    const letterWith = (fits: ReturnType<typeof of>[]) => {
      const explained = explainedLine()
      const line = { ...explained.line, causes: { tried: 38, unasked: 0, fits } }
      const facts = factsOf({ ...explained, line })
      const item = explainedItem(explanationOf({ ...explained, line }), 'cus_nordlicht', [], facts)
      const known = { ...emptyCase('00112233445566778899aabbccddeeff'), items: [item] }
      return caseMarkdown(letterOf(known, { is: 'customer', customerId: 'cus_nordlicht', properties: [] }, '').pages)
    }
    const alone = letterWith([of(code, 'as for cus_other')])
    expect(alone).toMatch(/\| Difference \|.*\| 16\.00 EUR \|/)
    expect(alone).not.toContain('cus_other')
    const two = letterWith([of(code, 'as for cus_other'), of('included-forgotten', 'included quantity not deducted')])
    expect(two).toContain('can have come about like this: The included quantity was not taken off.')
    expect(two).not.toContain('cus_other')
  },
)
