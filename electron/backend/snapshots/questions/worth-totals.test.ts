// Totals by rules: every figure of the sample company's story, and groups that are what their events alone are worth.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../../../../shared/exact/fixtures/runs.ts'
import type { KeyValue } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer, TotalsLine, TotalsQuestion } from '../../../../shared/snapshot/snapshot-totals.ts'
import type { WorthRowsQuestion } from '../../../../shared/snapshot/snapshot-worth.ts'
import { anyRules } from '../../../../shared/worth/fixtures/any-month.ts'
import { moneyText } from '../../../../shared/worth/money-text.ts'
import { notInSumWords } from '../../../../shared/worth/not-in-sum.ts'
import { printRules } from '../../../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../../../shared/worth/sample-company-files.ts'
import { NO_RULES } from '../../../../shared/worth/worth-rules.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { answerTotals } from './answer-totals.ts'
import { answerWorth, answerWorthRows } from './answer-worth.ts'
import { anyEvents } from './fixtures/any-events.ts'
import { questionOf } from './fixtures/any-totals-question.ts'
import { OCTOBER, sampleOctober } from './fixtures/sample-october.ts'
import { anyTurn, snapshotOf } from './fixtures/table-of.ts'

const CUSTOMER = { of: 'field', field: 'customerId' } as const
const CODE = { of: 'field', field: 'eventCode' } as const
const TYPE = { of: 'field', field: 'eventType' } as const
const MONTH = { of: 'time', every: 'month' } as const
const DAY = { of: 'time', every: 'day' } as const

const AMOUNT = { measure: { properties: ['amount'] as [string], text: false }, units: ['currency'] }
const worthOf = (rules = SAMPLE_COMPANY_RULES, wholeRange: typeof OCTOBER | null = OCTOBER) => ({
  rules,
  wholeRange,
  unruled: AMOUNT,
})

let october: LoadedSnapshot
beforeAll(async () => {
  october = await sampleOctober()
})

const asked = (changed: Partial<TotalsQuestion> = {}) => questionOf({ worth: worthOf(), ...changed })
const totals = (changed: Partial<TotalsQuestion> = {}, snapshot = october) =>
  answerTotals(snapshot, asked(changed), anyTurn)

const figuresOf = ({ keys, units, total }: TotalsLine) => [
  ...keys.map((key) => key?.text ?? null),
  ...units,
  total.count,
  total.worth?.charged ?? null,
  total.worth?.reduces ?? null,
  total.debitMinusCredit?.exact ?? null,
]

const LACKING = 'without 3 events of build_minutes whose quantity is text: “150” 3 times'
const lacks = ({ total }: TotalsLine) =>
  total.notIn === undefined ? null : notInSumWords(total.notIn.parts, total.notIn.untold)

