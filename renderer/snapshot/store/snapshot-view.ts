// The view of an opened snapshot: its tab, the filter of all tabs, and the sorting of its events.
import { z } from 'zod'
import { readJson } from '../../../shared/event/filter-params.ts'
import { type Scope, scopeSchema } from '../../../shared/snapshot/snapshot-condition.ts'
import type { Sorting } from '../../grid/column-choice.ts'
import { readSort, sortText } from '../../live/store/place.ts'
import type { SnapshotTabName } from './snapshot-tab.ts'

export interface SnapshotView {
  tab: SnapshotTabName
  scope: Scope
  /** By a column of "Events"; null: as the snapshot holds them. */
  sort: Sorting
}

/** The open snapshot, and its view. */
export interface SnapshotPlace {
  id: string
  view: SnapshotView
}

export const FIRST_VIEW: SnapshotView = { tab: 'Events', scope: { where: [], misses: false }, sort: null }

/** Names of the page's address. */
export const VIEW_NAMES = ['snapshot_tab', 'snapshot_filter', 'snapshot_sort'] as const

/** Without "Changes" and "Comparison", which no address describes. */
const tabSchema = z.enum(['Events', 'Totals', 'Values', 'Checks', 'Check a file'])

/** A filter of many chosen rows is left out: the address would be too long for browsers. */
const LONGEST_FILTER = 20_000

/** Leaves out what has its default. */
export function viewParams({ tab, scope, sort }: SnapshotView): URLSearchParams {
  const params = new URLSearchParams()
  if (tab !== FIRST_VIEW.tab && tabSchema.safeParse(tab).success) params.set('snapshot_tab', tab)
  const filter = scope.where.length === 0 && !scope.misses ? '' : JSON.stringify(scope)
  if (filter !== '' && filter.length <= LONGEST_FILTER) params.set('snapshot_filter', filter)
  if (sort !== null) params.set('snapshot_sort', sortText(sort))
  return params
}

/** Invalid parts get their default, and are added to the problems. */
export function readView(params: URLSearchParams, problems: string[]): SnapshotView {
  const tab = params.get('snapshot_tab')
  const known = tabSchema.safeParse(tab ?? FIRST_VIEW.tab)
  if (!known.success) problems.push('“snapshot_tab” does not name a tab of a snapshot.')
  return {
    tab: known.data ?? FIRST_VIEW.tab,
    scope: readJson(params.get('snapshot_filter'), scopeSchema, 'snapshot_filter', problems) ?? FIRST_VIEW.scope,
    sort: readSort(params, 'snapshot_sort', problems),
  }
}
