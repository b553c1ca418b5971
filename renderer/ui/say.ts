// A short notice of what was just done, such as "2 rows copied": one line above the footer, which disappears by itself.
import { notifications } from '@mantine/notifications'

const SHOWN_MS = 2_500
const REFUSED_SHOWN_MS = 6_000

/** How many notices were shown. */
let shown = 0

/** Replaces the previous notice. `refused`: it was not done, so the notice stays longer. */
export function say(words: string, refused = false): void {
  shown += 1
  const notice = {
    id: 'said',
    message: words,
    position: 'bottom-center' as const,
    withCloseButton: false,
    role: refused ? 'alert' : 'status',
    color: refused ? 'red' : 'accent',
    // A different length each time, or the timer would not restart.
    autoClose: (refused ? REFUSED_SHOWN_MS : SHOWN_MS) + (shown % 2),
  }
  notifications.show(notice)
  notifications.update(notice)
}
