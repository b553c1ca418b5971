// An event by what was pasted: exactly that first, and what it says within its quotes only where there is no such event.
import type { DetailSession } from './detail-session.ts'

interface FindEventEffects {
  details: Pick<DetailSession, 'find' | 'view' | 'subscribe'>
  /** Nothing has the exact text as its ID, so the cleaned one was looked up. */
  onCleaned: (exact: string, cleaned: string) => void
}

/** Whatever is opened meanwhile, by anybody, ends the waiting for the exact one's answer. */
export function findEvent({ details, onCleaned }: FindEventEffects, exact: string, cleaned: string | null): void {
  details.find(exact)
  if (cleaned === null) return
  const stop = details.subscribe(look)
  look()

  function look() {
    const view = details.view()
    if (view?.state === 'loading' && view.eventId === exact) return
    stop()
    if (view?.state !== 'failure' || view.eventId !== exact || cleaned === null) return
    if (view.failure.kind !== 'not-found' && view.failure.kind !== 'rejected') return
    onCleaned(exact, cleaned)
    details.find(cleaned)
  }
}
