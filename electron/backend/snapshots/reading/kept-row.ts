// A row of an answer that a snapshot keeps, and the order that rows are kept in.
import { compareInstants, type Instant, parseInstant } from '../../../../shared/instant.ts'
import type { SearchRow, TextBytes } from '../../rows/search-row.ts'
import type { SnapshotRow } from '../slice.ts'

export interface DatedRow {
  event: SearchRow
  /** Null where its created_at is not an instant. */
  at: Instant | null
}

/** Refers to the bytes of its answer until the journal has it. */
export class KeptRow implements SnapshotRow {
  readonly #event: SearchRow
  /** Identifies its event (`rowKey`). */
  readonly key: string
  readonly at: Instant | null
  readonly misses: readonly string[]
  /** How many rows of the service's total it stands for. */
  readonly times: number

  constructor(key: string, { event, at }: DatedRow, misses: readonly string[], times: number) {
    this.#event = event
    this.key = key
    this.at = at
    this.misses = misses
    this.times = times
  }

  get source(): string {
    return this.#event.source
  }

  get utf8(): TextBytes | undefined {
    return this.#event.utf8
  }
}

/** Null for null, and for what is not an RFC 3339 date-time. */
export function instantOf(text: string | null): Instant | null {
  return text === null ? null : parseInstant(text)
}

/** Oldest first, undated rows before all others. */
export function byTime(a: KeptRow, b: KeptRow): number {
  if (a.at === null || b.at === null) return Number(a.at !== null) - Number(b.at !== null)
  return compareInstants(a.at, b.at)
}
