import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { LineCase, LineEvent } from '../line-case.ts'
import { CAUSE_CODES, type CauseCode } from './cause-codes.ts'
import { findCauses } from './find-causes.ts'
import {
  bookedFrom,
  day,
  days,
  decimal,
  event,
  october,
  type PriceText,
  priced,
  type Said,
} from './fixtures/october.ts'

const guide = readFileSync(fileURLToPath(new URL('../../../../../../docs/invoice.md', import.meta.url)), 'utf8')
/** Its rows: code, words, what was done, example. */
const rows = new Map(
  [...guide.matchAll(/^\| `([a-z0-9-]+)` \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(([, code = '', ...rest]) => [
    code,
    rest,
  ]),
)

test('docs/invoice.md lists the forty causes in their order', () => {
  expect([...rows.keys()]).toEqual([...CAUSE_CODES])
  expect(CAUSE_CODES).toHaveLength(40)
})

/** 300 GB every day at 00:30, and 337.5 on 1 Nov. */
const egress = (time = '00:30', price = '0.08') => [
  priced(day(30, time, '2026-09'), '290', price),
  ...days().map((one) => priced(day(one, time), '300', price)),
  priced(day(1, time, '2026-11'), '337.5', price),
]
const sms = () => days().map((one) => priced(day(one, '12:00'), one === 31 ? '130' : '129', '0.05'))
const minutes = (quantity = 451, last = 470) =>
  days().map((one) => event(day(one, '12:00'), String(one === 31 ? last : quantity)))
const BUILD: PriceText = { price: '0.008', included: '2000' }
const REQUESTS: PriceText = {
  tiers: [
    { upTo: '10000', price: '0.01' },
    { upTo: '20000', price: '0.008' },
    { upTo: null, price: '0.005' },
  ],
}

function byCard(
  said: Said,
  worth: string,
  events: LineEvent[],
  text: PriceText,
  more: Partial<LineCase> = {},
): LineCase {
  const card = bookedFrom(text)
  return october(said, worth, events, { card, prices: [card], ...more })
}

const seats = (said: Said, worth: string, reports: LineEvent[]) =>
  byCard(said, worth, reports, { price: '29' }, { by: 'maximum', quantity: decimal('48') })
const refunded = (said: Said) =>
  october(
    said,
    '260.00',
    [
      ...days().map((one) => event(day(one, '12:00'), null, { worth: decimal('10.00') })),
      event(day(31, '13:00'), null, { type: 'credit', bin: 'reduces', effect: 'reduces', worth: decimal('-50.00') }),
    ],
    { by: 'events', quantity: null },
  )
const withCard = (own: PriceText, others: PriceText[]) => ({
  card: bookedFrom(own),
  prices: [own, ...others].map(bookedFrom),
})

interface Example {
  code: CauseCode
  line: LineCase
  /** Figures that its row of the guide has. */
  figures: string[]
  /** Besides, where others give the same. */
  also?: CauseCode[]
}

const early = (month: string) => days(30).map((one) => priced(day(one, '00:30', month), '290', '0.08'))

const EXAMPLES: Example[] = [
  {
    code: 'number-of-events',
    line: october({ amount: '1.55', quantity: '31', unitPrice: '0.05' }, '200.00', sms()),
    figures: ['31', '1.55', '200.00'],
  },
  {
    code: 'sum',
    line: seats({ amount: '2552.00', quantity: '88', unitPrice: '29' }, '1392', [
      event(day(1, '12:00'), '40'),
      event(day(15, '12:00'), '48'),
    ]),
    figures: ['88', '2,552.00', '1,392.00'],
    also: ['daily-maximum'],
  },
  {
    code: 'maximum',
    line: october({ amount: '6.50', quantity: '130', unitPrice: '0.05' }, '200.00', sms()),
    figures: ['130', '6.50', '200.00'],
    also: ['last-or-first'],
  },
  {
    code: 'last-or-first',
    line: seats({ amount: '1160.00', quantity: '40', unitPrice: '29' }, '1392', [
      event(day(1, '12:00'), '48'),
      event(day(15, '12:00'), '40'),
    ]),
    figures: ['40', '1,160.00', '1,392.00'],
    also: ['day-missing'],
  },
  {
    code: 'distinct',
    line: seats({ amount: '58.00', quantity: '2', unitPrice: '29' }, '1392', [
      event(day(1, '12:00'), '40'),
      event(day(15, '12:00'), '48'),
    ]),
    figures: ['58.00', '1,392.00'],
    also: ['number-of-events'],
  },
  {
    code: 'daily-maximum',
    line: seats({ amount: '2552.00', quantity: '88', unitPrice: '29' }, '1392', [
      event(day(1, '09:00'), '30'),
      event(day(1, '12:00'), '40'),
      event(day(15, '12:00'), '48'),
    ]),
    figures: ['88', '2,552.00', '1,392.00'],
  },
  { code: 'one-type', line: refunded({ amount: '310.00' }), figures: ['310.00', '50.00', '260.00'] },
  { code: 'one-type', line: refunded({ amount: '-50.00' }), figures: ['−50.00'] },
  { code: 'sign-reversed', line: refunded({ amount: '360.00' }), figures: ['360.00', '260.00'] },
  {
    code: 'texts-read',
    line: byCard(
      { amount: '24.15', quantity: '5450', unitPrice: '0.007' },
      '21.000',
      days().map((one) =>
        one <= 3
          ? event(day(one, '12:00'), null, { bin: 'number-missing', textQuantity: decimal('150') })
          : event(day(one, '12:00'), one === 31 ? '194' : '178'),
      ),
      { price: '0.007', included: '2000' },
    ),
    figures: ['5,000', '5,450', '24.15', '21.00'],
  },
  {
    code: 'repeats-left-out',
    line: october({ amount: '7440.00', quantity: '18600000', unitPrice: '0.0004' }, '7920.0000', [
      ...days().flatMap((one) => [
        priced(day(one, '11:00'), '500000', '0.0004'),
        priced(day(one, '12:00'), '100000', '0.0004'),
        ...(one <= 12 ? [priced(day(one, '12:01'), '100000', '0.0004', { mayRepeat: true })] : []),
      ]),
    ]),
    figures: ['19,800,000', '1,200,000', '7,440.00', '7,920.00'],
  },
  {
    code: 'billed-twice',
    line: october({ amount: '1488.00', quantity: '18600', unitPrice: '0.08' }, '744.00', egress()),
    figures: ['18,600', '1,488.00', '744.00'],
  },
  {
    code: 'late-left-out',
    line: october({ amount: '3720.00', quantity: '310000000', unitPrice: '0.000012' }, '3757.200000', [
      ...days().flatMap((one) =>
        ['11:00', '12:00'].map((time) => priced(day(one, time), '5000000', '0.000012', { isLate: false })),
      ),
      priced(day(31, '13:00'), '3100000', '0.000012', { isLate: true }),
    ]),
    figures: ['313,100,000', '3,100,000', '3,720.00', '3,757.20'],
  },
  {
    code: 'utc',
    line: october({ amount: '747.00', quantity: '9337.5', unitPrice: '0.08' }, '744.00', egress()),
    figures: ['9,337.5', '747.00', '744.00'],
  },
  {
    code: 'shown-zone',
    line: october({ amount: '747.00', quantity: '9337.5' }, '744.00', egress('03:00'), {
      shownZone: 'America/New_York',
    }),
    figures: ['747.00', '744.00'],
  },
  {
    code: 'end-included',
    line: october({ amount: '746.00', quantity: '9325' }, '744.00', [
      ...days().map((one) => priced(day(one, '00:30'), '300', '0.08')),
      priced(day(1, '00:00', '2026-11'), '25', '0.08'),
      priced(day(1, '00:30', '2026-11'), '337.5', '0.08'),
    ]),
    figures: ['9,325', '746.00', '744.00'],
  },
  {
    code: 'day-missing',
    line: october({ amount: '720.00', quantity: '9000' }, '744.00', egress()),
    figures: ['9,000', '720.00'],
  },
  {
    code: 'month-before',
    line: october({ amount: '696.00', quantity: '8700' }, '744.00', [...early('2026-09'), ...egress().slice(1)], {
      inHand: { from: 0, until: 4_000_000_000 },
    }),
    figures: ['8,700', '696.00', '744.00'],
  },
  {
    code: 'decimal-factor',
    line: october({ amount: '200000.00' }, '200.00', sms()),
    figures: ['200,000.00', '200.00'],
  },
  { code: 'binary-units', line: october({ amount: '798.86' }, '744.00', egress()), figures: ['798.86', '744.00'] },
  {
    code: 'included-forgotten',
    line: byCard({ amount: '112.00', quantity: '14000', unitPrice: '0.008' }, '96.000', minutes(), BUILD),
    figures: ['14,000', '112.00', '96.00'],
  },
  {
    code: 'included-twice',
    line: byCard({ amount: '80.00', quantity: '14000', unitPrice: '0.008' }, '96.000', minutes(), BUILD),
    figures: ['10,000', '80.00', '96.00'],
  },
  {
    code: 'included-after',
    line: byCard({ amount: '112.00', quantity: '14000' }, '116.000', minutes(), { ...REQUESTS, included: '2000' }),
    figures: ['132.00', '112.00', '116.00'],
  },
  {
    code: 'minimum',
    line: byCard({ amount: '32.00' }, '50', minutes(129, 130), { price: '0.008', minimum: '50.00' }),
    figures: ['4,000', '32.00', '50.00'],
  },
  {
    code: 'minimum',
    line: byCard({ amount: '82.00' }, '50', minutes(129, 130), { price: '0.008', minimum: '50.00' }),
    figures: [],
  },
  {
    code: 'other-tiering',
    line: byCard({ amount: '112.00' }, '132.000', minutes(), REQUESTS),
    figures: ['112.00', '132.00'],
  },
  {
    code: 'one-tier',
    line: byCard({ amount: '140.00' }, '132.000', minutes(), REQUESTS),
    figures: ['140.00', '132.00'],
    also: ['each-event-priced', 'price-rounded'],
  },
  { code: 'one-tier', line: byCard({ amount: '70.00' }, '132.000', minutes(), REQUESTS), figures: [] },
  {
    code: 'begun-not-rounded',
    line: byCard({ amount: '7.15' }, '7.50', minutes(461, 470), { price: '0.50', per: '1000', begun: true }),
    figures: ['14,300', '7.15', '7.50'],
    // 7.50 ÷ 1.048576 is 7.1526.
    also: ['binary-units'],
  },
  {
    code: 'each-event-priced',
    line: byCard({ amount: '15.50' }, '7.50', minutes(461, 470), { price: '0.50', per: '1000', begun: true }),
    figures: ['15.50', '7.50'],
  },
  {
    code: 'per-forgotten',
    line: byCard(
      { amount: '7000.00' },
      '7.0000',
      days().map((one) => priced(day(one, '12:00'), one === 31 ? '470' : '451', '0.0005')),
      { price: '0.50', per: '1000' },
    ),
    figures: ['14,000', '7,000.00', '7.00'],
  },
  {
    code: 'other-time-price',
    line: october(
      { amount: '651.00', quantity: '9300' },
      '744.00',
      egress(),
      withCard({ price: '0.08', validFrom: '2026-01-01' }, [{ price: '0.07', validFrom: '2025-01-01' }]),
    ),
    figures: ['9,300', '651.00', '744.00'],
  },
  {
    code: 'list-price',
    line: october(
      { amount: '930.00' },
      '744.00',
      egress(),
      withCard({ customer: 'nordlicht', price: '0.08' }, [{ price: '0.10' }]),
    ),
    figures: ['0.10', '930.00', '744.00'],
  },
  {
    code: 'other-customer-price',
    line: october(
      { amount: '697.50' },
      '744.00',
      egress(),
      withCard({ price: '0.08' }, [{ customer: 'halden', price: '0.075' }]),
    ),
    figures: ['0.075', '697.50', '744.00'],
  },
  {
    code: 'other-value-price',
    line: october(
      { amount: '558.00' },
      '744.00',
      egress(),
      withCard({ price: '0.08', where: { name: 'region', kind: 'string', text: 'eu' } }, [
        { price: '0.06', where: { name: 'region', kind: 'string', text: 'us' } },
      ]),
    ),
    figures: ['0.06', '558.00', '744.00'],
  },
  {
    code: 'other-currency-price',
    line: october(
      { amount: '837.00' },
      '744.00',
      egress(),
      withCard({ price: '0.08' }, [{ customer: 'bluefin', price: '0.09', currency: 'USD' }]),
    ),
    figures: ['0.09', '837.00', '744.00'],
  },
  {
    code: 'another-price',
    line: october(
      { amount: '675.00', quantity: '45000000', unitPrice: '0.000015' },
      '540.000000',
      days(30).map((one) => priced(day(one, '12:00'), '1500000', '0.000012')),
    ),
    figures: ['45,000,000', '0.000015', '675.00', '540.00'],
  },
  {
    code: 'product',
    line: october(
      { amount: '1984.00', quantity: '24800', unitPrice: '0.08' },
      '2016.00',
      days().map((one) =>
        priced(day(one, '12:00'), '800', '0.08', one <= 4 ? { worth: decimal('72.00'), differs: decimal('8.00') } : {}),
      ),
    ),
    figures: ['24,800', '1,984.00', '2,016.00'],
  },
  {
    code: 'price-rounded',
    line: byCard({ amount: '120.00', quantity: '14000', unitPrice: '0.01' }, '96.000', minutes(), BUILD),
    figures: ['120.00', '96.00'],
  },
  {
    code: 'rounded-otherwise',
    line: october({ amount: '746.66' }, '746.667', [priced(day(3, '12:00'), '9333.3375', '0.08')]),
    figures: ['746.66', '746.67'],
  },
  {
    code: 'rounded-otherwise',
    line: october({ amount: '746.34' }, '746.3312', [priced(day(3, '12:00'), '9329.14', '0.08')]),
    figures: [],
  },
  {
    code: 'tax-included',
    line: october({ amount: '885.36' }, '744.00', egress(), { taxRates: [decimal('19')] }),
    figures: ['885.36', '744.00'],
  },
  {
    code: 'other-code',
    line: october({ amount: '372.00' }, '744.00', egress(), {
      otherCodes: [{ name: 'storage_gb_days', quantity: decimal('372000'), worth: decimal('372.000') }],
    }),
    figures: ['372.00', '744.00'],
  },
  {
    code: 'other-customer',
    line: october({ amount: '248.00', quantity: '3100', unitPrice: '0.08' }, '744.00', egress(), {
      otherCustomers: [{ name: 'halden', quantity: decimal('3100'), worth: decimal('248.00') }],
    }),
    figures: ['3,100', '248.00', '744.00'],
  },
]

test('every cause has an example', () => {
  expect(CAUSE_CODES.filter((code) => !EXAMPLES.some((example) => example.code === code))).toEqual([])
})

test.each(EXAMPLES)('$code explains its example', ({ code, line, figures, also = [] }) => {
  const [, , example = ''] = rows.get(code) ?? []
  for (const figure of figures) expect(example).toContain(figure)
  const found = findCauses(line)
  expect(new Set(found.fits.map((fit) => fit.code))).toEqual(new Set([code, ...also]))
  const [words = ''] = rows.get(code) ?? []
  const fit = found.fits.find((one) => one.code === code)
  if (!words.includes('…')) expect(words.split(', ')).toContain(fit?.words)
  expect(found.fits.every(({ sentence }) => /^.+: .+\.$/.test(sentence))).toBe(true)
  expect(found.tried).toBeLessThanOrEqual(40)
  expect(findCauses(line)).toEqual(found)
})
