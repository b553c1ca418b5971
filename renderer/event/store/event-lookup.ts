// Looks up many events by their IDs, one request each (docs/interface.md 4.1), a few at a time.
import { createStore } from 'zustand/vanilla'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Event } from '../../../shared/event/event.ts'
import { type Failure, failureCourse } from '../../../shared/failure/failure.ts'
import { type Bridge, failureOf } from '../../bridge.ts'
import type { Answers } from '../../live/store/answers.ts'
import { EVENT_FRESH_MS, eventQuery } from '../../live/store/queries.ts'

/** `waiting`: not answered yet. `missing`: the service has no event with this ID. */
export type Looked =
  | { state: 'waiting' }
  | { state: 'found'; event: Event }
  | { state: 'missing' }
  | { state: 'failed'; failure: Failure }

export interface LookedUp {
  eventId: string
  looked: Looked
}

export interface EventLookup {
  /** In the order of the IDs. */
  state(): readonly LookedUp[]
  subscribe(listener: () => void): () => void
  /** Looks up those that are waiting, and those that failed once more. */
  ask(): void
  /** Aborts what is under way, and asks for nothing more. */
  stop(): void
}

export interface EventLookupEffects {
  bridge: Bridge
  answers: Pick<Answers, 'kept' | 'fetch' | 'cancel'>
  connection: Pick<Connection, 'id' | 'account'>
  now: () => number
}

/** So few that one paste does not strain the service. */
const AT_ONCE = 4

/** Asks nothing before `ask`, nor for events fetched within 5 min. A failure that every ID would have ends the rest. */
export function createEventLookup({ bridge, answers, connection, now }: EventLookupEffects, ids: readonly string[]) {
  const store = createStore<{ all: readonly LookedUp[] }>(() => ({
    all: ids.map((eventId) => ({ eventId, looked: { state: 'waiting' } })),
  }))
  const underWay = new Set<string>()
  let turn = 0

  const note = (at: number, looked: Looked) =>
    store.setState(({ all }) => ({ all: all.map((lookup, index) => (index === at ? { ...lookup, looked } : lookup)) }))

  async function lookUp(eventId: string): Promise<Looked> {
    const query = eventQuery(bridge, connection, eventId)
    const kept = await answers.kept(query)
    const isFresh = kept !== null && now() - Date.parse(kept.info.receivedAt) < EVENT_FRESH_MS
    if (isFresh) return { state: 'found', event: kept.event }
    underWay.add(eventId)
    try {
      return { state: 'found', event: (await answers.fetch(query)).event }
    } catch (error) {
      const failure = failureOf(error)
      const isMissing = failure.kind === 'not-found' || failure.kind === 'rejected'
      return isMissing ? { state: 'missing' } : { state: 'failed', failure }
    } finally {
      underWay.delete(eventId)
    }
  }

  /** Looks up what is queued, until nothing is or the lookup was stopped. */
  async function work(queue: number[], begun: number) {
    while (true) {
      const at = queue.shift()
      if (at === undefined) return
      const looked = await lookUp(ids[at] ?? '')
      if (turn !== begun) return
      note(at, looked)
      if (looked.state === 'failed' && concernsAll(looked.failure))
        for (const left of queue.splice(0)) note(left, looked)
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
      const begun = turn
      const { all } = store.getState()
      const queue = all.flatMap(({ looked }, at) =>
        looked.state === 'waiting' || looked.state === 'failed' ? [at] : [],
      )
      for (const at of queue) note(at, { state: 'waiting' })
      for (let worker = 0; worker < AT_ONCE; worker++) void work(queue, begun)
    },
    stop,
  } satisfies EventLookup
}

/** Whether every other ID would fail for the same reason. */
function concernsAll(failure: Failure): boolean {
  const { offline, reading } = failureCourse(failure)
  return offline || reading === 'halt' || failure.kind === 'rate-limited' || failure.kind === 'bridge'
}
