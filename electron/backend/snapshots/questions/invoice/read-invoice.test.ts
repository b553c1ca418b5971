import { expect, test } from 'vitest'
import { type InvoiceChoices, NOTHING_CHOSEN } from '../../../../../shared/check/checked-file.ts'
import { sampleInvoice } from '../../../../../shared/worth/sample-company-files.ts'
import { packedWorkbook } from '../../../check/fixtures/packed-workbook.ts'
import { takeTurns, unlessDropped } from '../../table/turn.ts'
import { answerFileLook } from '../answer-file-look.ts'
import { sampleOctober } from '../fixtures/sample-october.ts'
import { anyTurn, snapshotOfTexts } from '../fixtures/table-of.ts'
import { answerInvoiceCheck } from './check-invoice.ts'
import { heldText, invoiceQuestion, NO_OTHERS } from './fixtures/asked-invoice.ts'

const october = await sampleOctober()

async function answerTo(text: string, choices: Partial<InvoiceChoices> = {}, turn = anyTurn) {
  const file = heldText(text)
  return (await answerInvoiceCheck(october, invoiceQuestion(choices), file, turn, () => undefined, NO_OTHERS)).answer
}
async function asks(text: string, choices: Partial<InvoiceChoices> = {}) {
  const answer = await answerTo(text, choices)
  return answer.kind === 'asks' ? answer.asks : answer
}
const asked = (words: string) => [{ ask: 'columns', words: expect.stringContaining(words) }]

const look = async (text: string) =>
  answerFileLook(
    october,
    { ask: 'fileLook', fileId: '', choices: NOTHING_CHOSEN, rules: null },
    heldText(text),
    anyTurn,
  )

test('a file with items and amounts seems to be an invoice, and no event ID is asked for; a ledger does not', async () => {
  expect(await look(sampleInvoice('2026-10').text)).toMatchObject({
    seems: 'invoice',
    asInvoice: ['customer', 'period', 'item', 'quantity', 'unitPrice', 'amount', 'currency'],
    asks: [],
  })
  expect(await look('Kunde;Zeitraum;Position;Menge;Einzelpreis;Betrag;Währung\na;2026-10;b;1;2;3;EUR')).toMatchObject({
    seems: 'invoice',
    asInvoice: ['customer', 'period', 'item', 'quantity', 'unitPrice', 'amount', 'currency'],
  })
  expect(await look('Description,From,To,Qty,Rate,Amount (EUR)\nb,2026-10-01,2026-10-31,1,2,3')).toMatchObject({
    seems: 'invoice',
    asInvoice: ['item', 'from', 'until', 'quantity', 'unitPrice', 'amount'],
  })
  expect(await look('event_id,customer_id,event_code,created_at,quantity,amount\na,b,c,d,1,2')).toMatchObject({
    seems: 'ledger',
  })
  expect(await look('customer,code,created_at,quantity,amount\nb,c,d,1,2')).toMatchObject({
    seems: 'ledger',
    asks: [{ ask: 'columns', words: expect.stringContaining('check the file as an invoice') }],
  })
})

test.each([
  [
    'of FOCUS',
    'BillingAccountId,ChargePeriodStart,ChargePeriodEnd,ServiceName,ConsumedQuantity,ListCost,BilledCost,BillingCurrency',
    ['customer', 'from', 'until', 'item', 'quantity', null, 'amount', 'currency'],
  ],
  [
    'of Lago',
    'fee_item_code,external_customer_id,fee_from_date,fee_to_date,fee_total_amount_cents,fee_taxes_amount_cents,fee_currency,fee_units',
    ['item', 'customer', 'from', 'until', 'amount', 'taxes', 'currency', 'quantity'],
  ],
  [
    'with a net beside a total',
    'Customer ID,Item Name,Start Date,End Date,Quantity,Unit Price,Subtotal,Total,Currency',
    ['customer', 'item', 'from', 'until', 'quantity', 'unitPrice', 'amount', null, 'currency'],
  ],
  [
    'in French',
    'Client,Désignation,Période,Quantité,Prix unitaire,Montant HT,Devise',
    ['customer', 'item', 'period', 'quantity', 'unitPrice', 'amount', 'currency'],
  ],
  [
    'in Spanish',
    'Cliente,Concepto,Desde,Hasta,Cantidad,Precio unitario,Importe,Moneda',
    ['customer', 'item', 'from', 'until', 'quantity', 'unitPrice', 'amount', 'currency'],
  ],
])('the heads of an invoice %s are recognised', async (_, heads, asInvoice) => {
  const cells = heads.replaceAll(/[^,]+/g, 'x')
  expect(await look(`${heads}\n${cells}\n`)).toMatchObject({ seems: 'invoice', asInvoice })
})

