// Auto-refresh in words: how often, and why it has stopped.
import { failureWords } from '../../../shared/failure/failure-words.ts'
import type { AutoRefreshState, RefreshInterval } from '../store/auto-refresh.ts'

/** "30 s", "1 min". */
export const intervalWords = (every: RefreshInterval) => (every === 60 ? '1 min' : `${every} s`)

/** "Auto-refresh every 30 s", or that it stopped and why. */
export function stateWords(state: AutoRefreshState): string {
  switch (state.kind) {
    case 'off':
      return 'Auto-refresh is off'
    case 'on':
      return `Auto-refresh every ${intervalWords(state.every)}`
    case 'stopped':
      return state.failure === null
        ? 'Auto-refresh stopped: no search or paging for an hour'
        : `Auto-refresh stopped: ${failureWords(state.failure).title}`
    default:
      return state satisfies never
  }
}
