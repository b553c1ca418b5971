// How old the rows are, in the footer; where they came from and how long that took is in its tooltip.
import type { AnswerInfo } from '../../../shared/event/event.ts'
import { tookWords } from '../../../shared/time/duration-words.ts'
import { ageWords, sizeWords } from '../../ui/age-and-size-words.ts'
import { BEFORE_IT_STOPPED, useBackendAbsence } from '../../ui/backend-presence.tsx'
import { clockWords } from '../../ui/instant-words.ts'
import { useNow } from '../../ui/use-now.ts'
import type { ShownRows } from '../store/search-state.ts'
import styles from './results-bar.module.css'

interface AnswerSourceProps {
  shown: ShownRows
  zone: string
}

export function AnswerSource({ shown: { answer, fromCache }, zone }: AnswerSourceProps) {
  const now = useNow(30_000)
  const isGone = useBackendAbsence() !== null
  return (
    <span className={styles.source} title={sourceWords(answer.info, fromCache, zone, now)}>
      {updatedWords(answer.info, fromCache, isGone ? null : now)}
    </span>
  )
}

/**
 * As "Updated just now", or "Updated 3 min ago, from the cache". `nowMs` is this machine's clock; null: Eventscope has stopped,
 * and an age would be read as that of a window that goes on.
 */
export function updatedWords({ receivedAt }: AnswerInfo, fromCache: boolean, nowMs: number | null): string {
  const age = nowMs === null ? BEFORE_IT_STOPPED : ageWords(receivedAt, nowMs)
  return `Updated ${age}${fromCache ? ', from the cache' : ''}`
}

/** As "From the service at 14:57 UTC: 142 ms, 2 attempts, 12 kB. Activity has the request". */
export function sourceWords(info: AnswerInfo, fromCache: boolean, zone: string, nowMs: number): string {
  const at = clockWords(info.receivedAt, zone, new Date(nowMs).toISOString())
  const attempts = info.attempts > 1 ? `, ${info.attempts} attempts` : ''
  const took = `${tookWords(info.durationMs)}${attempts}, ${sizeWords(info.bytes)}`
  return fromCache
    ? `Kept on this computer since the service sent it at ${at}`
    : `From the service at ${at}: ${took}. Activity has the request`
}
