// What a receipt says of its Parquet file, for the statements that DuckDB is asked.
import type { LoadedEvents } from './duckdb-statements.ts'
import type { Receipt } from './receipt.ts'

export function loadedEvents({ resources: [{ schema }], eventscope }: Receipt): LoadedEvents {
  const { rows, sums, fingerprint = null, decimals = [] } = eventscope
  return { fields: schema.fields, rows, sums, fingerprint, decimals, days: [] }
}
