import { expect, test } from 'vitest'
import { customerProposer, isSubtotal, itemProposer } from './propose-names.ts'

const item = itemProposer([
  'api_calls',
  'storage_gb_days',
  'egress_gb',
  'tokens',
  'seats',
  'refund',
  'gpu.hours',
  'hours_gpu',
])
const code = (name: string) => ({ is: 'code', code: name })

test.each([
  ['API calls', code('api_calls')],
  ['apiCalls', code('api_calls')],
  ['API-Call', code('api_calls')],
  ['Storage, GB-days', code('storage_gb_days')],
  ['Egress, GB', code('egress_gb')],
  ['Seat', code('seats')],
  ['Seats (October 2026)', code('seats')],
  ['Refund', code('refund')],
  ['gpu.hours', code('gpu.hours')],
  ['Platform fee', { is: 'not-from-events', what: 'fee' }],
  ['Grundgebühr', { is: 'not-from-events', what: 'fee' }],
  ['VAT 19 %', { is: 'not-from-events', what: 'tax' }],
  ['MwSt', { is: 'not-from-events', what: 'tax' }],
  ['19% Umsatzsteuer', { is: 'not-from-events', what: 'tax' }],
  ['Rabatt', { is: 'not-from-events', what: 'discount' }],
  ['Treuerabatt', { is: 'not-from-events', what: 'discount' }],
  ['Volume discount', { is: 'not-from-events', what: 'discount' }],
  ['Proration', { is: 'not-from-events', what: 'proration' }],
  ['Total', { is: 'total' }],
  ['Gesamt', { is: 'total' }],
  ['Subtotal', { is: 'total' }],
  ['Zwischensumme', { is: 'total' }],
  ['Total incl. VAT', { is: 'total' }],
  ['Gesamtbetrag EUR', { is: 'total' }],
  ['Base imponible', { is: 'total' }],
  ['Net à payer', { is: 'total' }],
  ['Balance due', { is: 'total' }],
  ['Zu zahlen', { is: 'total' }],
])('“%s” is proposed', (name, means) => {
  expect(item(name)).toEqual(means)
})

test.each(['Egress', 'GPU hours', 'Consulting', 'Total API calls', '19', '', '…'])(
  '“%s” could be several things, or is none',
  (name) => {
    expect(item(name)).toBeNull()
  },
)

test('rows of a part’s sum say so', () => {
  expect(['Subtotal', 'Zwischensumme', 'Total'].map(isSubtotal)).toEqual([true, true, false])
})

test('a customer is proposed where all words of one ID stand in what is said', () => {
  const customer = customerProposer([
    'cus_nordlicht',
    'cus_costa-verde',
    'cus_costa-rica',
    'cus_1',
    'acme',
    'acme-gmbh',
  ])
  expect(
    [
      'Nordlicht Logistik',
      'Costa Verde S.L.',
      'Nordlicht',
      'Acme',
      'Acme GmbH',
      'Costa',
      'Kunde 1',
      'Halden 1',
      'Acme GmbH & Nordlicht',
    ].map(customer),
  ).toEqual(['cus_nordlicht', 'cus_costa-verde', 'cus_nordlicht', 'acme', 'acme-gmbh', null, 'cus_1', null, null])
})

test('names of a hundred thousand customers, and long ones, take no time', () => {
  const ids = Array.from({ length: 100_000 }, (_, at) => `cus_shop-${at}-berlin`)
  const customer = customerProposer(ids)
  expect(customer('Shop 5 Berlin')).toBe('cus_shop-5-berlin')
  expect(customer('Shop Berlin')).toBeNull()
  expect(customer('shop '.repeat(100_000))).toBeNull()
})
