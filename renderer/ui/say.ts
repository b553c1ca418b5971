// Says in passing what was just done, as "2 rows copied": one line above the footer, gone by itself.
import { notifications } from '@mantine/notifications'

const SHOWN_MS = 2_500
const REFUSED_SHOWN_MS = 6_000

let said = 0

/** In place of what was said before. `refused`: it was not done, and that is to be read. */
export function say(words: string, refused = false): void {
  said += 1
  const notice = {
    id: 'said',
    message: words,
    position: 'bottom-center' as const,
    withCloseButton: false,
    role: refused ? 'alert' : 'status',
    color: refused ? 'red' : 'accent',
    // Another length each time: only so is it counted from now.
    autoClose: (refused ? REFUSED_SHOWN_MS : SHOWN_MS) + (said % 2),
  }
  notifications.show(notice)
  notifications.update(notice)
}
