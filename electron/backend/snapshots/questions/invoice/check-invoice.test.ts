import { expect, test } from 'vitest'
import type { InvoiceChoices } from '../../../../../shared/check/checked-file.ts'
import type { InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { sampleInvoice } from '../../../../../shared/worth/sample-invoice.ts'
import { sampleEvents, sampleOctober } from '../fixtures/sample-october.ts'
import { anyTurn } from '../fixtures/table-of.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import { answerInvoiceCheck } from './check-invoice.ts'
import { heldText, invoiceQuestion, NO_OTHERS } from './fixtures/asked-invoice.ts'
import { invoiceLines, invoiceRows, invoiceUnbilled } from './invoice-pages.ts'

const october = await sampleOctober()

async function asked(
  text: string,
  choices: Partial<InvoiceChoices> = {},
  more: Partial<InvoiceCheckQuestion> = {},
  others = NO_OTHERS,
) {
  return answerInvoiceCheck(october, invoiceQuestion(choices, more), heldText(text), anyTurn, () => undefined, others)
}

async function checked(...of: Parameters<typeof asked>) {
  const { answer, invoice } = await asked(...of)
  if (invoice === null) throw new Error(JSON.stringify(answer))
  const { lines } = invoiceLines(invoice, { ask: 'invoiceLines', checkId: '', verdict: null, offset: 0, limit: 100 })
  return { answer, invoice, lines }
}

const nordlicht = await checked(sampleInvoice('2026-10').text)

test('the lines of Nordlicht’s invoice are told as the sample company tells them', () => {
  expect(
    nordlicht.lines.map(({ item, amount, byRules, difference, words }) => [
      item,
      amount,
      byRules?.worth ?? null,
      difference,
      words,
    ]),
  ).toEqual([
    ['Seats', '4060.00', '4060.00', '0.00', 'agrees'],
    ['API calls', '7920.00', '7920.00', '0.00', 'agrees, but 480.00 EUR possibly charged twice'],
    ['Storage, GB-days', '372.00', '372.00', '0.00', 'agrees'],
    ['Egress, GB', '747.00', '744.00', '3.00', 'no known cause'],
    ['Tokens', '675.00', '540.00', '135.00', 'possible cause: another price'],
    ['Build minutes', '112.00', '96.00', '16.00', 'possible cause: included quantity not deducted'],
    ['Refund', '-150.00', '-150.00', '0.00', 'agrees'],
    ['Platform fee', '250.00', null, null, 'fee, discount or tax'],
    ['VAT 19 %', '2657.34', null, null, 'fee, discount or tax'],
    ['Total', '16643.34', null, null, 'lines add up'],
  ])
})

test('its names are read, its paper holds, and the equation adds up', () => {
  expect(nordlicht.answer).toMatchObject({
    kind: 'invoice',
    lines: 10,
    events: 3_220,
    of: 3_220,
    names: [
      { of: 'customer', said: 'Nordlicht Logistik', lines: 10, by: 'proposed', is: 'cus_nordlicht' },
      { of: 'item', said: 'Seats', by: 'proposed', means: { is: 'code', code: 'seats' } },
      { said: 'API calls', means: { is: 'code', code: 'api_calls' } },
      { said: 'Storage, GB-days', means: { is: 'code', code: 'storage_gb_days' } },
      { said: 'Egress, GB', means: { is: 'code', code: 'egress_gb' } },
      { said: 'Tokens', means: { is: 'code', code: 'tokens' } },
      { said: 'Build minutes', means: { is: 'code', code: 'build_minutes' } },
      { said: 'Refund', means: { is: 'code', code: 'refund' } },
      { said: 'Platform fee', means: { is: 'not-from-events', what: 'fee' } },
      { said: 'VAT 19 %', means: { is: 'not-from-events', what: 'tax' } },
      { said: 'Total', by: 'proposed', means: { is: 'total' } },
    ],
    paper: {
      wrongProducts: 0,
      totals: [{ line: 11, stated: '16643.34', added: '16643.34', holds: true }],
      holds: true,
    },
    equation: [
      {
        currency: 'EUR',
        usage: '13736.00',
        worth: '13782.00',
        difference: '-46.00',
        tooMuch: { lines: 3, sum: '154.00' },
        tooLittle: { lines: 0, sum: '0.00' },
        notBilled: { groups: 1, sum: '-200.00' },
        holds: true,
        inDoubt: '480.00',
        notFromEvents: { lines: 2, sum: '2907.34' },
      },
    ],
    unbilled: 1,
    billedTwice: 0,
    agrees: false,
  })
})

test('what it does not bill is told, and each figure leads to its events', async () => {
  const { invoice } = nordlicht
  expect(invoiceUnbilled(invoice, { ask: 'invoiceUnbilled', checkId: '', offset: 0, limit: 10 })).toMatchObject({
    count: 1,
    groups: [
      {
        customerId: 'cus_nordlicht',
        eventCode: 'sms',
        period: { from: '2026-10-01', until: '2026-10-31' },
        worth: { events: 31, quantity: '4000', price: '0.05', worth: '200.00', currency: 'EUR' },
      },
    ],
  })
  expect(await invoiceRows(invoice, { of: 'line', at: 5 }, october, anyTurn)).toMatchObject({ events: 31 })
  expect(await invoiceRows(invoice, { of: 'doubt', at: 1 }, october, anyTurn)).toMatchObject({ events: 12 })
  expect(await invoiceRows(invoice, { of: 'unbilled', at: 0 }, october, anyTurn)).toMatchObject({ events: 31 })
})

test('that bounds are of UTC is said until the hours between were read', async () => {
  const text =
    'Customer,Item,From,To,Amount,Currency\ncus_nordlicht,Storage,2026-10-01T00:00:00Z,2026-11-01T00:00:00Z,372.00,EUR\n'
  const notes = ({ answer }: Awaited<ReturnType<typeof checked>>) => answer.notes.filter((note) => /UTC/.test(note))
  expect(notes(await checked(text))).toEqual([expect.stringMatching(/in UTC, or the first, were not read\.$/)])
  const nothing = await sampleEvents({ from: '2026-09-29T20:00:00Z', until: '2026-09-29T20:00:01Z' })
  const others = { ...NO_OTHERS, load: async () => nothing }
  expect(notes(await checked(text, {}, { edges: { before: 'before', after: 'after' } }, others))).toEqual([])
})

test('the egress of the month in UTC is explained once the hours before and after the month were read', async () => {
  const text = sampleInvoice('2026-10').text
  const { answer, lines } = await checked(text)
  expect(lines[3]).toMatchObject({ verdict: 'unexplained', causes: { fits: [] } })
  expect(lines[3]?.causes?.unasked).toBeGreaterThan(0)
  expect(answer.edgesWanted).toMatchObject({
    before: { from: '2026-09-29T20:00:00Z', until: '2026-09-30T22:00:00Z', customer: 'cus_nordlicht' },
    after: { from: '2026-10-31T23:00:00Z', until: '2026-11-02T01:00:00Z', customer: 'cus_nordlicht' },
  })
  const beside: Record<string, LoadedSnapshot> = {
    before: await sampleEvents({ from: '2026-09-29T20:00:00Z', until: '2026-09-30T22:00:00Z' }),
    // One of its hours is of the month, and counts once.
    after: await sampleEvents({ from: '2026-10-31T22:00:00Z', until: '2026-11-02T01:00:00Z' }),
  }
  const others = { ...NO_OTHERS, load: async (id: string) => beside[id] ?? 'none' }
  const edges = { before: 'before', after: 'after' }
  const read = await checked(text, {}, { edges }, others)
  expect(read.lines[3]).toMatchObject({
    verdict: 'explained',
    words: 'possible cause: month cut in UTC',
    causes: { fits: [{ quantity: '9337.5', sentence: expect.stringContaining('9,337.5') }], unasked: 0 },
  })
  expect(read.lines.map(({ verdict }) => verdict)).toEqual(
    lines.map(({ verdict }, at) => (at === 3 ? 'explained' : verdict)),
  )
  expect(read.answer.edgesWanted).toBeNull()
  expect(read.answer.equation).toEqual(answer.equation)
})
