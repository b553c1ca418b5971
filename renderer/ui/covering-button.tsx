// A button over words that show a state ("Acme Billing", "UTC"): its accessible name stays what it does.
// The words are drawn beneath it (aria-hidden, by the caller) and said by it, as its description.
import { UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core'
import { type ComponentPropsWithRef, useId } from 'react'
import styles from './buttons.module.css'

interface CoveringButtonProps extends UnstyledButtonProps, Omit<ComponentPropsWithRef<'button'>, 'children' | 'style'> {
  /** What the button does: its accessible name. */
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
