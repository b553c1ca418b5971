// The last requests of this run, for the Activity panel. Never holds a token, nor what was answered.
import type { ActivityEntry } from '../../../shared/contract/contract.ts'

/** Requests that are remembered. */
const KEPT = 200

export interface Activity {
  /** Notes a request that starts; what it answers changes the entry later (ignored once the entry has been dropped). */
  start(entry: Omit<ActivityEntry, 'id' | 'durationMs' | 'attempts' | 'outcome'>): ActivityNote
  /** Newest first. */
  list(): ActivityEntry[]
}

export interface ActivityNote {
  attempt(attempts: number): void
  finish(outcome: ActivityEntry['outcome'], durationMs: number): void
}

/** @param onFailed told of each request that failed, and was not cancelled */
export function createActivity(onFailed: (entry: ActivityEntry) => void = () => {}): Activity {
  const entries: ActivityEntry[] = []
  let lastId = 0
  return {
    start: (facts) => {
      const entry: ActivityEntry = {
        id: ++lastId,
        ...facts,
        durationMs: null,
        attempts: 0,
        outcome: { state: 'running' },
      }
      entries.unshift(entry)
      entries.length = Math.min(entries.length, KEPT)
      return {
        attempt: (attempts) => {
          entry.attempts = attempts
        },
        finish: (outcome, durationMs) => {
          entry.outcome = outcome
          entry.durationMs = durationMs
          if (outcome.state === 'failed' && outcome.failure.kind !== 'cancelled') onFailed(entry)
        },
      }
    },
    list: () => structuredClone(entries),
  }
}
