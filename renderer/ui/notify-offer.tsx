// Something that can be done now, offered in a corner until it is done or closed.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { shortened } from './excerpt.ts'

const MOST_CHARACTERS = 300

interface Offer {
  /** The same offer is there only once. */
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
    closeButtonProps: { 'aria-label': 'Close' },
    role: 'status',
  })
}
