// Counts a file's rows, compares its heads and adds up its sums again, from the file alone.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sameDecimal } from '../../../shared/exact/exact-number.ts'
import { createPropertySum, type SumOfProperty } from '../../../shared/worth/property-sum.ts'
import { FORMATS } from './formats.ts'
import type { Receipt } from './receipt.ts'
import { type FileBytes, UnreadableFile } from './row-reader.ts'

/** Sentences: what the rows agree with, and what of it the file cannot show. */
export interface RowsChecked {
  agrees: string[]
  unchecked: string[]
}

type ReceiptSum = Receipt['eventscope']['sums'][number]

/** Receipts of earlier programs have sums over all event types. */
const isByType = ({ figures }: ReceiptSum) => figures.length === 0 || figures.some(({ type }) => type !== undefined)

const ROWS_AT_ONCE = 1_000

/** @throws UnreadableFile, with the reason, where the file says otherwise */
export async function checkRows(file: FileBytes, receipt: Receipt): Promise<RowsChecked> {
  const stated = receipt.eventscope
  const reader = FORMATS[receipt.resources[0].format].rows
  const checks = stated.sums.map((sum) => {
    const hidden = reader.whyHidden(sum, receipt)
    return { sum, hidden, recomputed: isByType(sum) ? createPropertySum(sum) : createPropertySum(sum, () => 'neither') }
  })
  let rows = 0
  for await (const row of reader.rows(file, receipt)) {
    rows += 1
    // A window may wait for something else meanwhile.
    if (rows % ROWS_AT_ONCE === 0) await nextTurn()
    for (const { hidden, recomputed } of checks) if (hidden === null) recomputed.add(row)
  }
  if (String(rows) !== stated.rows)
    throw new UnreadableFile(`It has ${rows} rows, but the receipt says ${stated.rows}.`)
  const [hidden, shown] = [
    checks.filter(({ hidden }) => hidden !== null),
    checks.filter(({ hidden }) => hidden === null),
  ]
  for (const { sum, recomputed } of shown) compareSums(sum, recomputed.result())
  return {
    agrees: shown.map(({ sum }) => `the exact sums of ${sum.property}, added up again`),
    unchecked: hidden.map(({ sum, hidden }) => `the sums of ${sum.property}: ${hidden}`),
  }
}

function compareSums(stated: ReceiptSum, recomputed: SumOfProperty): void {
  const { property, figures, rowsOfOtherUnits } = stated
  const expected = new Map(figures.map((figure) => [keyOf(figure), figure]))
  const differs = recomputed.figures.find(({ type, units, sum, numbers, without, beyond }) => {
    const other = expected.get(keyOf(isByType(stated) ? { type, units } : { units }))
    if (other === undefined) return true
    const counts = [numbers, without, beyond].join() === [other.numbers, other.without, other.beyond].join()
    const same = sum === null || other.sum === null ? sum === other.sum : sameDecimal(sum, other.sum)
    return !counts || !same
  })
  if (
    differs === undefined &&
    expected.size === recomputed.figures.length &&
    String(recomputed.rowsOfOtherUnits) === rowsOfOtherUnits
  )
    return
  const known = differs?.units.filter((unit) => unit !== null) ?? []
  const where = known.length === 0 ? '' : ` in ${known.join(', ')}`
  const of = differs === undefined || !isByType(stated) ? '' : `, ${differs.type},`
  throw new UnreadableFile(
    `Its sum of ${property}${of}${where} is ${differs?.sum ?? 'none'}, but the receipt says another.`,
  )
}

const keyOf = ({ type, units }: Pick<ReceiptSum['figures'][number], 'type' | 'units'>) =>
  JSON.stringify([type ?? null, units])
