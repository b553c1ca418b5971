// The corner in which notices are said, above the footer.
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import styles from './notices.module.css'

export function Notices() {
  return <Notifications position="bottom-right" limit={4} classNames={{ root: styles.notifications ?? '' }} />
}
