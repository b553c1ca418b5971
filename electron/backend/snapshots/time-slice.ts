// A slice: one segment of created_at that is read, counted and replaced as a whole.
import { z } from 'zod'
import { failureSchema } from '../../../shared/failure/failure.ts'
import { type Account, accountSchema, addedAccounts } from '../../../shared/snapshot/account.ts'
import { compareInstants, parseInstant } from '../../../shared/time/instant.ts'
import type { TextBytes } from '../rows/search-rows.ts'

/**
 * `waiting`: nothing of it is kept. `reading`: its first `nextOffset` rows were asked for and what was read is kept.
 * `read`: its rows are as many as its count before and after. `unproven`: read to its end, but the count disagrees or
 * says nothing. `failed`: `failure` came in the way; what was read before is kept.
 */
const TIME_SLICE_STATES = ['waiting', 'reading', 'read', 'unproven', 'failed'] as const

const count = z.int().min(0)

export const timeSliceSchema = z.object({
  /** Unique within the snapshot, never given twice. */
  id: z.int().min(1),
  /** `created_at_from` and `created_at_to` as sent; null: that side is open. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  state: z.enum(TIME_SLICE_STATES),
  /** Its last reading began then, by this machine's clock, RFC 3339 UTC; null as long as it was not read. */
  askedAt: z.string().nullable(),
  /** How often it was read to its end. */
  readings: count,
  /** The service's count for it when its reading began; null as long as none was given. */
  total: count.nullable(),
  /** Whether every answer of the reading gave that count. */
  steady: z.boolean(),
  /** Rows that the service returned for it, repeats out, rows outside the range included: what `total` must equal. */
  returned: count,
  /** Rows that are kept of it in the journal. */
  kept: count,
  /** Rows that were returned and lie outside the range: before, after, and of the latter those at its end. */
  leftOut: z.object({ before: count, after: count, atEnd: count }),
  /** Rows that came more than once and are kept once. */
  repeats: count,
  /** Rows that another slice holds and keeps: those right at a bound that both include. */
  shared: count,
  /** Identifiers under which two different texts are kept, because one answer held both. */
  twoTexts: count,
  /** Kept rows that miss a filter. */
  missing: count,
  nextOffset: count,
  /** Whether the kept rows are oldest first: not in a slice that was too large for memory. */
  sorted: z.boolean(),
  /** Whether a count of it ever fell: events disappeared. */
  fell: z.boolean(),
  /** A digest of what the last reading returned; null unless pages cannot overlap and two readings have to be equal. */
  fingerprint: z.string().nullable(),
  failure: failureSchema.nullable(),
  /** The service's count for it when it was last counted, after its reading; null as long as it was not. */
  after: count.nullable().default(null),
  /** Every row of its last reading; null if an earlier version of this program read it. */
  account: accountSchema.nullable().default(null),
  /** The SHA-256 of the text of its last row that was read, with which the next page has to begin; null before any. */
  seam: z.string().nullable().default(null),
  /** Whether an earlier snapshot read it, as its account says, and this one has only counted it. */
  takenOver: z.boolean().default(false),
})
export type TimeSlice = z.infer<typeof timeSliceSchema>

/** One of which nothing was asked yet. */
export function unreadSlice(id: number, { from, to }: Pick<TimeSlice, 'from' | 'to'>): TimeSlice {
  return {
    id,
    from,
    to,
    state: 'waiting',
    askedAt: null,
    readings: 0,
    total: null,
    steady: true,
    returned: 0,
    kept: 0,
    leftOut: { before: 0, after: 0, atEnd: 0 },
    repeats: 0,
    shared: 0,
    twoTexts: 0,
    missing: 0,
    nextOffset: 0,
    sorted: true,
    fell: false,
    fingerprint: null,
    failure: null,
    after: null,
    account: null,
    seam: null,
    takenOver: false,
  }
}

/** The account of all parts together; null where none was read yet, or one by an earlier version. */
export function wholeAccount(slices: Iterable<Pick<TimeSlice, 'account' | 'kept'>>): Account | null {
  const accounts: Account[] = []
  for (const { account, kept } of slices) {
    if (account !== null) accounts.push(account)
    else if (kept > 0) return null
  }
  return accounts.length === 0 ? null : addedAccounts(accounts)
}

/** Counts as often as the service has to: what several parts hold, once. */
export function countedOf(slices: Iterable<Pick<TimeSlice, 'returned' | 'shared'>>): number {
  let counted = 0
  for (const { returned, shared } of slices) counted += returned - shared
  return counted
}

/** One event of a snapshot. */
export interface SnapshotRow {
  /** The exact JSON text as the service sent it. */
  source: string
  /**
   * Names of the filters that it misses, as `mismatches` (shared/search/matches.ts) gives them; of nearly all rows
   * none, and then the one empty array `NONE_MISSED`. `From` and `To` name the ends of the range that it is outside of.
   */
  misses: readonly string[]
  /** `source` where it came, on its way into the journal: one that only writes it makes no text of it. */
  readonly utf8?: TextBytes | undefined
}

export const NONE_MISSED: readonly string[] = []

/** Earliest first; an open start comes before every other. */
export function inOrderOfTime<T extends Pick<TimeSlice, 'from' | 'id'>>(slices: Iterable<T>): T[] {
  return [...slices]
    .map((slice) => ({ slice, at: slice.from === null ? null : parseInstant(slice.from) }))
    .sort((a, b) => {
      if (a.at === null || b.at === null)
        return Number(a.at !== null) - Number(b.at !== null) || a.slice.id - b.slice.id
      return compareInstants(a.at, b.at) || a.slice.id - b.slice.id
    })
    .map(({ slice }) => slice)
}
