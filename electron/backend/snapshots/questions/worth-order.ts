// The order of the lines of totals by rules: a block for each currency, in it as was asked.
import { compareDecimals, type Decimal } from '../../../../shared/exact/decimal.ts'
import type { KeyValue } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsLine, TotalsQuestion } from '../../../../shared/snapshot/snapshot-totals.ts'
import type { Groups } from './group-rows.ts'
import { placesOf } from './key-order.ts'

export interface OrderedLine {
  group: number
  /** The place of its block among the blocks. */
  block: number
  count: number
  amount: Decimal | null
  /** Made for those that are answered with. */
  line: () => TotalsLine
}

/** A new list. In a block the largest is first, and what has no amount last; ties are in the order of their keys. */
export function orderedLines(
  lines: readonly OrderedLine[],
  groups: Groups,
  keys: readonly { keyValue(code: number): KeyValue | null }[],
  order: TotalsQuestion['order'],
): OrderedLine[] {
  const placesOfKeys = keys.map(({ keyValue }, at) => placesOf(groups.codes[at] ?? [], keyValue))
  const placed = lines.map((line) => ({
    line,
    places: placesOfKeys.map((places, at) => places.get(groups.codes[at]?.[line.group] ?? 0) ?? 0),
  }))
  const byFigure = (a: OrderedLine, b: OrderedLine) => {
    if (order === 'count') return b.count - a.count
    if (order === 'keys' || a.amount === b.amount) return 0
    if (a.amount === null || b.amount === null) return a.amount === null ? 1 : -1
    return compareDecimals(b.amount, a.amount)
  }
  const byKeys = (a: readonly number[], b: readonly number[]) => {
    const at = a.findIndex((place, key) => place !== b[key])
    return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
  }
  placed.sort((a, b) => a.line.block - b.line.block || byFigure(a.line, b.line) || byKeys(a.places, b.places))
  return placed.map(({ line }) => line)
}
