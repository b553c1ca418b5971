// The corner in which notices are said, above the footer.
import '../theme/mantine-styles-behind-rows.ts'
import '@mantine/notifications/styles.layer.css'
import { getDefaultZIndex } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import styles from './notices.module.css'

/** Over dialogs, and under the menus and lists that somebody opened. */
const LAYER = getDefaultZIndex('popover') - 1

export function Notices() {
  return (
    <Notifications position="bottom-right" limit={4} zIndex={LAYER} classNames={{ root: styles.notifications ?? '' }} />
  )
}
