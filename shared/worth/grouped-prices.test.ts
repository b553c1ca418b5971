// The quantity and price of groups, against all of their events and lines gone through one by one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDecimals, type Decimal, decimalText, plus, readPlain, times, ZERO } from '../exact/decimal.ts'
import { runs } from '../exact/fixtures/runs.ts'
import { parseInstant } from '../time/instant.ts'
import { type AnyMonth, anyMonth } from './fixtures/any-month.ts'
import { asWorthEvent } from './fixtures/plain-event.ts'
import { createGroupedPrices } from './grouped-prices.ts'
import { blockCurrency } from './grouped-worth.ts'
import { withEffect } from './rule.ts'
import { createValuation } from './valuation.ts'

/** All that has money in a group and a currency; null: without a price. */
type Priced = { code: string | null; unit: string | null; price: Decimal; quantity: Decimal } | null

function checkGroups({ events, rules, range }: AnyMonth, nameOf: (event: AnyMonth['events'][number]) => string) {
  const wholeRange = range.wholeRange && {
    from: range.wholeRange.from === null ? null : parseInstant(range.wholeRange.from),
    until: range.wholeRange.until === null ? null : parseInstant(range.wholeRange.until),
  }
  const valuation = createValuation(rules, { zone: range.zone, wholeRange, unruled: null })
  const grouped = createGroupedPrices(rules.rules)
  const names = [...new Set(events.map(nameOf))]
  const all = new Map<string, Priced[]>()
  const note = (group: string, currency: string | null, priced: Priced) => {
    const key = JSON.stringify([group, currency])
    all.set(key, [...(all.get(key) ?? []), priced])
  }
  for (const event of events) {
    const valued = valuation.add(asWorthEvent(event, valuation.names))
    grouped.add(valued, event.code, names.indexOf(nameOf(event)))
    const { worth, moneyKind, price, quantity, unit, rule } = valued
    if (worth === null || (moneyKind !== 'charged' && moneyKind !== 'reduces')) continue
    const effect = rules.rules[rule ?? -1]!.effect
    const isPriced = price !== null && quantity !== null
    const priced = isPriced ? { code: event.code, unit, price, quantity: withEffect(effect, quantity) } : null
    note(nameOf(event), blockCurrency(valued), priced)
  }
  const lines = valuation.computedLines()
  for (const { line, worth, quantity, single } of lines) {
    if (worth === null) continue
    const one = events.find(({ customer, code }) => customer === line.customerId && code === line.eventCode)
    const priced =
      single === null || quantity === null ? null : { code: line.eventCode, unit: line.unit, price: single, quantity }
    note(nameOf(one!), line.currency, priced)
  }
  const partsOf = grouped.parts(lines)
  let found = 0
  for (const [key, figures] of all) {
    const [group, currency] = JSON.parse(key) as [string, string | null]
    const name = (one: NonNullable<Priced>) => JSON.stringify([one.code, one.unit, decimalText(one.price)])
    const sums = new Map<string, Decimal>()
    for (const one of figures) {
      if (one !== null) sums.set(name(one), plus(sums.get(name(one)) ?? ZERO, one.quantity))
    }
    const made = partsOf(names.indexOf(group)).filter((part) => part.currency === currency)
    found += made.length
    const texts = made.map((part) => [name({ ...part, code: part.eventCode }), decimalText(part.quantity)])
    // A price of the same value may have been written with other places.
    expect(texts.length).toBeLessThanOrEqual(sums.size)
    const total = (quantities: Decimal[]) => decimalText(quantities.reduce(plus, ZERO))
    expect(
      compareDecimals(readPlain(total(made.map((part) => part.quantity))), [...sums.values()].reduce(plus, ZERO)),
    ).toBe(0)
    const worth = (price: Decimal, quantity: Decimal) => times(price, quantity)
    expect(
      compareDecimals(
        made.map((part) => worth(part.price, part.quantity)).reduce(plus, ZERO),
        figures.flatMap((one) => (one === null ? [] : [worth(one.price, one.quantity)])).reduce(plus, ZERO),
      ),
    ).toBe(0)
  }
  return found
}

test('the parts of groups are all of their quantities that have a price, at that price', () => {
  let found = 0
  fc.assert(
    fc.property(anyMonth, fc.boolean(), (month, isByCustomer) => {
      found += checkGroups(month, ({ customer, code }) => JSON.stringify(isByCustomer ? [customer, code] : [code]))
    }),
    runs(2_805, 120),
  )
  expect(found).toBeGreaterThan(20)
})
