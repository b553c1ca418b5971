// Whether a row is a credit, a debit or neither, by its event type.
import { fieldColumn } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'

export const CREDIT = 0
export const DEBIT = 1
export const NEITHER = 2
/** By `CREDIT`, `DEBIT` and `NEITHER`. */
export const SIGNS = ['credit', 'debit', 'neither'] as const
export type Sign = (typeof SIGNS)[number]

/** For each row, whether it is a credit, a debit or neither. */
export function rowSigns({ table }: LoadedSnapshot): (row: number) => typeof CREDIT | typeof DEBIT | typeof NEITHER {
  const { codes, values } = fieldColumn(table, 'eventType')
  const [credit, debit] = [values.find('string', 'credit'), values.find('string', 'debit')]
  return (row) => {
    const code = codes[row] ?? 0
    if (code === 0) return NEITHER
    return code === credit ? CREDIT : code === debit ? DEBIT : NEITHER
  }
}
