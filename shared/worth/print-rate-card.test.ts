import { expect, test } from 'vitest'
import { printRateCard } from './print-rate-card.ts'
import type { RatePrice } from './rate-card.ts'
import { readRateCardCsv } from './rate-card-csv.ts'
import { readRules } from './rules-text.ts'
import { SAMPLE_COMPANY_RULES } from './sample-company-rules.ts'

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
