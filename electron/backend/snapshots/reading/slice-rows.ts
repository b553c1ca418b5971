// The rows of one reading of one slice, added answer by answer: which count, which are kept, and which contradict.
import { hash } from 'node:crypto'
import { compareInstants } from '../../../../shared/instant.ts'
import { asksForSomething, mismatches } from '../../../../shared/matches.ts'
import { rowKey } from '../../rows/search-row.ts'
import { NONE_MISSED, type Slice, type SnapshotRow, unreadSlice } from '../slice.ts'
import type { SnapshotHeader } from '../snapshot-header.ts'
import { type AnswerTraits, createAnswerTraits } from './answer-traits.ts'
import { byTime, type DatedRow, instantOf, KeptRow } from './kept-row.ts'
import type { ReadingAnswer } from './requests.ts'
import { createRowIndex } from './row-index.ts'

export interface SliceRows {
  add(answer: ReadingAnswer): void
  /** Puts rows of an earlier run back into the index. */
  recall(keys: Iterable<string>): void
  /** The slice's fields that follow from its rows so far. */
  facts(): Facts
  /** How many identifiers came in two answers: unless events moved, the service's order is unstable. */
  cameAgain(): number
  traits: Omit<AnswerTraits, 'see'>
  /** The rows kept since the last call, `sorted` oldest first, without those that another slice holds (`isElsewhere`). */
  take(sorted: boolean, isElsewhere: (key: string) => boolean): SnapshotRow[]
  /** How many rows `take` would consider. */
  pending(): number
  /** A digest of all returned rows, independent of their order; null unless the slice needs one. */
  fingerprint(): string | null
}

type Facts = Pick<
  Slice,
  'total' | 'steady' | 'returned' | 'kept' | 'leftOut' | 'repeats' | 'shared' | 'twoTexts' | 'missing' | 'nextOffset'
>

export interface SliceRowsOptions {
  header: SnapshotHeader
  /** The end of the range, fixed when the reading began; RFC 3339 UTC. */
  until: string | null
  slice: Slice
  /** Whether to continue what an earlier run began. */
  begun: boolean
}

export function createSliceRows({ header, until, slice, begun }: SliceRowsOptions): SliceRows {
  const { search, range } = header
  const index = createRowIndex()
  const traits = createAnswerTraits(slice)
  const rangeFrom = instantOf(range.from)
  const rangeUntil = instantOf(until)
  // A row without a readable time may lie anywhere: it is kept and marked.
  const undated = [...(range.from === null ? [] : ['From']), ...(range.until === null ? [] : ['To'])]
  const facts: Facts = structuredClone(factsOf(begun ? slice : unreadSlice(slice.id, slice)))
  const wantsFingerprint = slice.fell
  const isFiltered = asksForSomething(search)
  let kept: KeptRow[] = []
  let isFirst = !begun
  let cameAgain = 0
  const sums = [0, 0]

  function add(answer: ReadingAnswer): void {
    seeTotal(answer.total)
    facts.nextOffset = Math.max(facts.nextOffset, answer.offset + answer.events.length)
    const dated = answer.events.map((event): DatedRow => ({ event, at: instantOf(event.createdAt) }))
    traits.see(
      answer,
      dated.map(({ at }) => at),
    )
    const keys = answer.events.map(rowKey)
    if (new Set(keys).size < keys.length) addRepeating(dated, keys)
    else for (const [index, one] of dated.entries()) addOne(keys[index] ?? '', one)
  }

  /** Adds an answer in which an identifier repeats. */
  function addRepeating(dated: readonly DatedRow[], keys: readonly string[]): void {
    const groups = new Map<string, DatedRow[]>()
    for (const [index, one] of dated.entries()) {
      const key = keys[index] ?? ''
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [one])
      else group.push(one)
    }
    for (const [key, group] of groups) {
      const [only] = group
      if (group.length === 1 && only !== undefined) addOne(key, only)
      else addGroup(key, group)
    }
  }

  /** Adds the only row of its identifier in an answer, as nearly every row is. */
  function addOne(key: string, one: DatedRow): void {
    const before = index.note(key, 1, 1).times
    if (before > 0) {
      cameAgain += 1
      facts.repeats += 1
      return
    }
    facts.returned += 1
    keep(key, one, 1)
  }

  function seeTotal(total: number | null): void {
    if (isFirst) facts.total = total
    else if (total !== facts.total) facts.steady = false
    isFirst = false
  }

  /** Adds several rows of one identifier in one answer. */
  function addGroup(key: string, group: DatedRow[]): void {
    const before = index.note(key, group.length, 1).times
    facts.returned += Math.max(0, group.length - before)
    if (before > 0) cameAgain += 1
    const texts = new Map(group.map((one) => [one.event.source, one]))
    if (texts.size > 1 && before < 2) facts.twoTexts += 1
    // Two texts of an identifier are both kept only if one answer holds both; else the event changed meanwhile.
    const isKnown = ({ event }: DatedRow) => kept.some((one) => one.key === key && one.source === event.source)
    const fresh = [...texts.values()].filter((one) => before === 0 || (texts.size > 1 && !isKnown(one)))
    facts.repeats += group.length - fresh.length
    for (const one of fresh) keep(key, one, fresh.length === 1 ? group.length : 1)
  }

  function keep(key: string, dated: DatedRow, times: number): void {
    const { event, at } = dated
    if (wantsFingerprint) {
      const digest = hash('sha256', event.source, 'hex')
      sums.forEach((sum, part) => {
        sums[part] = (sum + Number.parseInt(digest.slice(8 * part, 8 * part + 8), 16)) >>> 0
      })
    }
    if (at !== null && rangeFrom !== null && compareInstants(at, rangeFrom) < 0) {
      facts.leftOut.before += 1
      return
    }
    const afterEnd = at === null || rangeUntil === null ? -1 : compareInstants(at, rangeUntil)
    if (afterEnd >= 0) {
      facts.leftOut.after += 1
      if (afterEnd === 0) facts.leftOut.atEnd += 1
      return
    }
    const missed = isFiltered ? mismatches(event, search) : []
    if (at === null) missed.push(...undated)
    if (missed.length > 0) facts.missing += 1
    facts.kept += 1
    kept.push(new KeptRow(key, dated, missed.length === 0 ? NONE_MISSED : missed, times))
  }

  return {
    add,
    recall: (keys) => {
      for (const key of keys) index.note(key, 1, 1)
    },
    traits,
    facts: () => ({ ...facts, leftOut: { ...facts.leftOut } }),
    cameAgain: () => cameAgain,
    pending: () => kept.length,
    take(sorted, isElsewhere) {
      const taken = kept.filter(({ key, misses, times }) => {
        if (!isElsewhere(key)) return true
        facts.shared += times
        facts.kept -= 1
        if (misses.length > 0) facts.missing -= 1
        return false
      })
      kept = []
      return sorted ? taken.sort(byTime) : taken
    },
    fingerprint: () => (wantsFingerprint ? sums.join('-') : null),
  }
}

function factsOf({
  total,
  steady,
  returned,
  kept,
  leftOut,
  repeats,
  shared,
  twoTexts,
  missing,
  nextOffset,
}: Slice): Facts {
  return { total, steady, returned, kept, leftOut, repeats, shared, twoTexts, missing, nextOffset }
}
