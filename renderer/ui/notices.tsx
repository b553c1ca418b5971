// What should be known and has no place of its own on the page, said in a corner.
import { Button } from '@mantine/core'
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

const MOST_OFFERED_CHARACTERS = 300

interface Offer {
  /** An offer replaces the one of the same ID. */
  id: string
  words: string
  /** The button. */
  action: string
  onAction: () => void
}

/** A notice with an action, shown until it is taken or closed. */
export function notifyOffer({ id, words, action, onAction }: Offer): void {
  notifications.show({
    id,
    message: (
      <>
        {shortened(words, MOST_OFFERED_CHARACTERS)}{' '}
        <Button
          variant="default"
          size="compact-sm"
          mt={6}
          display="block"
          onClick={() => {
            notifications.hide(id)
            onAction()
          }}
        >
          {action}
        </Button>
      </>
    ),
    autoClose: false,
    role: 'status',
  })
}

const SHOWN_MS = 2_500
const REFUSED_SHOWN_MS = 6_000

/** How many `say` has shown. */
let shown = 0

/**
 * A short notice of what was just done, such as "2 rows copied": one line above the footer, which disappears by itself.
 * Replaces the previous notice. `refused`: it was not done, so the notice stays longer.
 */
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
