// Worth by group against the reference, which adds fractions in plain loops.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Decimal, decimalText } from '../exact/decimal.ts'
import { runs } from '../exact/fixtures/runs.ts'
import { parseInstant } from '../time/instant.ts'
import { type AnyMonth, anyMonth } from './fixtures/any-month.ts'
import { asWorthEvent } from './fixtures/plain-event.ts'
import { compared, NOUGHT, number, type Rational, sum } from './fixtures/rational.ts'
import {
  type GroupKey,
  LINE_KEYS,
  referenceGroups,
  referenceInvoice,
  referenceWorth,
} from './fixtures/reference-worth.ts'
import { createGroupedWorth, type GroupWorth, invoicedSums } from './grouped-worth.ts'
import { readRules } from './rules-text.ts'
import { createValuation } from './valuation.ts'

/** 60 months that are always the same, 900 new ones in a long run. */
const short = runs(2_519, 60)
const settings = short.numRuns === 60 ? short : { numRuns: 900 }

const GROUPINGS: GroupKey[][] = [
  [],
  ['customer'],
  ['code'],
  ['month'],
  ['customer', 'code'],
  ['customer', 'code', 'month'],
  ['type'],
  ['day'],
  ['customer', 'day'],
]

function expectSame(figure: Decimal | null, wanted: Rational | undefined) {
  if (figure === null || wanted === undefined) expect([figure, wanted]).toEqual([null, undefined])
  else expect([decimalText(figure), compared(number(decimalText(figure)), wanted)]).toEqual([decimalText(figure), 0])
}

function groupedBy({ events, rules, range }: AnyMonth, keys: GroupKey[]) {
  const wholeRange = range.wholeRange && {
    from: range.wholeRange.from === null ? null : parseInstant(range.wholeRange.from),
    until: range.wholeRange.until === null ? null : parseInstant(range.wholeRange.until),
  }
  const valuation = createValuation(rules, { zone: range.zone, wholeRange, unruled: null })
  const grouped = createGroupedWorth()
  const names = events.map((event) => JSON.stringify(keys.map((key) => LINE_KEYS[key](event, range.zone))))
  const numbers = [...new Set(names)]
  for (const [at, event] of events.entries()) {
    grouped.add(valuation.add(asWorthEvent(event, valuation.names)), numbers.indexOf(names[at]!), event.code)
  }
  const hasLines = keys.every((key) => key !== 'type' && key !== 'day')
  const lines = valuation.computedLines()
  return {
    names: numbers,
    groups: grouped.joined((group) => group, { lines, hasLines }),
    all: grouped.joined(() => 0, { lines, hasLines: true })[0],
    worth: valuation.worth(),
    hasLines,
  }
}

test('groups are what the reference adds, and those that keep lines whole add up to "All"', () => {
  fc.assert(
    fc.property(anyMonth, fc.constantFrom(...GROUPINGS), (month, keys) => {
      const { names, groups, all, worth, hasLines } = groupedBy(month, keys)
      const wanted = referenceWorth(month.events, month.rules, month.range)
      const { sums, ofLines } = referenceGroups(month.events, wanted, keys, month.range.zone)
      let counted = 0
      for (const [at, { money, unruled }] of groups.entries()) {
        counted += unruled
        for (const { currency, events, valued, charged, reduces, notValued } of money) {
          counted += events
          expectSame(charged, sums.get(JSON.stringify([names[at], 'charged', currency])))
          expectSame(reduces, sums.get(JSON.stringify([names[at], 'reduces', currency])))
          expect(valued).toBeLessThanOrEqual(events)
          if (!hasLines)
            expect(
              valued + [...(notValued ?? new Map<string, number>()).values()].reduce((a, b) => a + b, 0),
            ).toBeLessThanOrEqual(events)
        }
      }
      expect(counted).toBe(month.events.length)
      const found = groups.flatMap(({ money }) => money.flatMap(({ charged, reduces }) => [charged, reduces]))
      expect(found.filter((one) => one !== null)).toHaveLength(sums.size)
      for (const { currency, charged, reduces } of worth.currencies) {
        const whole = all?.money.find((one) => one.currency === currency)
        expect(whole?.charged == null ? 0 : compared(number(decimalText(whole.charged)), number(charged))).toBe(0)
        expect(whole?.reduces == null ? 0 : compared(number(decimalText(whole.reduces)), number(reduces))).toBe(0)
        for (const [moneyKind, text] of [
          ['charged', charged],
          ['reduces', reduces],
        ] as const) {
          const parts = totalOf(groups, currency, moneyKind)
          const inLines = hasLines ? NOUGHT : (ofLines.get(JSON.stringify([moneyKind, currency])) ?? NOUGHT)
          expect([moneyKind, currency, compared(sum(parts, inLines), number(text))]).toEqual([moneyKind, currency, 0])
        }
      }
    }),
    settings,
  )
})

