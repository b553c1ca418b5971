// A notice with an action, shown until it is taken or closed.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { shortened } from './excerpt.ts'

const MOST_CHARACTERS = 300

interface Offer {
  /** An offer replaces the one of the same ID. */
  id: string
  words: string
  /** The button. */
  action: string
  onAction: () => void
  /** It was closed, and the action not taken. */
  onClose?: () => void
}

/** `words` are cut to 300 UTF-16 units. */
export function notifyOffer({ id, words, action, onAction, onClose }: Offer): void {
  let isTaken = false
  notifications.show({
    id,
    message: (
      <>
        {shortened(words, MOST_CHARACTERS)}{' '}
        <Button
          variant="default"
          size="compact-sm"
          mt={6}
          display="block"
          onClick={() => {
            isTaken = true
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
    onClose: () => {
      if (!isTaken) onClose?.()
    },
  })
}
