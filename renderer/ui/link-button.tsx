// A button that reads as words: the end of a sentence, a value that opens something.
import type { ComponentPropsWithRef } from 'react'
import styles from './buttons.module.css'

interface LinkButtonProps extends ComponentPropsWithRef<'button'> {
  /** Its colour; without one it has that of the words around it. */
  tone?: 'accent' | 'dim'
  /** Underlined under the pointer alone. */
  quiet?: boolean
}

/** Accepts what popovers pass to their targets. `className` is for its place, not for its look. */
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
