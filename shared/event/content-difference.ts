// How two events from two sources differ in meaning. Like the difference between two texts of one event, except that times
// are compared as instants and ignored fields do not count.
import { compareInstants, parseInstant } from '../time/instant.ts'
import { eventDifferences, type FieldDifference } from './event-difference.ts'

/** @param ignored paths such as `event_id`, `event_properties.region` */
export function contentDifferences(one: string, other: string, ignored: ReadonlySet<string>): FieldDifference[] {
  return eventDifferences(one, other).filter((found) => !ignored.has(found.field) && !isSameTime(found))
}

function isSameTime({ field, before, after }: FieldDifference): boolean {
  if (field !== 'created_at' || before === null || after === null) return false
  const [one, other] = [before, after].map((source) => {
    const text: unknown = source.startsWith('"') ? JSON.parse(source) : null
    return typeof text === 'string' ? parseInstant(text) : null
  })
  return one != null && other != null && compareInstants(one, other) === 0
}
