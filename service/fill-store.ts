// What a store holds when the service starts: given events, or generated ones where it is empty.
import type { EventRecord } from './event-record.ts'
import type { EventStore } from './event-store.ts'
import { type SampleOptions, sampleEvents } from './sample-events.ts'
import { seededRandom } from './seeded-random.ts'

export type Filling = {
  /** The events; or how many are generated, and which, where the store is empty. */
  records: Iterable<EventRecord> | Omit<SampleOptions, 'seed'>
  seed: number
  /** The share of the added events that are stored twice, as a retried write leaves them. */
  duplicateIds: number
}

/** Adds the events whose ids the store does not hold; returns how many were added. */
export function fillStore(store: EventStore, { records, seed, duplicateIds }: Filling): number {
  const before = store.count()
  if (Symbol.iterator in records) {
    store.add(withDuplicates(before === 0 ? records : unstored(records, store), duplicateIds, seed))
  } else if (before === 0) {
    store.add(withDuplicates(sampleEvents({ ...records, seed }), duplicateIds, seed))
  }
  return store.count() - before
}

function* unstored(records: Iterable<EventRecord>, store: EventStore): Generator<EventRecord> {
  for (const record of records) if (store.find(record.eventId) === null) yield record
}

function* withDuplicates(records: Iterable<EventRecord>, share: number, seed: number): Generator<EventRecord> {
  const random = seededRandom(seed + 4)
  for (const record of records) {
    yield record
    if (share > 0 && random() < share) yield record
  }
}
