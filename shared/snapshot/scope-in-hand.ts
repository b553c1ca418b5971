// Whether what a question or a file is about is all of what there is in its range: only then a month in it is a whole month.
import type { SnapshotSummary } from './snapshot.ts'
import type { Condition, Scope } from './snapshot-condition.ts'
import type { InHand } from './snapshot-worth.ts'

type Taken = Pick<SnapshotSummary, 'search' | 'range' | 'until' | 'begunAt' | 'begins' | 'clock' | 'status'>

/**
 * What of a snapshot is in hand under these conditions. Null: a part. Customer, event code and month of the billing zone are
 * what a line of a month is of, so that by them alone lines stay whole.
 */
export function scopeInHand(taken: Taken, { where, misses }: Scope): InHand {
  const { search, range, begins, status } = taken
  const { customerId, eventCode, propertyFilters, ...narrowing } = search
  const isAll = propertyFilters.length === 0 && Object.values(narrowing).every((filter) => filter === undefined)
  const isRead = status.state === 'finished' && status.verdict.kind !== 'partial'
  // Of a search without filters no event misses one, whatever the scope lets in.
  const hasMisses = misses && (customerId !== undefined || eventCode !== undefined)
  if (!isAll || !isRead || hasMisses || !where.every((one) => isOfLine(one, range.zone))) return null
  return {
    from: begins ?? range.from,
    until: status.verdict.soFar ? readingBegan(taken) : (range.until ?? taken.until),
  }
}

/** A month that had not ended then is not whole, whatever end was asked for. */
const readingBegan = ({ clock, begunAt }: Taken) => (clock === null ? begunAt : clock[clock.used])

const LINE_FIELDS: readonly string[] = ['customerId', 'eventCode']

function isOfLine(condition: Condition, billingZone: string): boolean {
  if (!('key' in condition)) return false
  const { key } = condition
  if (key.of === 'field') return LINE_FIELDS.includes(key.field)
  if (key.of !== 'time' || key.every !== 'month' || condition.is !== 'one-of') return false
  return condition.zone === null || condition.zone === billingZone
}
