// Looks up many events by their IDs, one request each (docs/interface.md 4.1), a few at a time.
import { createStore } from 'zustand/vanilla'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Event } from '../../../shared/event/event.ts'
import { type Failure, failureCourse } from '../../../shared/failure/failure.ts'
import { type Bridge, failureOf } from '../../bridge.ts'
import type { Answers } from '../../live/store/answers.ts'
import { EVENT_FRESH_MS, eventQuery } from '../../live/store/queries.ts'

/** `waiting`: none yet. `missing`: the service has no event with this ID. */
export type LookupOutcome =
  | { state: 'waiting' }
  | { state: 'found'; event: Event }
  | { state: 'missing' }
  | { state: 'failed'; failure: Failure }

export interface IdLookup {
  eventId: string
  outcome: LookupOutcome
}

export interface EventLookup {
  /** They are in the order of the IDs. */
  state(): readonly IdLookup[]
  subscribe(listener: () => void): () => void
  /** Looks up the events that are waiting, and once more those that failed. */
  ask(): void
  /** Aborts the requests under way, and sends no more of them before the next `ask`. */
  stop(): void
}

export interface EventLookupEffects {
  bridge: Bridge
  answers: Pick<Answers, 'fetch' | 'cancel'>
  connection: Pick<Connection, 'id' | 'account'>
}

/** They are so few that one paste does not strain the service. */
const AT_ONCE = 4

/**
 * Sends nothing before `ask`, and no request for an event that was fetched within 5 min. A failure that every other ID
 * would meet too becomes that of all that are left.
 */
export function createEventLookup({ bridge, answers, connection }: EventLookupEffects, ids: readonly string[]) {
  const store = createStore<{ all: readonly IdLookup[] }>(() => ({
    all: ids.map((eventId) => ({ eventId, outcome: { state: 'waiting' } })),
  }))
  const underWay = new Set<string>()
  /** Counts calls of `ask` and `stop`: answers of an earlier turn are dropped. */
  let turn = 0

  const note = (at: number, outcome: LookupOutcome) =>
    store.setState(({ all }) => ({ all: all.map((lookup, index) => (index === at ? { ...lookup, outcome } : lookup)) }))

  async function lookUp(eventId: string): Promise<LookupOutcome> {
    const query = eventQuery(bridge, connection, eventId)
    underWay.add(eventId)
    try {
      return { state: 'found', event: (await answers.fetch({ ...query, staleTime: EVENT_FRESH_MS })).event }
    } catch (error) {
      const failure = failureOf(error)
      const isMissing = failure.kind === 'not-found' || failure.kind === 'rejected'
      return isMissing ? { state: 'missing' } : { state: 'failed', failure }
    } finally {
      underWay.delete(eventId)
    }
  }

  /** Looks up what is queued, until the queue is empty or `itsTurn` is over. */
  async function work(queue: number[], itsTurn: number) {
    while (true) {
      const at = queue.shift()
      if (at === undefined) return
      const outcome = await lookUp(ids[at] ?? '')
      if (turn !== itsTurn) return
      note(at, outcome)
      if (outcome.state === 'failed' && concernsAll(outcome.failure))
        for (const left of queue.splice(0)) note(left, outcome)
    }
  }

  function stop() {
    turn += 1
    for (const eventId of underWay) answers.cancel(eventQuery(bridge, connection, eventId).queryKey)
  }

  return {
    state: () => store.getState().all,
    subscribe: store.subscribe,
    ask() {
      stop()
      const itsTurn = turn
      const { all } = store.getState()
      const queue = all.flatMap(({ outcome }, at) =>
        outcome.state === 'waiting' || outcome.state === 'failed' ? [at] : [],
      )
      for (const at of queue) note(at, { state: 'waiting' })
      for (let worker = 0; worker < AT_ONCE; worker++) void work(queue, itsTurn)
    },
    stop,
  } satisfies EventLookup
}

/** Whether every other ID would fail for the same reason. */
function concernsAll(failure: Failure): boolean {
  const { offline, reading } = failureCourse(failure)
  return offline || reading === 'halt' || failure.kind === 'rate-limited' || failure.kind === 'bridge'
}

/** This is what is said of an ID that the service does not know. */
export const NO_SUCH_ID = 'No event has this ID'
