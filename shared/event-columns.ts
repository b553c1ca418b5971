// The columns of events as a table, for the exported file and the clipboard alike: nothing that repeats is lost.
import type { Property } from './event.ts'

/** The interface's fields, as they head the first columns. */
export const EVENT_FIELDS = ['event_id', 'customer_id', 'event_code', 'event_type', 'created_at'] as const

/** Each property under its name and the count of that name so far in this event: a name that repeats gets a column each time. */
export function keyedProperties(list: readonly Property[]): [key: string, property: Property][] {
  const counts = new Map<string, number>()
  return list.map((property) => {
    const count = (counts.get(property.name) ?? 0) + 1
    counts.set(property.name, count)
    return [`${count} ${property.name}`, property]
  })
}

/** The name, or the first of `name (2)`, `name (3)`, … that no column before it bears; it is then taken. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let count = 2; taken.has(free); count += 1) free = `${name} (${count})`
  taken.add(free)
  return free
}
