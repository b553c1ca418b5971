import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  LONGEST_RECEIPT_TEXT,
  MOST_RECEIPT_LINES,
  receiptFactsSchema,
} from '../../../shared/export/verification-outcome.ts'
import { NO_ROWS } from '../../../shared/snapshot/account.ts'
import { wantedSum } from '../../../shared/worth/property-sum.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { heldEvents } from './event-source.ts'
import type { FileSubject } from './file-subject.ts'
import { provedSubject } from './fixtures/proved-subject.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { type Receipt, readReceipt } from './receipt.ts'
import { receiptFacts } from './receipt-facts.ts'
import { writeEventFile } from './write-event-file.ts'

const proved = provedSubject([{ account: { ...NO_ROWS, kept: 2 } }])

async function receiptOf(subject: FileSubject = proved): Promise<Receipt> {
  const amounts = ['940.5900000000000000001', '-1']
  const events = amounts.map(
    (amount, at) => `{"event_id":"e${at}","event_type":"debit","event_properties":{"amount":${amount}}}`,
  )
  const written = await writeEventFile({
    path: join(await temporaryFolder(), 'all.csv'),
    source: heldEvents(events),
    format: someFormats.csv,
    sums: [wantedSum('amount', [])],
    subject,
    now: () => 0,
  })
  if (!written.ok) throw new Error('not written')
  const receipt = readReceipt(written.value.receiptText ?? '', 'of a test')
  if ('table' in receipt.eventscope) throw new Error('not of events')
  return receipt as Receipt
}

test('what is needed to know the file again and to check it is there, as the receipt has it', async () => {
  const receipt = await receiptOf()
  const facts = receiptFacts(receipt)
  const [{ bytes, hash }] = receipt.resources
  const lines = new Map(facts.lines.map(({ name, value }) => [name, value]))
  expect(facts).toMatchObject({ file: 'all.csv', of: 'events', rows: '2', customerId: 'cus_1', isTheirsAlone: true })
  expect(lines.get('Bytes')).toEqual({ number: String(bytes) })
  expect(lines.get('SHA-256')).toBe(hash.slice('sha256:'.length))
  expect(lines.get('Written')).toBe('1970-01-01T00:00:00.000Z')
  expect(lines.get('Filter Customer ID')).toBe('cus_1')
  expect(lines.get('Filter Property region')).toBe('"eu"')
  expect(lines.get('Range')).toContain('1 Nov 2026 00:00:00')
  expect(lines.get('Verdict')).toBe('All 3 events read.')
  expect(lines.get('Evidence that holds')).toBe('abcde')
  expect(lines.get('Counted by the service at the end')).toEqual({ number: '2' })
  expect(lines.get('Rows received')).toEqual({ number: '2' })
  expect(facts.sums).toEqual([
    {
      property: 'amount',
      cells: [
        'amount',
        'debit',
        'not set',
        { number: '939.5900000000000000001' },
        ...['2', '0', '0'].map((number) => ({ number })),
      ],
    },
  ])
  expect(receiptFactsSchema.parse(facts)).toEqual(facts)
})

test('whose business a line is: nothing of the service for a customer, a property where it is ticked', async () => {
  const { lines } = receiptFacts(await receiptOf())
  const shown = (name: string) => lines.find((line) => line.name === name)?.shown
  expect(['Source', 'Written by', 'Requests', 'Read', 'Evidence that holds'].map(shown)).toEqual(
    Array.from({ length: 5 }, () => 'to-colleagues'),
  )
  expect(shown('Filter Property region')).toEqual({ property: 'region' })
  expect(['SHA-256', 'Filter Customer ID', 'Verdict', 'Rows'].map(shown)).toEqual(
    Array.from({ length: 4 }, () => 'to-all'),
  )
})

test.each<[string, Partial<FileSubject>, boolean]>([
  ['rows that miss a filter are left out', {}, true],
  ['rows that miss a filter are in it', { includesMisses: true }, false],
])('a customer is said to be alone in it where %s', async (_, change, isTheirsAlone) => {
  const subject = provedSubject([{ account: { ...NO_ROWS, kept: 2, misses: 1 } }])
  expect(receiptFacts(await receiptOf({ ...subject, ...change }))).toMatchObject({ customerId: 'cus_1', isTheirsAlone })
})

test('without an account, and of all customers, nobody is alone in it', async () => {
  const receipt = await receiptOf()
  const { account: _, ...without } = receipt.eventscope
  expect(receiptFacts({ ...receipt, eventscope: without }).isTheirsAlone).toBe(false)
  const { customer_id: __, ...filters } = receipt.eventscope.filters
  const all = receiptFacts({ ...receipt, eventscope: { ...receipt.eventscope, filters } })
  expect(all).toMatchObject({ customerId: null, isTheirsAlone: false })
})

test('a receipt of figures names no customer, and says what it is of', async () => {
  const { eventscope: _, ...dataPackage } = await receiptOf()
  const table = { of: 'October', name: 'Totals', source: [['Verdict', 'All events read'] as [string, string]] }
  const facts = receiptFacts({
    ...dataPackage,
    eventscope: { receipt: '1', program: 'Eventscope', table, rows: '3', numbersAsText: '0' },
  })
  expect(facts).toMatchObject({ of: 'figures', customerId: null, isTheirsAlone: false, sums: [] })
  expect(facts.lines).toContainEqual(expect.objectContaining({ name: 'Table', value: 'Totals, October' }))
})

test('a stranger’s is bounded, and what is not a number of JSON is text as it stands', async () => {
  const receipt = await receiptOf()
  const eventscope = receipt.eventscope
  const long = 'x'.repeat(LONGEST_RECEIPT_TEXT * 2)
  const facts = receiptFacts({
    ...receipt,
    eventscope: {
      ...eventscope,
      rows: '0002',
      program: `${long}\ud800`,
      filters: {
        ...Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, { a: long }])),
        customer_id: 7,
      },
      sums: eventscope.sums.map((one) => ({
        ...one,
        figures: one.figures.map((figure) => ({ ...figure, sum: '007' })),
      })),
    },
  })
  expect(facts.lines).toHaveLength(MOST_RECEIPT_LINES)
  expect(facts.lines).toContainEqual(expect.objectContaining({ name: 'Rows', value: '0002' }))
  expect(facts.sums[0]?.cells[3]).toBe('007')
  expect(facts.customerId).toBeNull()
  expect(receiptFactsSchema.parse(facts)).toEqual(facts)
  expect(JSON.stringify(facts).isWellFormed()).toBe(true)
})