function totalOf(groups: readonly GroupWorth[], currency: string | null, moneyKind: 'charged' | 'reduces'): Rational {
  return groups
    .flatMap(({ money }) => money.filter((one) => one.currency === currency))
    .flatMap((one) => (one[moneyKind] === null ? [] : [number(decimalText(one[moneyKind]))]))
    .reduce(sum, NOUGHT)
}

test('an invoice rounds each customer’s code in a month', () => {
  fc.assert(
    fc.property(anyMonth, (month) => {
      const { groups } = groupedBy(month, ['customer', 'code', 'month'])
      const wanted = referenceInvoice(
        month.events,
        referenceWorth(month.events, month.rules, month.range),
        month.range.zone,
      )
      const found = invoicedSums(groups)
      expect(found.map(({ currency }) => currency).sort()).toEqual([...wanted.keys()].sort())
      for (const { currency, sum: text } of found) expect(compared(number(text), wanted.get(currency)!)).toBe(0)
    }),
    settings,
  )
})

test('ten thousand groups of one event each are theirs, and a currency of its own for each is not', () => {
  const rule = { by: 'amount', property: 'amount', units: 'major', price: null } as const
  const valuation = createValuation(
    {
      rules: [
        {
          codes: null,
          type: null,
          sign: null,
          where: [],
          has: [],
          effect: 'as-sent',
          quantity: null,
          money: rule,
          currency: { property: 'currency' },
          tax: 'net',
        },
      ],
      prices: [],
      equalCurrencies: [],
      currencyWhereNone: null,
      units: [],
      textNumbers: [],
      requestIdentifiers: [],
      noMeaning: [],
    },
    { zone: 'UTC', wholeRange: null, unruled: null },
  )
  const grouped = createGroupedWorth()
  for (let at = 0; at < 10_000; at += 1) {
    const valued = valuation.add({
      customerId: `c${at}`,
      eventCode: 'a',
      eventType: 'debit',
      createdAt: null,
      values: valuation.names.map((name) =>
        name === 'amount' ? { kind: 'number', text: '0.5' } : { kind: 'string', text: `C${at % 2_000}` },
      ),
    })
    grouped.add(valued, at, 'a')
  }
  expect(grouped.joined((group) => group, { lines: [], hasLines: true })).toHaveLength(10_000)
  const [all] = grouped.joined(() => 0, { lines: [], hasLines: true })
  const blocks = all?.money ?? []
  expect(blocks).toHaveLength(1_001)
  const other = blocks.find(({ currency }) => currency === null)
  expect([other?.events, other?.valued, other?.notValued?.get('too-many-currencies')]).toEqual([5_000, 0, 5_000])
})

test('the money of a line is never that of a block without its currency', () => {
  const read = readRules(`{"eventscopeRules":1,"rules":[
    {"codes":["seats"],"effect":"as-sent","quantity":{"by":"maximum","property":"q"},"money":{"by":"rate-card"}},
    {"effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}}],
    "prices":[{"code":"seats","price":"10","currency":"EUR"}]}`)
  if (!read.ok) throw new Error(read.problems.join())
  const valuation = createValuation(read.rules, {
    zone: 'UTC',
    wholeRange: { from: null, until: null },
    unruled: null,
  })
  const grouped = createGroupedWorth()
  const add = (code: string, properties: Record<string, string>) => {
    const event = {
      customer: 'c',
      code,
      type: 'debit',
      at: '2026-10-10T00:00:00Z',
      properties: new Map(
        Object.entries(properties).map(
          ([name, text]) => [name, { kind: name === 'currency' ? 'string' : 'number', text }] as const,
        ),
      ),
    }
    grouped.add(valuation.add(asWorthEvent(event, valuation.names)), 0, event.code)
  }
  for (let at = 0; at < 1_000; at += 1) add('calls', { amount: '1', currency: `C${at}` })
  add('seats', { q: '3' })
  const lines = valuation.computedLines()
  expect(lines.map(({ worth }) => worth && decimalText(worth))).toEqual(['30'])
  const [all] = grouped.joined(() => 0, { lines, hasLines: true })
  const other = all?.money.find(({ currency }) => currency === null)
  expect(other).toMatchObject({ events: 1, valued: 0, charged: null, notValued: new Map([['too-many-currencies', 1]]) })
  expect(all?.money.some(({ currency }) => currency === 'EUR')).toBe(false)
})
