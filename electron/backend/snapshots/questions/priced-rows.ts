// The rows in which a number is a quantity, because a price stands beside it.
import type { PricedQuantity } from '../../../../shared/worth/property-meanings.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { inSteps, type Turn } from './turn.ts'

/** One byte a row: 1 where it is. */
export async function pricedRows(
  snapshot: LoadedSnapshot,
  { prices, quantities }: PricedQuantity,
  turn: Turn,
): Promise<Uint8Array> {
  const isPriced = new Uint8Array(snapshot.table.rows)
  const mark = async (names: readonly string[], as: 0 | 1) => {
    for (const { codes, values } of (await snapshot.properties(names, turn)).values()) {
      await inSteps(codes.length, turn, (from, to) => {
        for (let row = from; row < to; row += 1) {
          const code = codes[row] ?? 0
          if (code !== 0 && values.kind(code) === 'number') isPriced[row] = as
        }
      })
    }
  }
  await mark(prices, 1)
  await mark(quantities, 0)
  return isPriced
}
