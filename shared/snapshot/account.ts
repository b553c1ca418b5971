// The account of a reading: every row of the answers that a snapshot is made from is of exactly one kind.
import { z } from 'zod'

/** They are in the order in which they are shown. */
export const ROW_KINDS = [
  /** In the snapshot, and fits the search. */
  'kept',
  /** In the snapshot and marked: it misses a filter of the search. */
  'misses',
  /** These are in the snapshot and, where the search has a range, marked: nobody can read their time. */
  'undated',
  /** These are in the snapshot as well: another text of an ID that is there, where one answer held both. */
  'otherText',
  /** Left out: by its own time before the range, or after it. */
  'before',
  'after',
  /** Left out: the service stores the event twice, and counts it twice. */
  'storedTwice',
  /** Left out: another answer held it as well, as pages and parts overlap. The service counts it once. */
  'cameAgain',
  /** Left out: it came earlier in this reading, and was gone later in it. Nothing counts it any more. */
  'gone',
] as const
export type RowKind = (typeof ROW_KINDS)[number]
export type Account = Record<RowKind, number>

const ofEach = <Value>(value: Value) =>
  Object.fromEntries(ROW_KINDS.map((rowKind) => [rowKind, value])) as Record<RowKind, Value>

const rows = z.int().min(0)
/** An earlier version did not tell what was gone. */
export const accountSchema: z.ZodType<Account> = z.object({ ...ofEach(rows), gone: rows.default(0) })

export const NO_ROWS: Account = ofEach(0)

/** This is what each row kind is called, on the screen and in files. */
export const ROW_KIND_WORDS: Record<RowKind, string> = {
  kept: 'Kept',
  misses: 'Kept, but missing a filter',
  undated: 'Kept, with a time that cannot be read',
  otherText: 'Kept, another text of an ID that is kept',
  before: 'Before the range',
  after: 'After the range',
  storedTwice: 'Stored twice by the service, kept once',
  cameAgain: 'Received twice while reading, counted once',
  gone: 'Came in this reading, and was gone later in it',
}

/** All rows of all answers. */
export const receivedRows = (account: Account): number => ROW_KINDS.reduce((sum, rowKind) => sum + account[rowKind], 0)

/** The rows that the service's own count must equal. */
export const countedRows = (account: Account): number => receivedRows(account) - account.cameAgain - account.gone

/** Row kind by row kind; of no accounts, 0 rows in each. */
export function addedAccounts(accounts: Iterable<Account>): Account {
  const sum = { ...NO_ROWS }
  for (const account of accounts) for (const rowKind of ROW_KINDS) sum[rowKind] += account[rowKind]
  return sum
}