describe('the sample company', () => {
  test('the sum of GBP says in its own line what is not in it, wherever its group stands, and others say nothing', async () => {
    for (const order of ['keys', 'count', 'amount'] as const) {
      const { lines, all } = await totals({ by: [CUSTOMER], order, limit: 1 })
      expect(all.map((line) => [...line.units, lacks(line)])).toEqual([
        ['EUR', null],
        ['USD', null],
        ['GBP', LACKING],
        [null, null],
      ])
      expect(lines.map(lacks)).toEqual([null])
    }
    const { lines } = await totals({ by: [CUSTOMER, CODE] })
    const lacking = lines.filter((line) => lacks(line) !== null)
    expect(lacking.map((line) => [...line.keys.map((key) => key?.text), lacks(line)])).toEqual([
      ['cus_kestrel', 'build_minutes', LACKING],
    ])
  })

  test('by customer, a block a currency, most money first', async () => {
    const { lines, all, worth } = await totals({ by: [CUSTOMER], order: 'amount' })
    expect(lines.map(figuresOf)).toEqual([
      ['cus_lumen', 'EUR', 280, '15196.00', null, '15196.00'],
      ['cus_nordlicht', 'EUR', 510, '13932.00', '-150.00', '13782.00'],
      ['cus_halden', 'EUR', 468, '10112.20', '-412.50', '9699.70'],
      ['cus_costa-verde', 'EUR', 281, '3562.00', null, '3562.00'],
      ['cus_atelier', 'EUR', 468, '662.80', '-99.20', '563.60'],
      ['cus_zephyr', 'USD', 249, '33546.00', null, '33546.00'],
      ['cus_bluefin', 'USD', 466, '31370.00', null, '31370.00'],
      ['cus_kestrel', 'GBP', 497, '3843.70', null, '3843.70'],
      ['cus_zephyr', null, 1, null, null, null],
    ])
    expect(all.map(figuresOf).map(([currency, , ...sums]) => [currency, ...sums])).toEqual([
      ['EUR', '43465.00', '-661.70', '42803.30'],
      ['USD', '64916.00', null, '64916.00'],
      ['GBP', '3843.70', null, '3843.70'],
      [null, null, null, null],
    ])
    expect(all.reduce((sum, { total }) => sum + total.count, 0)).toBe(3_220)
    expect(worth).toMatchObject({ hasMoney: true, inNoLine: [], unruled: 0 })
    expect(lines[0]?.total.worth?.share).toEqual({ charged: '34.96', reduces: null })
  })

  test('by day, lines of whole months are in "All" alone, and it says how much that is', async () => {
    const { lines, all, worth } = await totals({ by: [DAY] })
    expect(all[0]?.total.debitMinusCredit?.exact).toBe('42803.30')
    const inNoLine = worth?.inNoLine.find(({ currency }) => currency === 'EUR')
    expect(inNoLine).toEqual({ currency: 'EUR', sum: '14977.80', codes: ['seats', 'build_minutes'] })
    const days = lines
      .filter(({ units }) => units[0] === 'EUR')
      .map(({ total }) => total.debitMinusCredit?.exact ?? '0')
    const cents = (text: string) => Math.round(Number(text) * 1e9)
    const sum = days.reduce((whole, text) => whole + cents(text), 0)
    expect(sum + cents(inNoLine?.sum ?? '')).toBe(cents('42803.30'))
    const first = lines.find(({ keys }) => keys[0]?.text === '2026-10-01')
    expect(first?.total.worth?.notValued.map(({ why }) => why)).toEqual(['part-of-line'])
  })

  test('by month and code lines are whole; by month of another zone they are not', async () => {
    const { lines, worth } = await totals({ by: [MONTH, CODE], order: 'keys' })
    const seats = lines.filter(({ keys }) => keys[1]?.text === 'seats')
    expect(seats.map(figuresOf).map((line) => line.at(-1))).toEqual(['14645.00', '6240.00', '1600.00'])
    expect(worth?.inNoLine).toEqual([])
    expect((await totals({ by: [MONTH], zone: 'UTC' })).worth?.inNoLine).toHaveLength(3)
  })

  test('where it is asked for, lines say their quantities and prices, and "All" says the same at every grouping', async () => {
    const { lines } = await totals({ by: [CUSTOMER, CODE], prices: true })
    const priced = (customer: string, code: string) =>
      lines
        .find(({ keys }) => keys[0]?.text === customer && keys[1]?.text === code)
        ?.total.worth?.priced?.map(({ quantity, price }) => [quantity, price])
    expect(priced('cus_bluefin', 'tokens')).toEqual([['620000000', '0.000013']])
    expect(priced('cus_lumen', 'egress_gb')).toEqual([['24800', '0.08']])
    expect(priced('cus_costa-verde', 'seats')).toEqual([['48', '29']])
    expect(priced('cus_bluefin', 'build_minutes')).toBeUndefined()
    expect(priced('cus_nordlicht', 'refund')).toBeUndefined()
    const ofAll = async (by: TotalsQuestion['by']) => {
      const { all } = await totals({ by, prices: true })
      return all.map(({ units, total }) => [
        units,
        total.worth?.priced
          ?.map(({ customer, of, quantity, price }) => `${customer} ${of} ${quantity} ${price}`)
          .sort(),
      ])
    }
    const wanted = await ofAll([CUSTOMER, CODE])
    expect(wanted[1]?.[1]).toContain('cus_bluefin ["tokens",null] 620000000 0.000013')
    for (const by of [[], [CUSTOMER], [CODE], [DAY, CODE], [TYPE]] as TotalsQuestion['by'][]) {
      expect(await ofAll(by)).toEqual(wanted)
    }
    const byCustomer = await totals({ by: [CUSTOMER], prices: true })
    const bluefin = byCustomer.lines.find(({ keys }) => keys[0]?.text === 'cus_bluefin')
    expect(bluefin?.total.worth?.priced).toContainEqual({
      customer: 'cus_bluefin',
      of: '["tokens",null]',
      quantity: '620000000',
      price: '0.000013',
    })
    const byDay = await totals({ by: [DAY, CODE], prices: true })
    const day = byDay.lines.filter(({ keys }) => keys[1]?.text === 'seats')
    expect(day.every(({ total }) => total.worth?.priced === undefined)).toBe(true)
  })

  test('split by type, cells are parts, in which lines are not valued, and the whole line has them', async () => {
    const { lines, columns } = await totals({ by: [CUSTOMER], split: TYPE })
    const halden = lines.find(({ keys }) => keys[0]?.text === 'cus_halden')
    expect(columns.map((column) => column?.text)).toEqual(['debit', 'credit'])
    expect(halden?.total.debitMinusCredit?.exact).toBe('9699.70')
    expect(halden?.cells[0]?.debitMinusCredit?.exact).toBe('7002.70')
    expect((await totals({ by: [CUSTOMER], split: CODE })).lines[0]?.cells.length).toBe(9)
  })

  test('a group with events that have no rule is not netted, and has them as sent', async () => {
    const rules = SAMPLE_COMPANY_RULES.replace(/\{"codes":\["refund"\].*\n/, '')
    const { lines, all, worth } = await totals({ by: [CUSTOMER], worth: worthOf(rules) })
    const line = (customer: string) => lines.find(({ keys }) => keys[0]?.text === customer)?.total
    expect(line('cus_atelier')).toMatchObject({ debitMinusCredit: null, debit: null, credit: { exact: '99.20' } })
    expect(line('cus_atelier')?.worth).toMatchObject({ charged: '662.80', reduces: null, unruled: 2 })
    expect(line('cus_lumen')?.debitMinusCredit?.exact).toBe('15196.00')
    expect(all.map(({ total }) => total.debitMinusCredit)).toEqual([null, null, null, null])
    expect(worth).toMatchObject({ unruled: 3, sentBy: ['currency'] })
  })

  test('without money there are quantities by code and unit, no currency and no "All"', async () => {
    const rules =
      '{"eventscopeRules":1,"rules":[{"effect":"as-sent","quantity":{"by":"sum","property":"quantity"},"money":{"by":"none"}}]}'
    const { lines, all, worth } = await totals({ by: [CODE], worth: worthOf(rules), order: 'keys' })
    expect([all, worth?.hasMoney]).toEqual([[], false])
    const calls = lines.find(({ keys }) => keys[0]?.text === 'api_calls')
    expect([calls?.units, calls?.total.worth?.quantity]).toEqual([['quantity'], '136878750'])
    expect(JSON.stringify(lines)).not.toMatch(/EUR|USD|GBP/)
  })
})

describe('any events and rules', () => {
  const KEYS = [
    [CUSTOMER],
    [CODE],
    [MONTH],
    [CUSTOMER, MONTH],
    [TYPE],
    [DAY],
    [{ of: 'property', name: 'currency' }],
  ] as const

  test('a group is worth what its events alone are, where they keep lines whole; "All" is the headline', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, anyRules, fc.constantFrom(...KEYS), async (events, rules, by) => {
        const snapshot = await snapshotOf(events)
        const worth = { ...worthOf(printRules(rules)), wholeRange: { from: null, until: null } }
        const question = asked({ by: [...by], worth })
        const answer = await answerTotals(snapshot, question, anyTurn)
        const valued = async (
          where: TotalsQuestion['scope']['where'],
          wholeRange = worth.wholeRange as typeof worth.wholeRange | null,
        ) => {
          const scope = { where, misses: false }
          const found = await answerWorth(
            snapshot,
            { ask: 'worth', scope, ...worth, wholeRange, duplicates: null },
            anyTurn,
          )
          if (found.kind !== 'valued') throw new Error(found.problems.join())
          return found
        }
        if (answer.worth?.hasMoney) expectSame(answer.all, await valued([]))
        const groups = new Map(answer.lines.map(({ keys }) => [JSON.stringify(keys), keys]))
        const hasLines = by.every((key) => (key.of === 'field' ? key.field !== 'eventType' : key === MONTH))
        for (const keys of groups.values()) {
          const where = keys.map((value, at) => oneOf(by[at], value))
          const linesOfKeys = answer.lines.filter((line) => JSON.stringify(line.keys) === JSON.stringify(keys))
          if (answer.worth?.hasMoney) expectSame(linesOfKeys, await valued(where, hasLines ? worth.wholeRange : null))
          expect(linesOfKeys.reduce((sum, { total }) => sum + total.count, 0)).toBeGreaterThan(0)
        }
        expect(answer.lines.reduce((sum, { total }) => sum + total.count, 0)).toBe(answer.events)
      }),
      runs(2_533, 60),
    )
  })

  test('a figure names its events', async () => {
    let figures = 0
    await fc.assert(
      fc.asyncProperty(anyEvents, anyRules, fc.constantFrom(...KEYS), async (events, rules, by) => {
        const snapshot = await snapshotOf(events)
        const worth = { ...worthOf(printRules(rules)), wholeRange: { from: null, until: null } }
        const answer = await answerTotals(snapshot, asked({ by: [...by], worth }), anyTurn)
        if (!answer.worth?.hasMoney) return
        for (const line of answer.lines) {
          const where = line.keys.map((value, at) => oneOf(by[at], value))
          const rows = async (more: Partial<WorthRowsQuestion>) => {
            const base = {
              ask: 'worthRows' as const,
              scope: { where, misses: false },
              worth,
              isValued: null,
              sent: null,
            }
            const moneyKinds = ['charged', 'reduces', 'balance', 'not-money', 'number-missing'] as const
            const question = { ...base, currency: line.units[0] ?? null, moneyKinds: [...moneyKinds], ...more }
            return (await answerWorthRows(snapshot, question, anyTurn)).events
          }
          const sent = line.sentUnits === undefined ? null : { by: answer.worth.sentBy, units: line.sentUnits }
          expect(await rows({ sent })).toBe(line.total.count)
          if (line.total.count > 0) figures += 1
        }
      }),
      runs(2_534, 40),
    )
    expect(figures).toBeGreaterThan(0)
  })

  test('without rules debit and credit stand apart as sent', async () => {
    const worth = { ...worthOf(printRules(NO_RULES)), wholeRange: null }
    const { lines, all } = await totals({ by: [CUSTOMER], worth })
    const sent = await totals({ by: [CUSTOMER], worth: undefined, ...AMOUNT })
    const apart = (list: readonly TotalsLine[]) =>
      list.map(({ keys, units, total: { debit, credit, debitMinusCredit } }) => [
        keys,
        units,
        debit,
        credit,
        debitMinusCredit,
      ])
    expect(new Set(apart(lines).map((one) => JSON.stringify(one)))).toEqual(
      new Set(apart(sent.lines).map((one) => JSON.stringify(one))),
    )
    expect(all).toHaveLength(sent.all.length)
  })
})

