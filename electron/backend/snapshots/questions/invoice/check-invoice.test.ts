import { expect, test } from 'vitest'
import type { InvoiceChoices } from '../../../../../shared/check/checked-file.ts'
import type { InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { sampleInvoice } from '../../../../../shared/worth/sample-company-files.ts'
import type { LoadedSnapshot } from '../../table/loaded-snapshot.ts'
import { sampleEvents, sampleOctober } from '../fixtures/sample-october.ts'
import { anyTurn } from '../fixtures/table-of.ts'
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
  const { answer, checked: invoice } = await asked(...of)
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

const EGRESS_BESIDE: Record<string, LoadedSnapshot> = {
  before: await sampleEvents({ from: '2026-09-29T20:00:00Z', until: '2026-09-30T22:00:00Z' }),
  // One of its hours is of the month, and counts once.
  after: await sampleEvents({ from: '2026-10-31T22:00:00Z', until: '2026-11-02T01:00:00Z' }),
}
const withBoundaryEvents = { ...NO_OTHERS, load: async (id: string) => EGRESS_BESIDE[id] ?? 'none' }
const READ = { edges: { before: 'before', after: 'after' } }

/** One line of Nordlicht's, with its bounds as the file has them. */
const utcLine = (item: string, amount: string, [from, until]: readonly [string, string], heads = 'From,To') =>
  `Customer,Item,${heads},Amount,Currency\ncus_nordlicht,${item},${from},${until},${amount},EUR\n`
const IN_UTC = ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'] as const

test.each([
  ['instants', utcLine('Storage GB days', '372.00', IN_UTC)],
  [
    'an offset of zero',
    utcLine('Storage GB days', '372.00', ['2026-10-01T00:00:00+00:00', '2026-11-01T00:00:00+00:00']),
  ],
  ['the last second', utcLine('Storage GB days', '372.00', ['2026-10-01T00:00:00Z', '2026-10-31T23:59:59Z'])],
  ['the word', utcLine('Storage GB days', '372.00', ['2026-10-01 00:00:00 UTC', '2026-11-01 00:00:00 UTC'])],
  ['the heads', utcLine('Storage GB days', '372.00', ['2026-10-01', '2026-10-31'], 'From (UTC),To (UTC)')],
  ['a month', 'Customer,Item,Period,Amount,Currency\ncus_nordlicht,Storage GB days,2026-10 (UTC),372.00,EUR\n'],
  [
    'an interval',
    'Customer,Item,Period,Amount,Currency\ncus_nordlicht,Storage GB days,2026-10-01T00:00:00Z/2026-11-01T00:00:00Z,372.00,EUR\n',
  ],
])(
  'a line whose period is said in UTC, by %s, does not agree without its last hour before that was read',
  async (_, text) => {
    const { answer, lines } = await checked(text)
    expect(lines).toMatchObject([
      { verdict: 'agrees', words: 'agrees, but its last hour (UTC) was not read', inUtc: 'not-read' },
    ])
    expect(answer.inUtc).toEqual({ unread: 1, differs: 0 })
    expect(answer.boundaryEventsWanted?.lines).toBe(1)
    expect(answer.notes).toContain(
      'The period of line 2 is given in UTC. Lines are valued by days of the billing zone.',
    )
    const read = await checked(text, {}, READ, withBoundaryEvents)
    expect(read.lines).toMatchObject([{ words: 'agrees', why: '', inUtc: null }])
    expect(read.answer.boundaryEventsWanted).toBeNull()
    expect(read.answer.notes.filter((note) => /UTC/.test(note))).toEqual([])
  },
)

test.each([
  ['its worth by the billing zone', '744.00', 'agrees, but 747.00 EUR if cut in UTC', 'differs'],
  ['its worth by UTC', '747.00', 'possible cause: month cut in UTC', null],
  ['neither', '745.00', 'no known cause', null],
] as const)('a month said in UTC whose hours hold events shows both worths: %s', async (_, amount, words, inUtc) => {
  const { answer, lines } = await checked(utcLine('Egress GB', amount, IN_UTC), {}, READ, withBoundaryEvents)
  expect(lines).toMatchObject([
    {
      words,
      inUtc,
      why: 'By days in Berlin its events are worth 744.00 EUR, by days in UTC 747.00 EUR.',
      byRules: { worth: '744.00' },
    },
  ])
  expect(answer.agrees).toBe(false)
})

test('hours that were loaded are told though others of the month in UTC were not read', async () => {
  const { lines } = await checked(utcLine('Egress GB', '744.00', IN_UTC))
  expect(lines).toMatchObject([
    {
      words: 'agrees, but its last hour (UTC) was not read',
      why: 'By days in Berlin its events are worth 744.00 EUR, by days in UTC 720.00 EUR as far as they were read: its last hour (UTC) was not read.',
    },
  ])
})

test('days that the file does not say in UTC have nothing to know of it', async () => {
  const { lines, answer } = await checked(utcLine('Egress GB', '744.00', ['2026-10-01', '2026-10-31']))
  expect(lines).toMatchObject([{ words: 'agrees', inUtc: null, why: '' }])
  expect(answer.notes.filter((note) => /UTC/.test(note))).toEqual([])
})

test('the egress of the month in UTC is explained once the hours before and after the month were read', async () => {
  const text = sampleInvoice('2026-10').text
  const { answer, lines } = await checked(text)
  expect(lines[3]).toMatchObject({ verdict: 'unexplained', causes: { fits: [] } })
  expect(lines[3]?.causes?.unasked).toBeGreaterThan(0)
  expect(answer.boundaryEventsWanted).toMatchObject({
    before: { from: '2026-09-29T20:00:00Z', until: '2026-09-30T22:00:00Z', customer: 'cus_nordlicht' },
    after: { from: '2026-10-31T23:00:00Z', until: '2026-11-02T01:00:00Z', customer: 'cus_nordlicht' },
  })
  const read = await checked(text, {}, READ, withBoundaryEvents)
  expect(read.lines[3]).toMatchObject({
    verdict: 'explained',
    words: 'possible cause: month cut in UTC',
    causes: { fits: [{ quantity: '9337.5', sentence: expect.stringContaining('9,337.5') }], unasked: 0 },
  })
  expect(read.lines.map(({ verdict }) => verdict)).toEqual(
    lines.map(({ verdict }, at) => (at === 3 ? 'explained' : verdict)),
  )
  expect(read.answer.boundaryEventsWanted).toBeNull()
  expect(read.answer.equation).toEqual(answer.equation)
})

test('one snapshot that holds the hours before and those after counts each of its events once', async () => {
  const all = await sampleEvents({ from: '2026-09-01T00:00:00Z', until: '2026-11-22T15:00:00Z' })
  const others = { ...NO_OTHERS, load: async () => all }
  const { lines } = await checked(sampleInvoice('2026-10').text, {}, { edges: { before: 'all', after: 'all' } }, others)
  expect(lines[3]).toMatchObject({
    words: 'possible cause: month cut in UTC',
    causes: { fits: [{ quantity: '9337.5' }], unasked: 0 },
  })
})

test('what a line’s own events come to at its price is not called another code’s or another customer’s figures', async () => {
  const text = 'Customer,Item,Quantity,Unit price,Amount,Currency\ncus_lumen,egress_gb,24800,0.08,1984.00,EUR\n'
  const { lines } = await checked(text)
  expect(lines[0]).toMatchObject({ byRules: { worth: '2016.00' }, difference: '-32.00' })
  expect(lines[0]?.causes?.fits.map(({ sentence }) => sentence)).toEqual([
    'Quantity × unit price of each event, in place of its amount: 24,800 = 1,984.00.',
  ])
})
