// A round button in a line above rows: a note about them, how they are sorted, a condition that they meet.
import type { ComponentPropsWithRef } from 'react'
import styles from './chip-button.module.css'

interface ChipButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className'> {
  /** In amber: something is wrong. */
  isWarning?: boolean
}

/** Words in a span are cut where there is no room. Accepts what popovers pass to their targets. */
export function ChipButton({ isWarning = false, ...rest }: ChipButtonProps) {
  return <button {...rest} type="button" className={styles.chip} data-warning={isWarning || undefined} />
}
