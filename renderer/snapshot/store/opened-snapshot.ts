// The snapshot that is open in place of the live page: its loading, its view, which is in the page's address too, and
// what its tabs keep.
import { z } from 'zod'
import { readJson } from '../../../shared/event/filter-params.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { SnapshotSummary, UnreadableSnapshot } from '../../../shared/snapshot/snapshot.ts'
import { type Scope, scopeSchema } from '../../../shared/snapshot/snapshot-condition.ts'
import type { LoadOutcome, LoadStep } from '../../../shared/snapshot/snapshot-question.ts'
import { type Bridge, failureOf } from '../../bridge.ts'
import type { Sorting } from '../../grid/column-choice.ts'
import { readSort, sortText } from '../../live/store/place.ts'
import { createStateStore } from '../../ui/state-store.ts'
import type { BoundaryReadings, BoundaryReadingsState } from './boundary-readings.ts'
import type { ChecksSession, ChecksStates } from './checks-session.ts'
import type { FileCheck } from './file-check.ts'
import type { FileCheckState } from './file-check-state.ts'
import { createLatestWork } from './latest-work.ts'
import type { Comparison, SnapshotComparison } from './snapshot-comparison.ts'
import type { SnapshotTabName } from './snapshot-tab.ts'
import type { Verification, VerificationState } from './verification.ts'

/** Whether the snapshot can answer questions. Its head is shown in any state. */
export type SnapshotLoad =
  /** `rows` so far. */
  | { state: 'loading'; rows: number }
  | { state: 'loaded'; rows: number }
  | { state: 'refused'; because: Exclude<LoadOutcome, { kind: 'loaded' }> }
  | { state: 'failed'; failure: Failure }

export type OpenedState =
  | { kind: 'live' }
  /** The snapshot is being looked up. */
  | { kind: 'opening'; id: string }
  | ({ kind: 'open'; id: string; snapshot: SnapshotSummary; load: SnapshotLoad } & SnapshotView)
  /** There is no snapshot of this ID, or its file cannot be opened. */
  | { kind: 'missing'; id: string; unreadable: UnreadableSnapshot | null }
  | { kind: 'failed'; id: string; failure: Failure }

/** The state of a window's opened snapshot, whichever it is, and of its tabs. */
interface OpenedParts {
  shown: OpenedState
  dropped: DroppedFile | null
  comparison: Comparison
  fileCheck: FileCheckState
  edges: BoundaryReadingsState
  verification: VerificationState
  checks: ChecksStates
}

/** Those who write the state of tabs: each is made by whoever needs it first, as its code is loaded with the tab. */
export interface OpenedTabs {
  /** "Changes" and "Comparison", whose readings go on whatever is open. */
  comparison?: SnapshotComparison
  /** "Check a file", and the readings that an invoice waits for. Both end with the snapshot. */
  fileCheck?: { snapshotId: string; check: FileCheck; edges: BoundaryReadings }
  verification?: Verification
  /** They are by connection, since what was said of one of its snapshots holds in the others. */
  checks: Map<string, ChecksSession>
}

/** A file that waits for a snapshot to be open, to be checked against it. */
export interface DroppedFile {
  file: File
  /** Whether it is checked as soon as it was looked at, if nothing has to be asked. */
  isChecked: boolean
}

const LIVE: OpenedState = { kind: 'live' }

export type OpenedSnapshot = ReturnType<typeof createOpenedSnapshot>

