// An event's type in a word; credit stands out as a chip. No arrows: the interface does not say which way the money goes.
import type { ReactNode } from 'react'
import { ExactText } from './exact-text.tsx'
import { beginning, ONE_LINE } from './excerpt.ts'
import styles from './values.module.css'

/** `type` as the service sent it: credit and debit have a look of their own, other words are shown as they are, null as missing. */
export const EventType = ({ type }: { type: string | null }) => typeWord(type)

/** The same without a component, for many rows. */
export function typeWord(type: string | null): ReactNode {
  switch (type) {
    case 'credit':
      return <span className={styles.credit}>Credit</span>
    case 'debit':
      return <span className={styles.debit}>Debit</span>
    case null:
      return <span className={styles.missing}>missing</span>
    default:
      return (
        <span className={styles.other} title="Neither credit nor debit: shown as the service sent it">
          <ExactText text={type} part={beginning(type, ONE_LINE)} />
        </span>
      )
  }
}