test('hidden rows of an invoice are told with their number and sum, totals aside', async () => {
  const rows = [
    ['Customer', 'Item', 'Period', 'Quantity', 'Amount', 'Currency'],
    ['Nordlicht', 'sms', '2026-10', '4000', '200.00', 'EUR'],
    ['Nordlicht', 'seats', '2026-10', '140', '4060.00', 'EUR'],
    ['Nordlicht', 'Refund', '2026-10', '', '-150.00', 'EUR'],
    ['', 'Total', '', '', '4110.00', 'EUR'],
  ]
  const noted = async (hidden: readonly number[], amount = '200.00') => {
    const row = (cells: readonly string[], at: number) =>
      `<row${hidden.includes(at + 1) ? ' hidden="1"' : ''}>${cells.map((text) => `<c t="str"><v>${text === '200.00' ? amount : text}</v></c>`).join('')}</row>`
    const bytes = await packedWorkbook({
      sheets: { One: `<worksheet><sheetData>${rows.map(row).join('')}</sheetData></worksheet>` },
    })
    const shared = new SharedArrayBuffer(bytes.length)
    new Uint8Array(shared).set(bytes)
    const file = { name: 'invoice.xlsx', bytes: shared }
    const question = invoiceQuestion({ customer: 'cus_nordlicht' })
    const { answer } = await answerInvoiceCheck(october, question, file, anyTurn, () => undefined, NO_OTHERS)
    if (answer.kind !== 'invoice') throw new Error(JSON.stringify(answer))
    return answer.notes.filter((note) => note.includes('hidden'))
  }
  expect(await noted([2, 4, 5])).toEqual([
    '3 rows are hidden in the workbook or by a filter, the first on line 2, and are read like the others: 50.00 EUR.',
  ])
  expect(await noted([2, 3], 'a lot')).toEqual([
    '2 rows are hidden in the workbook or by a filter, the first on line 2, and are read like the others; what they come to is not known, as an amount could not be read.',
  ])
  expect(await noted([5])).toEqual([
    '1 row is hidden in the workbook or by a filter, on line 5, and is read like the others.',
  ])
})

test('what is missing is asked: items, amounts, whose lines they are, and the first day beside the last', async () => {
  expect(await asks('Customer,Amount\na,1')).toEqual(asked('what a line is for'))
  expect(await asks('Customer,Item\na,1')).toEqual(asked('the amounts of lines'))
  expect(await asks('Item,Amount\nSms,200')).toEqual(asked('No column says which customer a line is for'))
  expect(await asks('Item,Amount,From\nSms,200,2026-10-01')).toEqual(asked('A first day is known, but no last day'))
  expect(await asks('Item,Amount\nSms,200', { columns: [{ column: 7, means: 'item' }] })).toEqual(
    asked('no column 8; it has 2'),
  )
  const twice: InvoiceChoices['columns'] = [0, 1].map((column) => ({ column, means: 'amount' }))
  expect(await asks('Item,Amount\nSms,200', { columns: twice })).toEqual(asked('Two columns are chosen as amount'))
  const currencies = Array.from({ length: 101 }, (_, at) => `cus_nordlicht,Sms,1.50,X${at}`)
  expect(await asks(['Customer,Item,Amount,Currency', ...currencies].join('\n'))).toEqual(
    asked('holds 101 different texts'),
  )
  const backwards = { from: '2026-10-31', until: '2026-10-01' }
  expect(await asks('Item,Amount\nSms,200', { period: backwards })).toEqual(asked('ends before it begins'))
  expect(await answerTo('Item,Amount\nSms,200', { customer: 'cus_nordlicht' })).toMatchObject({
    kind: 'invoice',
    verdicts: expect.arrayContaining([{ verdict: 'agrees', lines: 1 }]),
  })
})

test('the decimal sign is asked with both readings, and the separator and the encoding as of ledgers', async () => {
  const text = 'Customer;Item;Amount\ncus_nordlicht;Egress GB;1.234\n'
  expect(await asks(text)).toMatchObject([
    { ask: 'decimal', samples: [{ line: 2, head: 'Amount', text: '1.234', byPoint: '1.234', byComma: '1234' }] },
  ])
  expect(await answerTo(text, { decimal: ',' })).toMatchObject({ kind: 'invoice', equation: [{ usage: '1234.00' }] })
  expect(await answerTo(text, { decimal: '.' })).toMatchObject({ kind: 'invoice', equation: [{ usage: '1.234' }] })
  expect(await asks('Customer;Item;Amount\na;b,c;2026-10-01\n')).toEqual(
    asked('holds dates, such as 2026-10-01 on line 2'),
  )
  expect(await asks('Item,Amount;Total\na,b;c\n')).toMatchObject([{ ask: 'separator' }])
})

