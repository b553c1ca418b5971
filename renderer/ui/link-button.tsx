// Buttons in lines of words: a link in a sentence, a chip above rows.
import type { ComponentPropsWithRef } from 'react'
import styles from './buttons.module.css'

interface LinkButtonProps extends ComponentPropsWithRef<'button'> {
  /** Its colour; without one it has that of the words around it. */
  tone?: 'accent' | 'dim'
  /** Underlined under the pointer alone. */
  quiet?: boolean
}

/**
 * Reads as words: the end of a sentence, a value that opens something. Accepts what popovers pass to their targets.
 * `className` is for its place, not for its look.
 */
export function LinkButton({ tone, quiet = false, className = '', ...rest }: LinkButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={`${styles.link} ${className}`}
      data-tone={tone}
      data-quiet={quiet || undefined}
    />
  )
}

interface ChipButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className'> {
  /** In amber: something is wrong. */
  isWarning?: boolean
}

/**
 * Round, in a line above rows: a note about them, how they are sorted, a condition that they meet. Words in a span are
 * cut where there is no room. Accepts what popovers pass to their targets.
 */
export function ChipButton({ isWarning = false, ...rest }: ChipButtonProps) {
  return <button {...rest} type="button" className={styles.chip} data-warning={isWarning || undefined} />
}
