// The figures that the cards say, against the sample company's events and its invoice.
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { EventRecord } from '../../../service/event-record.ts'
import { SAMPLE_COMPANY_ZONE, sampleCompany } from '../../../service/sample-company.ts'
import { type Decimal, decimalText, minus, plus, readPlain, rounded, ZERO } from '../../../shared/exact/decimal.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { parseInstant } from '../../../shared/time/instant.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { readRules } from '../../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES, sampleInvoice } from '../../../shared/worth/sample-company-files.ts'
import { createValuation } from '../../../shared/worth/valuation.ts'
import { DAY_OF_MAIL, mailOf, THINGS_TO_TRY, type ThingToTry } from './trial.ts'

const NOW = Date.parse('2026-11-22T15:00:00Z')
const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z' }
const october = [...sampleCompany({ now: NOW })].filter(
  ({ createdAt }) => createdAt >= OCTOBER.from && createdAt < OCTOBER.until,
)
const valueIn = ({ properties }: EventRecord, name: string) => properties.find((one) => one.name === name) ?? null

/** Of each currency, what the events come to by the company's rules. */
function netsOf(events: readonly EventRecord[]): Record<string, string> {
  const read = readRules(SAMPLE_COMPANY_RULES)
  if (!read.ok) throw new Error(read.problems.join())
  const wholeRange = { from: parseInstant(OCTOBER.from), until: parseInstant(OCTOBER.until) }
  const valuation = createValuation(read.rules, { zone: SAMPLE_COMPANY_ZONE, wholeRange, unruled: null })
  for (const event of events) {
    const { customerId, eventCode, eventType, createdAt } = event
    const values = valuation.names.map((name) => valueIn(event, name))
    valuation.add({ customerId, eventCode, eventType, createdAt: parseInstant(createdAt), values })
  }
  return Object.fromEntries(
    valuation
      .worth()
      .currencies.flatMap(({ currency, net }) =>
        currency === null || net === null ? [] : [[currency, moneyText(net, currency)]],
      ),
  )
}

const said = (is: ThingToTry) => {
  const thing = THINGS_TO_TRY.find((one) => one.is === is)
  return { card: thing?.words('October') ?? '', seen: thing?.seen('October') ?? '' }
}

/** Those whose key an earlier event has. */
const again = october.filter(
  (event, at) =>
    october.findIndex((one) => valueIn(one, 'idempotency_key')?.text === valueIn(event, 'idempotency_key')?.text) !==
    at,
)

test('charged twice, and a refund that was given twice', () => {
  const charged = again.filter(({ eventType }) => eventType === 'debit')
  expect(charged.map(({ customerId }) => customerId)).toEqual(Array.from({ length: 12 }, () => 'cus_nordlicht'))
  expect(said('twice').card).toContain(`${netsOf(charged).EUR} EUR`)
  expect(said('twice').seen).toContain(`${netsOf(charged).EUR} EUR`)
  const given = netsOf(again.filter(({ eventType }) => eventType === 'credit')).EUR
  expect(said('twice').seen).toContain(`${given?.replace('-', '')} EUR`)
})

test('the mail is about a day with an event and its twin', () => {
  const day = `2026-10-0${DAY_OF_MAIL}T01:00`
  const { length } = again.filter(
    ({ customerId, createdAt }) => customerId === 'cus_nordlicht' && createdAt.startsWith(day),
  )
  expect(length).toBe(1)
  expect(mailOf('October')).toContain(`${DAY_OF_MAIL} October`)
})

test('the invoice: its usage lines less the events, and what is wrong with it', () => {
  const lines: { Item: string; Amount: string }[] = parse(sampleInvoice('2026-10').text, { columns: true })
  const usage = lines.filter(({ Item }) => !/fee|VAT|Total/.test(Item))
  const total = usage.reduce((sum: Decimal, { Amount }) => plus(sum, readPlain(Amount)), ZERO)
  const ofNordlicht = october.filter(({ customerId }) => customerId === 'cus_nordlicht')
  const cents = (value: Decimal) => decimalText(rounded(value, 2, 'half-up'))
  expect(cents(minus(total, readPlain(netsOf(ofNordlicht).EUR ?? '')))).toBe('-46.00')
  const codes = {
    Egress: 'egress_gb',
    Tokens: 'tokens',
    Build: 'build_minutes',
    'API calls': 'api_calls',
    Storage: 'storage_gb_days',
    Seats: 'seats',
    Refund: 'refund',
    SMS: 'sms',
  }
  const wrong = Object.entries(codes).flatMap(([item, code]) => {
    const billed = usage.find(({ Item }) => Item.startsWith(item))?.Amount ?? '0'
    const worth = netsOf(ofNordlicht.filter(({ eventCode }) => eventCode === code)).EUR ?? '0'
    const difference = cents(minus(readPlain(billed), readPlain(worth)))
    return difference === '0.00' ? [] : [difference]
  })
  expect(wrong).toEqual(['3.00', '135.00', '16.00', '-200.00'])
  expect(said('invoice').card).toContain('46.00 EUR hide four mistakes')
  for (const difference of wrong) expect(said('invoice').seen).toContain(difference.replace('-', ''))
})

test('what came after closing', () => {
  const late = [...sampleCompany({ now: NOW, sinceClosing: true })]
  expect(late.map((one) => [one.customerId, netsOf([one]).EUR])).toEqual([
    ['cus_halden', '37.20'],
    ['cus_halden', '-412.50'],
  ])
  expect(said('changed').card).toContain(`${netsOf(late).EUR?.replace('-', '−')} EUR`)
})

test('three currencies', () => {
  const nets = Object.entries(netsOf(october))
  expect(nets).toHaveLength(3)
  for (const [currency, net] of nets) expect(said('workbook').seen).toContain(`${groupedMoney(net)} ${currency}`)
})

const groupedMoney = (net: string) => net.replace(/^\d+/, (whole) => grouped(Number(whole)))
