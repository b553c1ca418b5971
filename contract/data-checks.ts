// Traits of the data that the interface allows and clients have to handle.
import type { Context } from './context.ts'
import { ExactNumber } from './exact-json.ts'
import { takeSample } from './sample.ts'
import { type SeenEvent, sameEvent } from './seen-event.ts'

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

// Whether events changed while the suite ran.

const MOST_LOOKED_UP = 5

/** Takes the sample again at the end: a rule may seem broken because an event changed meanwhile. */
export async function checkStillness({ searcher, report, sample }: Context): Promise<void> {
  const again = await takeSample(searcher, sample.nonce)
  const now = new Map(again.events.map((event) => [event.eventId, event]))
  const amended = sample.events.filter((event) => {
    const other = now.get(event.eventId)
    return other !== undefined && !sameEvent(event, other)
  })
  // An event that is missing may only have moved to another page.
  const absent = sample.events.filter(({ eventId }) => !now.has(eventId)).slice(0, MOST_LOOKED_UP)
  let gone = 0
  for (const { eventId } of absent) {
    const page = await searcher.page({ event_id: eventId, limit: 1 })
    if (page !== null && page.count === 0) gone++
  }
  const seen = [
    ...(again.total === sample.total ? [] : [`total went from ${sample.total} to ${again.total}`]),
    ...(amended.length === 0 ? [] : [`${amended.length} of ${sample.events.length} events came with other values`]),
    ...(gone === 0 ? [] : [`${gone} of ${absent.length} that were looked up are gone`]),
  ]
  report.gap('1', 'Whether events hold still while the suite runs', seen.join(', ') || 'yes')
}
