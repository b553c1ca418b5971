// What this connection's events held, so that fields can be completed and a name typed wrong can be told. Bounded: what
// was not seen for longest is forgotten first.
import type { Event } from '../../shared/event.ts'

/** Where a value stands: a field of the event, the names of properties, or the property of a name. */
export type SeenPlace = 'customerId' | 'eventCode' | 'eventId' | 'propertyName' | { property: string }

export interface SeenValues {
  observe(events: readonly Event[]): void
  /** At most `most`, those that begin with the text before those that hold it, newest first; case does not count. */
  matching(place: SeenPlace, text: string, most: number): string[]
  has(place: SeenPlace, value: string): boolean
}

/** How many values are kept of each kind: 10,000 in all. */
const MOST = { customerId: 4_000, eventCode: 1_000, eventId: 1_000, propertyName: 1_000, propertyValue: 3_000 } as const
type Kind = keyof typeof MOST

/** Longer texts are not completed: nobody types them, and 10,000 of them would be much. */
const LONGEST = 120

export function createSeenValues(): SeenValues {
  // Oldest first, by a key that holds where the value stands.
  const kept = new Map<Kind, Map<string, Seen>>()
  const of = (kind: Kind) => kept.get(kind) ?? new Map<string, Seen>()

  function see(kind: Kind, value: string | null, property = '') {
    if (value === null || value === '' || value.length > LONGEST || property.length > LONGEST) return
    const values = of(kind)
    kept.set(kind, values)
    const key = keyOf(property, value)
    values.delete(key)
    values.set(key, { property, value })
    const [oldest] = values.size > MOST[kind] ? values.keys() : []
    if (oldest !== undefined) values.delete(oldest)
  }

  return {
    observe(events) {
      for (const { eventId, customerId, eventCode, properties } of events) {
        see('eventId', eventId)
        see('customerId', customerId)
        see('eventCode', eventCode)
        for (const { name, kind, text } of properties.slice(0, 100)) {
          see('propertyName', name)
          if (kind === 'string' || kind === 'number') see('propertyValue', text, name)
        }
      }
    },
    matching(place, text, most) {
      const { kind, property } = slotOf(place)
      const wanted = text.toLowerCase()
      const begin: string[] = []
      const hold: string[] = []
      for (const one of [...of(kind).values()].reverse()) {
        if (one.property !== property) continue
        const found = one.value.toLowerCase().indexOf(wanted)
        if (found === 0) begin.push(one.value)
        else if (found > 0 && hold.length < most) hold.push(one.value)
        if (begin.length === most) break
      }
      return [...begin, ...hold].slice(0, most)
    },
    has(place, value) {
      const { kind, property } = slotOf(place)
      return of(kind).has(keyOf(property, value))
    },
  }
}

interface Seen {
  property: string
  value: string
}

const keyOf = (property: string, value: string) => `${property.length} ${property}${value}`

function slotOf(place: SeenPlace): { kind: Kind; property: string } {
  return typeof place === 'string' ? { kind: place, property: '' } : { kind: 'propertyValue', property: place.property }
}
