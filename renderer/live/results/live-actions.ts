// The window and the floors above offer these of the live page, beyond its own session: handed down.
import { createSafeContext } from '@mantine/core'
import type { Filters, PageSize } from '../../../shared/event/event.ts'
import type { Exportable } from './export-menu.tsx'

export interface LiveActions {
  /** Another search, from the first row; the rows come into sight. */
  search: (filters: Filters) => void
  /** Rows per page, from now on. */
  limit: (limit: PageSize) => void
  export: (what: Exportable) => void
  replaceToken: () => void
  editConnection: () => void
}

/** What is provided stays the same from render to render: rows are drawn within. */
export const [LiveActionsProvider, useLiveActions] = createSafeContext<LiveActions>('There is no live page here')

/** This is what these rows alone add up to, which a command opens as well. */
export const PAGE_TOTALS = 'Totals of this page'
