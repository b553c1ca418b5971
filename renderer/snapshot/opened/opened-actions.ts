// What any part of the opened snapshot can do with it, by context.
import { createSafeContext } from '@mantine/core'
import type { OpenedSnapshot } from '../store/opened-snapshot.ts'

export type OpenedActions = Pick<OpenedSnapshot, 'changeScope' | 'showTab' | 'backToLive'>

export const [OpenedActionsProvider, useOpenedActions] = createSafeContext<OpenedActions>('No snapshot is open here')
