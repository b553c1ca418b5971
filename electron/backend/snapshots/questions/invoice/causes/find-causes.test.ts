import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CAUSE_CODES } from './cause-attempt.ts'
import { findCauses } from './find-causes.ts'
import { BUILD, byCard, byTime, EXAMPLES, egress, minutes, sms, withCard } from './fixtures/guide-examples.ts'
import {
  BERLIN,
  bookedFrom,
  day,
  days,
  decimal,
  event,
  OCTOBER,
  october,
  priced,
  type Said,
  secondsOf,
} from './fixtures/october.ts'
import type { LineCase } from './line-case.ts'

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

const codesOf = (line: LineCase) => findCauses(line).fits.map(({ code }) => code)

test('one thing under two names is tried, and named, once', () => {
  // The shown zone is the other one; its days and those in UTC begin together.
  const inUtc = october({ amount: '747.00', quantity: '9337.5' }, '744.00', egress(), { shownZone: 'UTC' })
  expect(codesOf(inUtc)).toEqual(['utc'])
  expect(findCauses(inUtc).tried).toBe(findCauses({ ...inUtc, shownZone: BERLIN }).tried)
  // A thousand times as much is the price per thousand, charged for each; a stated quantity tells them apart.
  const perThousand = (stated: Said) =>
    byCard(
      stated,
      '7.0000',
      days().map((one) => priced(day(one, '12:00'), one === 31 ? '470' : '451', '0.0005')),
      {
        price: '0.50',
        per: '1000',
      },
    )
  expect(codesOf(perThousand({ amount: '7000.00', quantity: '14000' }))).toEqual(['per-forgotten'])
  expect(codesOf(perThousand({ amount: '7000.00', quantity: '14000000' }))).toEqual(['decimal-factor'])
  // All at the last tier is by volume where the quantity lies in it.
  const tiers = [
    { upTo: '10000', price: '0.01' },
    { upTo: null, price: '0.007' },
  ]
  expect(codesOf(byCard({ amount: '98.00' }, '128.000', minutes(), { tiers }))).toEqual(['other-tiering'])
  // Two customers have the same price.
  const two = withCard({ price: '0.08' }, [
    { customer: 'halden', price: '0.075' },
    { customer: 'lumen', price: '0.075' },
  ])
  expect(codesOf(october({ amount: '697.50' }, '744.00', egress(), two))).toEqual(['other-customer-price'])
  // The price on the line is one of the card.
  const older = withCard({ price: '0.08', validFrom: '2026-01-01' }, [{ price: '0.07', validFrom: '2025-01-01' }])
  const stated = { amount: '651.00', quantity: '9300', unitPrice: '0.07' }
  expect(codesOf(october(stated, '744.00', egress(), older))).toEqual(['other-time-price'])
})

test('two that really fit are two, and what explains more of the line stands first', () => {
  const { fits } = findCauses(october({ amount: '720.00' }, '744.00', egress()))
  expect(fits.map(({ words }) => words)).toEqual(['first day missing', 'last day missing'])
  const swapped = october({ amount: '248.00', quantity: '3100', unitPrice: '0.08' }, '744.00', egress(), {
    otherCodes: [{ name: 'refund', quantity: null, worth: decimal('248.00') }],
    otherCustomers: [{ name: 'halden', quantity: decimal('3100'), worth: decimal('248.00') }],
  })
  expect(codesOf(swapped)).toEqual(['other-customer', 'other-code'])
})

test('a stated quantity or unit price that says otherwise is against a cause', () => {
  expect(codesOf(october({ amount: '747.00', quantity: '9300' }, '744.00', egress()))).toEqual([])
  expect(codesOf(october({ amount: '747.00', unitPrice: '0.09' }, '744.00', egress()))).toEqual([])
  expect(codesOf(october({ amount: '747.00', quantity: '9338', unitPrice: '0.080' }, '744.00', egress()))).toEqual([
    'utc',
  ])
})

test('a unit price that is not that of the events is explained though the amount is right', () => {
  const minimum = { minimum: '500', validFrom: '2026-01-01' }
  const cards = withCard({ ...minimum, price: '0.008' }, [{ ...minimum, price: '0.02', validFrom: '2025-01-01' }])
  const line = october({ amount: '500.00', quantity: '14000', unitPrice: '0.02' }, '500', minutes(), cards)
  expect(codesOf(line)).toEqual(['other-time-price'])
})

test('nothing but 0.00 of a cause is none', () => {
  const small = october({ amount: '0.00' }, '3.00', [priced(day(3, '12:00'), '30', '0.1')])
  expect(codesOf(small)).not.toContain('decimal-factor')
})

test('events whose number is missing are events', () => {
  const missing = event(day(5, '13:00'), null, { moneyKind: 'number-missing' })
  const line = october({ amount: '1.60', quantity: '32' }, '200.00', [...sms(), missing].sort(byTime))
  expect(codesOf(line)).toEqual(['number-of-events'])
})

