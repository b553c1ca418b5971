// Several differences as one: all kinds of change, or all stretches of days.
import { type Decimal, decimalText, plus, readPlain } from '../../../shared/exact/decimal.ts'
import type { ComparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import type { KindWorth } from '../../../shared/snapshot/snapshot-changes.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import type { WorthDifference } from '../../../shared/worth/worth.ts'

export type SummedWorth = Pick<KindWorth, 'all' | 'asSent' | 'unvalued'>

/** By currency, and by unit where there is no rule; what is not netted in one of them is not netted in the sum. */
export function summedWorth(kinds: readonly SummedWorth[]): SummedWorth {
  return {
    all: summedDifferences(kinds.flatMap(({ all }) => all)),
    asSent: { by: [], lines: [], lineCount: 0, all: summedAsSent(kinds.flatMap(({ asSent }) => asSent.all)) },
    unvalued: kinds.flatMap(({ unvalued }) => unvalued),
  }
}

function summedDifferences(all: readonly WorthDifference[]): WorthDifference[] {
  const sums = new Map<string | null, WorthDifference>()
  for (const difference of all) {
    const known = sums.get(difference.currency)
    const added = (a: string, b: string) =>
      moneyText(decimalText(plus(readPlain(a), readPlain(b))), difference.currency)
    sums.set(
      difference.currency,
      known === undefined
        ? difference
        : {
            currency: difference.currency,
            charged: added(known.charged, difference.charged),
            reduces: added(known.reduces, difference.reduces),
            net: known.net === null || difference.net === null ? null : added(known.net, difference.net),
          },
    )
  }
  return [...sums.values()]
}

type SentLine = ComparedTotals['all'][number]

function summedAsSent(all: readonly SentLine[]): SentLine[] {
  const sums = new Map<string, SentLine>()
  for (const line of all) {
    const name = JSON.stringify(line.units)
    const known = sums.get(name)
    const added = (side: 'credit' | 'debit' | 'neither') => {
      const found = [known?.changes[side], line.changes[side]].flatMap((change) =>
        change == null ? [] : readPlain(change.difference),
      )
      const [first, ...rest] = found
      return first === undefined ? null : { difference: decimalText(rest.reduce<Decimal>(plus, first)), percent: null }
    }
    const changes = {
      count: null,
      credit: added('credit'),
      debit: added('debit'),
      neither: added('neither'),
      debitMinusCredit: null,
    }
    sums.set(name, { keys: [], units: line.units, before: null, after: null, changes })
  }
  return [...sums.values()]
}
