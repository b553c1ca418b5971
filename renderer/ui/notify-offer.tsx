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
}

export function notifyOffer({ id, words, action, onAction }: Offer): void {
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
