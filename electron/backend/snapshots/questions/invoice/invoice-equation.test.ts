import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Decimal, decimalText, minus, plus, readPlain, ZERO } from '../../../../../shared/exact/decimal.ts'
import { parseInstant } from '../../../../../shared/time/instant.ts'
import { readRules } from '../../../../../shared/worth/rules-text.ts'
import { createValuation } from '../../../../../shared/worth/valuation.ts'
import { anyTurn, snapshotOfTexts } from '../fixtures/table-of.ts'
import { answerInvoiceCheck } from './check-invoice.ts'
import { shownLine } from './checked-invoice.ts'
import { heldText, invoiceQuestion, NO_OTHERS } from './fixtures/asked-invoice.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'

const RULES = `{"eventscopeRules":1,"rules":[
  {"codes":["calls"],"effect":"as-sent","quantity":{"by":"sum","property":"quantity"},"money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}},
  {"codes":["refund"],"effect":"reduces","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}},
  {"codes":["seats"],"effect":"as-sent","quantity":{"by":"maximum","property":"quantity"},"money":{"by":"rate-card"}},
  {"codes":["minutes"],"effect":"as-sent","quantity":{"by":"sum","property":"quantity"},"money":{"by":"rate-card"}},
  {"codes":["grant"],"effect":"balance","quantity":{"by":"sum","property":"quantity"},"money":{"by":"none"}}],
 "prices":[{"code":"seats","currency":"EUR","price":"2.5"},{"customer":"cus_2","code":"seats","currency":"USD","price":"3"},
  {"code":"minutes","included":"5","currency":"EUR","tiers":[{"upTo":"10","price":"0.125"},{"upTo":null,"price":"0.0625"}]}]}`
const CODES = ['calls', 'refund', 'seats', 'minutes', 'grant']
/** September and October in Berlin. */
const WHOLE_RANGE = { from: '2026-08-31T22:00:00Z', until: '2026-10-31T23:00:00Z' }
const OCTOBER = Date.parse('2026-09-30T22:00:00Z')
const MONTHS = ['2026-09', '2026-10']
const PERIODS = [
  ...MONTHS,
  'Q3 2026',
  '2026-09-01 – 2026-10-31',
  '2026-10-01 – 2026-10-15',
  '2026-10-16 – 2026-10-31',
  '2026-10-10 – 2026-10-20',
  '2026-09-15 – 2026-10-15',
  '2026-08',
  'soon',
]

interface Event {
  customer: string
  code: string
  second: number
  quantity: number
  amount: number
  currency: string
}

const [FIRST, LAST] = [Date.parse(WHOLE_RANGE.from), Date.parse(WHOLE_RANGE.until) - 1_000]
const anEvent: fc.Arbitrary<Event> = fc.record({
  customer: fc.constantFrom('cus_1', 'cus_2', 'cus_3'),
  code: fc.constantFrom(...CODES),
  second: fc.integer({ min: FIRST / 1_000, max: LAST / 1_000 }),
  quantity: fc.integer({ min: 0, max: 12 }),
  amount: fc.integer({ min: -2_000, max: 20_000 }),
  currency: fc.constantFrom('EUR', 'EUR', 'USD'),
})
const text = (thousandths: number) => decimalText({ digits: BigInt(thousandths), scale: 3 })

function source({ customer, code, second, quantity, amount, currency }: Event, at: number): string {
  const createdAt = new Date(second * 1_000).toISOString()
  const properties = `{"quantity":${quantity},"amount":${text(amount)},"currency":"${currency}"}`
  return `{"event_id":"e${at}","customer_id":"${customer}","event_code":"${code}","event_type":"debit","created_at":"${createdAt}","event_properties":${properties}}`
}

const aLine = (periods: readonly string[], customers: readonly string[]) =>
  fc.record({
    customer: fc.constantFrom(...customers),
    item: fc.constantFrom(...CODES, 'Fee', 'Total', 'what is this'),
    period: fc.constantFrom(...periods),
    amount: fc.oneof(
      fc.constantFrom('0', '2.50', '5.00', '7.5', 'none'),
      fc.integer({ min: -50, max: 5_000 }).map(text),
    ),
    currency: fc.constantFrom('EUR', 'EUR', 'USD', ''),
  })

type Line = ReturnType<typeof aLine> extends fc.Arbitrary<infer One> ? One : never
const written = (lines: readonly Line[]) =>
  [
    'Customer;Item;Period;Amount;Currency',
    ...lines.map(({ customer, item, period, amount, currency }) =>
      [customer, item, period, amount, currency].join(';'),
    ),
    // Numbers are the most of the column, and the decimal sign is known.
    ...Array.from({ length: lines.length + 1 }, () => 'cus_1;Fee;2026-10;0.50;EUR'),
  ].join('\n')

async function checked(events: readonly Event[], lines: readonly Line[]) {
  const snapshot = await snapshotOfTexts(
    events.map((event, at) => ({ source: source(event, at) })),
    'Europe/Berlin',
  )
  const question = invoiceQuestion({}, { rules: RULES, wholeRange: WHOLE_RANGE, duplicates: null })
  const { answer, checked: invoice } = await answerInvoiceCheck(
    snapshot,
    question,
    heldText(written(lines)),
    anyTurn,
    () => undefined,
    NO_OTHERS,
  )
  if (answer.kind !== 'invoice' || invoice === null) throw new Error(JSON.stringify(answer))
  return { answer, invoice }
}

