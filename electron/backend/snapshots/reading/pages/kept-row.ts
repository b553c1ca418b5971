// A row of an answer that a snapshot keeps, and the order that rows are kept in.
import { compareInstants, type Instant, parseInstant } from '../../../../../shared/time/instant.ts'
import type { SearchRow, TextBytes } from '../../../rows/search-rows.ts'
import type { SnapshotRow } from '../../slice.ts'

export interface DatedRow {
  event: SearchRow
  /** Null where its created_at is not an instant. */
  at: Instant | null
}

/** Refers to the bytes of its answer until the journal has it. */
export class KeptRow implements SnapshotRow {
  /** Identifies its event (`rowKey`). */
  readonly key: string
  row: DatedRow
  misses: readonly string[]

  constructor(key: string, row: DatedRow, misses: readonly string[]) {
    this.key = key
    this.row = row
    this.misses = misses
  }

  get source(): string {
    return this.row.event.source
  }

  get utf8(): TextBytes | undefined {
    return this.row.event.utf8
  }

  /** Takes a later text of the same event. */
  amend(row: DatedRow, misses: readonly string[]): void {
    this.row = row
    this.misses = misses
  }
}

/** Null for null, and for what is not an RFC 3339 date-time. */
export function instantOf(text: string | null): Instant | null {
  return text === null ? null : parseInstant(text)
}

/** Oldest first, undated rows before all others. */
export function byTime({ row: a }: KeptRow, { row: b }: KeptRow): number {
  if (a.at === null || b.at === null) return Number(a.at !== null) - Number(b.at !== null)
  return compareInstants(a.at, b.at)
}
