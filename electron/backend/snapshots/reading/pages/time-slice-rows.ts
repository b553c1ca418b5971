// The rows of one reading of one slice (a segment of the range, read page by page), added answer by answer: each goes
// into one row kind of the account.
import { hash } from 'node:crypto'
import { asksForSomething, mismatches } from '../../../../../shared/search/matches.ts'
import {
  type Account,
  countedRows,
  NO_ROWS,
  type RowKind,
  receivedRows,
} from '../../../../../shared/snapshot/account.ts'
import { compareInstants, type Instant, parseInstant } from '../../../../../shared/time/instant.ts'
import { rowKey, type SearchRow, type TextBytes } from '../../../rows/search-rows.ts'
import type { SnapshotHeader } from '../../snapshot-journal.ts'
import { NONE_MISSED, type SnapshotRow, type TimeSlice, unreadSlice } from '../../time-slice.ts'
import type { KeptRange } from '../session/instants.ts'
import { createAnswerTraits, type Oddities } from '../session/observations.ts'
import type { ReadingAnswer } from '../session/requests.ts'
import type { RowIndex } from '../session/row-index.ts'

export type TimeSliceRows = ReturnType<typeof createTimeSliceRows>

export interface TimeSliceRowsOptions {
  header: SnapshotHeader
  /** The range of which rows are kept; those that came from outside of it are only counted. */
  range: KeptRange
  slice: TimeSlice
  /** Whether to continue what an earlier run began. */
  begun: boolean
  /** Holds which rows all slices have. */
  index: RowIndex
  /** By which number the index knows the rows of this reading of the slice. */
  owner: number
  /** What was odd about answers is noted there, to be asked about in the end. */
  oddities: Oddities
  /** Whether two readings of it are compared. */
  wantsFingerprint: boolean
}

