// store/ knows which event is open and how it was first seen.
// The event in the details pane: taken from a row, or fetched by its ID. The last request wins, whatever arrives late.
// Like the rows, it never changes by itself: a background refresh offers its result.
import type { Connection } from '../../../shared/connection/connection.ts'
import type { AnswerInfo, Event } from '../../../shared/event/event.ts'
import type { EventChange } from '../../../shared/event/event-difference.ts'
import { formatExact } from '../../../shared/exact/exact-json.ts'
import { type Failure, failureCourse } from '../../../shared/failure/failure.ts'
import type { Bridge } from '../../bridge.ts'
import { type Answers, createTurns } from '../../live/store/answers.ts'
import { EVENT_FRESH_MS, eventQuery, isFresh } from '../../live/store/queries.ts'
import type { SearchSession } from '../../live/store/search-session.ts'
import type { Later } from '../../ui/later.ts'
import type { StateStore } from '../../ui/state-store.ts'
import type { EventChanges, EventWatch } from './event-watch.ts'

/** Where an event on screen came from, and how old it is. */
export interface EventOrigin {
  from: 'service' | 'cache' | 'snapshot'
  /** RFC 3339 UTC. */
  receivedAt: string
  /** It came with a page of results, not by its ID. */
  withPage: boolean
  /** Why the last refresh failed; null if there was none, or it succeeded. */
  unrefreshed: Failure | null
}

export interface EventView {
  state: 'event'
  event: Event
  /** Null for an event that came with a page. */
  info: AnswerInfo | null
  source: EventOrigin
  /** This is what the service says now, where that differs. */
  newer: { event: Event; info: AnswerInfo } | null
}

/** The details pane can show one of these. */
export type DetailView =
  | EventView
  /** `startedAt` is in ms, as Date.now(). */
  | { state: 'loading'; eventId: string; startedAt: number }
  | { state: 'failure'; eventId: string; failure: Failure }

export type DetailSession = ReturnType<typeof createDetailSession>

/** This is what a connection that is open knows of its events. */
export interface EventSession {
  details: DetailSession
  watch: EventWatch
}

/** The event's parts of the state of a connection that is open. */
export interface EventState {
  details: DetailView | null
  changes: EventChanges
}

export interface DetailEffects {
  parts: StateStore<EventState>
  bridge: Bridge
  answers: Answers
  watch: Pick<EventWatch, 'missed' | 'firstSeen'>
  connection: Connection
  /** Its rows can be opened. */
  search: Pick<SearchSession, 'state' | 'subscribe'>
  /** Milliseconds, as Date.now(). */
  now: () => number
  later: Later
}

/** Milliseconds. Events passed faster than this with the arrow keys cause no requests. */
const STAY_MS = 300

