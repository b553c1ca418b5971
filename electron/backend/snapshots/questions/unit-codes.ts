// What tells currencies and units apart: the texts of the properties that say so. A row whose value is no text says none;
// where a price stands beside a quantity, the currency is the price's.
import type { PricedQuantity } from '../../../../shared/worth/priced-quantity.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { inSteps, type Turn } from './turn.ts'

export interface UnitCodes {
  name: string
  /** Per row; 0 if its unit is not known. */
  codes: Uint32Array
  size: number
  unitOf(code: number): string | null
}

/** Only for properties that at least one row has as text that is its unit. */
export async function unitCodes(
  snapshot: LoadedSnapshot,
  { units: names, priced }: { units: readonly string[]; priced?: PricedQuantity | undefined },
  rows: Uint32Array,
  turn: Turn,
): Promise<UnitCodes[]> {
  const all: UnitCodes[] = []
  const isPriced = priced === undefined ? null : await pricedRows(snapshot, priced, turn)
  for (const name of new Set(names)) {
    const { codes, values } = await snapshot.property(name, turn)
    const isText = new Uint8Array(values.size + 1)
    for (let id = 1; id <= values.size; id += 1) isText[id] = values.kind(id) === 'string' ? 1 : 0
    const texts = new Uint32Array(codes.length)
    const notIn = priced?.currencies.includes(name) ? isPriced : null
    let isThere = false
    await inSteps(rows.length, turn, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const row = rows[at] ?? 0
        const code = codes[row] ?? 0
        if (isText[code] !== 1 || notIn?.[row] === 1) continue
        texts[row] = code
        isThere = true
      }
    })
    if (!isThere) continue
    all.push({ name, codes: texts, size: values.size, unitOf: (code) => (code === 0 ? null : values.text(code)) })
  }
  return all
}

/** The rows in which a number is a quantity, because a price stands beside it: one byte a row, 1 where it is. */
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
