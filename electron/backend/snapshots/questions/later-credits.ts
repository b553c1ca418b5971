// Credits that may already have made up for a duplicate: same customer and amount, since its second event.
import { compareDecimals } from '../../../../shared/exact-decimal.ts'
import { compareInstants } from '../../../../shared/instant.ts'
import { fieldColumn } from './event-table.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { type MeasuredRows, valueAt } from './measure-rows.ts'
import { inSteps, type Turn } from './turn.ts'
import type { UnitCodes } from './unit-codes.ts'

const MOST_CREDITS = 3

/** For each group of debits the first three rows; the amount may have either sign. */
export async function laterCredits(
  { table }: LoadedSnapshot,
  groups: readonly (readonly number[])[],
  measured: MeasuredRows,
  units: readonly UnitCodes[],
  signOf: (row: number) => string,
  turn: Turn,
): Promise<number[][]> {
  const customers = fieldColumn(table, 'customerId').codes
  const created = fieldColumn(table, 'createdAt').codes
  const found: number[][] = groups.map(() => [])
  const instant = (row: number) => {
    const code = created[row] ?? 0
    return { seconds: table.instants.seconds[code] ?? Number.NaN, nanoseconds: table.instants.nanoseconds[code] ?? 0 }
  }
  const size = (row: number) => {
    const value = valueAt(measured, row)
    return value === null ? null : { digits: value.digits < 0n ? -value.digits : value.digits, scale: value.scale }
  }
  const wanted = new Map<number, number[]>()
  for (const [at, group] of groups.entries()) {
    const first = group[0] ?? 0
    if (signOf(first) !== 'debit' || customers[first] === 0 || size(first) === null) continue
    const customer = customers[first] ?? 0
    wanted.set(customer, [...(wanted.get(customer) ?? []), at])
  }
  if (wanted.size === 0) return found
  await inSteps(table.rows, turn, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const own = wanted.get(customers[row] ?? 0)
      if (own === undefined || signOf(row) !== 'credit' || table.misses[row] !== 0) continue
      const amount = size(row)
      if (amount === null || amount.digits === 0n) continue
      for (const at of own) {
        const [first = 0, second = 0] = groups[at] ?? []
        const list = found[at]
        const each = size(first)
        if (list === undefined || each === null || list.length === MOST_CREDITS) continue
        const when = instant(row)
        const isSince = !Number.isNaN(when.seconds) && compareInstants(when, instant(second)) >= 0
        const isSame = compareDecimals(each, amount) === 0 && units.every(({ codes }) => codes[row] === codes[first])
        if (isSince && isSame) list.push(row)
      }
    }
  })
  return found
}
