// Failures that have no place of their own on the page, said in a corner.
import { notifications } from '@mantine/notifications'
import { failureOf } from '../bridge.ts'
import { failureWords } from './failure-words.ts'

/** Says what went wrong with something that was started elsewhere; `error` is whatever a bridge call rejected with. */
export function notifyFailure(error: unknown): void {
  const { title, advice, detail } = failureWords(failureOf(error))
  notifications.show({
    title,
    message: detail === null ? advice : `${advice} (${detail})`,
    color: 'red',
    autoClose: 12_000,
    role: 'alert',
  })
}
