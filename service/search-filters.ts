// A search's filters ask this of an event, before any store turns them into SQL.
import type { Property } from './event-record.ts'
import type { SearchRequest } from './search-request.ts'
import type { Gaps } from './service-options.ts'

/** A text field that must be exactly this text. */
export type FieldFilter = {
  kind: 'field'
  field: 'event_id' | 'customer_id' | 'event_code' | 'event_type'
  value: string
}

/**
 * One end of the range of `created_at`. `key` is an instant's key, or the beginning of one: a day, or a second. The end
 * lies behind everything that begins with `key` where `isPast`.
 */
export type RangeEnd = { operator: '>=' | '>' | '<=' | '<'; key: string; isPast: boolean }

/** One filter, as --combine counts them: both ends of the range are one, each property is one. */
export type Filter = FieldFilter | { kind: 'range'; ends: RangeEnd[] } | { kind: 'property'; property: Property }

/** The search's filters, in an order that does not depend on the body's. */
export function filtersOf(request: SearchRequest, gaps: Gaps): Filter[] {
  const fields = [
    ['event_id', request.eventId],
    ['customer_id', request.customerId],
    ['event_code', request.eventCode],
    ['event_type', request.eventType],
  ] as const
  const ends = rangeEnds(request, gaps)
  return [
    ...fields.flatMap(([field, value]): Filter[] => (value === undefined ? [] : [{ kind: 'field', field, value }])),
    ...(ends.length === 0 ? [] : [{ kind: 'range', ends } as const]),
    ...request.properties.map((property) => ({ kind: 'property', property }) as const),
  ]
}

/** The ends of the range, moved and cut as the service compares instants (`rangePrecision`). */
function rangeEnds({ from, to }: SearchRequest, { bounds, rangePrecision }: Gaps): RangeEnd[] {
  const isFromIncluded = bounds !== 'exclusive'
  const isToIncluded = bounds === 'inclusive'
  const ends: RangeEnd[] = []
  switch (rangePrecision) {
    case 'exact':
    case 'bound-seconds':
    case 'bound-days': {
      const end = (operator: RangeEnd['operator'], key: string) =>
        ends.push({ operator, key: truncatedBound(key, rangePrecision), isPast: false })
      if (from !== undefined) end(isFromIncluded ? '>=' : '>', from.key)
      if (to !== undefined) end(isToIncluded ? '<=' : '<', to.key)
      break
    }
    case 'seconds':
    case 'days': {
      // An instant's key is its RFC 3339 text without the Z: all keys of one second or one day share a prefix.
      const prefix = (key: string) => key.slice(0, rangePrecision === 'days' ? DAY_LENGTH : SECOND_LENGTH)
      if (from !== undefined) ends.push({ operator: '>=', key: prefix(from.key), isPast: !isFromIncluded })
      if (to !== undefined) ends.push({ operator: '<', key: prefix(to.key), isPast: isToIncluded })
      break
    }
    default:
      rangePrecision satisfies never
  }
  return ends
}

const SECOND_LENGTH = '2026-03-01T09:30:00'.length
const DAY_LENGTH = '2026-03-01'.length

function truncatedBound(key: string, precision: 'exact' | 'bound-seconds' | 'bound-days'): string {
  switch (precision) {
    case 'exact':
      return key
    case 'bound-seconds':
      return key.slice(0, SECOND_LENGTH)
    case 'bound-days':
      return `${key.slice(0, DAY_LENGTH)}T00:00:00`
  }
}

/** The text with which an end is compared: keys sort between a prefix of theirs and that prefix followed by "~". */
export const endText = ({ key, isPast }: RangeEnd): string => (isPast ? `${key}~` : key)
