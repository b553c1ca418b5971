// Requests the rows on screen again at an interval, for somebody who keeps an eye on them. New rows are offered, never
// shown by themselves; it stops when nobody seems to be looking, or requests fail, and says why.
import { type Failure, failureCourse } from '../../../shared/failure/failure.ts'
import type { Later } from '../../ui/later.ts'
import type { StateStore } from '../../ui/state-store.ts'
import type { SearchSession } from './search-session.ts'

/** They count seconds. */
export const REFRESH_INTERVALS = [10, 30, 60] as const
export type RefreshInterval = (typeof REFRESH_INTERVALS)[number]

export type AutoRefreshState =
  | { kind: 'off' }
  | { kind: 'on'; every: RefreshInterval }
  /** `failure` null: no search or paging for an hour. */
  | { kind: 'stopped'; every: RefreshInterval; failure: Failure | null }

export type AutoRefresh = ReturnType<typeof createAutoRefresh>

export interface AutoRefreshEffects {
  parts: StateStore<{ autoRefresh: AutoRefreshState }>
  search: Pick<SearchSession, 'state' | 'subscribe' | 'look'>
  later: Later
  /** Whether the window is hidden: then nothing is requested, and the time does not count. */
  isHidden: () => boolean
}

const LONGEST_MS = 60 * 60_000
/** Consecutive temporary failures before it stops. */
const MOST_FAILURES = 3

export function createAutoRefresh({ parts, search, later, isHidden }: AutoRefreshEffects) {
  const { state, subscribe, set: publish } = parts.part('autoRefresh', { kind: 'off' })
  let callOff = () => {}
  let waitedMs = 0
  let failures = 0
  /** The turn of the last request that the user made. */
  let turn: number | null = null

  function wait(every: RefreshInterval): void {
    callOff = later(every * 1_000, () => void tick(every))
  }

  async function tick(every: RefreshInterval): Promise<void> {
    if (isHidden()) return wait(every)
    waitedMs += every * 1_000
    if (waitedMs > LONGEST_MS) return publish({ kind: 'stopped', every, failure: null })
    const chosen = state()
    const failure = await search.look()
    // Switched off or stopped in the meantime.
    if (state() !== chosen) return
    if (failure === null) failures = 0
    else {
      failures += 1
      const mayEnd = failureCourse(failure).lookAgain && failures < MOST_FAILURES
      if (!mayEnd) return publish({ kind: 'stopped', every, failure })
    }
    wait(every)
  }

  const unsubscribe = search.subscribe(() => {
    const shown = search.state().shown?.turn ?? null
    if (shown === turn) return
    turn = shown
    waitedMs = 0
  })

  return {
    state,
    subscribe,
    /** Null: off. */
    choose(every: RefreshInterval | null): void {
      callOff()
      waitedMs = 0
      failures = 0
      publish(every === null ? { kind: 'off' } : { kind: 'on', every })
      if (every !== null) wait(every)
    },
    /** Stops for good. */
    close(): void {
      callOff()
      unsubscribe()
      publish({ kind: 'off' })
    },
  }
}