test('what is taken off is counted as it counts, and as it was sent', () => {
  const credit = { type: 'credit', moneyKind: 'reduces', effect: 'reduces' } as const
  const events = [
    priced(day(1, '12:00'), '300', '0.5'),
    priced(day(2, '12:00'), '-450', '0.5', credit),
    priced(day(3, '12:00'), '200', '0.5'),
  ]
  const asked = (amount: string, quantity: string) => codesOf(october({ amount, quantity }, '25.0', events))
  expect(asked('150.00', '300')).toContain('maximum')
  expect(asked('225.00', '450')).toContain('maximum')
  expect(asked('100.00', '200').filter((code) => code === 'last-or-first')).toHaveLength(1)
})

test('events of another month have their own price, or that of the line', () => {
  const events = [
    ...days().map((one) => priced(day(one, '00:30'), '300', '0.08')),
    priced(day(1, '00:30', '2026-11'), '337.5', '0.1'),
  ]
  const asked = (amount: string) => codesOf(october({ amount }, '744.00', events, withCard({ price: '0.08' }, [])))
  expect(asked('753.75')).toEqual(['utc'])
  expect(asked('747.00')).toEqual(['utc'])
})

test('several whole months are the sum of their lines', () => {
  const both = [
    ...days(30).map((one) => event(day(one, '12:00', '2026-09'), '400')),
    ...days().map((one) => event(day(one, '12:00'), '451')),
  ]
  const card = bookedFrom(BUILD)
  const quarter = (amount: string, worth: string) =>
    october({ amount }, worth, both, {
      card,
      prices: [card],
      month: null,
      period: { from: secondsOf('2026-09-01 00:00'), until: OCTOBER.until },
      quantity: decimal('25981'),
    })
  // 12,000 and 13,981, of each of which 2,000 are included.
  expect(findCauses(quarter('175.85', '175.848')).tried).toBe(0)
  expect(codesOf(quarter('207.85', '175.848'))).toEqual(['included-forgotten'])
  expect(codesOf(quarter('143.85', '175.848'))).toEqual(['included-twice'])
})

test('a line that the events do not come to is searched by its figures alone', () => {
  const line = october({ amount: '7000.00' }, '7.00', egress())
  expect(findCauses(line)).toMatchObject({ tried: 3, fits: [{ code: 'decimal-factor' }] })
})

test('minor units are found in the amount, the price or the quantity alone, with a stated price, and after rounding', () => {
  // Amounts as sent, without a price of their own: 24,691.34 at 0.05 is 1,234.567.
  const sent = (said: Said, more: Partial<LineCase> = {}) =>
    october(said, '1234.567', [event(day(8, '10:00'), '24691.34', { worth: decimal('1234.567') })], more)
  const kuwait = (said: Said) => {
    const line = sent(said)
    return { ...line, line: { ...line.line, currency: 'KWD', places: 3 } }
  }
  for (const line of [
    sent({ amount: '123456.7', quantity: '24691.34', unitPrice: '0.05' }),
    sent({ amount: '123457', quantity: '24691.34', unitPrice: '0.05' }),
    sent({ amount: '123457' }),
    sent({ amount: '123457', quantity: '24691.34', unitPrice: '5' }),
    sent({ amount: '1234.57', quantity: '24691.34', unitPrice: '5' }),
    sent({ amount: '1234.57', quantity: '2469134', unitPrice: '0.05' }),
    sent({ amount: '12.34567', quantity: '24691.34', unitPrice: '0.05' }),
    kuwait({ amount: '1234567', quantity: '24691.34', unitPrice: '0.05' }),
    kuwait({ amount: '1234.567', quantity: '24691.34', unitPrice: '50' }),
  ]) {
    expect(codesOf(line), JSON.stringify(findCauses(line))).toEqual(['decimal-factor'])
  }
  expect(codesOf(sent({ amount: '1234.57', quantity: '24691.34', unitPrice: '0.07' }))).not.toContain('decimal-factor')
  expect(findCauses(sent({ amount: '1234.57', quantity: '24691.34', unitPrice: '5' })).fits[0]?.sentence).toMatch(
    /^100 times the price/,
  )
})

test('a sign that was turned, and gross for net where a tax is stated, also with a stated net price and once rounded', () => {
  const sent = (said: Said, more: Partial<LineCase> = {}) =>
    october(said, '1234.567', [event(day(8, '10:00'), '24691.34', { worth: decimal('1234.567') })], more)
  expect(findCauses(sent({ amount: '-1234.57', quantity: '24691.34', unitPrice: '0.05' })).fits).toMatchObject([
    { code: 'sign-reversed', words: 'sign reversed' },
  ])
  expect(codesOf(sent({ amount: '-1234.57', quantity: '-24691.34' }))).toEqual(['sign-reversed'])
  expect(codesOf(sent({ amount: '-1234.58' }))).toEqual([])
  const taxRates = [decimal('19')]
  // 1,234.57 and 19 % is 1,469.1383; 1,234.567 and 19 % is 1,469.13473.
  expect(codesOf(sent({ amount: '1469.14', quantity: '24691.34', unitPrice: '0.05' }, { taxRates }))).toEqual([
    'tax-included',
  ])
  expect(codesOf(sent({ amount: '1469.13' }, { taxRates }))).toEqual(['tax-included'])
})
