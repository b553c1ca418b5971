// What is said above the rows: notices from elsewhere, and how the last search failed.
import type { ReactNode } from 'react'
import type { SearchAnswer } from '../../../shared/event/event.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { clockWords } from '../../ui/instant-words.ts'
import { isEarlier, type SearchState } from '../store/search-state.ts'
import { useLiveActions } from './live-actions.ts'
import styles from './results-pane.module.css'

interface ResultsNoticeProps {
  search: SearchState
  zone: string
  onRetry: () => void
  children: ReactNode
}

export function ResultsNotice({ search, zone, onRetry, children }: ResultsNoticeProps) {
  const { replaceToken } = useLiveActions()
  const { shown, autoRetry } = search
  const failure = search.loading === null ? search.failure : null
  if (!children && !failure) return null
  const earlier = isEarlier(search)
  return (
    <div className={styles.notice}>
      {children}
      {failure === null ? null : (
        <FailureNotice
          failure={failure}
          onRetry={onRetry}
          onReplaceToken={replaceToken}
          kept={shown && !earlier ? keptRows(shown.answer, zone) : null}
          note={earlier ? 'The rows below are from the previous search.' : null}
          autoRetry={autoRetry}
          compact={shown !== null}
        />
      )}
    </div>
  )
}

const keptRows = ({ info }: SearchAnswer, zone: string) =>
  ({ what: 'rows', at: clockWords(info.receivedAt, zone, new Date().toISOString()) }) as const
