// Which snapshots are readings of one search and range, which of two is the earlier one, and which events a comparison covers.
import { scopeInHand } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ChangesQuestion, Stretch } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { MOST_DAYS, rangeDays } from '../../../shared/snapshot/snapshot-periods.ts'
import type { InHand } from '../../../shared/snapshot/snapshot-worth.ts'
import { sameFilters, sameInstant } from '../../live/store/filters-meaning.ts'

export interface ComparedSnapshots {
  before: SnapshotSummary
  now: SnapshotSummary
  /** Only events in it are compared; null: all. */
  within: Stretch | null
}

/** Null unless both are finished and of the same search and range on the same connection. */
export function comparedSnapshots(one: SnapshotSummary, other: SnapshotSummary): ComparedSnapshots | null {
  if (one.id === other.id || !isOfOneSearch(one, other) || !isOfOneRange(one, other)) return null
  if ([one, other].some(({ status }) => status.state !== 'finished')) return null
  const [before, now] = readAt(one) <= readAt(other) ? [one, other] : [other, one]
  return { before, now, within: overlap(before, now) }
}

/** The same filters on the same connection and base URL, whatever the range. */
export function isOfOneSearch(one: SnapshotSummary, other: SnapshotSummary): boolean {
  const [a, b] = [one.connection, other.connection]
  return a.id === b.id && a.baseUrl === b.baseUrl && sameFilters(one.search, other.search)
}

/** Open-ended ranges from the same instant are one range, wherever each reading ended. */
export function isOfOneRange({ range: one }: SnapshotSummary, { range: other }: SnapshotSummary): boolean {
  const same = (a: string | null, b: string | null) => sameInstant(a ?? undefined, b ?? undefined)
  return same(one.from, other.from) && same(one.until, other.until)
}

/** When it was read, in milliseconds. */
export const readAt = ({ asOf, begunAt }: SnapshotSummary) => Date.parse(asOf ?? begunAt)

/** Before any event. */
const BEGINNING = '0001-01-01T00:00:00Z'

/** Events after the end of the earlier one could not have been read then. */
function overlap(before: SnapshotSummary, now: SnapshotSummary): Stretch | null {
  if (before.range.until !== null || before.until === null || before.until === now.until) return null
  return { from: before.range.from ?? BEGINNING, until: before.until }
}

/** The latest closing of the same search and range that was read before this snapshot, to compare it with; null: none. */
export function latestClosing(snapshot: SnapshotSummary, all: readonly SnapshotSummary[]): ComparedSnapshots | null {
  const closings = all.flatMap((other) => {
    const compared = other.closed === null ? null : comparedSnapshots(snapshot, other)
    return compared?.before.id === other.id ? [compared] : []
  })
  const closedAt = ({ before }: ComparedSnapshots) => Date.parse(before.closed?.at ?? '')
  return closings.sort((a, b) => closedAt(b) - closedAt(a))[0] ?? null
}

/** For the counts of all changes, their worth and their rows. */
export const changesQuestion = (
  { before, within }: ComparedSnapshots,
  scope: Scope,
  worth: ChangesQuestion['worth'],
): ChangesQuestion => ({
  ask: 'changes',
  other: before.id,
  within: within === null ? null : { from: within.from, until: within.until },
  scope,
  worth,
  kind: null,
  offset: 0,
  limit: 1,
  rows: true,
})

/** What both have in hand under these conditions: only in it is a month whole then and now. */
export function inHandOfBoth({ before, now, within }: ComparedSnapshots, scope: Scope): InHand {
  const all: InHand[] = [scopeInHand(before, scope), scopeInHand(now, scope), ...(within === null ? [] : [within])]
  return all.reduce((one, other) => {
    if (one === null || other === null) return null
    return { from: tighterBound(one.from, other.from, 1), until: tighterBound(one.until, other.until, -1) }
  })
}

/** Of two bounds the later (1) or the earlier (-1); null: open. */
export function tighterBound(one: string | null, other: string | null, direction: 1 | -1): string | null {
  if (one === null || other === null) return one ?? other
  return (Date.parse(one) - Date.parse(other)) * direction >= 0 ? one : other
}

/** The number of its days, each of which takes one total; null where it cannot be closed. */
export function daysToCount({ range, until, status }: SnapshotSummary): number | null {
  if (status.state !== 'finished') return null
  return rangeDays({ ...range, until: range.until ?? until })?.length ?? null
}

/** Why it has no days to count, in words. */
export function noDaysWords({ status }: SnapshotSummary): string {
  if (status.state !== 'finished') return 'This snapshot is not finished.'
  return `Only a range that has a start and spans at most ${MOST_DAYS} days can be counted day by day.`
}

/** Merges the closest stretches until there are no more than `most`. */
export function joinedStretches(stretches: readonly Stretch[], most: number): Stretch[] {
  const gaps = stretches.slice(1).map((stretch, at) => ({
    at: at + 1,
    gap: Date.parse(stretch.from) - Date.parse(stretches[at]?.until ?? stretch.from),
  }))
  const kept = new Set(
    gaps
      .toSorted((a, b) => b.gap - a.gap || a.at - b.at)
      .slice(0, Math.max(0, most - 1))
      .map(({ at }) => at),
  )
  const joined: Stretch[] = []
  for (const [at, { from, until }] of stretches.entries()) {
    const last = joined.at(-1)
    if (last === undefined || kept.has(at)) joined.push({ from, until })
    else last.until = until
  }
  return joined
}
