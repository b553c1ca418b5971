// Two snapshots that are compared: which is which, what they have in common, which events of them are compared, and
// how.

import { wholeRangeOf } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ChangesQuestion, EventPart, Segment } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Condition, Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import { MOST_DAYS, rangeDays } from '../../../shared/snapshot/snapshot-periods.ts'
import { rangeRead } from '../../../shared/snapshot/snapshot-range.ts'
import type { WholeRange } from '../../../shared/snapshot/snapshot-worth.ts'
import { sameFilters, sameInstant } from '../../live/store/filters-meaning.ts'

export interface ComparedSnapshots {
  /** The earlier one, or, where neither is, the one that is not open. */
  there: SnapshotSummary
  /** The later one, or the open one: every difference is here less there. */
  here: SnapshotSummary
  /** Events in it alone are compared; null: all. */
  within: Segment | null
}

// Two readings of one search and range: what changed.

/** Null unless both are finished and of the same search and range on the same connection. */
export function comparedSnapshots(one: SnapshotSummary, other: SnapshotSummary): ComparedSnapshots | null {
  if (one.id === other.id || !isOfOneSearch(one, other) || !isOfOneRange(one, other)) return null
  if ([one, other].some(({ status }) => status.state !== 'finished')) return null
  const [there, here] = readAt(one) <= readAt(other) ? [one, other] : [other, one]
  return { there, here, within: overlap(there, here) }
}

/** The same filters on the same connection and base URL, whatever the range. */
export function isOfOneSearch(one: SnapshotSummary, other: SnapshotSummary): boolean {
  return isOfOneConnection(one, other) && sameFilters(one.search, other.search)
}

/** The same connection with the same base URL. */
export function isOfOneConnection({ connection: a }: SnapshotSummary, { connection: b }: SnapshotSummary): boolean {
  return a.id === b.id && a.baseUrl === b.baseUrl
}

/** Open-ended ranges from the same instant are one range, wherever each reading ended. */
export function isOfOneRange({ range: one }: SnapshotSummary, { range: other }: SnapshotSummary): boolean {
  return sameEnd(one.from, other.from) && sameEnd(one.until, other.until)
}

const sameEnd = (a: string | null, b: string | null) => sameInstant(a ?? undefined, b ?? undefined)

/** Gives when it was read, in milliseconds. */
const readAt = ({ asOf, begunAt }: SnapshotSummary) => Date.parse(asOf ?? begunAt)

/** These are before any event, and after. */
const [BEGINNING, END] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']

/** What both have read of one range; null: all of it. An open range ended, in the earlier one, when that was read. */
function overlap(there: SnapshotSummary, here: SnapshotSummary): Segment | null {
  if (there.range.until !== null || there.until === null || there.until === here.until) return null
  return { from: there.range.from ?? BEGINNING, until: there.until }
}

/** The latest closing of the same search and range read before this snapshot, to compare it with; null: none. */
export function latestClosing(snapshot: SnapshotSummary, all: readonly SnapshotSummary[]): ComparedSnapshots | null {
  const closings = all.flatMap((other) => {
    const compared = other.closed === null ? null : comparedSnapshots(snapshot, other)
    return compared?.there.id === other.id ? [compared] : []
  })
  const closedAt = ({ there }: ComparedSnapshots) => Date.parse(there.closed?.at ?? '')
  return closings.sort((a, b) => closedAt(b) - closedAt(a))[0] ?? null
}

/** The question for the counts of all changes, their worth and their rows. */
export const changesQuestion = (
  { there, within }: ComparedSnapshots,
  scope: Scope,
  worth: ChangesQuestion['worth'],
): ChangesQuestion => ({
  ask: 'changes',
  other: there.id,
  within: within === null ? null : { from: within.from, until: within.until },
  scope,
  worth,
  kind: null,
  offset: 0,
  limit: 1,
  rows: true,
})

