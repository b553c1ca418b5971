// The worth of several kinds of change added up, such as that of all outcomes of a comparison.
import { type Decimal, decimalText, plus, readPlain } from '../../../shared/exact/decimal.ts'
import type { ComparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import type { KindWorth } from '../../../shared/snapshot/snapshot-changes.ts'
import type { TotalsCell } from '../../../shared/snapshot/snapshot-totals.ts'
import { plainMoney } from '../../../shared/worth/money-text.ts'
import { joinedNotIn, joinedNotInSums } from '../../../shared/worth/not-in-sum.ts'
import type { WorthDifference } from '../../../shared/worth/worth.ts'

export interface SummedWorth extends Pick<KindWorth, 'all' | 'unvalued' | 'notIn'> {
  asSent: { all: SentDifference[] }
}

/** It is as sent; `before` and `after` say what is not in it. */
export interface SentDifference extends Pick<ComparedTotals['all'][number], 'units' | 'code' | 'changes'> {
  before: Pick<TotalsCell, 'notIn'> | null
  after: Pick<TotalsCell, 'notIn'> | null
}

/**
 * Adds by currency, and by unit what is as sent because no rule takes it. Net is null in a sum where it is null in one
 * of its parts; as sent, only credit, debit and neither are added.
 */
export function summedWorth(kinds: readonly SummedWorth[]): SummedWorth {
  return {
    all: summedDifferences(kinds.flatMap(({ all }) => all)),
    asSent: { all: summedAsSent(kinds.flatMap(({ asSent }) => asSent.all)) },
    unvalued: kinds.flatMap(({ unvalued }) => unvalued),
    notIn: {
      before: joinedNotInSums(kinds.map(({ notIn }) => notIn.before)),
      after: joinedNotInSums(kinds.map(({ notIn }) => notIn.after)),
    },
  }
}

function summedDifferences(differences: readonly WorthDifference[]): WorthDifference[] {
  const sums = new Map<string | null, WorthDifference>()
  for (const difference of differences) {
    const sum = sums.get(difference.currency)
    const added = (a: string, b: string) => plainMoney(plus(readPlain(a), readPlain(b)), difference.currency)
    sums.set(
      difference.currency,
      sum === undefined
        ? difference
        : {
            currency: difference.currency,
            charged: added(sum.charged, difference.charged),
            reduces: added(sum.reduces, difference.reduces),
            net: sum.net === null || difference.net === null ? null : added(sum.net, difference.net),
          },
    )
  }
  return [...sums.values()]
}

function summedAsSent(lines: readonly SentDifference[]): SentDifference[] {
  const sums = new Map<string, SentDifference>()
  for (const line of lines) {
    const { units, code } = line
    const unitsKey = JSON.stringify([units, code])
    const sum = sums.get(unitsKey)
    const added = (side: 'credit' | 'debit' | 'neither') => {
      const differences = [sum?.changes[side], line.changes[side]].flatMap((change) =>
        change == null ? [] : readPlain(change.difference),
      )
      const [first, ...rest] = differences
      return first === undefined ? null : { difference: decimalText(rest.reduce<Decimal>(plus, first)), percent: null }
    }
    const changes = {
      count: null,
      credit: added('credit'),
      debit: added('debit'),
      neither: added('neither'),
      debitMinusCredit: null,
    }
    sums.set(unitsKey, {
      units,
      ...(code !== undefined && { code }),
      before: joinedCell(sum?.before, line.before),
      after: joinedCell(sum?.after, line.after),
      changes,
    })
  }
  return [...sums.values()]
}

/** Joins what is not in either of two cells. */
function joinedCell(...cells: (SentDifference['before'] | undefined)[]): SentDifference['before'] {
  const lacks = cells.flatMap((cell) => cell?.notIn ?? [])
  if (lacks.length === 0) return null
  return {
    notIn: {
      parts: joinedNotIn(lacks.map(({ parts }) => parts)),
      untold: lacks.reduce((sum, { untold }) => sum + untold, 0),
    },
  }
}
