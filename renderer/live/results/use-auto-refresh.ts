// Whether the rows are asked for again by themselves; that this has stopped is said once, wherever its user is looking.
import { useEffect, useSyncExternalStore } from 'react'
import { notifyNotice } from '../../ui/notify-notice.ts'
import type { AutoRefresh, AutoRefreshState } from '../store/auto-refresh.ts'
import { stateWords } from './auto-refresh-words.ts'

export function useAutoRefresh({ subscribe, state }: AutoRefresh): AutoRefreshState {
  const current = useSyncExternalStore(subscribe, state)
  useEffect(() => {
    if (current.kind === 'stopped') notifyNotice(stateWords(current))
  }, [current])
  return current
}
