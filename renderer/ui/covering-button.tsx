// A button over words that show a state ("Acme Billing", "UTC"): its accessible name stays what it does, and the words
// are its description. Who speaks to the computer says what is seen: so the words are a button too, which presses this
// one.
import { UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core'
import { type ComponentPropsWithRef, type ReactNode, type RefObject, useId } from 'react'
import styles from './buttons.module.css'

interface CoveringButtonProps extends UnstyledButtonProps, Omit<ComponentPropsWithRef<'button'>, 'children' | 'style'> {
  /** It says what the button does: its accessible name. */
  name: string
  /** The words beneath it. */
  says: string
}

/** Fills its nearest positioned ancestor. Takes what menus and popovers hand to their targets. */
export function CoveringButton({ name, says, ...rest }: CoveringButtonProps) {
  const saysId = useId()
  return (
    <UnstyledButton {...rest} className={styles.cover} aria-label={name} aria-describedby={saysId}>
      <VisuallyHidden id={saysId}>{says}</VisuallyHidden>
    </UnstyledButton>
  )
}

interface CoveredWordsProps {
  /** The one above them. */
  button: RefObject<HTMLButtonElement | null>
  className?: string | undefined
  children: ReactNode
}

/** The words beneath a CoveringButton. Tab passes them by, and a click on them is one on the button. */
export function CoveredWords({ button, className, children }: CoveredWordsProps) {
  function press() {
    // The keyboard does as the mouse: what opens gives the focus back to it.
    button.current?.focus()
    button.current?.click()
  }
  return (
    <UnstyledButton data-covered tabIndex={-1} className={`${styles.covered} ${className ?? ''}`} onClick={press}>
      {children}
    </UnstyledButton>
  )
}
