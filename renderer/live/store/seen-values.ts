// Values seen in this connection's events, for completing fields and spotting typos. Bounded: the least recently seen
// are forgotten first.
import { z } from 'zod'
import type { Event } from '../../../shared/event/event.ts'
import { TEXT_FILTERS, type TextFilter } from '../../../shared/event/event-fields.ts'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import { createRememberedValue, type RememberedValueEffects } from '../../ui/remembered-value.ts'

/** A value stands in a field of the event, the names of properties, or the texts or numbers of a property. */
export type SeenPlace = TextFilter | 'propertyName' | { property: string; kind: 'string' | 'number' }

export type SeenValues = ReturnType<typeof createSeenValues>

const KINDS = [...TEXT_FILTERS.map(({ key }) => key), 'propertyName', 'propertyValue', 'propertyNumber'] as const
type Kind = (typeof KINDS)[number]

/** How many values are kept of each kind: about 10,000 in all. */
const MOST: Readonly<Partial<Record<Kind, number>>> = { customerId: 4_000, propertyValue: 2_000 }
const USUALLY_MOST = 1_000

/** Longer texts are not completed: nobody types them, and 10,000 of them would take much memory. */
const LONGEST = 120

export function createSeenValues() {
  // Oldest first, by a key that holds where the value stands.
  const kept = new Map<Kind, Map<string, Seen>>()
  const valuesOf = (kind: Kind) => kept.get(kind) ?? new Map<string, Seen>()

  /** Whether it is new. */
  function see(kind: Kind, value: string | null, property = ''): boolean {
    if (value === null || value === '' || value.length > LONGEST || property.length > LONGEST) return false
    const values = valuesOf(kind)
    kept.set(kind, values)
    const key = keyOf(property, value)
    const isNew = !values.delete(key)
    values.set(key, { property, value })
    const [oldest] = values.size > (MOST[kind] ?? USUALLY_MOST) ? values.keys() : []
    if (oldest !== undefined) values.delete(oldest)
    return isNew
  }

  return {
    /** Whether any of it was not known yet. */
    observe(events: readonly Event[]): boolean {
      let isAnyNew = false
      const note = (kind: Kind, value: string | null, property?: string) => {
        if (see(kind, value, property)) isAnyNew = true
      }
      for (const event of events) {
        // IDs of events first: `saved` takes the kinds in the order in which they first came, and leaves out the first
        // where not all have room.
        for (const { key } of TEXT_FILTERS.toReversed()) note(key, event[key])
        for (const { name, kind, text } of event.properties.slice(0, 100)) {
          note('propertyName', name)
          if (kind === 'string' || kind === 'number') note(VALUES[kind], text, name)
        }
      }
      return isAnyNew
    },
    /** At most `most`: values that begin with the text, then those that contain it, newest first; ignores case. */
    matching(place: SeenPlace, text: string, most: number): string[] {
      const { kind, property } = slotOf(place)
      const wanted = text.toLowerCase()
      const begin: string[] = []
      const hold: string[] = []
      for (const one of [...valuesOf(kind).values()].reverse()) {
        if (one.property !== property) continue
        const found = one.value.toLowerCase().indexOf(wanted)
        if (found === 0) begin.push(one.value)
        else if (found > 0 && hold.length < most) hold.push(one.value)
        if (begin.length === most) break
      }
      return [...begin, ...hold].slice(0, most)
    },
    /** All of them as a text, the newest where not all have room. */
    saved(): string {
      const all = [...kept].flatMap(([kind, values]) =>
        [...values.values()].map(({ property, value }): Saved => [kind, property, value]),
      )
      let room = MOST_SAVED
      // From the last one on, until no room is left. A value's kind, quotes and commas are 30 characters at most.
      const fitting = all.toReversed().filter(([, property, value]) => {
        room -= property.length + value.length + 30
        return room > 0
      })
      return JSON.stringify(fitting.toReversed())
    },
    /** Takes up what `saved` gave, as older than all that was seen since; anything else changes nothing. */
    restore(text: string): void {
      const before = readSaved(text)
      const since = [...kept].map(([kind, values]) => [kind, [...values.values()]] as const)
      for (const [kind, property, value] of before) see(kind, value, property)
      for (const [kind, values] of since) for (const { property, value } of values) see(kind, value, property)
    },
    has(place: SeenPlace, value: string): boolean {
      const { kind, property } = slotOf(place)
      return valuesOf(kind).has(keyOf(property, value))
    },
  }
}

type Saved = [Kind, string, string]

/** Characters: below what the backend takes, whatever is escaped. */
const MOST_SAVED = 500_000

const savedSchema = z.array(z.tuple([z.enum(KINDS), z.string(), z.string()]))

const readSaved = (text: string): Saved[] => parseKept(text, savedSchema) ?? []

interface Seen {
  property: string
  value: string
}

const keyOf = (property: string, value: string) => `${property.length} ${property}${value}`

function slotOf(place: SeenPlace): { kind: Kind; property: string } {
  return typeof place === 'string'
    ? { kind: place, property: '' }
    : { kind: VALUES[place.kind], property: place.property }
}

const VALUES = { string: 'propertyValue', number: 'propertyNumber' } as const

/** A field's completion is less urgent than the rows. */
const OBSERVED_AFTER_MS = 100

/** Remembers what a connection's events held, from run to run. */
export function createSeenMemory(effects: RememberedValueEffects) {
  const values = createSeenValues()
  const kept = createRememberedValue<SeenValues>(
    {
      name: 'seen-values',
      read(text) {
        if (text !== null) values.restore(text)
        return values
      },
      write: values.saved,
      join: (stored) => stored,
      // Of what is seen on the way through many pages, the last is written.
      writtenAfterMs: 2_000,
      isSilent: true,
    },
    effects,
  )
  const unobserved: (readonly Event[])[] = []

  function observeAll() {
    const isNew = unobserved.splice(0).map((events) => values.observe(events))
    if (isNew.includes(true)) kept.change(values)
  }

  return {
    values,
    /** Takes them in once the rows that they came with are painted. */
    observe(events: readonly Event[]) {
      unobserved.push(events)
      effects.later(OBSERVED_AFTER_MS, observeAll)
    },
    start: () => void kept.start(),
    /** Writes now what waits to be written: the window may be closing. */
    keep() {
      observeAll()
      kept.keep()
    },
  }
}
