// The names of properties that a menu of columns lists, gathered when it opens.
import { useCallback, useEffect, useRef } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { propertyNames } from './offered-properties.ts'

/** Returns a stable function, which lists every property name of the latest `events`. */
export function usePropertyNames(events: readonly Event[]): () => string[] {
  const latest = useRef(events)
  useEffect(() => {
    latest.current = events
  }, [events])
  return useCallback(() => propertyNames(latest.current), [])
}
