// Changes to the store while the service runs. They are made, in due order, when the next request arrives: there is no
// timer, so a test controls them through the clock alone.
import { type EventRecord, storedEvent } from './event-record.ts'
import { instantText, sampleEvent } from './sample-events.ts'
import { withTraits } from './sample-traits.ts'
import { seededRandom } from './seeded-random.ts'
import type { Faults, SampleTraits } from './service-options.ts'
import type { SqliteStore } from './sqlite-store.ts'

export type MovementOptions = {
  store: SqliteStore
  /** Events a second; 0: none. */
  rates: Pick<Faults, 'grow' | 'late' | 'amend' | 'vanish'>
  /** The traits of arriving events. */
  traits: SampleTraits
  seed: number
  /** Milliseconds since 1970. */
  clock: () => number
}

type Movement = {
  perSecond: number
  done: number
  /** Makes the next change; `at` is when it was due. */
  apply(at: number): void
}

// After a long idle time the first answer must still come soon; later requests make the remaining changes.
const MAX_AT_ONCE = 5_000
const DAY = 86_400_000

/** Returns a function that makes the changes that are due by now. */
export function createMovements({ store, rates, traits, seed, clock }: MovementOptions): () => void {
  const start = clock()
  let index = store.lastSeq()
  // One sequence for each kind: the rate of one does not change what the others do.
  const growth = seededRandom(seed + 2)
  const lateness = seededRandom(seed + 6)
  const amendment = seededRandom(seed + 7)
  const removal = seededRandom(seed + 8)
  const traitRandom = seededRandom(seed + 9)

  function arrive(createdAt: string, random: () => number): void {
    store.add([withTraits(sampleEvent({ index: index++, seed, createdAt, random }), traits, traitRandom)])
  }

  const movements: Movement[] = [
    { perSecond: rates.grow, done: 0, apply: (at) => arrive(instantText(at, growth), growth) },
    { perSecond: rates.late, done: 0, apply: (at) => arrive(instantText(at - lateness() * DAY, lateness), lateness) },
    {
      perSecond: rates.amend,
      done: 0,
      apply() {
        const stored = store.pick(amendment())
        if (stored !== null) store.amend(stored, amended(stored.text, amendment))
      },
    },
    {
      perSecond: rates.vanish,
      done: 0,
      apply() {
        const stored = store.pick(removal())
        if (stored !== null) store.remove(stored)
      },
    },
  ]
  /** When the next change of a kind is due; never where its rate is 0. */
  const dueAt = ({ perSecond, done }: Movement) => start + ((done + 1) / perSecond) * 1000
  const next = () => movements.reduce((first, other) => (dueAt(other) < dueAt(first) ? other : first))

  return () => {
    const now = clock()
    if (dueAt(next()) > now) return
    store.transaction(() => {
      for (let count = 0; count < MAX_AT_ONCE; count++) {
        const movement = next()
        const at = dueAt(movement)
        if (at > now) break
        movement.apply(at)
        movement.done++
      }
    })
  }
}

function amended(text: string, random: () => number): EventRecord {
  const event = storedEvent(text)
  const amount = (random() * 10_000).toFixed(2)
  const has = event.properties.some(({ name }) => name === 'amount')
  const properties = has
    ? event.properties.map((property) => (property.name === 'amount' ? { ...property, text: amount } : property))
    : [...event.properties, { name: 'amount', kind: 'number' as const, text: amount }]
  return { ...event, properties }
}
