// What should be known and has no place of its own on the page, said in a corner.
import { notifications } from '@mantine/notifications'

/** Nothing needs to be done about it; it stays until it is closed, and is there only once. */
export function notifyNotice(text: string): void {
  notifications.show({ id: text, message: text, color: 'yellow', autoClose: false, role: 'status' })
}
