import { expect, test } from 'vitest'
import type { InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { sampleInvoice } from '../../../export/sample-invoice.ts'
import { sampleOctober } from '../fixtures/sample-october.ts'
import { anyTurn } from '../fixtures/table-of.ts'
import { answerInvoiceCheck } from './check-invoice.ts'
import { explainLine } from './explain-line.ts'
import { heldText, invoiceQuestion, NO_OTHERS } from './fixtures/asked-invoice.ts'

const october = await sampleOctober()

async function explained(text: string, at: number, more: Partial<InvoiceCheckQuestion> = {}) {
  const file = heldText(text)
  const { invoice } = await answerInvoiceCheck(
    october,
    invoiceQuestion({}, more),
    file,
    anyTurn,
    () => undefined,
    NO_OTHERS,
  )
  const line = invoice?.lines[at]
  if (invoice === null || line === undefined) throw new Error('There is no such line')
  return explainLine(line, invoice, october, anyTurn)
}

test('build minutes are walked through from what is included to their worth', async () => {
  const { explained: one } = await explained(sampleInvoice('2026-10').text, 5)
  expect(one).toMatchObject({
    sentence: '14,000, sum of 31 events, Berlin’s October.',
    walk: {
      quantity: '14000',
      steps: [
        { words: 'first 2,000 at 0 (included)', worth: '0.00' },
        { words: '12,000 at 0.008', worth: '96.00' },
      ],
      worth: '96.00',
      rounded: null,
    },
    rules: expect.stringMatching(/^Rate card, price 5 · rules, version [0-9a-f]{12}\.$/),
  })
  expect(one.days).toHaveLength(31)
  expect(one.days[0]).toEqual({ day: '2026-10-01', quantity: '451', worth: null, events: 1 })
})

test('what the events say is walked through price by price, and the rest of their amounts is told', async () => {
  const line = 'Lumen Energie,2026-10,Egress GB,24800,0.08,1984.00,EUR\n'
  const { explained: one, groups } = await explained(
    `Customer,Period,Item,Quantity,Unit price,Amount,Currency\n${line}`,
    0,
  )
  expect(one).toMatchObject({
    sentence: '24,800, sum of 31 events, Berlin’s October.',
    walk: {
      steps: [
        { words: '24,800 at 0.08', worth: '1984.00' },
        { words: 'amounts that are not quantity × unit price', worth: '32.00' },
      ],
      worth: '2016.00',
    },
    line: { verdict: 'explained' },
  })
  expect(groups).toHaveLength(one.groups.length)
  const fee = await explained(sampleInvoice('2026-10').text, 7)
  expect(fee.explained).toMatchObject({ sentence: 'Not from events.', walk: null, days: [], groups: [] })
})

test('where events have no rule, a reading that gives the amounts of three customers is offered as one', async () => {
  const line = (customer: string, amount: string) => `${customer},2026-10,Sms,${amount},EUR\n`
  const text = `Customer,Period,Item,Amount,Currency\n${line('Nordlicht', '200.00')}${line('Lumen', '600.00')}${line('Costa Verde', '930.00')}`
  const { explained: one } = await explained(text, 0, { rules: null })
  expect(one).toMatchObject({
    line: { verdict: 'no-rule' },
    sentence: '31 events, Berlin’s October.',
    walk: null,
    rules: 'There are no rules.',
    offered: { fits: 3, rules: expect.stringContaining('"sms"') },
  })
  const { explained: two } = await explained(text.split('\n').slice(0, 3).join('\n'), 0, { rules: null })
  expect(two.offered).toBeNull()
})