test('last days belong to periods or not by the dates of the file; where these do not say, it is asked with both outcomes', async () => {
  const invoice = (...periods: string[]) =>
    ['Customer;Item;From;Until;Amount', ...periods.map((one) => `cus_nordlicht;Sms;${one};200.00`)].join('\n')
  const settled = async (...periods: string[]) => (await answerTo(invoice(...periods), { decimal: '.' })).kind
  expect(await settled('2026-10-01;2026-10-31')).toBe('invoice')
  expect(await settled('2026-10-01;2026-11-01')).toBe('invoice')
  expect(await settled('2026-10-01T00:00:00;2026-10-31T23:59:59')).toBe('invoice')
  expect(await settled('2026-10-07;2026-10-08', '2026-10-05;2026-10-05')).toBe('invoice')
  expect(await settled('2026-10-01;2026-10-08', '2026-10-08;2026-10-15')).toBe('invoice')
  // A gap says nothing, nor does midnight of a month's last day; some dates contradict each other.
  for (const [first = '', ...others] of [
    ['2026-10-01;2026-10-15'],
    ['2026-10-01;2026-10-07', '2026-10-08;2026-10-15'],
    ['2026-10-01T00:00:00;2026-10-31T00:00:00'],
    ['2026-10-01;2026-11-01', '2026-10-05;2026-10-05'],
  ]) {
    expect(await asks(invoice(first, ...others), { decimal: '.' })).toMatchObject([
      { ask: 'last-days', choices: [{ choose: { lastDays: 'included' } }, { choose: { lastDays: 'excluded' } }] },
    ])
  }
  const midnight = invoice('2026-10-01T00:00:00;2026-10-31T00:00:00')
  expect(await asks(midnight, { decimal: '.' })).toMatchObject([
    {
      words: expect.stringContaining('Line 2 can be 2026-10-01 to 2026-10-31 or 2026-10-01 to 2026-10-30'),
      choices: [{ outcome: '1 of 1 line of usage agrees.' }, { outcome: '0 of 1 line of usage agrees.' }],
    },
  ])
  const agreeing = { verdict: 'agrees', lines: 1 }
  const included = await answerTo(midnight, { decimal: '.', lastDays: 'included' })
  expect(included).toMatchObject({ verdicts: expect.arrayContaining([agreeing]) })
  const excluded = await answerTo(midnight, { decimal: '.', lastDays: 'excluded' })
  expect(excluded).not.toMatchObject({ verdicts: expect.arrayContaining([agreeing]) })
})

test('amounts in minor units and totals with taxes are read as such, and nothing is without a currency', async () => {
  const agreeing = { verdicts: expect.arrayContaining([{ verdict: 'agrees', lines: 1 }]) }
  expect(await answerTo('Customer,Item,amount_cents,Currency\ncus_nordlicht,Sms,20000,EUR')).toMatchObject({
    ...agreeing,
    notes: expect.arrayContaining(['“amount_cents” is read in minor units, such as cents.']),
  })
  expect(await answerTo('Customer,Item,amount_cents,Currency\ncus_nordlicht,Sms,200,EUR')).not.toMatchObject(agreeing)
  expect(await answerTo('Customer,Item,amount_cents\ncus_nordlicht,Sms,20000')).not.toMatchObject(agreeing)
  expect(
    await answerTo('Customer,Item,Amount,Currency\ncus_nordlicht,Sms,20000,EUR', { units: 'minor' }),
  ).toMatchObject(agreeing)
  const lago = 'Customer,Item,fee_taxes_amount_cents,fee_total_amount_cents,Currency\ncus_nordlicht,Sms'
  expect(await answerTo(`${lago},3800,23800,EUR`)).toMatchObject(agreeing)
  expect(await answerTo(`${lago},3800,20000,EUR`)).not.toMatchObject(agreeing)
})

test('days of periods that could be two are settled by any of the file, or asked', async () => {
  const invoice = (...periods: string[]) =>
    ['Customer;Item;From;Until;Amount', ...periods.map((one) => `cus_nordlicht;Sms;${one};200.00`)].join('\n')
  expect(await asks(invoice('01/10/2026;01/11/2026'), { decimal: '.' })).toMatchObject([
    { ask: 'days', words: expect.stringContaining('Day first is likely') },
  ])
  expect(await answerTo(invoice('01/10/2026;31/10/2026'), { decimal: '.' })).toMatchObject({
    verdicts: expect.arrayContaining([{ verdict: 'agrees', lines: 1 }]),
    notes: expect.arrayContaining(['“01/10/2026” on line 2 has the day first: 2026-10-01.']),
  })
})