/** Notes rows in `index` and `oddities` as they are added; `slice` stays as it is. */
export function createTimeSliceRows(options: TimeSliceRowsOptions) {
  const { header, range, slice, begun, index, owner, oddities, wantsFingerprint } = options
  const { search } = header
  const traits = createAnswerTraits(slice)
  const rangeFrom = instantOf(range.from)
  const rangeUntil = instantOf(range.until)
  // A row without a readable time may lie anywhere: it is kept, and marked as missing the ends that were asked for.
  const asked = header.range
  const missesOfUndated = [...(asked.from === null ? [] : ['From']), ...(asked.until === null ? [] : ['To'])]
  const start = begun ? slice : unreadSlice(slice.id, slice)
  const account: Account = { ...(start.account ?? NO_ROWS) }
  let { total, steady, shared, nextOffset } = start
  /** Rows that lie exactly at the end of the range, which it does not include. */
  let atEnd = start.leftOut.atEnd
  const isFiltered = asksForSomething(search)
  let kept: KeptRow[] = []
  /** The rows of `kept` by key; made when a row comes again, and kept up to date from then on. */
  let byKey: Map<string, KeptRow> | null = null
  let isFirstAnswer = !begun
  let cameAgain = 0
  /** Of the fingerprint: two sums, modulo 2^32, of the first and the next 32 bits of each row's digest. */
  const digestSums = [0, 0]

  function add(answer: ReadingAnswer, joins: boolean): void {
    seeTotal(answer.total)
    nextOffset = Math.max(nextOffset, answer.offset + answer.events.length)
    const dated = answer.events.map((event): DatedRow => ({ event, at: instantOf(event.createdAt) }))
    traits.see(
      answer,
      dated.map(({ at }) => at),
    )
    const keys = answer.events.map(rowKey)
    if (new Set(keys).size < keys.length) addRepeating(dated, keys, joins)
    else for (const [at, one] of dated.entries()) addOne(keys[at] ?? '', one, joins && at === 0)
  }

  function seeTotal(seen: number | null): void {
    if (isFirstAnswer) total = seen
    else if (seen !== total) steady = false
    if (seen !== null && total !== null && seen < total) oddities.fell = true
    isFirstAnswer = false
  }

  /**
   * Adds the only row of its key in an answer, as nearly every row is.
   * @param isOverlap whether it was asked for again to join pages: the index has it, and this is no new time
   */
  function addOne(key: string, one: DatedRow, isOverlap: boolean): void {
    if (!isOverlap) {
      const before = index.note(key, 1, owner)
      if (before.times === 0) {
        keep(key, one)
        return
      }
      if (before.owner === owner) cameAgain += 1
      else shared += 1
    }
    account.cameAgain += 1
    replaceIfAmended(key, one)
  }

  /** Adds an answer in which a key repeats. */
  function addRepeating(dated: readonly DatedRow[], keys: readonly string[], joins: boolean): void {
    const groups = Map.groupBy(dated.entries(), ([at]) => keys[at] ?? '')
    for (const [key, group] of groups) {
      const [first, ...others] = group.map(([, one]) => one)
      if (first === undefined) continue
      const isOverlap = joins && key === keys[0]
      if (others.length === 0) addOne(key, first, isOverlap)
      else addGroup(key, first, others, isOverlap)
    }
  }

  /**
   * Adds several rows of one key in one answer: as many of them as came before have come again, and one more is kept if
   * none had; the rest the service stores twice, or has with another text. For example, a key came once before and
   * comes three times now: one of the three came again, and two are stored twice.
   * @param isOverlap whether the first of them was asked for again to join pages
   */
  function addGroup(key: string, first: DatedRow, others: readonly DatedRow[], isOverlap: boolean): void {
    const times = others.length + 1
    const before = index.note(key, times, owner)
    const again = Math.min(isOverlap ? Math.max(before.times, 1) : before.times, times)
    account.cameAgain += again
    // The overlap was counted as shared when it came first.
    if (before.times > 0 && before.owner !== owner) shared += isOverlap ? again - 1 : again
    else if (again === 0) keep(key, first)
    const more = times - Math.max(again, 1)
    const texts = new Map([first, ...others].map((one) => [one.event.source, one]))
    if (texts.size > 1) {
      // Which one is right nobody can tell: all are kept, and said.
      oddities.twoTexts += 1
      const keptTexts = new Set(kept.flatMap((row) => (row.key === key ? [row.source] : [])))
      // Where none of them is kept, as when it lies outside the range, the first stands for what was.
      if (texts.keys().every((text) => !keptTexts.has(text))) keptTexts.add(first.event.source)
      const otherTexts = [...texts].flatMap(([text, one]) => (keptTexts.has(text) ? [] : [one])).slice(0, more)
      for (const one of otherTexts) keep(key, one, 'otherText')
      account.storedTwice += more - otherTexts.length
    } else if (more > 0) {
      account.storedTwice += more
      oddities.storedTwice(key, times)
    }
  }

  /** Another text of a row in a later answer: the event was amended, and the later text is kept while it can be. */
  function replaceIfAmended(key: string, { event, at }: DatedRow): void {
    byKey ??= new Map(kept.map((row) => [row.key, row]))
    const known = byKey.get(key)
    if (known === undefined || known.source === event.source) return
    oddities.amended += 1
    // Others may have been amended before or after they came: the slice has to be read again.
    steady = false
    const [rowKind, misses] = rowKindOf({ event, at })
    if (rowKind === rowKindOf(known.row)[0]) known.amend({ event, at }, misses)
  }

  /** Counts a row that came for the first time, and keeps it unless it lies outside the range. */
  function keep(key: string, dated: DatedRow, as: RowKind = 'kept'): void {
    const { event, at } = dated
    if (wantsFingerprint) {
      const digest = hash('sha256', event.source, 'hex')
      digestSums.forEach((sum, part) => {
        digestSums[part] = (sum + Number.parseInt(digest.slice(8 * part, 8 * part + 8), 16)) >>> 0
      })
    }
    const [rowKind, misses] = rowKindOf(dated)
    account[rowKind === 'kept' ? as : rowKind] += 1
    if (rowKind === 'before' || rowKind === 'after') {
      if (at !== null && rangeUntil !== null && compareInstants(at, rangeUntil) === 0) atEnd += 1
      return
    }
    const row = new KeptRow(key, dated, misses)
    kept.push(row)
    byKey?.set(key, row)
  }

  /** Also says what the row misses, as `SnapshotRow.misses` has it. */
  function rowKindOf({ event, at }: DatedRow): [RowKind, misses: readonly string[]] {
    if (at !== null && rangeFrom !== null && compareInstants(at, rangeFrom) < 0) return ['before', NONE_MISSED]
    if (at !== null && rangeUntil !== null && compareInstants(at, rangeUntil) >= 0) return ['after', NONE_MISSED]
    const missed = isFiltered ? mismatches(event, search) : NONE_MISSED
    if (missed.length > 0) oddities.missed(missed)
    if (missed.length > 0) return ['misses', at === null ? [...missed, ...missesOfUndated] : missed]
    if (at === null) return ['undated', missesOfUndated]
    return ['kept', NONE_MISSED]
  }

  return {
    /**
     * Adds the rows of an answer.
     * @param joins whether its first row is the last one of the answer before, asked for again
     */
    add,
    traits,
    /** The slice's fields that follow from its rows so far; `TimeSlice` says what each is. */
    facts: () => ({
      total,
      steady,
      shared,
      nextOffset,
      account: { ...account },
      returned: countedRows(account) + shared,
      kept: account.kept + account.misses + account.undated + account.otherText,
      leftOut: { before: account.before, after: account.after, atEnd },
      repeats: account.cameAgain - shared + account.storedTwice,
      twoTexts: account.otherText,
      missing: account.misses + (missesOfUndated.length > 0 ? account.undated : 0),
    }),
    /** How many rows came in two answers where pages do not overlap: unless events moved, the order is unstable. */
    cameAgain: () => cameAgain,
    /** How many rows `take` would return. */
    pending: () => kept.length,
    /** The rows kept since the last call, `sorted` oldest first. */
    take(sorted: boolean): SnapshotRow[] {
      const taken = kept
      kept = []
      byKey = null
      return sorted ? taken.sort(byTime) : taken
    },
    /**
     * A digest of all returned rows, independent of their order, as `1200 2897612455-417088231`: how many they are, and
     * the two sums of their texts. Null unless asked for.
     */
    fingerprint: () =>
      wantsFingerprint ? `${receivedRows(account) - account.cameAgain} ${digestSums.join('-')}` : null,
  }
}

// A row of an answer that a snapshot keeps, and the order that rows are kept in.

interface DatedRow {
  event: SearchRow
  /** Null where its created_at is not an instant. */
  at: Instant | null
}

/** Refers to the bytes of its answer until the journal has it. */
class KeptRow implements SnapshotRow {
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
function instantOf(text: string | null): Instant | null {
  return text === null ? null : parseInstant(text)
}

/** Oldest first, undated rows before all others. */
function byTime({ row: a }: KeptRow, { row: b }: KeptRow): number {
  if (a.at === null || b.at === null) return Number(a.at !== null) - Number(b.at !== null)
  return compareInstants(a.at, b.at)
}
