// New events that arrive while the service runs. They are added when the next request comes, with the instants at which
// they were due: no timer runs, and a test's clock decides alone.
import type { EventStore } from './event-store.ts'
import { instantText, sampleEvent } from './sample-events.ts'
import { seededRandom } from './seeded-random.ts'

export type GrowthOptions = { store: EventStore; perSecond: number; seed: number; clock: () => number }

// A service that nobody asked for a day must still answer at once; what is left over comes with the next requests.
const MOST_AT_ONCE = 5_000

/** Returns a function that adds the events that are due by now. */
export function createGrowth({ store, perSecond, seed, clock }: GrowthOptions): () => void {
  const start = clock()
  const first = store.count()
  const random = seededRandom(seed + 2)
  let grown = 0
  return () => {
    const due = Math.min(Math.floor(((clock() - start) / 1000) * perSecond), grown + MOST_AT_ONCE)
    if (due <= grown) return
    const events = []
    for (; grown < due; grown++) {
      const createdAt = instantText(start + ((grown + 1) / perSecond) * 1000, random)
      events.push(sampleEvent({ index: first + grown, seed, createdAt, random }))
    }
    store.add(events)
  }
}
