// What a connection's events held, from run to run.
import type { Event } from '../../../shared/event/event.ts'
import { createRememberedValue, type RememberedValueEffects } from '../../ui/remembered-value.ts'
import { createSeenValues, type SeenValues } from './seen-values.ts'

export interface SeenMemory {
  values: SeenValues
  /** Takes them in once the rows that they came with are painted. */
  observe(events: readonly Event[]): void
  start(): void
  /** Writes now what waits to be written: the window may be closing. */
  keep(): void
}

/** A field's completion is less urgent than the rows. */
const OBSERVED_AFTER_MS = 100

export function createSeenMemory(effects: RememberedValueEffects): SeenMemory {
  const values = createSeenValues()
  /** As older than what was seen since. */
  function restored(text: string | null) {
    if (text !== null) values.restore(text)
    return values
  }
  const kept = createRememberedValue<SeenValues>(
    {
      name: 'seen-values',
      read: restored,
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
    observe(events) {
      unobserved.push(events)
      effects.later(OBSERVED_AFTER_MS, observeAll)
    },
    start: () => void kept.start(),
    keep() {
      observeAll()
      kept.keep()
    },
  }
}
