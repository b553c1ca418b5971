// Fills the store at the start: with the given events, or with generated ones if it is empty.
import type { EventRecord } from './event-record.ts'
import type { EventStore } from './event-store.ts'
import { type SampleOptions, sampleEvents } from './sample-events.ts'
import { seededRandom } from './seeded-random.ts'

export type InitialEvents = {
  /** The events to add, or what to generate if the store is empty. */
  records: Iterable<EventRecord> | Omit<SampleOptions, 'seed'>
  seed: number
  /** The share of added events that are stored twice, as after a retried write. */
  duplicateIds: number
}

/** Adds the events whose ids are not stored yet; returns how many were added. */
export function fillStore(store: EventStore, { records, seed, duplicateIds }: InitialEvents): number {
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
