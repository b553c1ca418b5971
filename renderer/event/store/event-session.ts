// store/ knows which event is open and how it was first seen.
// The open event of one opening of a connection, and the watch over events that change, wired to the live page.
import type { Connection } from '../../../shared/connection/connection.ts'
import { failureCourse } from '../../../shared/failure/failure.ts'
import type { Bridge } from '../../bridge.ts'
import type { LiveSession } from '../../live/store/live-session.ts'
import type { Later } from '../../ui/later.ts'
import type { StateStore } from '../../ui/state-store.ts'
import { createDetailSession, type DetailSession, type DetailView } from './detail-session.ts'
import type { EventChanges, EventWatch } from './event-watch.ts'

export interface EventSession {
  details: DetailSession
  watch: EventWatch
}

/** The event's parts of the state of a connection that is open. */
export interface EventState {
  details: DetailView | null
  changes: EventChanges
}

export interface EventSessionEffects {
  parts: StateStore<EventState>
  bridge: Bridge
  /** Sees what the service sent, even before an event is open. */
  watch: EventWatch
  live: Pick<LiveSession, 'search' | 'answers'>
  /** Milliseconds, as Date.now(). */
  now: () => number
  later: Later
}

export function createEventSession(effects: EventSessionEffects, connection: Connection): EventSession {
  const { parts, bridge, watch, live, now, later } = effects
  const { search, answers } = live
  const page = pageOnScreen
  const details = createDetailSession({ parts, bridge, answers, watch, connection, now, later, page, isOffline })

  function pageOnScreen() {
    const { shown } = search.state()
    const from = shown?.fromCache ? ('cache' as const) : ('service' as const)
    return {
      events: shown?.answer.page.events ?? [],
      source: { from, receivedAt: shown?.answer.info.receivedAt ?? new Date(0).toISOString() },
    }
  }

  function isOffline(): boolean {
    const { failure } = search.state()
    return failure !== null && failureCourse(failure).offline
  }

  let onScreen = search.state().shown
  search.subscribe(() => {
    const before = onScreen
    onScreen = search.state().shown
    if (onScreen === null || onScreen.answer === before?.answer) return
    // After a refresh, its retry, or "Show newer": the open event must not stay older than its row.
    if (onScreen.request === before?.request && onScreen.turn !== before.turn && !onScreen.fromCache) details.renew()
  })

  return { details, watch }
}
