// Notices in a corner of the window or above its footer: what was just done, what went wrong, what can be done next.
import { Button } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import type { FocusEvent, ReactNode } from 'react'
import type { Failure, Result } from '../../shared/failure/failure.ts'
import { failureWords } from '../../shared/failure/failure-words.ts'
import { failureOf } from '../bridge.ts'
import { shortened } from './excerpt.ts'
import { LinkButton } from './link-button.tsx'

const SHOWN_MS = 2_500
const REFUSED_SHOWN_MS = 6_000
/** Less than the minute for which what the button fetches is kept. */
const WITH_BUTTON_MS = 50_000

/**
 * One line above the footer of what was just done, "2 rows copied", or was refused, which is shown for longer. Replaces
 * the one before.
 */
export function say(words: string, outcome: 'done' | 'refused' = 'done'): void {
  showSaid(words, outcome === 'refused' ? REFUSED_SHOWN_MS : SHOWN_MS, outcome)
}

/** Says it with a button for what can be done next; goes when the button is pressed. */
export function sayWithButton(words: string, label: string, onPress: () => void): void {
  const press = () => {
    unsay()
    onPress()
  }
  const message = (
    <>
      {words}{' '}
      <LinkButton tone="accent" onClick={press}>
        {label}
      </LinkButton>
    </>
  )
  showSaid(message, WITH_BUTTON_MS, 'done')
}

/** Hides what was said. */
export function unsay(): void {
  notifications.hide(SAID)
}

const SAID = 'said'
/** How many lines were shown. */
let shown = 0

function showSaid(message: ReactNode, forMs: number, outcome: 'done' | 'refused'): void {
  shown += 1
  const notice = {
    id: SAID,
    message,
    position: 'bottom-center' as const,
    withCloseButton: false,
    role: outcome === 'refused' ? 'alert' : 'status',
    color: outcome === 'refused' ? 'red' : 'accent',
    // A different length each time, or the timer would not restart.
    autoClose: forMs + (shown % 2),
    ...SAID_FOCUS,
  }
  // The first shows it where no line is there, the second changes the line that is.
  notifications.show(notice)
  notifications.update(notice)
}

const MOST_CHARACTERS = 1_000

/**
 * What a notice does for the keyboard's focus: it is closed by a button within it, and the focus returns to where it was
 * before.
 */
function givingBackFocus(then?: () => void): Required<Pick<NotificationData, 'onFocus' | 'onClose'>> {
  let notice: Element | null = null
  let from: Element | null = null
  return {
    onFocus({ currentTarget, relatedTarget }: FocusEvent) {
      notice = currentTarget
      if (!notice.contains(relatedTarget)) from = relatedTarget
    },
    onClose() {
      if (notice?.contains(document.activeElement) && from instanceof HTMLElement) from.focus()
      then?.()
    },
  }
}

/** The one line is the same notice for good, whatever it says. */
const SAID_FOCUS = givingBackFocus()

/** Something to know that asks for nothing. Stays until it is closed, and the same text is there only once. */
export function notifyNotice(text: string): void {
  notifications.show({
    id: text,
    message: shortened(text, MOST_CHARACTERS),
    color: 'yellow',
    autoClose: false,
    role: 'status',
    ...givingBackFocus(),
  })
}

/** A notice of the failure behind `error`, which is whatever a bridge call rejected with. */
export function notifyError(error: unknown): void {
  notifyFailure(failureOf(error))
}

/** A notice of a failure. Shown for 12 s; title and text are cut to 1,000 UTF-16 units each. */
export function notifyFailure(failure: Failure): void {
  const { title, cause, advice, detail } = failureWords(failure)
  notifications.show({
    title: shortened(title, MOST_CHARACTERS),
    message: shortened([cause, advice, detail && `(${detail})`].filter(Boolean).join(' '), MOST_CHARACTERS),
    color: 'red',
    autoClose: 12_000,
    role: 'alert',
    ...givingBackFocus(),
  })
}

/** A notice for a failed outcome that has no place of its own on the page; success is silent. */
export async function notifyOutcome(outcome: Promise<Result<unknown>>): Promise<void> {
  const done = await outcome
  if (!done.ok) notifyFailure(done.failure)
}

interface Offer {
  /** An offer replaces the one of the same ID. */
  id: string
  /** Cut to 300 UTF-16 units. */
  words: string
  /** The button's words. */
  action: string
  onAction: () => void
  /** Called when the notice was closed and the action not taken. */
  onClose?: () => void
}

/**
 * A notice with a button for an action, shown until the action is taken or the notice closed.
 * @returns closes it, for an offer that came to nothing
 */
export function notifyOffer({ id, words, action, onAction, onClose }: Offer): () => void {
  let isTaken = false
  const take = () => {
    isTaken = true
    notifications.hide(id)
    onAction()
  }
  notifications.show({
    id,
    message: (
      <>
        {shortened(words, 300)}{' '}
        <Button variant="default" size="compact-sm" mt={6} display="block" onClick={take}>
          {action}
        </Button>
      </>
    ),
    autoClose: false,
    role: 'status',
    ...givingBackFocus(() => {
      if (!isTaken) onClose?.()
    }),
  })
  return () => notifications.hide(id)
}
