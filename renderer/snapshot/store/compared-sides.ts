// The two snapshots of "Comparison": which they are, what they have in common, and how they are held against each other.
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { EventPart, Stretch } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Condition, Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import { sameInstant } from '../../live/store/filters-meaning.ts'
import { isOfOneRange, isOfOneSearch, readAt, tighterBound } from './comparable-snapshots.ts'

export interface ComparedSides {
  /** The later one, or, where neither is later, the open one: every difference is here less there. */
  here: SnapshotSummary
  there: SnapshotSummary
  isOfOneConnection: boolean
  isOfOneRange: boolean
  /** The stretch of both, where they are not of the same one; null: all events of both. */
  within: Stretch | null
  /** Whether events can be on both sides. */
  canShare: boolean
  usual: ComparedBy
}

/** What tells which of two snapshots is compared with the other. */
export interface OrderedPair {
  here: SnapshotSummary
  there: SnapshotSummary
  /** `time`: there is the earlier one; `open`: there is the one that is not open. */
  by: 'time' | 'open'
}

/**
 * Time runs forwards: the range that begins first is the earlier one, and of one range of one search the reading taken
 * first, whichever of them is open. Of two customers or services the open one is compared with the other.
 */
export function orderedPair(open: SnapshotSummary, other: SnapshotSummary, isSwapped: boolean): OrderedPair {
  const order = beginsAt(open) - beginsAt(other) || (isOfOneSearch(open, other) ? readAt(open) - readAt(other) : 0)
  const [here, there] = order < 0 !== isSwapped ? [other, open] : [open, other]
  return { here, there, by: order === 0 || Number.isNaN(order) ? 'open' : 'time' }
}

const beginsAt = ({ begins, range: { from } }: SnapshotSummary) => Date.parse(begins ?? from ?? BEGINNING)

/** Before any event, and after. */
const [BEGINNING, END] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']

export function comparedSides(here: SnapshotSummary, there: SnapshotSummary): ComparedSides {
  const isOfOneConnection =
    here.connection.id === there.connection.id && here.connection.baseUrl === there.connection.baseUrl
  const [hereEnds, thereEnds] = [here, there].map(({ range, begins, until }) => ({
    from: begins ?? range.from,
    until: range.until ?? until,
  })) as [Ends, Ends]
  const isSame = sameEnd(hereEnds.from, thereEnds.from) && sameEnd(hereEnds.until, thereEnds.until)
  const from = tighterBound(hereEnds.from, thereEnds.from, 1) ?? BEGINNING
  const until = tighterBound(hereEnds.until, thereEnds.until, -1) ?? END
  const isOverlapping = Date.parse(from) < Date.parse(until)
  const canShare = isOverlapping && !(isOfOneConnection && isDisjoint(here, there))
  return {
    here,
    there,
    isOfOneConnection,
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

const sameEnd = (a: string | null, b: string | null) => sameInstant(a ?? undefined, b ?? undefined)

/** Of one service no event has two customers, codes, types or IDs. */
function isDisjoint({ search: one }: SnapshotSummary, { search: other }: SnapshotSummary): boolean {
  return (['customerId', 'eventCode', 'eventType', 'eventId'] as const).some((field) => {
    const [a, b] = [one[field], other[field]]
    return a !== undefined && b !== undefined && a !== b
  })
}

/**
 * The conditions that mean the same on both sides: numbers of rows are those of one snapshot, and two periods have times of
 * their own.
 */
export function sharedScope({ where, misses }: Scope, { isOfOneRange }: Pick<ComparedSides, 'isOfOneRange'>): Scope {
  return { where: where.filter((one) => one.is !== 'rows' && (isOfOneRange || !isOfTime(one))), misses }
}

const isOfTime = (condition: Condition) =>
  condition.is === 'created' || ('key' in condition && condition.key.of === 'time')

/** By groups of events, or event by event: those of one ID, or of one key. */
export type ComparedBy = 'groups' | 'id' | 'key'

/** Null: as usual. */
export interface ComparisonChoice {
  by: ComparedBy | null
  groupBy: [SnapshotKey] | [SnapshotKey, SnapshotKey] | null
  /** The name of the figure of groups. */
  figure: string | null
  isPerDay: boolean | null
  key: EventPart[]
  /** What events that are the same may differ in. */
  ignored: EventPart[] | null
  /** Whether the sides are the other way round than they would be. */
  isSwapped: boolean
  /** The snapshot by the rules of whose connection both sides are valued. */
  rulesOf: string | null
}

/** Which two are compared, and how. */
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

export const comparedPair = (one: string, other: string): ComparedPair => ({ ids: [one, other], choice: USUAL_CHOICE })

/** Null where nothing is compared. */
export const withChoice = (pair: ComparedPair | null, change: Partial<ComparisonChoice>): ComparedPair | null =>
  pair && { ...pair, choice: { ...pair.choice, ...change } }
