// Traits of the data that the interface allows and clients have to handle.
import type { Context } from './context.ts'
import { ExactNumber } from './exact-json.ts'
import type { SeenEvent } from './seen-event.ts'

/** Reports properties of mixed kinds and crowded instants, from the sample alone. */
export function checkData({ report, sample }: Context): void {
  report.gap('2', 'Properties that are now a string, now a number', mixedKinds(sample.events))
  const crowd = largestGroup(sample.events, ({ instant }) => instant)
  report.gap('2', 'The most events of one instant', `${crowd} in the sample of ${sample.events.length}`)
}

const MOST_NAMES = 5

function mixedKinds(events: SeenEvent[]): string {
  const kinds = new Map<string, Set<string>>()
  for (const [name, value] of events.flatMap(({ properties }) => [...properties])) {
    kinds.set(name, (kinds.get(name) ?? new Set()).add(value instanceof ExactNumber ? 'number' : 'string'))
  }
  const mixed = [...kinds].flatMap(([name, { size }]) => (size > 1 ? [JSON.stringify(name)] : []))
  const more = mixed.length > MOST_NAMES ? ` and ${mixed.length - MOST_NAMES} more` : ''
  return mixed.length === 0 ? 'none in the sample' : `${mixed.slice(0, MOST_NAMES).join(', ')}${more}`
}

function largestGroup<Item>(items: Item[], keyOf: (item: Item) => unknown): number {
  const sizes = new Map<unknown, number>()
  for (const item of items) sizes.set(keyOf(item), (sizes.get(keyOf(item)) ?? 0) + 1)
  return [...sizes.values()].reduce((most, size) => Math.max(most, size), 0)
}
