// What a connection's events held, from run to run: read at the start, kept while more is seen, sealed by the backend.
import type { Event } from '../../../shared/event/event.ts'
import type { Bridge } from '../../bridge.ts'
import type { Later } from '../../ui/later.ts'
import { createSeenValues, type SeenValues } from './seen-values.ts'

export interface SeenMemory {
  values: SeenValues
  /** Takes them in once the rows that they came with are painted. */
  observe(events: readonly Event[]): void
  start(): void
  /** Writes now what waits to be written: the window may be closing. */
  keep(): void
}

export interface SeenMemoryEffects {
  bridge: Pick<Bridge, 'remembered'>
  connectionId: string
  later: Later
}

/** A field's completion is less urgent than the rows. */
const OBSERVED_AFTER_MS = 100
/** Of what is seen on the way through many pages, the last is written. */
const WRITTEN_AFTER_MS = 2_000

export function createSeenMemory({ bridge, connectionId, later }: SeenMemoryEffects): SeenMemory {
  const place = { connectionId, name: 'seen-values' }
  const values = createSeenValues()
  const unobserved: (readonly Event[])[] = []
  let isRestored = false
  let isUnwritten = false
  let stopWaiting = () => {}

  function observeAll() {
    const isNew = unobserved.splice(0).map((events) => values.observe(events))
    if (!isNew.includes(true) || isUnwritten) return
    isUnwritten = true
    writeSoon()
  }

  /** Not put off by what is seen next. */
  function writeSoon() {
    stopWaiting = later(WRITTEN_AFTER_MS, write)
  }

  /** Silent on failure: nobody asked for it. */
  function write() {
    stopWaiting()
    // What was not read yet is not written over.
    if (!isUnwritten || !isRestored) return
    isUnwritten = false
    bridge.remembered.write({ ...place, value: values.saved() }).catch(() => {})
  }

  return {
    values,
    observe(events) {
      unobserved.push(events)
      later(OBSERVED_AFTER_MS, observeAll)
    },
    start() {
      bridge.remembered.read(place).then(
        (text) => {
          if (text !== null) values.restore(text)
          isRestored = true
          if (isUnwritten) writeSoon()
        },
        () => {},
      )
    },
    keep() {
      observeAll()
      write()
    },
  }
}
