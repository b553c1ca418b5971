// A failure above something that stays on screen: that it is old is what matters most.
import { type Failure, failureCourse } from '../../shared/failure/failure.ts'
import { type FailureWords, failureWords } from '../../shared/failure/failure-words.ts'

/** What stays on screen from `at` ("12:03"). */
export interface StaleContent {
  what: 'rows' | 'event'
  at: string
}

/** Title: "Offline – showing what was cached at 12:03". If the service did answer, the advice says how old that is. */
export function staleWords(failure: Failure, { what, at }: StaleContent): FailureWords {
  const { title, cause, advice, ...rest } = failureWords(failure)
  if (!failureCourse(failure).offline) {
    const kept = what === 'rows' ? 'The rows on screen are' : 'The event on screen is'
    return { ...rest, title, cause, advice: inSentences(advice, `${kept} from ${at}.`) }
  }
  const shown = what === 'rows' ? `what was cached at ${at}` : `the event as of ${at}`
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