/** The range that both hold whole under these conditions: only in it is a month whole there and here. Null: none. */
export function wholeRangeOfBoth({ there, here, within }: ComparedSnapshots, scope: Scope): WholeRange {
  const all: WholeRange[] = [
    wholeRangeOf(there, scope),
    wholeRangeOf(here, scope),
    ...(within === null ? [] : [within]),
  ]
  return all.reduce((one, other) => {
    if (one === null || other === null) return null
    return { from: tighterBound(one.from, other.from, 1), until: tighterBound(one.until, other.until, -1) }
  })
}

/** Takes of two bounds the later (1) or the earlier (-1); null: open. */
function tighterBound(one: string | null, other: string | null, direction: 1 | -1): string | null {
  if (one === null || other === null) return one ?? other
  return (Date.parse(one) - Date.parse(other)) * direction >= 0 ? one : other
}

// Any two snapshots.

/** Two snapshots side by side. `within`: the segment of time that both have, where their own are not the same. */
export interface ComparedSides extends ComparedSnapshots {
  isOfOneConnection: boolean
  isOfOneRange: boolean
  /** Whether events can be on both sides. */
  canShare: boolean
  /** How they are compared unless the user chooses. */
  usual: ComparedBy
}

/** Two snapshots in the order in which they are compared. */
export interface OrderedPair {
  here: SnapshotSummary
  there: SnapshotSummary
  /** `time`: there is the earlier one; `open`: there is the one that is not open. */
  by: 'time' | 'open'
}

/**
 * Time runs forwards: the range that begins first is the earlier one, and of one range of one search the reading taken
 * first, whichever of them is open. Of two customers or services the open one is compared with the other.
 * @param isSwapped whether the user turned the two round
 */
export function orderedPair(open: SnapshotSummary, other: SnapshotSummary, isSwapped: boolean): OrderedPair {
  const laterByRange = beginsAt(open) - beginsAt(other)
  const laterByReading = isOfOneSearch(open, other) ? readAt(open) - readAt(other) : 0
  /** How much later the open one is, in milliseconds; 0, or not a number: time does not order them. */
  const later = laterByRange || laterByReading
  const isOpenEarlier = later < 0
  const [here, there] = isOpenEarlier !== isSwapped ? [other, open] : [open, other]
  return { here, there, by: later === 0 || Number.isNaN(later) ? 'open' : 'time' }
}

const beginsAt = ({ begins, range: { from } }: SnapshotSummary) => Date.parse(begins ?? from ?? BEGINNING)

/** Tells what two snapshots have in common, and by what they are usually compared. */
export function comparedSides(here: SnapshotSummary, there: SnapshotSummary): ComparedSides {
  const areOfOneConnection = isOfOneConnection(here, there)
  const [hereEnds, thereEnds] = [here, there].map(({ range, begins, until }) => ({
    from: begins ?? range.from,
    until: range.until ?? until,
  })) as [Ends, Ends]
  const isSame = sameEnd(hereEnds.from, thereEnds.from) && sameEnd(hereEnds.until, thereEnds.until)
  const from = tighterBound(hereEnds.from, thereEnds.from, 1) ?? BEGINNING
  const until = tighterBound(hereEnds.until, thereEnds.until, -1) ?? END
  const isOverlapping = Date.parse(from) < Date.parse(until)
  const canShare = isOverlapping && !(areOfOneConnection && isDisjoint(here, there))
  return {
    here,
    there,
    isOfOneConnection: areOfOneConnection,
    isOfOneRange: isOfOneRange(here, there),
    within: isSame ? null : { from, until },
    canShare,
    usual: canShare ? 'id' : 'groups',
  }
}

interface Ends {
  from: string | null
  until: string | null
}

/** Of one service no event has two customers, codes, types or IDs. */
function isDisjoint({ search: one }: SnapshotSummary, { search: other }: SnapshotSummary): boolean {
  return (['customerId', 'eventCode', 'eventType', 'eventId'] as const).some((field) => {
    const [a, b] = [one[field], other[field]]
    return a !== undefined && b !== undefined && a !== b
  })
}

