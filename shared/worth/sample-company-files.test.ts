// The figures of the sample company, each as its story tells it. Months are those of Berlin.

import { describe, expect, test } from 'vitest'
import type { EventRecord } from '../../service/event-record.ts'
import { SAMPLE_COMPANY_ZONE, sampleCompany } from '../../service/sample-company.ts'
import { parseInstant } from '../time/instant.ts'
import { notInSumWords } from './not-in-sum.ts'
import { readRules } from './rules-text.ts'
import { SAMPLE_COMPANY_RULES } from './sample-company-files.ts'
import { createValuation } from './valuation.ts'
import { worthDifference } from './worth.ts'

const NOW = Date.parse('2026-11-22T15:00:00Z')
const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z' }
const SEPTEMBER = { from: '2026-08-31T22:00:00Z', until: '2026-09-30T22:00:00Z' }
const within =
  ({ from, until }: typeof OCTOBER) =>
  (event: EventRecord) =>
    event.createdAt >= from && event.createdAt < until

const all = [...sampleCompany({ now: NOW })]
const october = all.filter(within(OCTOBER))
const atClosing = [...sampleCompany({ now: NOW, atClosing: true })].filter(within(OCTOBER))
const ofCustomer = (name: string) => october.filter(({ customerId }) => customerId === `cus_${name}`)
const valueIn = ({ properties }: EventRecord, name: string) =>
  properties.find((property) => property.name === name) ?? null

const read = readRules(SAMPLE_COMPANY_RULES)
if (!read.ok) throw new Error(read.problems.join())
const { rules } = read

function valuationOf(events: readonly EventRecord[], { isPart = false, said: valuedBy = rules, month = OCTOBER } = {}) {
  const [from, until] = [parseInstant(month.from), parseInstant(month.until)]
  const wholeRange = isPart ? null : { from, until }
  const valuation = createValuation(valuedBy, { zone: SAMPLE_COMPANY_ZONE, wholeRange, unruled: null })
  const worths = events.map((event) => {
    const { customerId, eventCode, eventType, createdAt } = event
    const values = valuation.names.map((name) => valueIn(event, name))
    return valuation.add({ customerId, eventCode, eventType, createdAt: parseInstant(createdAt), values })
  })
  return { worth: valuation.worth(), lines: valuation.lines(), worths }
}

/** Exact, without zeros that say nothing; no place is rounded away. */
const money = (text: string | null) => text?.replace(/(\.\d\d)0+$/, '$1') ?? null
const netsOf = (...of: Parameters<typeof valuationOf>) =>
  Object.fromEntries(valuationOf(...of).worth.currencies.map(({ currency, net }) => [currency, money(net)]))
const differenceOf = (events: readonly EventRecord[], others: readonly EventRecord[]) =>
  worthDifference(valuationOf(events).worth, valuationOf(others).worth).map(({ currency, net }) => [
    currency,
    money(net),
  ])

/** Those whose key an earlier event has. */
function repeatedIn(events: readonly EventRecord[]): Set<EventRecord> {
  const keys = new Set<string>()
  const repeated = events.filter((event) => {
    const key = valueIn(event, 'idempotency_key')?.text ?? ''
    const isKnown = keys.has(key)
    keys.add(key)
    return isKnown
  })
  return new Set(repeated)
}

test('it has 3,201 events in a month of 31 days, 3,220 with what is planted, and nothing after now', () => {
  expect(october).toHaveLength(3_220)
  expect(atClosing).toHaveLength(3_218)
  const january = { from: '2025-12-31T23:00:00Z', until: '2026-01-31T23:00:00Z' }
  const inMarch = [...sampleCompany({ now: Date.parse('2026-03-10T00:00:00Z') })]
  expect(inMarch.filter(within(january))).toHaveLength(3_201)
  expect(all.every(({ createdAt }) => Date.parse(createdAt) <= NOW)).toBe(true)
  expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(all.length)
})

test('an event is the same before and after the month was closed', () => {
  const known = new Map(all.map((event) => [event.eventId, event]))
  for (const event of atClosing) expect(known.get(event.eventId)).toEqual(event)
})

