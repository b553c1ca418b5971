// What a file is about: the snapshot that it was made from. "About" and the receipt say it, each in its own form.
import type { Filters } from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { type Account, NO_ROWS, ROW_KIND_WORDS } from '../../../shared/snapshot/account.ts'
import type { AskedSample } from '../../../shared/snapshot/asked-sample.ts'
import { verdictName } from '../../../shared/snapshot/verdict-name.ts'
import type { ReadingState } from '../snapshots/reading-state.ts'
import type { SnapshotHeader } from '../snapshots/snapshot-journal.ts'
import { type TimeSlice, wholeAccount } from '../snapshots/time-slice.ts'

export interface FileSubject {
  /** It reads as "Eventscope 0.1.0". */
  program: string
  header: SnapshotHeader
  state: ReadingState
  slices: readonly TimeSlice[]
  /** Whether rows that miss a filter of the search are in the file. */
  includesMisses: boolean
  /** A filter that was set within the snapshot, in words, and of how many rows it leaves these; null for none. */
  filtered: { words: string; of: number } | null
  /** It reads as "oldest first". */
  order: string
  /** The sample of the snapshot's events that was asked again last; absent where none was. */
  sample?: AskedSample
}

/** A file of rows of the screen is about this. */
export interface ScreenSubject {
  program: string
  /** Null for a customer. */
  connection: { name: string; baseUrl: string } | null
  /** The applied ones. */
  filters: Filters
  zone: string
  /** It says which rows they are: "this page". */
  rows: string
}

/** Events that were read or returned and are not in the file. */
export interface LeftOut {
  why: string
  rows: number
}

/** Why events are left out; where there is an account, most are its bins. */
export const LEFT_OUT = {
  before: ROW_KIND_WORDS.before,
  after: ROW_KIND_WORDS.after,
  atEnd: 'Exactly at the end of the range, so part of the next one',
  storedTwice: ROW_KIND_WORDS.storedTwice,
  cameAgain: ROW_KIND_WORDS.cameAgain,
  gone: ROW_KIND_WORDS.gone,
  /** No account tells apart why. */
  repeats: 'Returned more than once',
  misses: 'Not matching a filter of the search',
  undated: 'With a time that cannot be read',
  filtered: 'Filtered',
} as const

/** Why and how many, where any were. */
export function leftOutOf(subject: FileSubject, rows: number): LeftOut[] {
  const { header, slices, includesMisses, filtered } = subject
  const sum = (of: (slice: TimeSlice) => number) => slices.reduce((total, slice) => total + of(slice), 0)
  const account = accountOf(subject)
  const { before, after, storedTwice, cameAgain, gone } = account ?? {
    ...NO_ROWS,
    before: sum(({ leftOut }) => leftOut.before),
    after: sum(({ leftOut }) => leftOut.after),
  }
  const atEnd = Math.min(
    after,
    sum(({ leftOut }) => leftOut.atEnd),
  )
  const missing = includesMisses ? 0 : sum(({ missing }) => missing)
  // A time that cannot be read misses nothing where nothing bounds the time.
  const hasRange = header.range.from !== null || header.range.until !== null
  const undated = hasRange ? Math.min(missing, account?.undated ?? 0) : 0
  const list: LeftOut[] = [
    { why: LEFT_OUT.before, rows: before },
    { why: LEFT_OUT.after, rows: after - atEnd },
    { why: LEFT_OUT.atEnd, rows: atEnd },
    { why: LEFT_OUT.storedTwice, rows: storedTwice },
    { why: LEFT_OUT.cameAgain, rows: cameAgain },
    { why: LEFT_OUT.gone, rows: gone },
    { why: LEFT_OUT.repeats, rows: account === null ? sum(({ repeats }) => repeats) : 0 },
    { why: LEFT_OUT.misses, rows: missing - undated },
    { why: LEFT_OUT.undated, rows: undated },
    { why: LEFT_OUT.filtered, rows: filtered === null ? 0 : filtered.of - rows },
  ]
  return list.filter((one) => one.rows > 0)
}

/** The account of the whole reading; null where an earlier version of this program read any of it. */
export function accountOf({ state, slices }: Pick<FileSubject, 'state' | 'slices'>): Account | null {
  const account = wholeAccount(slices)
  // What an earlier version read from the start has no proof.
  if (account !== null || state.proof === null) return account
  const isAnyKeptWithout = slices.some(({ kept }) => kept > 0)
  return isAnyKeptWithout ? null : NO_ROWS
}

/** "178 of 10,078 events: event code = api_calls": a filter within a snapshot, in file, receipt and dialog. */
export const filteredWords = (rows: number, { words, of }: NonNullable<FileSubject['filtered']>) =>
  `${grouped(rows)} of ${countWords(of, 'event')}: ${words}`

/** The verdict's name as the screen shows it. */
export const verdictWord = ({ state: { verdict } }: FileSubject): string => verdictName(verdict)
