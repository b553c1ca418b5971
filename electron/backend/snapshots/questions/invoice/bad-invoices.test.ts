// Invoices that cannot be read: each is told in a sentence, or asked about, as ledgers are. What a file is, is seen
// before it is known to be an invoice (electron/backend/check); here, that it is told of an invoice, too, and what only
// invoices have.
import { expect, test } from 'vitest'
import { type InvoiceChoices, NOTHING_CHOSEN_FOR_INVOICE } from '../../../../../shared/check/checked-file.ts'
import { invoiceWords } from '../../../../../shared/snapshot/checked-words.ts'
import type { InvoiceAnswer, InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { anyTurn, snapshotOfTexts } from '../fixtures/table-of.ts'
import { createFileQuestions } from '../worker/answer-file-questions.ts'

const RULES = JSON.stringify({
  eventscopeRules: 1,
  rules: [{ effect: 'as-sent', money: { by: 'amount', property: 'amount' }, currency: { property: 'currency' } }],
})
const EVENT =
  '{"event_id":"a","customer_id":"cus_1","event_code":"calls","event_type":"debit","created_at":"2026-10-01T12:00:00Z","event_properties":{"amount":1.5,"currency":"EUR"}}'

async function answered(content: string | Uint8Array, choices: Partial<InvoiceChoices> = {}): Promise<InvoiceAnswer> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  const question: InvoiceCheckQuestion = {
    ask: 'invoiceCheck',
    fileId: '',
    choices: {
      ...NOTHING_CHOSEN_FOR_INVOICE,
      customer: 'cus_1',
      period: { from: '2026-10-01', until: '2026-10-31' },
      currency: 'EUR',
      ...choices,
    },
    scope: { where: [], misses: true },
    rules: RULES,
    wholeRange: { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' },
    shownZone: 'UTC',
    edges: null,
    duplicates: null,
    closed: null,
  }
  const snapshot = await snapshotOfTexts([{ source: EVENT }])
  const file = { name: 'invoice', bytes: shared }
  const others = { load: async () => 'There is none.', added: async () => null }
  return createFileQuestions().invoiceCheck(question, {
    snapshot,
    file,
    turn: anyTurn,
    report: () => undefined,
    others,
  })
}

/** The sentence by which it is refused, or what is asked. */
async function words(content: string | Uint8Array, choices?: Partial<InvoiceChoices>): Promise<string> {
  const answer = await answered(content, choices)
  if (answer.kind === 'asks') return answer.asks.map(({ ask, words: asked }) => `${ask}: ${asked}`).join(' ')
  if (!('words' in answer)) throw new Error(JSON.stringify(answer))
  return answer.words
}

test('files of other kinds, encrypted, damaged, with too many columns or too long a line', async () => {
  const encrypted = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')])
  const heads = Array.from({ length: 1_000 }, (_, at) => `c${at}`)
  const files: [string | Uint8Array, string][] = [
    ['', 'This file is empty.'],
    ['%PDF-1.7\n', 'This file is a PDF.'],
    [Uint8Array.of(0x1f, 0x8b, 8, 0), 'This file is compressed with gzip.'],
    [encrypted, 'This workbook is encrypted.'],
    ['PK\u0003\u0004 and nothing else', 'This file begins like an Excel workbook but cannot be opened'],
    [`${heads.join(',')}\n`, 'This file has 1,000 columns, and at most 500 are read.'],
    [`Item,Amount\ncalls,${'1'.repeat(2 * 1024 * 1024)}\n`, 'is longer than 1 MiB'],
    ['Item,Amount\n', 'This file has no lines below its header row.'],
    ['Item,Amount\ncalls,1,50\n', 'Line 2 has 3 cells and the header row 2'],
  ]
  for (const [content, sentence] of files) expect(await words(content, { separator: ',' })).toContain(sentence)
})

test('more lines than an invoice may have', async () => {
  expect(await words(`Item,Amount\n${'calls,1\n'.repeat(100_001)}`)).toBe(
    'This file has more than 100,000 lines, and no more of an invoice are read. Split it by customers or by months, and check each part.',
  )
})

test('decimal signs that are mixed or open, dates and texts in place of numbers, are asked about', async () => {
  expect(await words('Item;Amount\ncalls;1.234,5\ncalls;1,234.5\n')).toContain('decimal: ')
  expect(await words('Item,Amount\ncalls,1.234\n')).toContain('“1.234” can be 1.234 or 1234.')
  expect(await words('Item,Amount\ncalls,2026-10-01\n')).toContain('holds dates, such as 2026-10-01 on line 2')
  expect(await words('Item,Quantity,Amount\ncalls,2026-10-01,1.5\n')).toContain('“Quantity” holds dates')
  expect(await words('Item,Amount\ncalls,n/a\n')).toContain('“n/a” on line 2 is none')
})

test('columns that are missing or mean the same, whose lines they are and of when, are asked', async () => {
  expect(await words('name,value\ncalls,1.5\n')).toMatch(/^columns: /)
  const twice: InvoiceChoices['columns'] = [0, 1].map((column) => ({ column, means: 'amount' as const }))
  expect(await words('a,b\n1,2\n', { columns: twice })).toMatch(/^columns: /)
  const several = { customer: null, period: null }
  const other = await answered('Item,Amount,Customer,Period\ncalls,1.5,nobody,when\n', several)
  expect(other).toMatchObject({
    kind: 'invoice',
    agrees: false,
    verdicts: expect.arrayContaining([{ verdict: 'not-covered', lines: 1 }]),
    columns: expect.arrayContaining([
      expect.objectContaining({ means: 'period', unread: { cells: 1, samples: [{ line: 2, text: 'when' }] } }),
    ]),
  })
})

test('amounts that cannot be read, or that a formula never saved, are not taken as nothing', async () => {
  const answer = await answered('Item,Amount\ncalls,1.50\ncalls,12.50 each\ncalls,\n')
  expect(answer).toMatchObject({
    kind: 'invoice',
    agrees: false,
    verdicts: expect.arrayContaining([
      { verdict: 'agrees', lines: 1 },
      { verdict: 'not-covered', lines: 2 },
    ]),
  })
})

test('an amount that is not read makes its sums not known: no total holds or fails over it, and nothing agrees', async () => {
  for (const stated of ['1.50', '1.79']) {
    const answer = await answered(`item,amount\ncalls,1.50\nVAT 19 %,n/a\nTotal,${stated}\n`)
    if (answer.kind !== 'invoice') throw new Error(JSON.stringify(answer))
    const { paper, equation, agrees } = answer
    expect({ paper, sum: equation[0]?.notFromEvents, agrees }, stated).toMatchObject({
      paper: { totals: [{ line: 4, added: null, holds: null }], holds: null },
      sum: { lines: 1, sum: null },
      agrees: false,
    })
    expect(invoiceWords(answer, true)).toBe(
      '1 of 1 usage line agrees. On the paper, whether its totals hold is not known, as an amount could not be read.',
    )
  }
})

test('of lines whose period is not read it is said that they could not be placed, and not whose their events are', async () => {
  const lines = 'item,customer,period,amount\ncalls,cus_1,the other month,1.50\ncalls,cus_1,sometime,1.50\n'
  const answer = await answered(lines, { customer: null, period: null })
  expect(answer).toMatchObject({
    notes: [
      '2 lines could not be placed: their period was not read.',
      '1 event of customers who have no line that is checked is not checked.',
    ],
  })
  expect(await answered('item,customer,period,amount\ncalls,cus_1,2026-10,1.50\n')).toMatchObject({ notes: [] })
})
