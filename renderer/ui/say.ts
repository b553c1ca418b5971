// A short notice of what was just done, such as "2 rows copied": one line above the footer, which disappears by itself.
import { notifications } from '@mantine/notifications'
import { createElement, Fragment, type ReactNode } from 'react'
import { LinkButton } from './link-button.tsx'

const SHOWN_MS = 2_500
const REFUSED_SHOWN_MS = 6_000
/** Less than the minute for which what the button fetches is kept. */
const WITH_BUTTON_MS = 50_000

/** How many notices were shown. */
let shown = 0

/** Replaces the previous notice. `refused`: it was not done, so the notice stays longer. */
export function say(words: string, refused = false): void {
  show(words, refused ? REFUSED_SHOWN_MS : SHOWN_MS, refused)
}

/** A notice that offers what can be done next; it goes when the button is pressed. */
export function sayWithButton(words: string, label: string, onPress: () => void): void {
  const press = () => {
    notifications.hide(ID)
    onPress()
  }
  const button = createElement(LinkButton, { tone: 'accent', onClick: press }, label)
  show(createElement(Fragment, null, words, ' ', button), WITH_BUTTON_MS, false)
}

/** What was said is no longer needed. */
export function unsay(): void {
  notifications.hide(ID)
}

const ID = 'said'

function show(message: ReactNode, forMs: number, refused: boolean): void {
  shown += 1
  const notice = {
    id: ID,
    message,
    position: 'bottom-center' as const,
    withCloseButton: false,
    role: refused ? 'alert' : 'status',
    color: refused ? 'red' : 'accent',
    // A different length each time, or the timer would not restart.
    autoClose: forMs + (shown % 2),
  }
  notifications.show(notice)
  notifications.update(notice)
}
