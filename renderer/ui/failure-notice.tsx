// A failure where it happened: what went wrong, what to do next, and what the service said, as an alert.
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconCloudOff, IconKey, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { type Failure, failureCourse, mayBeAddress } from '../../shared/failure/failure.ts'
import { type FailureWords, failureWords } from '../../shared/failure/failure-words.ts'
import { ALL_THAT_IS_DRAWN, shortened } from './excerpt.ts'
import styles from './failure-notice.module.css'

/** Nobody reads more of what the service or the system said. */
const MOST_CHARACTERS = 4_000
const TITLE_CHARACTERS = 300
const ID_CHARACTERS = 200

interface FailureNoticeProps {
  failure: Failure
  /** Asks again; a button "Retry". */
  onRetry?: (() => void) | undefined
  /** Opens the dialog for a new API key; offered only where the key is at fault. */
  onReplaceToken?: (() => void) | undefined
  /** Opens the dialog for another base URL; offered only where that may be at fault. */
  onEditConnection?: (() => void) | undefined
  /** This is what is on screen instead. */
  kept?: StaleContent | null
  /** A sentence after the advice. */
  note?: string | null
  /** It is asked again without anybody's doing, and that is said. */
  autoRetry?: boolean
  /** One line less tall, for a bar above rows that stay. */
  compact?: boolean
}

export function FailureNotice(props: FailureNoticeProps) {
  const { failure, onRetry, onReplaceToken, onEditConnection, compact = false } = props
  const { kept = null, note = null, autoRetry = false } = props
  const { title, cause, advice, detail, http } = kept === null ? failureWords(failure) : staleWords(failure, kept)
  const notice = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = notice.current
    return () => leaveFocusBehind(element)
  }, [])
  const Icon = iconOf(failure, kept)
  const attempts = 'attempts' in failure ? failure.attempts : 1
  const keyAtFault = failure.kind === 'token-refused' || failure.kind === 'no-token'
  // A keychain that did not give the key may do so when asked again.
  const isKeyless = failure.kind === 'no-token' && failure.why === undefined
  return (
    <div
      ref={notice}
      role="alert"
      className={styles.notice}
      data-compact={compact || undefined}
      data-failure={failure.kind}
      data-offline={(kept !== null && failureCourse(failure).offline) || undefined}
    >
      <Icon size={18} stroke={1.7} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <p className={styles.title}>{shortened(title, TITLE_CHARACTERS)}</p>
        <p className={styles.advice}>
          {[shortened(cause, MOST_CHARACTERS), advice, note, autoRetry ? 'Retrying automatically.' : null]
            .filter(Boolean)
            .join(' ')}
        </p>
        {http?.serviceMessage && (
          <blockquote className={styles.said}>{shortened(http.serviceMessage, MOST_CHARACTERS)}</blockquote>
        )}
        {detail && <p className={styles.detail}>{shortened(detail, MOST_CHARACTERS)}</p>}
        {(http || attempts > 1) && (
          <p className={styles.facts}>
            {http && <span>Status {http.status}</span>}
            {http?.requestId && <span>Request ID {shortened(http.requestId, ID_CHARACTERS)}</span>}
            {attempts > 1 && <span>{attempts} attempts</span>}
          </p>
        )}
        {failure.kind === 'not-the-interface' && failure.body !== '' && (
          <details className={styles.raw} open>
            <summary>
              What arrived{failure.contentType && ` (${shortened(failure.contentType, ID_CHARACTERS)})`}
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
            <pre tabIndex={0}>{shortened(failure.body, ALL_THAT_IS_DRAWN.characters)}</pre>
          </details>
        )}
      </div>
      <div className={styles.actions}>
        {keyAtFault && onReplaceToken && (
          <Button variant="filled" leftSection={<IconKey size={14} />} onClick={onReplaceToken}>
            Enter API key
          </Button>
        )}
        {mayBeAddress(failure) && onEditConnection && (
          <Button variant="default" leftSection={<IconPencil size={14} />} onClick={onEditConnection}>
            Edit connection
          </Button>
        )}
        {onRetry && !isKeyless && (
          <Button variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
    </div>
  )
}

/** A button that goes with the notice hands its focus to the pane that it stood in, not to nowhere. */
function leaveFocusBehind(notice: HTMLElement | null) {
  if (!notice?.contains(document.activeElement)) return
  const pane = notice.closest('section, main')
  const next =
    pane?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') ?? pane?.closest<HTMLElement>('[tabindex]')
  next?.focus({ preventScroll: true })
}

function iconOf(failure: Failure, kept: StaleContent | null) {
  if (failure.kind === 'cancelled') return IconCircleX
  return kept !== null && failureCourse(failure).offline ? IconCloudOff : IconAlertTriangle
}

const KEPT = {
  rows: 'The rows on screen are',
  'no rows': 'The empty list on screen is',
  event: 'The event on screen is',
} as const

/** It stays on screen from `at` ("12:03"). */
interface StaleContent {
  what: keyof typeof KEPT
  at: string
}

/**
 * Says of a failure above something that stays on screen that it is old, which matters most. Title: "Offline – showing
 * what was cached at 12:03". If the service did answer, the advice says how old that is.
 */
export function staleWords(failure: Failure, { what, at }: StaleContent): FailureWords {
  const { title, cause, advice, ...rest } = failureWords(failure)
  if (!failureCourse(failure).offline) {
    return { ...rest, title, cause, advice: inSentences(advice, `${KEPT[what]} from ${at}.`) }
  }
  const shown = what === 'event' ? `the event as of ${at}` : `what was cached at ${at}`
  // A service that is down is no fault of this computer's network.
  const isOffline = failure.kind === 'unreachable' && failure.reason === 'offline'
  return {
    ...rest,
    title: `${isOffline ? 'Offline' : 'No answer'} – showing ${shown}`,
    cause: inSentences(`${title}.`, cause),
    advice,
  }
}

const inSentences = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')