test('lines of NDJSON are read as well, and a file of more than 100,000 lines is refused', async () => {
  const json = '{"customer":"cus_nordlicht","item":"Sms","amount":200.00,"currency":"EUR"}\n'
  expect(await answerTo(json)).toMatchObject({
    kind: 'invoice',
    verdicts: expect.arrayContaining([{ verdict: 'agrees', lines: 1 }]),
  })
  const many = `Customer,Item,Amount\n${'cus_nordlicht,Sms,1.50\n'.repeat(100_001)}`
  expect(await answerTo(many)).toEqual({ kind: 'refused', words: expect.stringContaining('more than 100,000 lines') })
  expect(await answerTo('Customer,Item,Amount\n')).toMatchObject({ kind: 'refused' })
  expect(await answerTo('%PDF-1.7')).toEqual({ kind: 'refused', words: expect.stringContaining('a PDF') })
})

test('rules that are none are said, and a check that nobody waits for ends', async () => {
  const file = heldText(sampleInvoice('2026-10').text)
  const wrong = await answerInvoiceCheck(
    october,
    invoiceQuestion({}, { rules: '{' }),
    file,
    anyTurn,
    () => undefined,
    NO_OTHERS,
  )
  expect(wrong.answer).toMatchObject({ kind: 'no-rules', problems: [expect.any(String)] })
  const leaving = new AbortController()
  const many = `Customer,Item,Amount\n${'cus_nordlicht,Sms,1.50\n'.repeat(50_000)}`
  const turn = takeTurns(leaving.signal)
  const left = unlessDropped(() =>
    answerInvoiceCheck(october, invoiceQuestion(), heldText(many), turn, () => leaving.abort(), NO_OTHERS),
  )
  expect(await left).toBeUndefined()
})

test('hostile names are names', async () => {
  const names = ['__proto__', 'constructor', '=1+1', '\u202e', 'x'.repeat(20_000), '<b>', '\ud800']
  const text = ['Customer;Item;Period;Amount', ...names.map((name) => `${name};${name};${name};1.50`)].join('\n')
  const answer = await answerTo(text)
  expect(answer).toMatchObject({
    kind: 'invoice',
    verdicts: expect.arrayContaining([{ verdict: 'not-covered', lines: 7 }]),
  })
  expect(answer.kind === 'invoice' && answer.names.length).toBe(14)
})

test('where all events are of one customer and one month, neither has to be said', async () => {
  const event = (at: number) =>
    `{"event_id":"e${at}","customer_id":"cus_1","event_code":"sms","event_type":"debit","created_at":"2026-10-0${at}T12:00:00Z","event_properties":{"quantity":1,"unit_price":0.05,"amount":0.05,"currency":"EUR"}}`
  const snapshot = await snapshotOfTexts(
    [1, 2, 3].map((at) => ({ source: event(at) })),
    'Europe/Berlin',
  )
  const file = heldText('Item,Quantity,Amount\nSMS,3,0.15\n')
  const { answer } = await answerInvoiceCheck(snapshot, invoiceQuestion(), file, anyTurn, () => undefined, NO_OTHERS)
  expect(answer).toMatchObject({
    kind: 'invoice',
    agrees: true,
    equation: [{ currency: 'EUR', usage: '0.15', worth: '0.15' }],
  })
})

test('last days belong to their periods, unless lines share borders and none is a single day or ends with a month', async () => {
  const heads = 'Customer,Item,From,To,Amount,Currency\n'
  const notesOf = async (lines: string) => {
    const answer = await answerTo(heads + lines)
    return answer.kind === 'invoice' ? answer.notes.join(' ') : answer.kind
  }
  const shared = 'cus_nordlicht,Sms,2026-10-05,2026-10-06,1,EUR\ncus_nordlicht,Sms,2026-10-06,2026-10-07,1,EUR\n'
  expect(await notesOf(shared)).toContain(
    'Line 2 ends where line 3 begins, and no line is a single day or ends with a month: last days do not belong to their periods.',
  )
  for (const line of [
    'cus_nordlicht,Sms,2026-10-09,2026-10-09,1,EUR\n',
    'cus_nordlicht,Sms,2026-10-08,2026-10-31,1,EUR\n',
  ])
    expect(await notesOf(shared + line)).not.toContain('last days')
  // Of another customer or item, a border is not shared.
  expect(await notesOf(shared.replace('cus_nordlicht', 'cus_birch'))).not.toContain('last days')
  expect(await notesOf('cus_nordlicht,Sms,2026-10-01T00:00:00Z,2026-11-01T00:00:00Z,1,EUR\n')).toContain(
    'is given in UTC',
  )
})