const oneOf = (key: TotalsQuestion['by'][number] | undefined, value: KeyValue | null) => {
  if (key === undefined) throw new Error('A value without a key')
  return { is: 'one-of' as const, key, values: [value], zone: null }
}

/** Lines of one group against what a valuation of its events says. */
function expectSame(
  lines: TotalsAnswer['lines'],
  valued: Extract<Awaited<ReturnType<typeof answerWorth>>, { kind: 'valued' }>,
) {
  const money = lines.filter(({ total: { worth } }) => worth?.charged != null || worth?.reduces != null)
  const zero = (text: string | null | undefined, currency: string | null) => text ?? moneyText('0', currency)
  const found = money.map(({ units: [currency = null], total }) => [
    currency,
    zero(total.worth?.charged, currency),
    zero(total.worth?.reduces, currency),
    total.debitMinusCredit?.exact ?? null,
  ])
  const wanted = valued.currencies.map(({ currency, charged, reduces, net }) => [
    currency,
    ...[charged, reduces, net].map((text) => text && moneyText(text, currency)),
  ])
  const byCurrency = (a: (string | null)[], b: (string | null)[]) => String(a[0]).localeCompare(String(b[0]))
  expect(found.sort(byCurrency)).toEqual(wanted.sort(byCurrency))
}
