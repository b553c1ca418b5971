// The figures of a valuation, from its tally and its period lines.
import { createCodeQuantities } from './code-quantities.ts'
import type { ReckonedLine } from './period-lines.ts'
import { TAX_MARKS, type TaxMark } from './rule.ts'
import {
  BINS,
  type Bin,
  type BinFigure,
  type CurrencySum,
  type CurrencyWorth,
  NOT_VALUED,
  type Worth,
} from './worth.ts'
import { createWorthSums, joinedSums } from './worth-sums.ts'
import type { WorthTally } from './worth-tally.ts'

/** Changes neither, so that it may be asked for between events. Goes through the lines, not through events. */
export function worthFigures(tally: WorthTally, lines: readonly ReckonedLine[]): Worth {
  const ofLines = { charged: createWorthSums(), reduces: createWorthSums() }
  const taxes = new Map([...tally.taxes].map(([currency, marks]) => [currency, new Set(marks)]))
  const notValued = new Map(tally.notValued)
  const quantities = createCodeQuantities()
  for (const { line, worth, quantity, property, tax } of lines) {
    const { eventCode, unit, by, events, currency, why } = line
    if (quantity !== null && by !== 'events' && by !== 'sum') {
      quantities.add({ eventCode, unit, by, property }, quantity, events)
    }
    if (why !== null) notValued.set(why, (notValued.get(why) ?? 0) + events)
    if (worth === null) continue
    ofLines[worth.digits < 0n ? 'reduces' : 'charged'].add(currency, worth, events)
    const marks = taxes.get(currency) ?? new Set<TaxMark>()
    taxes.set(currency, marks)
    for (const mark of tax) marks.add(mark)
  }
  const sumsOfBin = (bin: Bin) => tally.bins.get(bin)?.sums.figures() ?? []
  const charged = joinedSums(sumsOfBin('charged'), ofLines.charged.figures())
  const reduces = joinedSums(sumsOfBin('reduces'), ofLines.reduces.figures())
  const isNetted = tally.bins.get('no-rule')?.events === 0
  return {
    events: tally.events(),
    bins: BINS.map((bin): BinFigure => {
      const sums = bin === 'charged' ? charged : bin === 'reduces' ? reduces : sumsOfBin(bin)
      return { bin, events: tally.bins.get(bin)?.events ?? 0, sums }
    }),
    currencies: joinedSums(charged, reduces).map(({ currency, events, sum }): CurrencyWorth => {
      const sumIn = (sums: readonly CurrencySum[]) => sums.find((one) => one.currency === currency)?.sum ?? '0'
      const tax = TAX_MARKS.filter((mark) => taxes.get(currency)?.has(mark))
      return { currency, net: isNetted ? sum : null, charged: sumIn(charged), reduces: sumIn(reduces), tax, events }
    }),
    apart: [...tally.apart].flatMap(([type, { events, numberMissing, sums }]) =>
      events === 0 ? [] : [{ type, sums: sums.figures(), numberMissing }],
    ),
    noRule: [...tally.noRule]
      .flatMap(([eventCode, types]) => [...types].map(([type, events]) => ({ type, eventCode, events })))
      .sort((a, b) => b.events - a.events),
    rules: tally.rules.map((rule) => ({ ...rule })),
    quantities: [...tally.quantities.figures(), ...quantities.figures()],
    numberMissing: [...tally.numberMissing].map(([why, events]) => ({ why, events })),
    notValued: NOT_VALUED.flatMap((why) => {
      const events = notValued.get(why) ?? 0
      return events === 0 ? [] : [{ why, events }]
    }),
    negativeDebits: tally.negativeDebits.figures(),
    differs: tally.differs.figures(),
    differsByRounding: tally.differsByRounding.figures(),
    otherQuantities: tally.quantities.others() + quantities.others(),
  }
}
