// What can be done with the opened snapshot from any part of it: handed down.
import { createSafeContext } from '@mantine/core'
import type { OpenedSnapshot } from '../store/opened-snapshot.ts'

export type OpenedActions = Pick<OpenedSnapshot, 'changeScope' | 'showTab' | 'backToLive'>

export const [OpenedActionsProvider, useOpenedActions] = createSafeContext<OpenedActions>('No snapshot is open here')
