// Events named by their rows.
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'

/** Ignores the filters that are set, as a finding is shown whole. */
export const scopeOfRows = (rows: readonly number[]): Scope => ({
  where: [{ is: 'rows', rows: [...rows] }],
  misses: true,
})
