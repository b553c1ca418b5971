// One cell of "Totals", from the exact figures of its credits, its debits and what is neither.
import {
  type Decimal,
  decimalText,
  percentOf,
  plus,
  type RoundingMode,
  rounded,
  ZERO,
} from '../../../../shared/exact/decimal.ts'
import type { Figure, TotalsCell } from '../../../../shared/snapshot/snapshot-totals.ts'
import { CREDIT, DEBIT, NEITHER } from './row-signs.ts'
import { type BoardFigures, joinedFigures } from './sum-board.ts'

/** By `CREDIT`, `DEBIT` and `NEITHER`. */
export type SignedFigures = readonly [BoardFigures, BoardFigures, BoardFigures]

/** Null: nothing is rounded. */
export type Rounding = { places: number; mode: RoundingMode } | null

/** Merges two groups, each sign by itself. */
export function joinedSigned(a: SignedFigures, b: SignedFigures): SignedFigures {
  return [joinedFigures(a[CREDIT], b[CREDIT]), joinedFigures(a[DEBIT], b[DEBIT]), joinedFigures(a[NEITHER], b[NEITHER])]
}

/** @param lines of "All": the cells of the lines whose rounded figures it adds; null for a line's own */
export function totalsCell(
  figures: SignedFigures,
  rounding: Rounding,
  whole: SignedFigures,
  lines: RoundedLines | null,
): TotalsCell {
  const [credit, debit, neither] = figures
  const all = joinedFigures(joinedFigures(credit, debit), neither)
  const roundedOf = (name: keyof RoundedLines, { sum, roundedSum }: BoardFigures) =>
    sum === null ? null : figureOf(sum, roundedSum, rounding, lines?.[name] ?? null)
  const share = (part: Decimal | null, of: Decimal | null) =>
    part === null || of === null ? null : percentOf(part, of, 2)
  const count = (one: SignedFigures) => one.reduce((sum, { count: events }) => sum + events, 0)
  return {
    count: all.count,
    numbers: all.numbers,
    without: all.count - all.numbers - all.beyond,
    beyond: all.beyond,
    credit: roundedOf('credit', credit),
    debit: roundedOf('debit', debit),
    neither: roundedOf('neither', neither),
    debitMinusCredit: null,
    min: all.min && decimalText(all.min),
    max: all.max && decimalText(all.max),
    share: {
      count: percentOf(countOf(count(figures)), countOf(count(whole)), 2),
      credit: share(credit.sum, whole[CREDIT].sum),
      debit: share(debit.sum, whole[DEBIT].sum),
    },
  }
}

const countOf = (count: number): Decimal => ({ digits: BigInt(count), scale: 0 })

/** Sums of the lines' rounded figures. */
export interface RoundedLines {
  credit: Decimal
  debit: Decimal
  neither: Decimal
}

export const NO_LINES: RoundedLines = { credit: ZERO, debit: ZERO, neither: ZERO }

/** With one more line. */
export function withLine(lines: RoundedLines, figures: SignedFigures, rounding: Rounding): RoundedLines {
  if (rounding === null) return lines
  const add = (sum: Decimal, value: Decimal | null) =>
    value === null ? sum : plus(sum, rounded(value, rounding.places, rounding.mode))
  return {
    credit: add(lines.credit, figures[CREDIT].sum),
    debit: add(lines.debit, figures[DEBIT].sum),
    neither: add(lines.neither, figures[NEITHER].sum),
  }
}

function figureOf(exact: Decimal, perEvent: Decimal | null, rounding: Rounding, ofLines: Decimal | null): Figure {
  if (rounding === null) return { exact: decimalText(exact), perEvent: null, perLine: null, perTotal: null }
  const roundedExact = rounded(exact, rounding.places, rounding.mode)
  const text = (value: Decimal) => decimalText(rounded(value, rounding.places, rounding.mode))
  return {
    exact: decimalText(exact),
    perEvent: perEvent && text(perEvent),
    perLine: text(ofLines ?? roundedExact),
    perTotal: decimalText(roundedExact),
  }
}
