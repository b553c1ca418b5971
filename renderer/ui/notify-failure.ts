// Notices for failures that have no place of their own on the page.
import { notifications } from '@mantine/notifications'
import type { Failure, Result } from '../../shared/failure/failure.ts'
import { failureWords } from '../../shared/failure/failure-words.ts'
import { FailureError, failureOf } from '../bridge.ts'
import { shortened } from './excerpt.ts'

const MOST_CHARACTERS = 1_000

/** Says what went wrong with something that was started elsewhere; `error` is whatever a bridge call rejected with. */
export function notifyFailure(error: unknown): void {
  notifyFailed(failureOf(error))
}

/** Shown for 12 s; title and text are cut to 1,000 UTF-16 units each. */
export function notifyFailed(failure: Failure): void {
  const { title, cause, advice, detail } = failureWords(failure)
  notifications.show({
    title: shortened(title, MOST_CHARACTERS),
    message: shortened([cause, advice, detail && `(${detail})`].filter(Boolean).join(' '), MOST_CHARACTERS),
    color: 'red',
    autoClose: 12_000,
    role: 'alert',
  })
}

/** A notice for a failed outcome that has no place of its own on the page; success is silent. */
export async function notifyOutcome(outcome: Promise<Result<unknown>>): Promise<void> {
  const done = await outcome
  if (!done.ok) notifyFailure(new FailureError(done.failure))
}