export function createOpenedSnapshot({ bridge }: { bridge: Pick<Bridge, 'snapshots'> }) {
  const parts = createStateStore<OpenedParts>()
  const tabs: OpenedTabs = { checks: new Map() }
  const { state, subscribe, set: publish } = parts.part('shown', LIVE)
  const latestWork = createLatestWork()
  /** The view for the snapshot being looked up. */
  let wanted = FIRST_VIEW
  /** The pending release of a closed snapshot: if opened again, it is loaded after that. */
  let releasing: Promise<unknown> = Promise.resolve()

  /** Finds the snapshot in the list, shows its head, and loads its rows. */
  async function look(id: string) {
    const signal = latestWork.next()
    publish({ kind: 'opening', id })
    try {
      const { snapshots, unreadable } = await bridge.snapshots.list(undefined, { signal })
      if (signal.aborted) return
      const snapshot = snapshots.find((one) => one.id === id)
      if (snapshot === undefined) return publish(missingFrom(unreadable, id))
      const load: SnapshotLoad = { state: 'loading', rows: 0 }
      publish({ kind: 'open', id, snapshot, load, ...wanted })
      await loadRows(id, signal)
    } catch (error) {
      if (!signal.aborted) publish({ kind: 'failed', id, failure: failureOf(error) })
    }
  }

  async function loadRows(id: string, signal: AbortSignal) {
    try {
      await releasing
      for await (const step of await bridge.snapshots.load({ snapshotId: id }, { signal })) {
        if (signal.aborted) return
        patch({ load: loadOf(step) })
      }
    } catch (error) {
      if (!signal.aborted) patch({ load: { state: 'failed', failure: failureOf(error) } })
    }
  }

  function patch(change: Partial<Extract<OpenedState, { kind: 'open' }>>) {
    const now = state()
    if (now.kind === 'open') publish({ ...now, ...change })
  }

  /**
   * Frees the open snapshot's memory in the background, and ends the check of a file against it. If the former fails,
   * the backend does it later.
   */
  function leave(now: OpenedState, next: string | null) {
    if (now.kind === 'open') releasing = bridge.snapshots.unload({ snapshotId: now.id }).catch(() => {})
    if (now.kind === 'live' || now.id === next) return
    tabs.fileCheck?.check.end()
    tabs.fileCheck?.edges.end()
    delete tabs.fileCheck
  }

  return {
    /** They are of tabs. */
    parts,
    tabs,
    /** Null: no file is waiting. */
    dropped: parts.part('dropped', null),
    state,
    subscribe,
    /**
     * Opens it in place of the live page or of another snapshot, whose memory is freed.
     * @param view what it leaves out is as in a first view; if this snapshot is open already, as it is
     */
    open(id: string, view: Partial<SnapshotView> = {}) {
      const now = state()
      if (now.kind !== 'live' && now.id === id && now.kind !== 'failed') {
        wanted = { ...wanted, ...view }
        return patch(view)
      }
      leave(now, id)
      wanted = { ...FIRST_VIEW, ...view }
      void look(id)
    },
    /** The open snapshot and its view for the page's address, also while it loads; null: the live page is open. */
    place(): SnapshotPlace | null {
      const now = state()
      if (now.kind === 'live') return null
      if (now.kind !== 'open') return { id: now.id, view: wanted }
      const { id, tab, scope, sort } = now
      return { id, view: { tab, scope, sort } }
    },
    /** Closes the snapshot: the live page is as it was. */
    backToLive(): void {
      leave(state(), null)
      latestWork.next()
      publish(LIVE)
    },
    /** After a failure: looks the snapshot up, or loads it, again. */
    retry(): void {
      const now = state()
      if (now.kind === 'live') return
      if (now.kind !== 'open') return void look(now.id)
      const signal = latestWork.next()
      patch({ load: { state: 'loading', rows: 0 } })
      void loadRows(now.id, signal)
    },
    /** Reads its summary again, after it was renamed, closed or rechecked; what was deleted is missing from then on. */
    renew(): void {
      const signal = latestWork.signal()
      bridge.snapshots.list(undefined, { signal }).then(
        ({ snapshots, unreadable }) => {
          const now = state()
          if (signal.aborted || now.kind !== 'open') return
          const { id } = now
          const snapshot = snapshots.find((one) => one.id === id)
          if (snapshot !== undefined) return patch({ snapshot })
          leave(now, null)
          publish(missingFrom(unreadable, id))
        },
        () => {},
      )
    },
    changeScope: (scope: Scope) => patch({ scope }),
    changeSort: (sort: SnapshotView['sort']) => patch({ sort }),
    showTab: (tab: SnapshotTabName) => patch({ tab }),
    /** Shows the rows behind a figure in "Events". */
    showEvents: (scope: Scope) => patch({ scope, tab: 'Events' }),
  }
}

const missingFrom = (unreadable: readonly UnreadableSnapshot[], id: string): OpenedState => ({
  kind: 'missing',
  id,
  unreadable: unreadable.find((one) => one.id === id) ?? null,
})

function loadOf(step: LoadStep): SnapshotLoad {
  if (step.state === 'loading') return { state: 'loading', rows: step.rows }
  const { outcome } = step
  return outcome.kind === 'loaded' ? { state: 'loaded', rows: outcome.rows } : { state: 'refused', because: outcome }
}

/** The tab that is open, the conditions of all tabs, and the sorting of events. */
export interface SnapshotView {
  tab: SnapshotTabName
  scope: Scope
  /** A column of "Events" sorts them; null: as the snapshot holds them. */
  sort: Sorting
}

/** The open snapshot, and its view. */
export interface SnapshotPlace {
  id: string
  view: SnapshotView
}

export const FIRST_VIEW: SnapshotView = { tab: 'Events', scope: { where: [], misses: false }, sort: null }

/** The parameters of the page's address that hold a view. */
export const VIEW_NAMES = ['snapshot_tab', 'snapshot_filter', 'snapshot_sort'] as const

/** "Changes" and "Comparison" are left out, which no address describes. */
const tabSchema = z.enum(['Events', 'Totals', 'Values', 'Checks', 'Check a file'])

/** It counts characters. Longer conditions, of many chosen rows, are left out: browsers would refuse the address. */
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
