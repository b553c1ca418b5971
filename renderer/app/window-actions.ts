// What the window offers to the parts of an open connection, by context.
import { createSafeContext } from '@mantine/core'
import type { ConnectionActions } from '../connections/use-connection-actions.ts'
import type { DialogOpeners } from '../connections/use-dialog.ts'
import type { GoTo } from '../live/store/place.ts'
import type { ChangeSettings } from './settings/use-settings.ts'

export interface WindowActions {
  /** On connections: opened, saved, forgotten. */
  actions: ConnectionActions
  dialogs: DialogOpeners
  /** To a place in any connection. */
  goTo: GoTo
  changeSettings: ChangeSettings
}

/** What is provided stays the same as long as the connection does. */
export const [WindowActionsProvider, useWindowActions] = createSafeContext<WindowActions>('There is no window here')
