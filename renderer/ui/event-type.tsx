// An event's type as a chip that word, arrow and colour each tell apart, so that colour is never the only sign.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import styles from './event-type.module.css'
import { ExactText } from './exact-text.tsx'

/** `type` as the service sent it: credit and debit have a look of their own, other words are shown as they are, null as missing. */
export function EventType({ type }: { type: string | null }) {
  switch (type) {
    case 'credit':
      return (
        <span className={styles.credit}>
          <IconArrowDown size={12} stroke={2.4} aria-hidden />
          Credit
        </span>
      )
    case 'debit':
      return (
        <span className={styles.debit}>
          <IconArrowUp size={12} stroke={2.4} aria-hidden />
          Debit
        </span>
      )
    case null:
      return <span className={styles.missing}>missing</span>
    default:
      return (
        <span className={styles.other} title="Neither credit nor debit: shown as the service sent it">
          <ExactText text={type} />
        </span>
      )
  }
}