test('debits and credits of an invoice are one amount, and a total that it states settles which is charged', async () => {
  const nordlicht = (rows: string) => `customer;item;Soll;Haben;currency\n${rows}`
  const sms = (soll: string, haben: string) => `cus_nordlicht;sms;${soll};${haben};EUR\n`
  const refund = (soll: string, haben: string) => `cus_nordlicht;refund;${soll};${haben};EUR\n`
  const agreeing = async (text: string, choices: Partial<InvoiceChoices> = {}) => {
    const answer = await answerTo(text, choices)
    if (answer.kind !== 'invoice') return answer.kind === 'asks' ? answer.asks.map(({ ask }) => ask) : answer.kind
    return answer.verdicts.find(({ verdict }) => verdict === 'agrees')?.lines
  }
  expect(await asks(nordlicht(sms('200,00', '') + refund('', '150,00')))).toMatchObject([
    {
      ask: 'charged',
      choices: [
        { label: '“Soll” is charged', outcome: '2 of 2 lines of usage agree.' },
        { label: '“Haben” is charged', outcome: '0 of 2 lines of usage agree.' },
      ],
    },
  ])
  const swapped = nordlicht(sms('', '200,00') + refund('150,00', ''))
  expect(await agreeing(swapped, { charged: 'credit' })).toBe(2)
  expect(await agreeing(`${swapped}cus_nordlicht;Total;;50,00;EUR\n`)).toBe(2)
  expect(await agreeing(`${nordlicht(sms('200,00', '') + refund('', '150,00'))};Total;50,00;;EUR\n`)).toBe(2)
  expect(await agreeing(swapped.replace('Soll', 'credit').replace('Haben', 'debit'))).toBe(2)
  expect(await agreeing('customer;item;amount;D/C\ncus_nordlicht;sms;200,00;D\ncus_nordlicht;refund;150,00;C\n')).toBe(
    2,
  )
})

test('an invoice with several columns of money says which is the amount', async () => {
  const answer = await answerTo('customer,item,net_amount,tax,gross\ncus_nordlicht,sms,200.00,38.00,238.00\n')
  expect(answer).toMatchObject({
    kind: 'invoice',
    notes: expect.arrayContaining([expect.stringContaining('“net_amount” is read as the amount. “tax”, “gross” hold')]),
  })
})

test.each(['€', 'eur', 'Euro'])('a currency column that says %s means EUR', async (currency) => {
  expect(await answerTo(`Customer,Item,Amount,Currency\ncus_nordlicht,Sms,200.00,${currency}`)).toMatchObject({
    equation: [{ currency: 'EUR', usage: '200.00', tooMuch: { lines: 0 }, tooLittle: { lines: 0 } }],
    verdicts: expect.arrayContaining([{ verdict: 'agrees', lines: 1 }]),
  })
})

test('a sign that several currencies have is the chosen one, and is not read where none is chosen', async () => {
  const invoice = 'Customer,Item,Amount,Currency\ncus_nordlicht,Sms,200.00,$'
  expect(await answerTo(invoice)).toMatchObject({
    columns: expect.arrayContaining([
      expect.objectContaining({ means: 'currency', unread: { cells: 1, samples: [{ line: 2, text: '$' }] } }),
    ]),
  })
  const answer = await answerTo(invoice, { currency: 'USD' })
  expect(answer.kind === 'invoice' && answer.columns.every(({ unread }) => unread.cells === 0)).toBe(true)
})

test('what events call their currency is that currency, whatever else the text could mean', async () => {
  const event = (at: number) =>
    `{"event_id":"e${at}","customer_id":"cus_1","event_code":"sms","event_type":"debit","created_at":"2026-10-0${at}T12:00:00Z","event_properties":{"quantity":1,"unit_price":0.05,"amount":0.05,"currency":"€"}}`
  const snapshot = await snapshotOfTexts(
    [1, 2, 3].map((at) => ({ source: event(at) })),
    'Europe/Berlin',
  )
  const file = heldText('Customer,Item,Amount,Currency\ncus_1,sms,0.15,€\n')
  const { answer } = await answerInvoiceCheck(snapshot, invoiceQuestion(), file, anyTurn, () => undefined, NO_OTHERS)
  expect(answer).toMatchObject({ equation: [{ currency: '€', usage: '0.15', worth: '0.15' }] })
})