test('what is planted apart, each customer is worth what the table says, in any month', () => {
  const wanted: Record<string, Record<string, string>> = {
    nordlicht: { EUR: '13452.00' },
    halden: { EUR: '10075.00' },
    lumen: { EUR: '15164.00' },
    atelier: { EUR: '662.80' },
    'costa-verde': { EUR: '3562.00' },
    bluefin: { USD: '31370.00' },
    zephyr: { USD: '33546.00' },
    kestrel: { GBP: '3843.70' },
  }
  const months = [
    { now: '2026-05-20T12:00:00Z', month: { from: '2026-02-28T23:00:00Z', until: '2026-03-31T22:00:00Z' } },
    { now: '2026-04-30T21:59:59Z', month: { from: '2026-03-31T22:00:00Z', until: '2026-04-30T22:00:00Z' } },
    { now: '2027-02-28T22:59:59Z', month: { from: '2027-01-31T23:00:00Z', until: '2027-02-28T23:00:00Z' } },
  ]
  for (const { now, month } of months) {
    const events = [...sampleCompany({ now: Date.parse(now) })].filter(within(month))
    for (const [name, nets] of Object.entries(wanted)) {
      if (month === months[0]?.month && (name === 'bluefin' || name === 'zephyr')) continue
      const ofCustomer = events.filter(({ customerId }) => customerId === `cus_${name}`)
      expect(netsOf(ofCustomer, { month })).toEqual(nets)
    }
  }
})

