// Why the open event's row is marked, where it can be read: not behind a hover.
import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './row-reasons-notice.module.css'

export function RowReasonsNotice({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <ul className={styles.reasons} aria-label="Problems with this event">
      {reasons.map((reason) => (
        <li key={reason}>
          <IconAlertTriangle size={13} stroke={1.75} aria-hidden />
          {reason}
        </li>
      ))}
    </ul>
  )
}