/**
 * The conditions that mean the same on both sides: numbers of rows are those of one snapshot, and two periods have
 * times of their own.
 */
export function sharedScope({ where, misses }: Scope, { isOfOneRange }: Pick<ComparedSides, 'isOfOneRange'>): Scope {
  return { where: where.filter((one) => one.is !== 'rows' && (isOfOneRange || !isOfTime(one))), misses }
}

const isOfTime = (condition: Condition) =>
  condition.is === 'created' || ('key' in condition && condition.key.of === 'time')

/** Snapshots are compared by groups of events, or event by event: those of one ID, or of one key. */
export type ComparedBy = 'groups' | 'id' | 'key'

/** Null: as usual. */
export interface ComparisonChoice {
  by: ComparedBy | null
  groupBy: [SnapshotKey] | [SnapshotKey, SnapshotKey] | null
  /** The name of the figure of groups. */
  figure: string | null
  isPerDay: boolean | null
  key: EventPart[]
  /** This is what events that are the same may differ in. */
  ignored: EventPart[] | null
  /** Whether the sides are the other way round than they would be. */
  isSwapped: boolean
  /** The snapshot by the rules of whose connection both sides are valued. */
  rulesOf: string | null
}

/** The two snapshots that are compared, and how they are. */
export interface ComparedPair {
  ids: readonly [string, string]
  choice: ComparisonChoice
}

const USUAL_CHOICE: ComparisonChoice = {
  by: null,
  groupBy: null,
  figure: null,
  isPerDay: null,
  key: (['customerId', 'eventCode', 'eventType', 'createdAt'] as const).map((field) => ({ of: 'field', field })),
  ignored: null,
  isSwapped: false,
  rulesOf: null,
}

/** Two snapshots by ID, compared in the usual way. */
export const comparedPair = (one: string, other: string): ComparedPair => ({ ids: [one, other], choice: USUAL_CHOICE })

/** Null where nothing is compared. */
export const withChoice = (pair: ComparedPair | null, change: Partial<ComparisonChoice>): ComparedPair | null =>
  pair && { ...pair, choice: { ...pair.choice, ...change } }

// Days of a closing copy that are counted and read again.

/** The number of its days, each of which takes one total; null where it cannot be closed. */
export function daysToCount(snapshot: SnapshotSummary): number | null {
  if (snapshot.status.state !== 'finished') return null
  return rangeDays(rangeRead(snapshot))?.length ?? null
}

export const NOT_FINISHED = 'This snapshot is not finished.'

/** Why it has no days to count, in words. */
export function noDaysWords({ status }: SnapshotSummary): string {
  if (status.state !== 'finished') return NOT_FINISHED
  return `Only a range that has a start and spans at most ${MOST_DAYS} days can be counted day by day.`
}

/** At most `most` segments that hold all of these, parted at the longest gaps between them. @param segments in order */
export function joinedSegments(segments: readonly Segment[], most: number): Segment[] {
  /** The gap before each segment but the first: `at` is the place of the segment behind it. */
  const gaps = segments.slice(1).map((segment, at) => ({
    at: at + 1,
    gap: Date.parse(segment.from) - Date.parse(segments[at]?.until ?? segment.from),
  }))
  const firstsOfParts = new Set(
    gaps
      .toSorted((a, b) => b.gap - a.gap || a.at - b.at)
      .slice(0, Math.max(0, most - 1))
      .map(({ at }) => at),
  )
  const joined: Segment[] = []
  for (const [at, { from, until }] of segments.entries()) {
    const last = joined.at(-1)
    if (last === undefined || firstsOfParts.has(at)) joined.push({ from, until })
    else last.until = until
  }
  return joined
}

/** This is what is done to make a snapshot a closing copy, and to have it be one no longer. */
export const KEEP_CLOSING = 'Keep as closing copy'
export const NO_LONGER_CLOSING = 'No longer keep as closing copy'
