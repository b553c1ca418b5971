import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NOTHING_CHOSEN_FOR_INVOICE } from '../../../shared/check/checked-file.ts'
import { invoiceTable } from '../../../shared/figures/invoice.ts'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { checkedInvoice, invoiceLine, NORDLICHT_LINES, SMS } from '../store/fixtures/checked-invoice.ts'
import { lookedFile } from '../store/fixtures/checked-ledger.ts'
import { InvoiceEquations } from './invoice-equations.tsx'
import { InvoiceColumns, InvoiceReading } from './invoice-reading.tsx'
import { boundaryWords } from './invoice-result.tsx'
import { InvoiceNames, withNames } from './names-card.tsx'

const drawn = (element: React.ReactNode) => renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>)
const nothing = () => {}
const { paper, equation } = checkedInvoice()

const lines = (isProven = true) =>
  drawn(
    <FigureTable
      table={invoiceTable({
        lines: NORDLICHT_LINES,
        unbilled: [SMS],
        paper,
        isWhole: isProven,
        explained: { of: 'line', at: 3 },
      })}
    />,
  )

/** What stands in the cells of a line, as one text each. */
const cellsOf = (html: string, line: string) =>
  [
    ...(new RegExp(`<tr[^>]*${line}[^>]*>(.*?)</tr>`).exec(html)?.[1] ?? '').matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g),
  ].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, ''))

test('the paper as it came, beside it what the rules say, the difference and the verdict', () => {
  const html = lines()
  expect(cellsOf(html, 'data-line="5"')).toEqual([
    '5',
    'Build minutes',
    '14,000',
    '0.008',
    '112.00',
    '96.00',
    '+16.00',
    'possible cause: included quantity not deducted',
  ])
  expect(cellsOf(html, 'data-line="6"')).toEqual(['6', 'Refund', '–', '–', '−150.00', '−150.00', '–', 'agrees'])
  expect(cellsOf(html, 'data-line="8"')).toEqual(['8', 'Total', '', '', '16,643.34', '', '–', 'lines add up'])
  expect(cellsOf(html, 'data-unbilled="sms"')).toEqual([
    '–',
    'sms',
    '4,000',
    '0.05',
    '–',
    '200.00',
    '−200.00',
    'not billed',
  ])
  expect(html).toContain('data-line="5" data-line-verdict="explained" data-difference="16"')
  // One stop for Tab among all lines: the one that is explained.
  expect(html.match(/tabindex="0"/g)).toHaveLength(1)
  expect(html).toMatch(/aria-pressed="true"[^>]* tabindex="0"[^>]*>Build minutes/)
})

test('of what was read is said of every verdict that events have a part in, and of no other', () => {
  const html = lines(false)
  expect(html.match(/, of what was read<\/span>/g)).toHaveLength(6)
  expect(html).toContain('>fee, discount or tax</span>')
})

test('a total that is not the sum of its lines is wrong', () => {
  const [total] = paper.totals
  if (total === undefined) throw new Error('There is no total.')
  const html = drawn(
    <FigureTable
      table={invoiceTable({
        lines: [invoiceLine({ verdict: 'total', line: 8, words: 'lines come to 1.00' })],
        unbilled: [],
        paper: { totals: [{ ...total, holds: false }] },
        isWhole: true,
        explained: null,
      })}
    />,
  )
  expect(html).toContain('data-tone="danger"')
})

test('lines that differ stand one by one in the equation, where they are all of it', () => {
  const words = (differing: typeof NORDLICHT_LINES | null, one = equation) =>
    drawn(<InvoiceEquations equation={one} differing={differing} onPlace={nothing} />)
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/\s+/g, ' ')
  const tokens = invoiceLine({ at: 4, item: 'Tokens', difference: '135', verdict: 'explained' })
  const differing = [NORDLICHT_LINES[2], tokens, NORDLICHT_LINES[3]].flatMap((line) => line ?? [])
  expect(words(differing)).toContain(
    '13,736.00 usage lines − 13,782.00 events = −46.00 = 3.00 + 135.00 + 16.00 charged too much − 200.00 not billed',
  )
  // One of them is not among those that are known.
  expect(words(differing.slice(1))).toContain('= 154.00 charged too much − 200.00 not billed')
  expect(words(null)).toContain('= 154.00 charged too much − 200.00 not billed')
  expect(words(null)).toContain(
    'Besides: 480.00 possibly charged twice on lines that agree, 2,907.34 in 2 lines of fees, discounts or tax.',
  )
  expect(
    words(
      null,
      equation.map((one) => ({ ...one, holds: false })),
    ),
  ).toContain('do not add up')
  expect(words(null, [])).toContain('No line is compared with events.')
  const none = { lines: 0, sum: '0' }
  const [less] = equation.map((one) => ({
    ...one,
    usage: '10',
    worth: '-5',
    difference: '15',
    tooMuch: none,
    tooLittle: { lines: 1, sum: '-2' },
    notBilled: { groups: 1, sum: '17' },
  }))
  expect(words(null, less === undefined ? [] : [less])).toContain(
    '10.00 usage lines + 5.00 events = 15.00 = −2.00 charged too little + 17.00 not billed',
  )
})

