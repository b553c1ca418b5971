// A button that reads as part of the sentence it ends.
import { UnstyledButton } from '@mantine/core'
import styles from './text-action.module.css'

export function TextAction({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <UnstyledButton className={styles.action ?? ''} onClick={onClick}>
      {children}
    </UnstyledButton>
  )
}
