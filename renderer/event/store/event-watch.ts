// The immutability watch: the interface has no way to change an event, so one that differs from how it was first seen
// within 7 days, or that answers 404 although it existed, is flagged. It covers every event that a search or fetch of
// this connection's account returned. Sample data, and events without an ID or whose ID repeats, are not watched.
import type { Connection } from '../../../shared/connection/connection.ts'
import type { EarlierEvent } from '../../../shared/contract/contract.ts'
import type { Event } from '../../../shared/event/event.ts'
import type { EventChange } from '../../../shared/event/event-difference.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import type { Bridge } from '../../bridge.ts'
import { fitsBody } from '../../live/store/answers.ts'
import { clockWords } from '../../ui/instant-words.ts'
import type { StateStore } from '../../ui/state-store.ts'

/** An event, and when it was seen so (RFC 3339 UTC). */
export interface SeenEvent {
  event: Event
  seenAt: string
}

export type EventChanges = ReadonlyMap<string, EventChange>

export type EventWatch = ReturnType<typeof createEventWatch>

interface EventWatchEffects {
  bridge: Bridge
  parts: StateStore<{ changes: EventChanges }>
}

export function createEventWatch({ bridge, parts }: EventWatchEffects, opened: Pick<Connection, 'id' | 'account'>) {
  let { id: connectionId, account } = opened
  const { state: changes, subscribe, set: publish } = parts.part('changes', new Map())
  /** Settles once everything sent so far is recorded. */
  let remembered: Promise<unknown> = Promise.resolve()

  async function firstSeen(eventId: string): Promise<SeenEvent | null> {
    await remembered
    const earlier = await bridge.cache.firstSeen({ connectionId, account, eventId }).catch(() => null)
    const event = earlier && eventOf(earlier)
    return earlier && event && { event, seenAt: earlier.seenAt }
  }

  return {
    /** They are by event ID; another map whenever anything in it is another. */
    changes,
    subscribe,
    /** Compares events that the service has just sent with how they were first seen. Never rejects. */
    async compare(events: readonly Event[]): Promise<void> {
      const byId = onlyOnce(events)
      const sent = [...byId].map(([eventId, { source }]) => ({ eventId, source }))
      if (sent.length === 0 || !fitsBody(sent)) return
      const accountBefore = account
      const recorded = bridge.cache.recordFirstSeen({ connectionId, account, events: sent }).catch(() => null)
      remembered = Promise.all([remembered, recorded])
      const earlier = await recorded
      if (earlier === null || accountBefore !== account) return
      const found = earlier.length === 0 ? [] : await changesSince(earlier, byId)
      if (accountBefore !== account) return
      // What was said of these events before holds no more; of others it does.
      const ofOthers = [...changes()].filter(([eventId]) => !byId.has(eventId))
      if (found.length === 0 && ofOthers.length === changes().size) return
      publish(new Map([...ofOthers, ...found]))
    },
    /**
     * The service has no event of this ID: flags it if it was seen. `shown` is what the page knows of it. Never
     * rejects.
     */
    async missed(eventId: string, shown: SeenEvent | null): Promise<SeenEvent | null> {
      const accountBefore = account
      const known = (await firstSeen(eventId)) ?? shown
      if (known && accountBefore === account) {
        const change: EventChange = { kind: 'gone', since: known.seenAt, before: known.event }
        publish(new Map([...changes(), [eventId, change]]))
      }
      return known
    },
    /** How an event was first seen; null when it never was. Never rejects. */
    firstSeen,
    adopt(connection: Connection): void {
      if (connection.account !== account) publish(new Map())
      ;({ id: connectionId, account } = connection)
    },
  }
}

/** Leaves out repeated IDs: which of two events is meant cannot be known. */
function onlyOnce(events: readonly Event[]): Map<string, Event> {
  const once = new Map<string, Event>()
  const repeated = new Set<string>()
  for (const event of events) {
    const { eventId } = event
    if (eventId === null) continue
    if (once.has(eventId)) repeated.add(eventId)
    once.set(eventId, event)
  }
  for (const eventId of repeated) once.delete(eventId)
  return once
}

/** How differences are told is loaded with the first of them: hardly a page has any. */
async function changesSince(earlier: readonly EarlierEvent[], now: ReadonlyMap<string, Event>) {
  const { eventDifferences } = await import('../../../shared/event/event-difference.ts')
  return earlier.flatMap((one): [string, EventChange][] => {
    const [before, after] = [eventOf(one), now.get(one.eventId)]
    if (before === null || after === undefined) return []
    const differences = eventDifferences(before.source, after.source)
    if (differences.length === 0) return []
    return [[one.eventId, { kind: 'changed', since: one.seenAt, before, after, differences }]]
  })
}

function eventOf({ source }: EarlierEvent): Event | null {
  const read = parseEventText(source)
  return read.ok ? read.event : null
}

/** "was here at 12:03, now not found (404)", "changed since 12:03". */
export function changeWords({ kind, since }: EventChange, zone: string): string {
  const clock = clockWords(since, zone, new Date().toISOString())
  return kind === 'gone' ? `was here at ${clock}, now not found (404)` : `changed since ${clock}`
}
