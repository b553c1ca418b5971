// What should be known and has no place of its own on the page, said in a corner.
import { notifications } from '@mantine/notifications'
import { shortened } from './excerpt.ts'

const MOST_CHARACTERS = 1_000

/** Nothing needs to be done about it; it stays until it is closed, and is there only once. */
export function notifyNotice(text: string): void {
  notifications.show({
    id: text,
    message: shortened(text, MOST_CHARACTERS),
    color: 'yellow',
    autoClose: false,
    role: 'status',
  })
}