export function createDetailSession(effects: DetailEffects) {
  const { bridge, answers, watch, search, now } = effects
  let connection = effects.connection
  /** Each opening is a turn: what an earlier one asked for is aborted, or counts no more where it still arrives. */
  const turns = createTurns(answers)
  /** Calls off the request that waits for its user to stay on an event. */
  let callOff: () => void = () => {}
  const { state: view, subscribe, set: publish } = effects.parts.part('details', null)

  function nextTurn() {
    callOff()
    turns.next()
  }

  const eventOnScreen = () => {
    const shown = view()
    return shown?.state === 'event' ? shown : null
  }

  async function find(eventId: string) {
    nextTurn()
    const isSameTurn = turns.mark()
    publish({ state: 'loading', eventId, startedAt: now() })
    const answer = await answers.kept(eventQuery(bridge, connection, eventId))
    if (!isSameTurn()) return
    const fetched = answer && viewOf(answer.event, answer.info, cachedAt(answer.info.receivedAt))
    const newest = newerOf(fetched, rowsOf(eventId)[0] ?? null)
    if (newest) publish(newest)
    // An event that was fetched by its ID not long ago is not asked for again; one that came with a page is.
    if (newest && newest === fetched && isYoung(newest)) return
    void ask(eventId)
    if (newest) return
    // The event as a page once returned it is shown until the service answers.
    const seen = await watch.firstSeen(eventId)
    if (seen && isSameTurn() && view()?.state === 'loading') publish(viewOf(seen.event, null, cachedAt(seen.seenAt)))
  }

  /** An event as a row of the page on screen. */
  function rowOf(event: Event): EventView {
    const { shown } = search.state()
    const receivedAt = shown?.answer.info.receivedAt ?? new Date(0).toISOString()
    return viewOf(event, null, { from: shown?.fromCache ? 'cache' : 'service', receivedAt })
  }

  /** The event as it is on the page; several if the ID repeats. */
  function rowsOf(eventId: string): EventView[] {
    const events = search.state().shown?.answer.page.events ?? []
    return events.filter((event) => event.eventId === eventId).map(rowOf)
  }

  /** Whether the notice above the rows says that the service is unreachable. */
  function isOffline(): boolean {
    const { failure } = search.state()
    return failure !== null && failureCourse(failure).offline
  }

  let pageShown = search.state().shown
  search.subscribe(() => {
    const before = pageShown
    pageShown = search.state().shown
    if (pageShown === null || pageShown.answer === before?.answer) return
    // After a refresh, its retry, or "Show newer": the open event must not stay older than its row.
    const isSameSearch = pageShown.request === before?.request
    if (isSameSearch && pageShown.turn !== before.turn && !pageShown.fromCache) renew()
  })

  /** Shows the event as it is now, from the rows if it came from them. */
  function renew() {
    const shown = eventOnScreen()
    if (shown === null || shown.event.eventId === null) return
    const { eventId } = shown.event
    const [row, another] = shown.source.withPage ? rowsOf(eventId) : []
    nextTurn()
    if (row && !another) publish(row)
    else void ask(eventId, 'replace')
  }

  const isYoung = ({ source }: EventView) => isFresh(source, EVENT_FRESH_MS, now())

  /** Asks the service, in the background for an event on screen; another answer is offered or replaces the event. */
  async function ask(eventId: string, differing: 'offer' | 'replace' = 'offer') {
    const outcome = await turns.fetch(eventQuery(bridge, connection, eventId))
    if (outcome === null) return
    if (!outcome.ok) return fail(eventId, outcome.failure)
    const { event, info } = outcome.value
    const fresh = viewOf(event, info, { from: 'service', receivedAt: info.receivedAt })
    /** The event that is read meanwhile; null: nothing but that it is loading. */
    const behind = eventOnScreen()
    if (behind === null || differing === 'replace') publish(fresh)
    else if (looksAlike(behind.event, event)) publish({ ...fresh, event: behind.event })
    else publish({ ...behind, source: { ...behind.source, unrefreshed: null }, newer: { event, info } })
  }

  /** The event stays readable as last seen. The watch flags it if it is gone. */
  async function fail(eventId: string, failure: Failure) {
    const isSameTurn = turns.mark()
    const behind = eventOnScreen()
    const known = behind && { event: behind.event, seenAt: behind.source.receivedAt }
    const seen = await (failure.kind === 'not-found'
      ? watch.missed(eventId, known)
      : (known ?? watch.firstSeen(eventId)))
    if (!isSameTurn()) return
    const left = behind ?? (seen && viewOf(seen.event, null, cachedAt(seen.seenAt)))
    if (left === null) publish({ state: 'failure', eventId, failure })
    else publish({ ...left, source: { ...left.source, unrefreshed: failure } })
  }

  function retry() {
    const shown = view()
    if (shown?.state === 'failure') {
      const { eventId } = shown
      nextTurn()
      publish({ state: 'loading', eventId, startedAt: now() })
      void ask(eventId)
    } else if (shown?.state === 'event' && shown.source.unrefreshed && shown.event.eventId) {
      nextTurn()
      void ask(shown.event.eventId)
    }
  }

  return {
    /** null: closed. */
    view,
    subscribe,
    /**
     * Opens an event of the page on screen at once; a background request follows if the page is older than 5 min and
     * the service is reachable.
     */
    open(event: Event): void {
      nextTurn()
      const opened = rowOf(event)
      publish(opened)
      const { eventId } = event
      if (!eventId || isYoung(opened) || isOffline()) return
      callOff = effects.later(STAY_MS, () => void ask(eventId))
    },
    /**
     * Shows an event by ID (docs/interface.md 4.1): the newest cached one at once, with a background request unless it
     * was fetched within 5 min.
     */
    find(eventId: string): void {
      void find(eventId)
    },
    /** Asks again after a failure. */
    retry,
    showNewer(): void {
      const newer = eventOnScreen()?.newer
      if (newer) publish(viewOf(newer.event, newer.info, { from: 'service', receivedAt: newer.info.receivedAt }))
    },
    /** Continues with the same connection after an edit. */
    adopt(next: Connection): void {
      connection = next
    },
    /** Closes the pane and aborts its requests. */
    close(): void {
      nextTurn()
      publish(null)
    },
  }
}

function newerOf(a: EventView | null, b: EventView | null): EventView | null {
  if (a === null || b === null) return a ?? b
  return Date.parse(b.source.receivedAt) > Date.parse(a.source.receivedAt) ? b : a
}

const cachedAt = (receivedAt: string) => ({ from: 'cache', receivedAt }) as const

/**
 * Whether both look the same on screen, down to the raw text: only then may the event on screen count as the newer
 * answer. Fields that the interface does not name count, unlike for the watch, as they are shown.
 */
function looksAlike(a: Event, b: Event): boolean {
  return a.source === b.source || formatExact(a.source, 0) === formatExact(b.source, 0)
}

function viewOf(event: Event, info: AnswerInfo | null, source: Pick<EventOrigin, 'from' | 'receivedAt'>): EventView {
  return { state: 'event', event, info, source: { ...source, withPage: info === null, unrefreshed: null }, newer: null }
}

/** Says what the watch found about the event in the details. */
export function changeOf(view: DetailView, changes: EventChanges): EventChange | null {
  return (view.state === 'event' && view.event.eventId !== null && changes.get(view.event.eventId)) || null
}