test('names that are not known stand first, the others behind "More"', () => {
  const { names } = checkedInvoice()
  const unknown = { said: 'Support', lines: 2, by: null, of: 'item', means: null } as const
  const html = drawn(
    <InvoiceNames
      names={[unknown, ...names]}
      choices={NOTHING_CHOSEN_FOR_INVOICE}
      known={{ customerId: ['cus_nordlicht'], eventCode: ['api_calls'] }}
      onNames={nothing}
    />,
  )
  expect(html.match(/data-said=/g)).toHaveLength(1)
  expect(html).toContain('More: 2 names that are')
  for (const label of ['Not known', 'Fee', 'Tax', 'Discount', 'Proration', 'Something else', 'Total row'])
    expect(html).toContain(`>${label}</option>`)
  const many = Array.from({ length: 250 }, (_, at) => ({ ...unknown, said: `Item ${at}` }))
  const first = drawn(
    <InvoiceNames
      names={many}
      choices={NOTHING_CHOSEN_FOR_INVOICE}
      known={{ customerId: [], eventCode: [] }}
      onNames={nothing}
    />,
  )
  expect(first.match(/data-said=/g)).toHaveLength(100)
  expect(first).toContain('More: 150 names<')
  const all = drawn(
    <InvoiceNames
      names={names}
      choices={NOTHING_CHOSEN_FOR_INVOICE}
      known={{ customerId: [], eventCode: [] }}
      onNames={nothing}
    />,
  )
  expect(all.match(/data-said=/g)).toHaveLength(2)
})

test('what is said of a name goes before what was said of it, and what is taken back is proposed again', () => {
  const { names } = checkedInvoice()
  const before = {
    customers: [
      { said: 'Nordlicht Logistik', is: 'cus_old' },
      { said: 'Other', is: 'cus_other' },
    ],
    items: [{ said: 'API calls', means: { is: 'total' as const } }],
  }
  const key = (of: string, name: string) => JSON.stringify([of, name])
  expect(
    withNames(
      names,
      before,
      new Map([
        [key('customer', 'Nordlicht Logistik'), ' cus_new '],
        [key('item', 'API calls'), 'tax'],
      ]),
    ),
  ).toEqual({
    customers: [
      { said: 'Other', is: 'cus_other' },
      { said: 'Nordlicht Logistik', is: 'cus_new' },
    ],
    items: [{ said: 'API calls', means: { is: 'not-from-events', what: 'tax' } }],
  })
  expect(withNames(names, before, new Map([[key('item', 'API calls'), '']])).items).toEqual([])
  expect(withNames(names, before, new Map([[key('item', 'API calls'), 'code:total']])).items).toEqual([
    { said: 'API calls', means: { is: 'code', code: 'total' } },
  ])
})

test('customer, period and currency are asked of all lines where no column says them', () => {
  const columns = ['Item', 'Amount'].map((head, column) => ({ column, head, samples: [], proposed: null }))
  const look = lookedFile({ columns, seems: 'invoice', asInvoice: ['item', 'amount'], lines: [] })
  const reading = (choices = NOTHING_CHOSEN_FOR_INVOICE, of = look) =>
    drawn(
      <InvoiceReading
        look={of}
        choices={choices}
        customers={['cus_1']}
        zone="Europe/Berlin"
        onKind={nothing}
        onChoose={nothing}
      />,
    )
  const asked = ['Customer of all lines', 'Period of all lines', 'Currency of all lines']
  for (const label of asked) expect(reading()).toContain(label)
  const whole = lookedFile({
    columns: [
      ...columns,
      ...['Kunde', 'Monat', 'Währung'].map((head, at) => ({ column: at + 2, head, samples: [], proposed: null })),
    ],
    asInvoice: ['item', 'amount', 'customer', 'period', 'currency'],
    lines: [],
  })
  for (const label of asked) expect(reading(NOTHING_CHOSEN_FOR_INVOICE, whole)).not.toContain(label)
  expect(reading({ ...NOTHING_CHOSEN_FOR_INVOICE, period: { from: '2026-10-01', until: '2026-10-31' } })).toContain(
    'value="October 2026"',
  )
  const table = (choices = NOTHING_CHOSEN_FOR_INVOICE) =>
    drawn(<InvoiceColumns look={look} choices={choices} isBusy={false} areKept={false} onChoose={nothing} />)
  expect(table()).toContain('Both columns recognised.<')
  expect(table({ ...NOTHING_CHOSEN_FOR_INVOICE, columns: [] })).toContain(
    'No column seems to be the item or the amount.',
  )
})

test('what a reading of the edges would ask is said with its hours, its customer and its range', () => {
  const range = { from: '2026-09-29T20:00:00Z', until: '2026-09-30T22:00:00Z', customer: 'cus_1' }
  expect(boundaryWords({ edge: 'before', range, there: null }, 'Europe/Berlin')).toBe(
    '26 hours before: from 29 Sep 2026, 22:00:00 Berlin (+02:00) to 1 Oct 2026, 00:00:00 Berlin (+02:00), customer cus_1',
  )
  expect(
    boundaryWords(
      { edge: 'after', range: { ...range, customer: null }, there: snapshotSummary({ name: 'September' }) },
      'UTC',
    ),
  ).toMatch(/^26 hours after: .*, all customers of the search; held by “September”$/)
})
