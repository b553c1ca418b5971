// Two lines that answer each other: one is as much too large as the other is too small, and no third line of the file
// differs by that much. They are one finding, such as an amount that was booked on the wrong line.
import { type Decimal, decimalText } from '../../../../shared/exact/decimal.ts'
import type { AnsweringLines } from '../../../../shared/snapshot/snapshot-invoice.ts'
import { plainNumber } from '../../../../shared/worth/money-text.ts'
import { sizeOf } from './invoice/causes/figures.ts'

const MOST = 100

/**
 * Finds such pairs, 100 at most.
 * @param lines those that differ, with what the file says more than the events, in the order of the file
 */
export function answeringLines(
  lines: Iterable<{ line: number; currency: string | null; difference: Decimal }>,
): AnsweringLines[] {
  const alike = new Map<string, { line: number; currency: string | null; difference: Decimal }[]>()
  for (const one of lines) {
    if (one.difference.digits === 0n) continue
    const key = `${one.currency} ${plainNumber(sizeOf(one.difference))}`
    const known = alike.get(key) ?? []
    alike.set(key, known)
    // Three lines are enough to know that no two of them are a pair.
    if (known.length < 3) known.push(one)
  }
  const found: AnsweringLines[] = []
  for (const [one, other, third] of alike.values()) {
    if (one === undefined || other === undefined || third !== undefined || found.length === MOST) continue
    if (one.difference.digits * other.difference.digits > 0n) continue
    found.push({ lines: [one.line, other.line], currency: one.currency, difference: decimalText(one.difference) })
  }
  return found
}
