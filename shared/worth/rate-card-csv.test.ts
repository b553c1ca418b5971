import { expect, test } from 'vitest'
import { printRateCard, readRateCardCsv } from './rate-card-csv.ts'
import type { RatePrice } from './rate-price.ts'
import { readRules } from './rules-text.ts'
import { SAMPLE_COMPANY_RULES } from './sample-company-files.ts'

const read = (...lines: string[]) => readRateCardCsv(lines.join('\n'))
const problems = (...lines: string[]) => {
  const found = read(...lines)
  return found.ok ? [] : found.problems
}

test('is a price a line, and tiers below it, whatever separates the cells', () => {
  const lines = [
    'Code,Valid_from,Per,Begun,Included,Up to,Price,Currency,Customer,Property,Value',
    'seats,,,,,,29,EUR,,,',
    'minutes,2026-11-01,60,yes,2000,6000,0.50,EUR,"Nord, ""L""",tier,gold',
    'minutes,2026-11-01,60,yes,2000,,0.40,EUR,"Nord, ""L""",tier,gold',
    '',
    'calls,,,,,100,1,EUR,,,',
    ',,,,,,0.5,,,,',
  ]
  const plain = { customer: null, where: null, validFrom: null, unit: null, per: '1', begun: false, included: '0' }
  const wanted = [
    { ...plain, code: 'seats', tiers: [{ upTo: null, price: '29' }] },
    {
      ...plain,
      customer: 'Nord, "L"',
      code: 'minutes',
      where: { name: 'tier', kind: 'string', text: 'gold' },
      validFrom: '2026-11-01',
      per: '60',
      begun: true,
      included: '2000',
      tiers: [
        { upTo: '6000', price: '0.50' },
        { upTo: null, price: '0.40' },
      ],
    },
    {
      ...plain,
      code: 'calls',
      tiers: [
        { upTo: '100', price: '1' },
        { upTo: null, price: '0.5' },
      ],
    },
  ].map((price) => ({ ...price, tiered: 'graduated', minimum: null, currency: 'EUR' }))
  expect(read(...lines)).toEqual({ ok: true, prices: wanted })
  const tabs = lines.map((line) => line.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '\t'))
  expect(readRateCardCsv(`\ufeff${tabs.join('\r\n')}`)).toEqual({ ok: true, prices: wanted })
})

test.each([
  [['code,price'], 'The first line names no column “currency”.'],
  [[''], 'The first line names no column “code”.'],
  [['code,price,currency,color', 'a,1,EUR,red'], 'The column “color” is not known here'],
  [['code,price,currency,code', 'a,1,EUR,b'], 'The column “code” is there twice.'],
  [['code;price;currency', 'a;0,05;EUR'], 'Line 2: price is not a plain number of 0 or more, such as 0.05.'],
  [['code,price,currency', ',1,EUR'], 'Line 2: code is missing or cannot be so.'],
  [['code,price,currency', 'a,1,ZZZ'], 'Line 2: its currency “ZZZ” is no code of ISO 4217, such as EUR.'],
  [
    ['code,price,currency', 'a,1,EUR', '', 'a,2,EUR'],
    'Line 4: it is for the same customer, code, value and time as Line 2.',
  ],
  [['code,price,currency,begun', 'a,1,EUR,maybe'], 'Line 2: begun is yes or no, not “maybe”.'],
  [['code,price,currency,value', 'a,1,EUR,gold'], 'Line 2: a value needs a property.'],
  [['code,price,currency,up to', 'a,1,EUR,10', 'a,1,USD,'], 'Line 3: a further tier says something else than line 2.'],
  [['code,price,currency', 'a,"1,EUR'], 'A quotation mark is opened and never closed.'],
  [['code,price,currency', `a,${'9'.repeat(2_000)},EUR`], 'Line 2: price has more than 100 digits.'],
  [['\n'.repeat(100_001)], '100002 lines are more than a rate card can have: 100000.'],
  [['a'.repeat(4_000_001)], 'This is too long for a rate card: at most 4 million characters are read.'],
])('%.60s', (lines, problem) => expect(problems(...lines)[0]).toContain(problem))

test('lines are counted alike, whatever ends them', () => {
  const lines = (ending: string) => `code,price,currency${ending.repeat(60_000)}a,1,EUR`
  for (const ending of ['\n', '\r', '\r\n']) expect(readRateCardCsv(lines(ending)).ok).toBe(true)
})

const full: RatePrice = {
  customer: 'cus "x", y',
  code: 'seats',
  where: { name: 'plan', kind: 'string', text: 'a;b' },
  validFrom: '2026-11-01',
  unit: 'seat',
  per: '10',
  begun: true,
  included: '20',
  tiered: 'volume',
  tiers: [
    { upTo: '100', price: '1.50' },
    { upTo: '200', price: '1.25' },
    { upTo: null, price: '1' },
  ],
  minimum: '5.00',
  currency: 'EUR',
}

test('it is read as it was printed, tiers and all', () => {
  const sampleRules = readRules(SAMPLE_COMPANY_RULES)
  if (!sampleRules.ok) throw new Error(sampleRules.problems.join())
  const prices = [
    full,
    ...sampleRules.rules.prices,
    { ...full, code: 'storage', customer: null, where: null, validFrom: null },
  ]
  expect(readRateCardCsv(printRateCard(prices))).toEqual({ ok: true, prices })
})

test('an empty one has its heads', () => {
  expect(printRateCard([])).toMatch(/^code,customer,.*,up to,price\n$/)
})