describe('last month', () => {
  test('is worth, net, as things are now', () => {
    expect(netsOf(october)).toEqual({ EUR: '42803.30', USD: '64916.00', GBP: '3843.70' })
    expect(netsOf(atClosing)).toEqual({ EUR: '43178.60', USD: '64916.00', GBP: '3843.70' })
    expect(netsOf(ofCustomer('nordlicht'))).toEqual({ EUR: '13782.00' })
    expect(netsOf(ofCustomer('halden'))).toEqual({ EUR: '9699.70' })
    expect(netsOf(ofCustomer('lumen'))).toEqual({ EUR: '15196.00' })
    expect(netsOf(ofCustomer('atelier'))).toEqual({ EUR: '563.60' })
    expect(netsOf(ofCustomer('costa-verde'))).toEqual({ EUR: '3562.00' })
  })

  test('has every event in one bin', () => {
    const { moneyKinds, notValued, noRule } = valuationOf(october).worth
    expect(moneyKinds.map(({ moneyKind, events }) => [moneyKind, events])).toEqual([
      ['charged', 3_212],
      ['reduces', 4],
      ['balance', 1],
      ['not-money', 0],
      ['number-missing', 3],
      ['no-rule', 0],
    ])
    expect([notValued, noRule]).toEqual([[], []])
  })

  test('lacks three events of Kestrel in GBP, whose quantity is text, and nothing in the others', () => {
    const { notInSums } = valuationOf(october).worth
    expect(notInSums.map(({ currency, parts }) => [currency, notInSumWords(parts)])).toEqual([
      ['GBP', 'without 3 events of build_minutes whose quantity is text: “150” 3 times'],
    ])
  })

  test('in a part of it, events of its lines are in no sum, with their quantity', () => {
    const { notInSums } = valuationOf(ofCustomer('atelier'), { isPart: true }).worth
    expect(notInSums.map(({ currency, parts }) => [currency, notInSumWords(parts)])).toEqual([
      [
        'EUR',
        'without 31 events of build_minutes billed by the month, not per event: quantity 2,600; 1 event of seats billed by the month, not per event: quantity 12',
      ],
    ])
  })

  test('may have charged 480.00 twice, and credited 49.60 twice', () => {
    const repeated = repeatedIn(october)
    const without = (type: string) => october.filter((event) => !(repeated.has(event) && event.eventType === type))
    expect(repeated.size).toBe(13)
    expect(differenceOf(october, without('debit'))).toContainEqual(['EUR', '480.00'])
    expect(differenceOf(october, without('credit'))).toContainEqual(['EUR', '-49.60'])
  })

  test('changed by −375.30 since it was closed: +37.20 late, −412.50 as a debit below zero', () => {
    expect(differenceOf(october, atClosing).filter(([, net]) => Number(net) !== 0)).toEqual([['EUR', '-375.30']])
    const { negativeDebits } = valuationOf(october).worth
    expect(negativeDebits.map(({ currency, events, sum }) => [currency, events, money(sum)])).toEqual([
      ['EUR', 1, '-412.5'],
    ])
    const late = october.filter((event) => !atClosing.some(({ eventId }) => eventId === event.eventId))
    expect(late.map((event) => netsOf([event]))).toEqual([{ EUR: '37.2' }, { EUR: '-412.5' }])
  })

  test('has four batches whose amount is 32.00 more than quantity × unit price', () => {
    const { worth, worths } = valuationOf(october)
    expect(worth.differs.map(({ currency, events, sum }) => [currency, events, money(sum)])).toEqual([
      ['EUR', 4, '32.00'],
    ])
    expect(worth.differsByRounding).toEqual([])
    const differing = october.filter((_, at) => worths[at]?.differs !== null)
    expect(new Set(differing.map(({ customerId, eventCode }) => `${customerId} ${eventCode}`))).toEqual(
      new Set(['cus_lumen egress_gb']),
    )
  })

  test('charges the most seats that there were, where a sum would say 2,552.00', () => {
    const seats = ofCustomer('costa-verde').filter(({ eventCode }) => eventCode === 'seats')
    expect(netsOf(seats)).toEqual({ EUR: '1392' })
    const summed = {
      ...rules,
      rules: rules.rules.map((rule) => ({ ...rule, quantity: { by: 'sum' as const, property: 'quantity' } })),
    }
    expect(netsOf(seats, { said: summed })).toEqual({ EUR: '2552' })
  })

  test('values build minutes by what has a number: 3.15 is missing', () => {
    const minutes = ofCustomer('kestrel').filter(({ eventCode }) => eventCode === 'build_minutes')
    const { worth, lines } = valuationOf(minutes)
    expect(lines).toMatchObject([{ quantity: '5000', events: 28, numberMissing: 3, worth: '21.000', currency: 'GBP' }])
    expect(worth.numberMissing).toEqual([{ why: 'text', events: 3 }])
    const reading = { ...rules, textNumbers: ['quantity'] }
    expect(netsOf(minutes, { said: reading })).toEqual({ GBP: '24.15' })
  })

  test('granted 50,000 credits, which are a balance and no money', () => {
    const { worth } = valuationOf(ofCustomer('zephyr'))
    expect(worth.moneyKinds.find(({ moneyKind }) => moneyKind === 'balance')).toEqual({
      moneyKind: 'balance',
      events: 1,
      sums: [{ currency: null, events: 1, sum: '50000' }],
    })
    expect(worth.currencies.map(({ currency }) => currency)).toEqual(['USD'])
  })

  test('in a part, lines have quantities and no money', () => {
    const { worth, lines } = valuationOf(ofCustomer('nordlicht'), { isPart: true })
    expect(worth.notValued).toEqual([{ why: 'part-of-line', events: 32 }])
    expect(lines.map(({ eventCode, quantity, worth: lineWorth }) => [eventCode, quantity, lineWorth])).toEqual([
      ['seats', '140', null],
      ['build_minutes', '14000', null],
    ])
    expect(worth.currencies.map(({ net }) => money(net))).toEqual(['9626.00'])
  })
})

test('in the month before, tokens of Bluefin and calls of Zephyr were others', () => {
  const september = all.filter(within(SEPTEMBER))
  const of = (events: readonly EventRecord[], name: string) =>
    events.filter(({ customerId }) => customerId === `cus_${name}`)
  expect(netsOf(of(september, 'bluefin'), { month: SEPTEMBER })).toEqual({ USD: '27665.00' })
  expect(netsOf(of(september, 'zephyr'), { month: SEPTEMBER })).toEqual({ USD: '32646.00' })
})

test('the egress of Nordlicht is 9,337.5 GB by the month in UTC', () => {
  const inUtc = all.filter(within({ from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' }))
  const egress = inUtc.filter(
    ({ customerId, eventCode }) => customerId === 'cus_nordlicht' && eventCode === 'egress_gb',
  )
  expect(valuationOf(egress, { isPart: true }).worth.quantities).toMatchObject([{ quantity: '9337.5' }])
})
