// When the matches of the applied filters began and ended, and their distribution, requested on demand: at most two
// requests at a time. Requests end with the search they are about; answers last until its rows are requested again.
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Event, Filters } from '../../../shared/event/event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import type { Distribution, EdgeOutcome, EdgeSide, TimeEdges } from '../../../shared/search/time-search.ts'
import { type Bridge, FailureError, failureOf } from '../../bridge.ts'
import type { StateStore } from '../../ui/state-store.ts'
import type { SearchSession } from './search-session.ts'

export type TimeAnswer<T> =
  | { state: 'open' }
  | { state: 'asking' }
  | { state: 'answered'; answer: T }
  | { state: 'failed'; failure: Failure }

export type FoundEdge =
  | { kind: 'found'; event: Event; within: 'exact' | 'millisecond'; requests: number }
  | Exclude<EdgeOutcome, { kind: 'found' }>

export interface TimeState {
  first: TimeAnswer<FoundEdge>
  last: TimeAnswer<FoundEdge>
  spread: TimeAnswer<Spread>
}

/** It says what its segments are. */
export type Spread = Distribution & Pick<TimeEdges, 'unit'>

export type TimeQuestions = ReturnType<typeof createTimeQuestions>

export interface TimeQuestionsEffects {
  parts: StateStore<{ times: TimeState }>
  bridge: { events: Pick<Bridge['events'], 'edge' | 'distribution'> }
  search: Pick<SearchSession, 'state' | 'subscribe'>
  connection: Connection
}

const OPEN = { state: 'open' } as const
const NOTHING: TimeState = { first: OPEN, last: OPEN, spread: OPEN }

export function createTimeQuestions({ parts, bridge, search, connection: opened }: TimeQuestionsEffects) {
  const { state, subscribe, set, patch } = parts.part('times', NOTHING)
  let connection = opened
  let ending = new AbortController()
  /** They are the filters of the rows on screen; what is asked is about them. */
  let filters = filtersOnScreen()
  let onScreen = search.state().shown
  // What is under way: searches for the first and the last event, and the counting, which wait for one another.
  const finding = new Set<Promise<void>>()
  let counting: Promise<void> = Promise.resolve()

  function filtersOnScreen(): Filters | null {
    return search.state().shown?.request.filters ?? null
  }

  function cancel(): void {
    ending.abort()
    ending = new AbortController()
    const left = Object.entries(state()).filter(([, answer]) => answer.state === 'asking')
    patch(Object.fromEntries(left.map(([name]) => [name, OPEN])))
  }

  const unsubscribe = search.subscribe(() => {
    const { shown, request } = search.state()
    const isRefreshed = shown !== null && shown.request === onScreen?.request && shown.turn !== onScreen.turn
    onScreen = shown
    const areAnswersOver = isRefreshed || filtersOnScreen() !== filters
    // Other filters are asked for: answers stay as long as the rows that they are about, what is under way does not.
    const isLeaving = request.filters !== filters
    if (areAnswersOver || isLeaving) cancel()
    if (!areAnswersOver) return
    filters = filtersOnScreen()
    set(NOTHING)
  })

  /**
   * Asks one of the questions, once `before` is over, unless it is being asked already. `ask` is about the filters on
   * screen, of this account, until the signal says that nobody waits for it.
   */
  async function run<T>(
    name: keyof TimeState,
    before: Promise<unknown>,
    ask: (about: { connectionId: string; account: number; filters: Filters }, signal: AbortSignal) => Promise<T>,
  ): Promise<void> {
    const { signal } = ending
    const about = filters
    if (about === null || state()[name].state === 'asking') return
    patch({ [name]: { state: 'asking' } })
    await before
    if (signal.aborted) return
    const { id: connectionId, account } = connection
    const outcome = await ask({ connectionId, account, filters: about }, signal).then(
      (answer) => ({ state: 'answered', answer }),
      (error: unknown) => ({ state: 'failed', failure: failureOf(error) }),
    )
    if (!signal.aborted) patch({ [name]: outcome })
  }

  return {
    state,
    subscribe,
    /** The first or the last event of the filters on screen. */
    find(side: EdgeSide): void {
      const found = run(side, counting, async (about, signal) =>
        eventOf(await bridge.events.edge({ ...about, side }, { signal })),
      ).finally(() => finding.delete(found))
      finding.add(found)
    },
    /** Counts the matches in each segment; waits for a search for an edge under way. */
    count({ unit, edges }: TimeEdges): void {
      counting = run('spread', Promise.all([counting, ...finding]), async (about, signal) => ({
        ...(await bridge.events.distribution({ ...about, edges }, { signal })),
        unit,
      }))
    },
    /** Ends what is under way. */
    cancel,
    adopt(next: Connection): void {
      connection = next
    },
    close(): void {
      unsubscribe()
      ending.abort()
    },
  }
}

function eventOf(outcome: EdgeOutcome): FoundEdge {
  if (outcome.kind !== 'found') return outcome
  const read = parseEventText(outcome.source)
  if (!read.ok)
    throw new FailureError({ kind: 'bridge', reason: 'other', detail: 'An event arrived that cannot be read.' })
  return { kind: 'found', event: read.event, within: outcome.within, requests: outcome.requests }
}
