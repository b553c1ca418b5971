// How an event was first seen, asked for when somebody wants to read it.
import { useEffect, useState } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import type { SeenEvent } from '../store/event-watch.ts'

export type AskFirstSeen = (eventId: string) => Promise<SeenEvent | null>

/** Undefined until it is known; null where it is not kept, or cannot be. `ask` never rejects. */
export function useFirstSeen(event: Event, ask: AskFirstSeen): SeenEvent | null | undefined {
  const [known, setKnown] = useState<{ event: Event; seen: SeenEvent | null } | null>(null)
  useEffect(() => {
    let isWanted = true
    const asked = event.eventId === null ? Promise.resolve(null) : ask(event.eventId)
    void asked.then((seen) => {
      if (isWanted) setKnown({ event, seen })
    })
    return () => {
      isWanted = false
    }
  }, [event, ask])
  return known?.event === event ? known.seen : undefined
}
