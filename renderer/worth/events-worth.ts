// This is what events in the page are worth by the price rules: always a part of what there is, so that no line of a
// month has a worth.
import { useEffect, useMemo, useState } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { rulesVersion } from '../../shared/worth/rules-text.ts'
import { createValuation } from '../../shared/worth/valuation.ts'
import type { ValuedEvent } from '../../shared/worth/value-event.ts'
import type { Worth } from '../../shared/worth/worth.ts'
import { worthEventReader } from '../../shared/worth/worth-event.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import { useRules } from './use-rules.ts'

export interface EventsWorth {
  /** It is the version of the rules. */
  version: string
  worth: Worth
  /** Each event has one, in their order. */
  each: readonly ValuedEvent[]
}

interface ValuedBy {
  rules: WorthRules
  version: string
  /** Prices begin in it. */
  zone: string
}

/** Values events step by step, so that thousands of them do not hold up the page. */
export function startValuing(events: readonly Event[], { rules, version, zone }: ValuedBy) {
  const valuation = createValuation(rules, { zone, wholeRange: null, unruled: null })
  const read = worthEventReader(valuation.names)
  const each: ValuedEvent[] = []
  return {
    /** Values so many more; whether there are others left. */
    step(count: number): boolean {
      for (const event of events.slice(each.length, each.length + count)) each.push(valuation.add(read(event)))
      return each.length < events.length
    },
    result: (): EventsWorth => ({ version, worth: valuation.worth(), each }),
  }
}

export type KnownWorth =
  /** The rules are not loaded yet. */
  | { state: 'loading' }
  /** Nobody made rules for these events, or those that are kept cannot be read. */
  | { state: 'no-rules' | 'unreadable' }
  /** They are known by rules of this version. `valued`: null until all events are. */
  | { state: 'known'; version: string; valued: EventsWorth | null }

/** So many events are valued at once, which takes about as long as drawing them does. */
const AT_ONCE = 1_000

/**
 * Values events by the rules that are kept for the connection.
 * @param zone the billing zone: prices begin in it
 */
export function useEventsWorth(events: readonly Event[], connectionId: string, zone: string): KnownWorth {
  const { kept } = useRules(connectionId)
  const valuedBy = useMemo(
    () =>
      kept === null || kept.rules.rules.length === 0
        ? null
        : { rules: kept.rules, version: rulesVersion(kept.rules), zone },
    [kept, zone],
  )
  const begun = useMemo(() => {
    if (valuedBy === null) return null
    const valuing = startValuing(events, valuedBy)
    return { valuing, valued: valuing.step(AT_ONCE) ? null : valuing.result() }
  }, [events, valuedBy])
  const [late, setLate] = useState<{ of: typeof begun; valued: EventsWorth } | null>(null)
  useEffect(() => {
    if (begun === null || begun.valued !== null) return
    const { valuing } = begun
    let timer = setTimeout(function next() {
      if (valuing.step(AT_ONCE)) timer = setTimeout(next)
      else setLate({ of: begun, valued: valuing.result() })
    })
    return () => clearTimeout(timer)
  }, [begun])
  if (kept === null) return { state: 'loading' }
  if (valuedBy === null || begun === null) return { state: kept.problems.length > 0 ? 'unreadable' : 'no-rules' }
  return {
    state: 'known',
    version: valuedBy.version,
    valued: begun.valued ?? (late?.of === begun ? late.valued : null),
  }
}

/** Why nothing is netted where there are no rules; null where there are some, or they are not loaded yet. */
export const NOT_NETTED_WORDS: Record<KnownWorth['state'], string | null> = {
  loading: null,
  'no-rules': 'no price rules say what these events are worth',
  unreadable: 'the price rules that are kept cannot be read',
  known: null,
}
