import { expect, test } from 'vitest'
import type { InvoiceChoices } from '../../../../../shared/check/checked-file.ts'
import { invoiceWords } from '../../../../../shared/snapshot/checked-words.ts'
import type { InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { sampleOctober } from '../fixtures/sample-october.ts'
import { anyTurn, snapshotOfTexts } from '../fixtures/table-of.ts'
import { answerInvoiceCheck } from './check-invoice.ts'
import { shownLine } from './checked-invoice.ts'
import { heldText, invoiceQuestion, NO_OTHERS } from './fixtures/asked-invoice.ts'

const october = await sampleOctober()
const HEADS = 'Customer;Period;Item;Quantity;Unit price;Amount;Currency'

async function checked(
  lines: readonly string[],
  choices: Partial<InvoiceChoices> = {},
  more: Partial<InvoiceCheckQuestion> = {},
  snapshot = october,
) {
  const question = invoiceQuestion({ decimal: '.', ...choices }, more)
  const file = heldText([HEADS, ...lines].join('\n'))
  const { answer, checked: invoice } = await answerInvoiceCheck(
    snapshot,
    question,
    file,
    anyTurn,
    () => undefined,
    NO_OTHERS,
  )
  if (answer.kind !== 'invoice' || invoice === null) throw new Error(JSON.stringify(answer))
  for (const { holds } of answer.equation) expect(holds).toBe(true)
  return { answer, lines: invoice.lines.map((line) => shownLine(line, invoice)) }
}
const verdictsOf = async (...of: Parameters<typeof checked>) =>
  (await checked(...of)).lines.map(({ verdict }) => verdict)

test('lines of one code agree together where they come to the worth together, as tiers on lines of their own do', async () => {
  const { lines, answer } = await checked([
    'cus_nordlicht;2026-10;Build minutes;2000;0;0.00;EUR',
    'cus_nordlicht;2026-10;Build minutes;12000;0.008;96.00;EUR',
  ])
  expect(lines.map(({ verdict, difference, alsoOn }) => [verdict, difference, alsoOn])).toEqual([
    ['agrees', '0.00', null],
    ['agrees', '0.00', null],
  ])
  expect(lines[0]?.why).toBe('Together with line 3 it comes to what the events are worth: 96.00 EUR.')
  expect(answer.billedTwice).toBe(0)
})

test('lines that come to the worth together, and not to the quantity, are none that agree', async () => {
  const { lines } = await checked([
    'cus_nordlicht;2026-10;Build minutes;2000;0;0.00;EUR',
    'cus_nordlicht;2026-10;Build minutes;11000;0.008;96.00;EUR',
  ])
  expect(lines.map(({ verdict }) => verdict)).not.toContain('agrees')
  expect(lines[0]?.why).toContain('Their quantities do not add up to that of the events.')
})

test('of lines that are the same the nearest is held against the events, and the others are of events on a line already', async () => {
  const { lines, answer } = await checked([
    'cus_nordlicht;2026-10;Storage GB days;;;380.00;EUR',
    'cus_nordlicht;2026-10;Storage GB days;;;372.00;EUR',
    'cus_nordlicht;2026-10;Storage GB days;;;372.00;EUR',
  ])
  expect(
    lines.map(({ verdict, difference, alsoOn, byRules }) => [verdict, difference, alsoOn, byRules?.worth]),
  ).toEqual([
    ['explained', '380.00', 3, undefined],
    ['agrees', '0.00', null, '372.00'],
    ['explained', '372.00', 3, undefined],
  ])
  expect(answer).toMatchObject({ billedTwice: 2, surelyTwice: 2, agrees: false })
  expect(invoiceWords({ ...answer, checkId: '' }, true)).toContain(
    '1 of 3 usage lines agrees; 2 are billed twice. 7 groups of events are on no line.',
  )
})

test.each([
  ['a second line of one that agrees', ['372.00', '372.00'], ['agrees', 'billed twice']],
  ['one of another amount', ['372.00', '12.50'], ['agrees', 'billed twice']],
  ['none that agrees', ['370.00', '100.00'], ['no known cause', 'possible cause: billed twice']],
])('a line is billed twice where its events are certainly on another one: %s', async (_, amounts, words) => {
  const { lines } = await checked(amounts.map((amount) => `cus_nordlicht;2026-10;Storage GB days;;;${amount};EUR`))
  expect(lines.map((line) => line.words)).toEqual(words)
})

test('a period that overlaps another one has its events no second time', async () => {
  const { lines } = await checked([
    'cus_nordlicht;2026-10-01 – 2026-10-20;Storage GB days;;;240.00;EUR',
    'cus_nordlicht;2026-10-11 – 2026-10-31;Storage GB days;;;252.00;EUR',
  ])
  expect(lines.map(({ verdict, alsoOn, difference }) => [verdict, alsoOn, difference])).toEqual([
    ['agrees', null, '0.00'],
    ['explained', 2, '252.00'],
  ])
  expect(lines[1]?.words).toBe('possible cause: billed twice')
})

test('a line in another currency is never explained, and its events are on no line in theirs', async () => {
  const { lines, answer } = await checked(['cus_nordlicht;2026-10;Egress GB;9300;0.08;744.00;USD'])
  expect(lines[0]).toMatchObject({
    verdict: 'unexplained',
    difference: '744.00',
    causes: null,
    why: 'Its events are worth 744.00 EUR, and the line is in USD.',
  })
  expect(answer.equation).toMatchObject([
    { currency: 'USD', usage: '744.00', worth: '0.00', difference: '744.00' },
    { currency: 'EUR', usage: '0.00', worth: '13782.00', notBilled: { groups: 8, sum: '-13782.00' } },
  ])
})

test('a quantity or a unit price that is not that of the events makes a line differ, also where the amount is right', async () => {
  const { lines } = await checked([
    'cus_nordlicht;2026-10;Storage GB days;371999;0.001;372.00;EUR',
    'cus_nordlicht;2026-10;Sms;4000;0.06;200.00;EUR',
    'cus_nordlicht;2026-10;Seats;140;29;4060.00;EUR',
    'cus_nordlicht;2026-10;Build minutes;12000;0.008;96.00;EUR',
    'cus_nordlicht;2026-10;Egress GB;9300.0;0.1;744.00;EUR',
  ])
  expect(lines.map(({ verdict, difference }) => [verdict, difference])).toEqual([
    [expect.stringMatching(/explained$/), '0.00'],
    [expect.stringMatching(/explained$/), '0.00'],
    ['agrees', '0.00'],
    // What is left after the included ones, and a price as far as it is shown.
    ['agrees', '0.00'],
    ['agrees', '0.00'],
  ])
  expect(lines[0]?.why).toContain('The line says 371,999, and its events come to 372,000.')
  expect(lines[1]).toMatchObject({
    why: expect.stringContaining('The line has the unit price 0.06, and that of its events is 0.05.'),
    paper: ['4,000 × 0.06 is 240.00, and the amount is 200.00.'],
  })
})

test('quantity × price with the other sign is the amount of a line that agrees, and of no other', async () => {
  const refund = {
    source:
      '{"event_id":"evt_1","customer_id":"cus_nordlicht","event_code":"refund","event_type":"credit","created_at":"2026-10-05T10:00:00Z","event_properties":{"amount":30,"currency":"EUR"}}',
  }
  const snapshot = await snapshotOfTexts([refund], 'Europe/Berlin')
  const papers = async (line: string) => {
    const { lines } = await checked([line], {}, {}, snapshot)
    return lines.map(({ verdict, paper }) => [verdict, paper])
  }
  expect(await papers('cus_nordlicht;2026-10;Refund;600;0.05;(30.00);EUR')).toEqual([['agrees', []]])
  expect(await papers('cus_nordlicht;2026-10;Refund;600;0.06;(30.00);EUR')).toEqual([
    ['agrees', ['600 × 0.06 is 36.00, and the amount is −30.00.']],
  ])
  expect(await papers('cus_nordlicht;2026-10;Refund;600;0.05;30.00;EUR')).toEqual([
    [expect.not.stringMatching('agrees'), []],
  ])
})

test('quantity × price is no amount of a line with included ones that agrees, also where some of it may be charged twice', async () => {
  const minutes = (id: number, at: string) => ({
    source: `{"event_id":"evt_${id}","customer_id":"cus_nordlicht","event_code":"build_minutes","event_type":"debit","created_at":"${at}","event_properties":{"quantity":1000}}`,
  })
  const events = [2, 3, 4, 5, 6].map((day) => minutes(day, `2026-10-0${day}T10:00:00Z`))
  const line = ['cus_nordlicht;2026-10;Build minutes;6000;0.008;32.00;EUR']
  const once = await snapshotOfTexts([...events, minutes(7, '2026-10-07T10:00:00Z')], 'Europe/Berlin')
  const twice = await snapshotOfTexts([...events, minutes(7, '2026-10-06T10:00:02Z')], 'Europe/Berlin')
  for (const [snapshot, verdict, doubt] of [
    [once, 'agrees', null],
    [twice, 'in-doubt', '8.00'],
  ] as const) {
    const { lines, answer } = await checked(line, {}, {}, snapshot)
    expect(lines[0]).toMatchObject({ verdict, doubt, paper: [] })
    expect(answer.paper).toMatchObject({ wrongProducts: 0, holds: true })
  }
})

test('a line that the snapshot cannot speak of is not covered, and says why', async () => {
  const { lines, answer } = await checked([
    'cus_nordlicht;2026-09;Sms;;;1.00;EUR',
    'Somebody;2026-10;Sms;;;1.00;EUR',
    'cus_nordlicht;2026-10;Consulting;;;1.00;EUR',
    'cus_nordlicht;2026-10;Sms;;;twelve;EUR',
    'cus_nordlicht;2026-10-32;Sms;;;1.00;EUR',
    'cus_nordlicht;2026-10;Sms;;;;EUR',
    'cus_nordlicht;2026-10-01 – 2026-10-15;Seats;;;2030.00;EUR',
    ';2026-10;Sms;;;1.00;EUR',
  ])
  expect(lines.map(({ verdict }) => verdict)).toEqual(lines.map(() => 'not-covered'))
  expect(lines.map(({ why }) => why)).toEqual([
    'The snapshot does not hold all of its period.',
    'It is not known which customer “Somebody” is. Choose one.',
    'It is not known what it is for. Choose an event code, or say that it is a fee, a discount or tax.',
    'Its amount is not a number.',
    'Its period cannot be read, or could be either of two.',
    'It has no amount.',
    'By your price rules its events are billed by the month, and the snapshot holds only a part of that month.',
    'It does not say which customer it is for.',
  ])
  expect(answer.names.slice(0, 2)).toMatchObject([
    { of: 'customer', said: 'Somebody', is: null, by: null },
    { of: 'item', said: 'Consulting', means: null, by: null },
  ])
  expect(answer.columns.filter(({ unread }) => unread.cells > 0)).toMatchObject([
    { means: 'period', unread: { cells: 1, samples: [{ line: 6, text: '2026-10-32' }] } },
    { means: 'amount', unread: { cells: 1, samples: [{ line: 5, text: 'twelve' }] } },
  ])
})

test('what is chosen goes before what names propose', async () => {
  const text = ['Somebody;;Consulting;;;200.00;', 'Somebody;;Sms;;;250.00;']
  const choices: Partial<InvoiceChoices> = {
    customers: [{ said: 'Somebody', is: 'cus_nordlicht' }],
    items: [
      { said: 'Consulting', means: { is: 'code', code: 'sms' } },
      { said: 'Sms', means: { is: 'not-from-events', what: 'fee' } },
    ],
    period: { from: '2026-10-01', until: '2026-10-31' },
  }
  const { lines, answer } = await checked(text, choices)
  expect(lines.map(({ verdict, currency }) => [verdict, currency])).toEqual([
    ['agrees', 'EUR'],
    ['not-from-events', null],
  ])
  expect(answer.names.map(({ by }) => by)).toEqual(['chosen', 'chosen', 'chosen'])
  expect(answer.notes).toContain('1 line says no currency, and takes that of its events.')
})

test('granted credits are not money; without rules nothing is; a part has no whole month', async () => {
  expect(await verdictsOf(['cus_zephyr;2026-10;Credit grant;;;1.00;USD'])).toEqual(['no-rule'])
  const seats = ['cus_nordlicht;2026-10;Seats;;;4060.00;EUR', 'cus_nordlicht;2026-10;Sms;;;200.00;EUR']
  expect(await verdictsOf(seats, {}, { rules: null })).toEqual(['no-rule', 'no-rule'])
  expect(await verdictsOf(seats, { period: null }, { wholeRange: null })).toEqual(['not-covered', 'agrees'])
})

test('amounts agree when rounded to the decimals of the invoice, half up or half to even, at the line or event by event', async () => {
  const rules = (price: string) =>
    `{"eventscopeRules":1,"rules":[{"codes":["sms"],"effect":"as-sent","quantity":{"by":"sum","property":"quantity"},"money":{"by":"rate-card"}}],"prices":[{"code":"sms","currency":"EUR","price":"${price}"}]}`
  const verdict = async (amount: string, price: string) =>
    (await verdictsOf([`cus_nordlicht;2026-10;Sms;4000;${price};${amount};EUR`], {}, { rules: rules(price) }))[0]
  // 4,000 × 0.00000125 is 0.005, each event is less than a tenth of a cent.
  expect(await verdict('0.01', '0.00000125')).toBe('rounded')
  expect(await verdict('0.00', '0.00000125')).toBe('rounded')
  expect(await verdict('0.005', '0.00000125')).toBe('agrees')
  // 129 × 0.0501 is 6.4629, 130 × 0.0501 is 6.513: 30 × 6.46 + 6.51.
  expect(await verdict('200.40', '0.0501')).toBe('agrees')
  expect(await verdict('200.31', '0.0501')).toBe('rounded')
  expect(await verdict('200.32', '0.0501')).not.toBe('rounded')
})

test('rows of totals are sums of the lines before them, of a part or of all', async () => {
  const { lines, answer } = await checked([
    'cus_nordlicht;2026-10;Sms;;;200.00;EUR',
    'cus_nordlicht;2026-10;Refund;;;-150.00;EUR',
    'cus_nordlicht;;Subtotal;;;50.00;EUR',
    'cus_nordlicht;2026-10;Platform fee;;;10.00;EUR',
    'cus_nordlicht;;Zwischensumme;;;10.00;EUR',
    'cus_nordlicht;;MwSt 19 %;;;11.40;EUR',
    'cus_nordlicht;;Gesamt;;;71.41;EUR',
  ])
  expect(lines.map(({ words }) => words)).toEqual([
    'agrees',
    'agrees',
    'lines add up',
    'fee, discount or tax',
    'lines add up',
    'fee, discount or tax',
    'lines do not add up',
  ])
  expect(lines[6]?.why).toBe('The lines before it come to 71.40.')
  expect(answer.paper).toMatchObject({
    holds: false,
    totals: [
      { added: '50.00', holds: true },
      { added: '10.00' },
      { line: 8, stated: '71.41', added: '71.40', holds: false },
    ],
  })
})

test('gross for net is tried at the rate that a tax line says, else at that to which tax and net of the invoice come', async () => {
  const row = (item: string, amount: string) => `cus_nordlicht;2026-10;${item};;;${amount};EUR`
  for (const [rows, rate] of [
    [[row('VAT 19 %', '190.00')], '19'],
    [[row('Subtotal', '1000.00'), row('VAT', '190.00'), row('Total', '1190.00')], '19'],
    [[row('VAT', '168.22'), row('Total', '1053.58')], '19'],
    [[row('Subtotal', '885.36'), row('VAT', '168.22')], '19'],
    [[row('Subtotal', '1000.00'), row('VAT', '70.00')], null],
    [[row('Total', '1000.00'), row('VAT', '0.00')], null],
    [[row('VAT', '190.00')], null],
  ] as const) {
    const { lines } = await checked(['cus_nordlicht;2026-10;Egress GB;9300;;885.36;EUR', ...rows])
    const taxed = lines[0]?.causes?.fits.filter(({ code }) => code === 'tax-included') ?? []
    expect([rows, taxed.map(({ words }) => words)]).toEqual([rows, rate === null ? [] : ['tax included']])
  }
})

test.each([
  ['4000', 'agrees'],
  ['2', 'agrees'],
  ['6000', 'agrees'],
  ['3', 'unexplained'],
  ['5000', 'unexplained'],
])(
  'of 4,000 in begun units of 3,000 the quantity may be what was used, the units, or what they hold: %s',
  async (quantity, verdict) => {
    const rules =
      '{"eventscopeRules":1,"rules":[{"codes":["sms"],"effect":"as-sent","quantity":{"by":"sum","property":"quantity"},"money":{"by":"rate-card"}}],"prices":[{"code":"sms","currency":"EUR","price":"10","per":"3000","begun":true}]}'
    expect(await verdictsOf([`cus_nordlicht;2026-10;Sms;${quantity};;20.00;EUR`], {}, { rules })).toEqual([verdict])
  },
)

test('the number of a line is grouped wherever another line names it', async () => {
  const one = 'cus_nordlicht;2026-10;Sms;4000;0.05;200.00;EUR'
  const fees = Array.from({ length: 1_200 }, () => 'cus_nordlicht;2026-10;Platform fee;;;1.00;EUR')
  const { lines } = await checked([...fees, one, one])
  expect(lines.at(-1)).toMatchObject({ alsoOn: 1_202, why: 'Line 1,202 has these events already.' })
})
