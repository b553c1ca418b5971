// Credits that may already have compensated for a duplicate: same customer and worth, no earlier than its second event.
import type { Decimal } from '../../../../shared/exact/decimal.ts'
import { compareInstants } from '../../../../shared/time/instant.ts'
import type { Valuation } from '../../../../shared/worth/valuation.ts'
import type { EventWorth } from '../../../../shared/worth/value-event.ts'
import { fieldColumn } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import type { Sign, UnitCodes } from './measure-rows.ts'
import { inSteps, type Turn } from './turn.ts'
import { valueRows } from './value-rows.ts'

const MOST_CREDITS = 3

/** What is known of rows: as sent, and of the first of each group its worth by the rules. */
export interface KnownRows {
  units: readonly UnitCodes[]
  sentOf(row: number): Decimal | null
  signOf(row: number): Sign
  worthOf(row: number): EventWorth | null
}

/** The first three such rows for each group of debits; the sign of the amount does not matter. Without a rule, as sent. */
export async function laterCredits(
  snapshot: LoadedSnapshot,
  groups: readonly (readonly number[])[],
  known: KnownRows,
  start: () => Valuation,
  turn: Turn,
): Promise<number[][]> {
  const { table } = snapshot
  const { signOf } = known
  const customers = fieldColumn(table, 'customerId').codes
  const created = fieldColumn(table, 'createdAt').codes
  const found: number[][] = groups.map(() => [])
  const instant = (row: number) => {
    const code = created[row] ?? 0
    return { seconds: table.instants.seconds[code] ?? Number.NaN, nanoseconds: table.instants.nanoseconds[code] ?? 0 }
  }
  /** Indexed by customer, units and amount, since thousands of credits are matched against hundreds of groups. */
  const wanted = new Map<string, number[]>()
  const wantedCustomers = new Set<number>()
  for (const [at, group] of groups.entries()) {
    const first = group[0] ?? 0
    const customer = customers[first] ?? 0
    const size = sizeName(first, known.worthOf(first), known)
    if (signOf(first) !== 'debit' || customer === 0 || size === null) continue
    const name = `${customer} ${size}`
    const others = wanted.get(name)
    if (others === undefined) wanted.set(name, [at])
    else others.push(at)
    wantedCustomers.add(customer)
  }
  if (wanted.size === 0) return found

  const credits: number[] = []
  await inSteps(table.rows, turn, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const isCredit = wantedCustomers.has(customers[row] ?? 0) && signOf(row) === 'credit' && table.misses[row] === 0
      if (isCredit && !Number.isNaN(instant(row).seconds)) credits.push(row)
    }
  })
  const take = (row: number, worth: EventWorth) => {
    const size = sizeName(row, worth, known)
    if (size === null || size.endsWith(NOTHING)) return
    for (const at of wanted.get(`${customers[row] ?? 0} ${size}`) ?? []) {
      const second = groups[at]?.[1] ?? 0
      const list = found[at]
      if (list !== undefined && list.length < MOST_CREDITS && compareInstants(instant(row), instant(second)) >= 0)
        list.push(row)
    }
  }
  await valueRows(snapshot, Uint32Array.from(credits), start(), turn, take)
  return found
}

/** Equal for equal worths in one currency, and without a rule for equal amounts in the same units; null: it has none. */
function sizeName(row: number, valued: EventWorth | null, { units, sentOf }: KnownRows): string | null {
  if (valued !== null && valued.bin !== 'no-rule') {
    const isMoney = valued.bin === 'charged' || valued.bin === 'reduces'
    return isMoney && valued.worth !== null ? `${JSON.stringify(valued.currency)} ${plainName(valued.worth)}` : null
  }
  const sent = sentOf(row)
  return sent && `as sent ${units.map(({ codes }) => codes[row] ?? 0).join()} ${plainName(sent)}`
}

/** What the name of 0 ends with. */
const NOTHING = ' 0 0'

/** Equal for equal sizes, whatever their sign and trailing zeros. */
function plainName({ digits, scale }: Decimal): string {
  let [whole, places] = [digits < 0n ? -digits : digits, scale]
  while (places > 0 && whole % 10n === 0n) {
    whole /= 10n
    places -= 1
  }
  return places < 0 ? `${whole * 10n ** BigInt(-places)} 0` : `${whole} ${places}`
}
