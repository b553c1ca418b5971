import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { sampleCompany } from '../../../service/sample-company.ts'
import {
  type Decimal,
  decimalText,
  minus,
  plus,
  readPlain,
  rounded,
  times,
  ZERO,
} from '../../../shared/exact/decimal.ts'
import { sampleInvoice } from '../../../shared/worth/sample-company-files.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import type { Download } from './delivery.ts'
import { saveSampleInvoice } from './save-text-file.ts'

interface Line {
  Item: string
  Quantity: string
  'Unit price': string
  Amount: string
}

const linesOf = (month: string): Line[] => parse(sampleInvoice(month).text, { columns: true })
const total = (values: readonly Decimal[]) => values.reduce(plus, ZERO)
const amounts = (lines: readonly Line[]) => total(lines.map(({ Amount }) => readPlain(Amount)))
const cents = (value: Decimal) => decimalText(rounded(value, 2, 'half-up'))
const isUsage = ({ Item }: Line) => !/fee|VAT|Total/.test(Item)

test('the paper adds up: quantity × price, VAT of 19 %, the total', () => {
  const lines = linesOf('2026-10')
  for (const { Quantity, 'Unit price': price, Amount } of lines.filter((line) => line.Quantity !== '')) {
    expect(cents(times(readPlain(Quantity), readPlain(price)))).toBe(Amount)
  }
  const isOf = (item: string) => lines.filter(({ Item }) => Item === item)
  const net = lines.filter(({ Item }) => !/VAT|Total/.test(Item))
  expect(cents(times(amounts(net), readPlain('0.19')))).toBe(isOf('VAT 19 %')[0]?.Amount)
  expect(cents(plus(amounts(net), amounts(isOf('VAT 19 %'))))).toBe(isOf('Total')[0]?.Amount)
  expect(lines.map(({ Item, Amount }) => [Item, Amount])).toEqual([
    ['Seats', '4060.00'],
    ['API calls', '7920.00'],
    ['Storage, GB-days', '372.00'],
    ['Egress, GB', '747.00'],
    ['Tokens', '675.00'],
    ['Build minutes', '112.00'],
    ['Refund', '-150.00'],
    ['Platform fee', '250.00'],
    ['VAT 19 %', '2657.34'],
    ['Total', '16643.34'],
  ])
})

// Months of 31, 30, 28 and 29 days, and those in which the clocks change.
describe.each([
  ['2026-10', '2026-11-22T15:00:00Z', ['2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z']],
  ['2026-11', '2026-12-03T15:00:00Z', ['2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z']],
  ['2027-02', '2027-03-03T15:00:00Z', ['2027-01-31T23:00:00Z', '2027-02-28T23:00:00Z']],
  ['2028-02', '2028-03-03T15:00:00Z', ['2028-01-31T23:00:00Z', '2028-02-29T23:00:00Z']],
  ['2027-03', '2027-04-03T15:00:00Z', ['2027-02-28T23:00:00Z', '2027-03-31T22:00:00Z']],
])('against the events of %s', (month, now, [from = '', until = '']) => {
  const nordlicht = [...sampleCompany({ now: Date.parse(now) })].filter(
    ({ customerId }) => customerId === 'cus_nordlicht',
  )
  const valuesOf = (code: string, name: string, [first, last] = [from, until]) =>
    nordlicht
      .filter((event) => event.eventCode === code && event.createdAt >= first && event.createdAt < last)
      .map(({ properties }) => readPlain(properties.find((one) => one.name === name)?.text ?? '0'))
  const lines = linesOf(month)
  const quantityOf = (item: string) => lines.find(({ Item }) => Item === item)?.Quantity

  test('its quantities are those of the events, egress of the month in UTC', () => {
    const utc: [string, string] = [`${month}-01T00:00:00Z`, `${now.slice(0, 7)}-01T00:00:00Z`]
    const sums = {
      'API calls': valuesOf('api_calls', 'quantity'),
      'Storage, GB-days': valuesOf('storage_gb_days', 'quantity'),
      'Egress, GB': valuesOf('egress_gb', 'quantity', utc),
      Tokens: valuesOf('tokens', 'quantity'),
      'Build minutes': valuesOf('build_minutes', 'quantity'),
      Seats: valuesOf('seats', 'quantity'),
    }
    for (const [item, values] of Object.entries(sums))
      expect([item, decimalText(total(values))]).toEqual([item, quantityOf(item)])
    expect(decimalText(total(valuesOf('egress_gb', 'quantity')))).toBe('9300')
  })

  test('its usage lines less the events are 46.00 too little: 154 too much, 200 not billed', () => {
    const metered = ['api_calls', 'storage_gb_days', 'egress_gb', 'tokens', 'sms'].flatMap((code) =>
      valuesOf(code, 'amount'),
    )
    const seats = times(total(valuesOf('seats', 'quantity')), readPlain('29'))
    const built = times(minus(total(valuesOf('build_minutes', 'quantity')), readPlain('2000')), readPlain('0.008'))
    const worth = minus(total([...metered, seats, built]), total(valuesOf('refund', 'amount')))
    const billed = amounts(lines.filter(isUsage))
    expect([cents(billed), cents(worth), cents(minus(billed, worth))]).toEqual(['13736.00', '13782.00', '-46.00'])
    const tooMuch = ['egress_gb', 'tokens', 'build_minutes'].map((code) => {
      const item = { egress_gb: 'Egress, GB', tokens: 'Tokens', build_minutes: 'Build minutes' }[code]
      const ofEvents = code === 'build_minutes' ? built : total(valuesOf(code, 'amount'))
      return cents(minus(amounts(lines.filter(({ Item }) => Item === item)), ofEvents))
    })
    expect(tooMuch).toEqual(['3.00', '135.00', '16.00'])
    expect(cents(total(valuesOf('sms', 'amount')))).toBe('200.00')
  })
})

test('it is written where the user says, or offered to the browser; of the month before this one in Berlin', async () => {
  const now = Date.parse('2026-10-31T23:30:00Z')
  const folder = await temporaryFolder()
  const saving = { askWhere: async (fileName: string) => join(folder, fileName) }
  const { fileName, text: words } = sampleInvoice('2026-10')
  expect(await saveSampleInvoice(now, { saving, offer: null })).toEqual({
    ok: true,
    value: { kind: 'saved', path: join(folder, 'nordlicht-2026-10.csv') },
  })
  expect([await readdir(folder), await readFile(join(folder, fileName), 'utf8')]).toEqual([[fileName], words])
  expect(await saveSampleInvoice(now, { saving: { askWhere: async () => null }, offer: null })).toMatchObject({
    value: { kind: 'dismissed' },
  })
  const offered: Download[] = []
  const offer = (one: Download) => `/download/${offered.push(one)}`
  expect(await saveSampleInvoice(now, { saving: null, offer })).toMatchObject({
    value: { kind: 'download', address: '/download/1' },
  })
  expect(offered[0]?.fileName).toBe(fileName)
  expect(offered[0] && (await text(offered[0].bytes()))).toBe(words)
})
