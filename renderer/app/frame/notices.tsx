// The corner in which notices are said, above the footer. It brings Mantine's styles of parts that nothing draws before
// the first rows, in the same layer as theme/mantine-styles.ts.
import '@mantine/core/styles/Kbd.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Switch.layer.css'
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
