// Events that arrive, change or vanish while the service runs. They do so when the next request comes, in the order of
// the instants at which they were due: no timer runs, and a test's clock decides alone.
import { type EventRecord, storedEvent } from './event-record.ts'
import type { EventStore } from './event-store.ts'
import { instantText, sampleEvent } from './sample-events.ts'
import { withTraits } from './sample-traits.ts'
import { seededRandom } from './seeded-random.ts'
import type { Faults, SampleTraits } from './service-options.ts'

export type MovementOptions = {
  store: EventStore
  /** How often each happens, in events a second; 0: never. */
  rates: Pick<Faults, 'grow' | 'late' | 'amend' | 'vanish'>
  /** What the events that arrive look like. */
  traits: SampleTraits
  seed: number
  /** Milliseconds since 1970. */
  clock: () => number
}

type Movement = {
  perSecond: number
  done: number
  /** Makes the next one, at the instant at which it was due. */
  happen(at: number): void
}

// A service that nobody asked for a day must still answer at once; what is left over comes with the next requests.
const MOST_AT_ONCE = 5_000
const DAY = 86_400_000

/** Returns a function that does what is due by now. */
export function createMovements({ store, rates, traits, seed, clock }: MovementOptions): () => void {
  const start = clock()
  let index = store.lastSeq()
  const [growth, lateness, amendment, removal] = [2, 6, 7, 8].map((offset) => seededRandom(seed + offset)) as Four
  const traitRandom = seededRandom(seed + 9)

  function arrive(createdAt: string, random: () => number): void {
    store.add([withTraits(sampleEvent({ index: index++, seed, createdAt, random }), traits, traitRandom)])
  }

  const movements: Movement[] = [
    { perSecond: rates.grow, done: 0, happen: (at) => arrive(instantText(at, growth), growth) },
    { perSecond: rates.late, done: 0, happen: (at) => arrive(instantText(at - lateness() * DAY, lateness), lateness) },
    {
      perSecond: rates.amend,
      done: 0,
      happen() {
        const stored = store.pick(amendment())
        if (stored !== null) store.amend(stored, amended(stored.text, amendment))
      },
    },
    {
      perSecond: rates.vanish,
      done: 0,
      happen() {
        const stored = store.pick(removal())
        if (stored !== null) store.remove(stored)
      },
    },
  ]
  const dueAt = ({ perSecond, done }: Movement) => start + ((done + 1) / perSecond) * 1000
  const next = () => movements.reduce((first, other) => (dueAt(other) < dueAt(first) ? other : first))

  return () => {
    const now = clock()
    if (dueAt(next()) > now) return
    store.transaction(() => {
      for (let happened = 0; happened < MOST_AT_ONCE; happened++) {
        const movement = next()
        const at = dueAt(movement)
        if (at > now) break
        movement.happen(at)
        movement.done++
      }
    })
  }
}

type Four = [() => number, () => number, () => number, () => number]

function amended(text: string, random: () => number): EventRecord {
  const event = storedEvent(text)
  const amount = (random() * 10_000).toFixed(2)
  const has = event.properties.some(({ name }) => name === 'amount')
  const properties = has
    ? event.properties.map((property) => (property.name === 'amount' ? { ...property, text: amount } : property))
    : [...event.properties, { name: 'amount', kind: 'number' as const, text: amount }]
  return { ...event, properties }
}
