// A figure that shows its events when it is pressed: plain to the eye, a button to the hand and to a screen reader.
import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './figure-button.module.css'

interface FigureButtonProps {
  /** Its effect, such as "Show 3 events where amount is text". */
  label: string
  onClick: () => void
  children: ReactNode
  /** Beside a value that is a figure itself. */
  quiet?: boolean
  /** Attributes that tests and screen readers' users rely on. */
  data?: Readonly<Record<`data-${string}`, string | number>>
}

export function FigureButton({ label, onClick, children, quiet = false, data = {} }: FigureButtonProps) {
  return (
    <UnstyledButton
      className={styles.figure}
      aria-label={label}
      title={label}
      data-quiet={quiet || undefined}
      onClick={onClick}
      {...data}
    >
      {children}
    </UnstyledButton>
  )
}
