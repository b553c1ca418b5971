// The suite's searches, and whether an event matches one.
import { ExactNumber } from './exact-json.ts'
import {
  equalsSomehow,
  equalsTyped,
  instantOf,
  isLeapSecond,
  type PropertyValue,
  type SeenEvent,
  textOf,
} from './seen-event.ts'

export type Search = {
  customer_id?: string
  event_code?: string
  event_type?: string
  event_id?: string
  created_at_from?: string
  created_at_to?: string
  properties?: [name: string, value: PropertyValue][]
  limit?: number
  offset?: number
}

/** A search's request body; numbers in property filters digit by digit. */
export function searchText({ properties, ...fields }: Search): string {
  const members = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  if (properties !== undefined) {
    const filters = properties.map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${value instanceof ExactNumber ? value.source : JSON.stringify(value)}`,
    )
    members.push(`"event_property_filters":{${filters.join(',')}}`)
  }
  return `{${members.join(',')}}`
}

/**
 * The names of the filters that an event misses whatever choices the service makes in the gaps: inclusive or exclusive
 * bounds, properties compared typed or as text.
 */
export function missedFilters(event: SeenEvent, search: Search): string[] {
  const missed: string[] = []
  if (search.customer_id !== undefined && event.customerId !== search.customer_id) missed.push('customer_id')
  if (search.event_code !== undefined && event.eventCode !== search.event_code) missed.push('event_code')
  if (search.event_type !== undefined && event.eventType !== search.event_type) missed.push('event_type')
  if (search.event_id !== undefined && event.eventId !== search.event_id) missed.push('event_id')
  if (search.created_at_from !== undefined && isOutside(event, search.created_at_from, -1))
    missed.push('created_at_from')
  if (search.created_at_to !== undefined && isOutside(event, search.created_at_to, 1)) missed.push('created_at_to')
  for (const [name, wanted] of search.properties ?? []) {
    if (!equalsSomehow(event.properties.get(name), wanted)) missed.push(`event_property_filters.${name}`)
  }
  return missed
}

/** Whether an event matches all filters of a search whatever choices the service makes in the gaps. */
export function surelyMatches(event: SeenEvent, search: Search): boolean {
  const { created_at_from: from, created_at_to: to, properties = [], ...fields } = search
  return (
    missedFilters(event, fields).length === 0 &&
    (from === undefined || isOutside(event, from, 1)) &&
    (to === undefined || isOutside(event, to, -1)) &&
    properties.every(([name, wanted]) => {
      const value = event.properties.get(name)
      return value !== undefined && equalsTyped(value, wanted) && textOf(value) === textOf(wanted)
    })
  )
}

// Later (1) or earlier (-1) than a bound by at least a millisecond, the precision that every service should have. Leap
// seconds count as neither.
function isOutside(event: SeenEvent, bound: string, sign: 1 | -1): boolean {
  const limit = instantOf(bound)
  if (limit === null || isLeapSecond(event.createdAt)) return false
  const distance = event.instant - limit
  return BigInt(sign) * distance >= 1_000_000n
}
