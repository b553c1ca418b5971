// Whether what a question is about is all of what there is in its range: only then a month in it is a whole month.
import type { SnapshotSummary } from './snapshot.ts'
import type { Condition, Scope } from './snapshot-condition.ts'
import type { InHand } from './snapshot-worth.ts'

type Taken = Pick<SnapshotSummary, 'search' | 'range' | 'until' | 'status'>

/**
 * What of a snapshot is in hand under these conditions. Null: a part. Customer and event code are what a line of a month is
 * of, so that by them alone lines stay whole.
 */
export function scopeInHand({ search, range, until, status }: Taken, { where, misses }: Scope): InHand {
  const { eventId, eventType, propertyFilters } = search
  const isAll = eventId === undefined && eventType === undefined && propertyFilters.length === 0
  const isRead = status.state === 'finished' && status.verdict.kind !== 'partial'
  if (!isAll || !isRead || misses || !where.every(isOfLine)) return null
  return { from: range.from, until: range.until ?? until }
}

const LINE_FIELDS: readonly string[] = ['customerId', 'eventCode']

const isOfLine = (condition: Condition) =>
  'key' in condition && condition.key.of === 'field' && LINE_FIELDS.includes(condition.key.field)
