// This is what "Similar events" asks: the same customer, code and type, a day before and a day after.
import type { Event, Filters } from '../../../shared/event/event.ts'
import { LONGEST_FILTER } from '../../../shared/event/filter-params.ts'
import { formatUtc, isInYearRange, parseInstant } from '../../../shared/time/instant.ts'

const DAY_IN_SECONDS = 86_400

/** Null where the event has none of these. Fields that it lacks, or that cannot be searched for, are left out. */
export function othersLike({ customerId, eventCode, eventType, createdAt }: Event): Filters | null {
  const filters: Filters = { propertyFilters: [] }
  if (isAskable(customerId)) filters.customerId = customerId
  if (isAskable(eventCode)) filters.eventCode = eventCode
  if (eventType === 'credit' || eventType === 'debit') filters.eventType = eventType
  if (Object.keys(filters).length === 1) return null
  const [from, to] = [daysFrom(createdAt, -1), daysFrom(createdAt, 1)]
  if (from !== null) filters.createdAtFrom = from
  if (to !== null) filters.createdAtTo = to
  return filters
}

const isAskable = (text: string | null): text is string => text !== null && text !== '' && text.length <= LONGEST_FILTER

/** Shifts an instant, in UTC, to the same nanosecond; null for no instant, and outside the years that are asked for. */
function daysFrom(createdAt: string | null, days: number): string | null {
  const instant = createdAt === null ? null : parseInstant(createdAt)
  if (instant === null) return null
  const seconds = instant.seconds + days * DAY_IN_SECONDS
  return isInYearRange(seconds) ? formatUtc({ ...instant, seconds }) : null
}

const NAMES = { customerId: 'customer', eventCode: 'code', eventType: 'type' } as const

/** "Same customer, code and type, a day before and after". */
export function othersWords(filters: Filters): string {
  const names = (['customerId', 'eventCode', 'eventType'] as const)
    .filter((key) => filters[key])
    .map((key) => NAMES[key])
  const [last = '', ...others] = names.toReversed()
  const same = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  return `Same ${same}${filters.createdAtFrom || filters.createdAtTo ? ', a day before and after' : ''}`
}
