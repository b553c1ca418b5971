// Credits that may already have compensated for a duplicate: same customer and amount, no earlier than its second event.
import type { Decimal } from '../../../../shared/exact/decimal.ts'
import { compareInstants } from '../../../../shared/time/instant.ts'
import { fieldColumn } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { type MeasuredRows, valueAt } from './measure-rows.ts'
import type { Sign } from './row-signs.ts'
import { inSteps, type Turn } from './turn.ts'
import type { UnitCodes } from './unit-codes.ts'

const MOST_CREDITS = 3

/** The first three such rows for each group of debits; the sign of the amount does not matter. */
export async function laterCredits(
  { table }: LoadedSnapshot,
  groups: readonly (readonly number[])[],
  measured: MeasuredRows,
  units: readonly UnitCodes[],
  signOf: (row: number) => Sign,
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
  const unitsOf = (row: number) => units.map(({ codes }) => codes[row] ?? 0).join()
  /** Indexed by customer, units and amount, since thousands of credits are matched against hundreds of groups. */
  const wanted = new Map<string, number[]>()
  const wantedCustomers = new Set<number>()
  for (const [at, group] of groups.entries()) {
    const first = group[0] ?? 0
    const customer = customers[first] ?? 0
    const amount = size(first)
    if (signOf(first) !== 'debit' || customer === 0 || amount === null) continue
    const name = `${customer} ${unitsOf(first)} ${plainName(amount)}`
    const known = wanted.get(name)
    if (known === undefined) wanted.set(name, [at])
    else known.push(at)
    wantedCustomers.add(customer)
  }
  if (wanted.size === 0) return found
  await inSteps(table.rows, turn, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const customer = customers[row] ?? 0
      if (!wantedCustomers.has(customer) || signOf(row) !== 'credit' || table.misses[row] !== 0) continue
      const amount = size(row)
      if (amount === null || amount.digits === 0n) continue
      const when = instant(row)
      if (Number.isNaN(when.seconds)) continue
      for (const at of wanted.get(`${customer} ${unitsOf(row)} ${plainName(amount)}`) ?? []) {
        const second = groups[at]?.[1] ?? 0
        const list = found[at]
        if (list !== undefined && list.length < MOST_CREDITS && compareInstants(when, instant(second)) >= 0)
          list.push(row)
      }
    }
  })
  return found
}

/** Equal for equal values, whatever their trailing zeros. */
function plainName({ digits, scale }: Decimal): string {
  let [whole, places] = [digits, scale]
  while (places > 0 && whole % 10n === 0n) {
    whole /= 10n
    places -= 1
  }
  return places < 0 ? `${whole * 10n ** BigInt(-places)} 0` : `${whole} ${places}`
}