const sum = (values: readonly (Decimal | null)[]) => values.reduce<Decimal>((all, one) => plus(all, one ?? ZERO), ZERO)
const isZero = ({ digits }: Decimal) => digits === 0n

test('usage less worth is what lines have too much, too little and not at all, to the last digit', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(anEvent, { maxLength: 40 }),
      fc.array(aLine(PERIODS, ['cus_1', 'cus_2', 'cus_4', 'somebody']), { minLength: 1, maxLength: 12 }),
      async (events, lines) => {
        const { answer, invoice } = await checked(events, lines)
        for (const { currency, usage, worth, holds, tooMuch, tooLittle, notBilled } of answer.equation) {
          const ofCurrency = invoice.lines.filter((line) => line.currency === currency && line.difference !== null)
          expect(isZero(minus(readPlain(usage), sum(ofCurrency.map(({ paper }) => paper.amount))))).toBe(true)
          const differences = plus(readPlain(tooMuch.sum), readPlain(tooLittle.sum))
          expect(isZero(minus(differences, sum(ofCurrency.map(({ difference }) => difference))))).toBe(true)
          const unbilled = invoice.unbilled.filter((one) => one.currency === currency)
          expect(isZero(plus(readPlain(notBilled.sum), sum(unbilled.map((one) => one.worth))))).toBe(true)
          expect(
            isZero(minus(minus(readPlain(usage), readPlain(worth)), plus(differences, readPlain(notBilled.sum)))),
          ).toBe(true)
          expect(holds).toBe(true)
        }
        for (const line of invoice.lines) {
          const { verdict, byRules, amount, difference } = shownLine(line, invoice)
          seen.add(verdict)
          if (verdict === 'agrees') expect([Number(amount), Number(difference)]).toEqual([Number(byRules?.worth), 0])
          if (verdict === 'explained' || verdict === 'unexplained') expect(difference).not.toBeNull()
        }
        expect(answer.verdicts.reduce((all, one) => all + one.lines, 0)).toBe(answer.lines)
      },
    ),
    { numRuns: isLong ? 3_000 : 150, ...(isLong ? {} : { seed: 29 }) },
  )
  expect([...seen].sort()).toEqual(
    expect.arrayContaining([
      'agrees',
      'explained',
      'no-rule',
      'not-covered',
      'not-from-events',
      'total',
      'unexplained',
    ]),
  )
})

test('a line of half a month, in another currency, takes nothing from the line of the whole month', async () => {
  const event = { customer: 'cus_2', code: 'seats', second: 1_790_805_600, quantity: 1, amount: 0, currency: 'EUR' }
  const line = { customer: 'cus_2', item: 'seats', amount: '3', currency: 'EUR' } as const
  const { answer } = await checked(
    [event],
    [
      { ...line, period: '2026-10-16 – 2026-10-31' },
      { ...line, period: '2026-10', currency: '' },
    ],
  )
  expect(answer.equation).toMatchObject([
    { currency: 'EUR', usage: '0.00', worth: '0.00', notCovered: { lines: 1, sum: '3.00' }, holds: true },
    { currency: 'USD', usage: '3.00', worth: '3.00', difference: '0.00', holds: true },
  ])
})

test('where lines are of whole months, the worth is that of a valuation of their customers’ events in them', async () => {
  const read = readRules(RULES)
  if (!read.ok) throw new Error(read.problems.join())
  const wholeRange = { from: parseInstant(WHOLE_RANGE.from), until: parseInstant(WHOLE_RANGE.until) }
  let worths = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anEvent, { maxLength: 40 }),
      fc.array(aLine(MONTHS, ['cus_1', 'cus_2']), { minLength: 1, maxLength: 12 }),
      async (events, lines) => {
        // Lines that cannot be held against events take theirs out of the worth.
        const usage = lines.filter(({ amount }) => amount !== 'none')
        const { answer } = await checked(events, usage)
        const months = new Map([['cus_1', new Set(['2026-10'])]])
        for (const { customer, period, item } of usage) {
          if (item !== 'Total') months.set(customer, (months.get(customer) ?? new Set()).add(period))
        }
        const valuation = createValuation(read.rules, { zone: 'Europe/Berlin', wholeRange, unruled: null })
        for (const event of events) {
          const month = event.second * 1_000 < OCTOBER ? '2026-09' : '2026-10'
          if (!months.get(event.customer)?.has(month)) continue
          const values = { quantity: String(event.quantity), amount: text(event.amount), currency: event.currency }
          valuation.add({
            customerId: event.customer,
            eventCode: event.code,
            eventType: 'debit',
            createdAt: { seconds: event.second, nanoseconds: 0 },
            values: valuation.names.map((name) => ({
              kind: name === 'currency' ? 'string' : 'number',
              text: values[name as keyof typeof values],
            })),
          })
        }
        for (const { currency, net } of valuation.worth().currencies) {
          const ofCurrency = answer.equation.find((one) => one.currency === currency)
          expect([currency, Number(ofCurrency?.worth ?? 0)]).toEqual([currency, Number(net)])
          if (Number(net) !== 0) worths += 1
        }
      },
    ),
    { numRuns: isLong ? 2_000 : 100, ...(isLong ? {} : { seed: 29 }) },
  )
  expect(worths).toBeGreaterThan(0)
})
