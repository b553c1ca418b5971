import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalText } from '../exact/decimal.ts'
import { runs } from '../exact/fixtures/runs.ts'
import { parseInstant } from '../time/instant.ts'
import { type AnyMonth, anyMonth } from './fixtures/any-month.ts'
import { asWorthEvent } from './fixtures/plain-event.ts'
import { compared, NOUGHT, number, type Rational, sum } from './fixtures/rational.ts'
import { type ReferenceWorth, referenceWorth } from './fixtures/reference-worth.ts'
import { createValuation } from './valuation.ts'
import { BINS } from './worth.ts'

/** 60 months that are always the same, 900 new ones in a long run. */
const short = runs(2_511, 60)
const settings = short.numRuns === 60 ? short : { numRuns: 900 }

function expectSame(figure: string | null | undefined, wanted: Rational | null | undefined) {
  if (figure == null || wanted == null) expect([figure ?? null, wanted ?? null]).toEqual([null, null])
  else expect([figure, compared(number(figure), wanted)]).toEqual([figure, 0])
}

const inHandOf = ({ range: { inHand } }: AnyMonth) =>
  inHand && {
    from: inHand.from === null ? null : parseInstant(inHand.from),
    until: inHand.until === null ? null : parseInstant(inHand.until),
  }

const unruled = { amount: 'amount', currency: 'currency' }

test('is what a reference of its own finds, in any month', () => {
  fc.assert(
    fc.property(anyMonth, (month) => {
      const wanted = referenceWorth(month.events, month.rules, month.range)
      const valuation = createValuation(month.rules, { zone: month.range.zone, inHand: inHandOf(month), unruled })
      month.events.forEach((event, at) => {
        const found = valuation.add(asWorthEvent(event, valuation.names))
        const reference = wanted.events[at]!
        expect(found.bin).toBe(reference.bin)
        expect(found.rule).toBe(reference.rule)
        if (reference.rule === null) return
        expect([found.why, found.isRounded]).toEqual([reference.why, reference.isRounded])
        expectSame(found.worth && decimalText(found.worth), reference.worth)
        expectSame(found.differs && decimalText(found.differs), reference.differs)
        if (reference.worth !== null && found.bin !== 'balance') expect(found.currency).toBe(reference.currency)
      })
      expectFigures(valuation.worth(), wanted, month)
      expectLines(valuation.lines(), wanted)
    }),
    settings,
  )
})

function expectFigures(
  worth: ReturnType<ReturnType<typeof createValuation>['worth']>,
  wanted: ReferenceWorth,
  { events, rules }: AnyMonth,
) {
  expect(worth.events).toBe(events.length)
  const binned = BINS.map((bin) => wanted.events.filter((event) => event.bin === bin).length)
  expect(worth.bins.map((bin) => bin.events)).toEqual(binned)
  const sums = new Map(
    worth.bins.flatMap(({ bin, sums: all }) => all.map((one) => [JSON.stringify([bin, one.currency]), one.sum])),
  )
  for (const key of new Set([...sums.keys(), ...wanted.sums.keys()])) expectSame(sums.get(key), wanted.sums.get(key))
  const isNetted = binned[BINS.indexOf('no-rule')] === 0
  for (const { currency, net, charged, reduces } of worth.currencies) {
    const [plusses, minuses] = ['charged', 'reduces'].map(
      (bin) => wanted.sums.get(JSON.stringify([bin, currency])) ?? NOUGHT,
    )
    expectSame(charged, plusses)
    expectSame(reduces, minuses)
    expectSame(net, isNetted ? sum(plusses!, minuses!) : null)
  }
  const quantities = new Map(
    worth.quantities.map(({ eventCode, unit, by, property, quantity }) => [
      JSON.stringify([eventCode, unit, by, property]),
      quantity,
    ]),
  )
  for (const key of new Set([...quantities.keys(), ...wanted.quantities.keys()])) {
    expectSame(quantities.get(key), wanted.quantities.get(key))
  }
  const takenBy = rules.rules.map((_, at) => wanted.events.filter(({ rule }) => rule === at))
  expect(worth.rules.map((rule) => rule.events)).toEqual(takenBy.map((taken) => taken.length))
  for (const isRounded of [false, true]) {
    const differing = wanted.events.filter(
      (event) => event.differs !== null && event.isRounded === isRounded && event.bin !== 'balance',
    )
    const figures = isRounded ? worth.differsByRounding : worth.differs
    expect(figures.reduce((count, one) => count + one.events, 0)).toBe(differing.length)
    for (const { currency, sum: figure } of figures) {
      const own = differing.filter((event) => event.currency === currency)
      expectSame(figure, own.map((event) => event.differs!).reduce(sum, NOUGHT))
    }
  }
  const missing = wanted.events.filter(({ bin }) => bin === 'number-missing')
  for (const { why, events: count } of worth.numberMissing)
    expect(count).toBe(missing.filter((event) => event.why === why).length)
  expect(worth.numberMissing.reduce((count, one) => count + one.events, 0)).toBe(missing.length)
}

function expectLines(lines: ReturnType<ReturnType<typeof createValuation>['lines']>, wanted: ReferenceWorth) {
  expect(lines).toHaveLength(wanted.lines.length)
  lines.forEach((line, at) => {
    const reference = wanted.lines[at]!
    const { events, numberMissing, why } = line
    expect({ events, numberMissing, why }).toEqual({
      events: reference.events,
      numberMissing: reference.numberMissing,
      why: reference.why,
    })
    expectSame(line.quantity, reference.quantity)
    expectSame(line.worth, reference.worth)
  })
}
