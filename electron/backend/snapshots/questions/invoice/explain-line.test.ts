import { expect, test } from 'vitest'
import type { InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { sampleInvoice } from '../../../../../shared/worth/sample-company-files.ts'
import { sampleEvents, sampleOctober } from '../fixtures/sample-october.ts'
import { anyTurn } from '../fixtures/table-of.ts'
import { answerInvoiceCheck } from './check-invoice.ts'
import { explainLine } from './explain-line.ts'
import { heldText, invoiceQuestion, NO_OTHERS } from './fixtures/asked-invoice.ts'

const october = await sampleOctober()

async function explained(text: string, at: number, more: Partial<InvoiceCheckQuestion> = {}, others = NO_OTHERS) {
  const file = heldText(text)
  const { checked: invoice } = await answerInvoiceCheck(
    october,
    invoiceQuestion({}, more),
    file,
    anyTurn,
    () => undefined,
    others,
  )
  const line = invoice?.lines[at]
  if (invoice === null || line === undefined) throw new Error('There is no such line')
  return explainLine(line, invoice, october, anyTurn)
}

test('build minutes are walked through from what is included to their worth', async () => {
  const { explained: one } = await explained(sampleInvoice('2026-10').text, 5)
  expect(one).toMatchObject({
    sentence: '14,000, sum of 31 events, Berlin’s October.',
    tierSteps: {
      quantity: '14000',
      steps: [
        { words: 'first 2,000 at 0 (included)', worth: '0.00', priced: { quantity: '2000', price: '0' } },
        { words: '12,000 at 0.008', worth: '96.00', priced: { quantity: '12000', price: '0.008' } },
      ],
      worth: '96.00',
      rounded: null,
    },
    rules: 'Rate card, price 5.',
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
    tierSteps: {
      steps: [
        { words: '24,800 at 0.08', worth: '1984.00', priced: { quantity: '24800', price: '0.08' } },
        { words: 'amounts that are not quantity × unit price', worth: '32.00' },
      ],
      worth: '2016.00',
    },
    line: { verdict: 'explained' },
  })
  expect(groups).toHaveLength(one.groups.length)
  const fee = await explained(sampleInvoice('2026-10').text, 7)
  expect(fee.explained).toMatchObject({ sentence: 'Fee, discount or tax.', tierSteps: null, days: [], groups: [] })
})

test('where events have no rule, a reading that gives the amounts of three customers is offered as one', async () => {
  const line = (customer: string, amount: string) => `${customer},2026-10,Sms,${amount},EUR\n`
  const text = `Customer,Period,Item,Amount,Currency\n${line('Nordlicht', '200.00')}${line('Lumen', '600.00')}${line('Costa Verde', '930.00')}`
  const { explained: one } = await explained(text, 0, { rules: null })
  expect(one).toMatchObject({
    line: { verdict: 'no-rule' },
    sentence: '31 events, Berlin’s October.',
    tierSteps: null,
    rules: 'There are no price rules.',
    offered: { fits: 3, rules: expect.stringContaining('"sms"') },
  })
  const { explained: two } = await explained(text.split('\n').slice(0, 3).join('\n'), 0, { rules: null })
  expect(two.offered).toBeNull()
})

test('the events that make the difference are named: left out of the line, on it though not of its month, or sent again', async () => {
  const others = {
    ...NO_OTHERS,
    load: (id: string) =>
      sampleEvents(
        id === 'before'
          ? { from: '2026-09-29T20:00:00Z', until: '2026-09-30T22:00:00Z' }
          : { from: '2026-10-31T23:00:00Z', until: '2026-11-02T01:00:00Z' },
      ),
  }
  const { text } = sampleInvoice('2026-10')
  const egress = await explained(text, 3, { edges: { before: 'before', after: 'after' } }, others)
  expect(egress.explained.decisive).toEqual({
    count: 2,
    events: [
      { eventId: expect.any(String), at: '2026-09-30T22:30:00Z', quantity: '300', worth: '24.00', side: 'left-out' },
      { eventId: expect.any(String), at: '2026-10-31T23:30:00Z', quantity: '337.5', worth: '27.00', side: 'on-line' },
    ],
  })
  const ids = egress.explained.decisive.events.map(({ eventId }) => eventId)
  expect(new Set(ids).size).toBe(2)
  const { decisive } = (await explained(text, 1)).explained
  expect(decisive.count).toBe(12)
  expect(decisive.events[0]).toMatchObject({ quantity: '100000', worth: '40.00', side: 'repeat' })
  for (const at of [4, 5, 7]) expect((await explained(text, at)).explained.decisive.events).toEqual([])
})

test('events that are not in a line’s worth are counted: three batches of Kestrel are texts', async () => {
  const heads = 'Customer,Period,Item,Quantity,Unit price,Amount,Currency'
  const kestrel = await explained(`${heads}\nKestrel Health,2026-10,Build minutes,5000,0.007,21.00,GBP\n`, 0)
  expect(kestrel.explained.unvalued).toBe(3)
  expect((await explained(sampleInvoice('2026-10').text, 5)).explained.unvalued).toBe(0)
})

test('a line is explained once: what is asked of its groups next is of the same explanation, and another line has its own', async () => {
  const file = heldText(sampleInvoice('2026-10').text)
  const asked = answerInvoiceCheck(october, invoiceQuestion(), file, anyTurn, () => undefined, NO_OTHERS)
  const { checked: invoice } = await asked
  const [first, second] = invoice?.lines ?? []
  if (invoice === null || first === undefined || second === undefined) throw new Error('There are no lines')
  const once = await explainLine(first, invoice, october, anyTurn)
  expect(await explainLine(first, invoice, october, anyTurn)).toBe(once)
  expect((await explainLine(second, invoice, october, anyTurn)).explained.line.at).toBe(second.at)
  expect((await explainLine(first, invoice, october, anyTurn)).explained).toEqual(once.explained)
})
