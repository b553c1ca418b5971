// The tab "Events" of an opened snapshot: its rows, and beside them the details of the open one.
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { bridge } from '../bridge.ts'
import { createColumnMemory } from '../grid/column-memory.ts'
import { focusGrid } from '../grid/events-grid.tsx'
import { later } from '../ui/later.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { ResizeHandle } from '../ui/resize-handle.tsx'
import { SidePane } from '../ui/side-pane.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { SnapshotEvents } from './events/snapshot-events.tsx'
import { useOpenRow } from './events/use-open-row.ts'
import { useRows } from './events/use-rows.ts'
import { useOpenedWindow } from './opened-context.ts'
import { SnapshotEventDetails } from './snapshot-event-details.tsx'
import styles from './snapshot-events-tab.module.css'
import { useSnapshotExports } from './snapshot-exports.ts'
import { createRowsSession } from './store/rows-session.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

const Compare = dialogOnDemand(() =>
  import('../event/compare/compare-dialog.tsx').then(({ CompareDialog }) => CompareDialog),
)

export function SnapshotEventsTab({ snapshot, scope, zone }: SnapshotTabProps) {
  const { opened, session, settings, shownColumns, narrow, onDetailsWidth } = useOpenedWindow()
  const state = useSyncExternalStore(opened.subscribe, opened.state)
  const { tab, sort } = state.kind === 'open' ? state : NOT_OPEN
  const rows = useRowsOf(snapshot.id)
  const columns = useColumnsOf(snapshot.connection.id, session)
  const sorting = useMemo(() => ({ sort, change: opened.changeSort }), [sort, opened])
  const shownRows = useRows(rows, scope, sort)
  const open = useOpenRow(rows, shownRows.state)
  const exports = useSnapshotExports()
  const [comparing, setComparing] = useState<readonly Event[] | null>(null)
  const panes = useRef<HTMLDivElement>(null)
  const { event, close } = open

  const closeDetails = useCallback(() => {
    const within = document.activeElement?.closest('[aria-label="Event details"]') ?? null
    close()
    // As an overlay the pane returns the focus itself.
    if (within !== null && !narrow) focusGrid()
  }, [close, narrow])

  const isInSight = tab === 'Events'
  useShortcuts({
    ...NO_SHORTCUTS,
    onPrevious: isInSight ? open.previous : null,
    onNext: isInSight ? open.next : null,
    onEscape: isInSight && event !== null ? closeDetails : null,
  })

  return (
    <div
      ref={panes}
      className={styles.panes}
      style={{ '--details-width': `${settings.detailsWidth}px` } as React.CSSProperties}
      data-details={(event !== null && !narrow) || undefined}
    >
      <div className={styles.rows}>
        <SnapshotEvents
          snapshot={snapshot}
          scope={scope}
          zone={zone}
          columns={columns}
          sorting={sorting}
          shownRows={shownRows}
          open={open}
          onCompare={setComparing}
          onShownColumns={(columns) => {
            shownColumns.current = columns
          }}
          onExport={(chosen) => {
            const view = { scope: chosen, sort, columns: shownColumns.current }
            exports.open(snapshot, view)
          }}
        />
        {event !== null && !narrow && (
          <ResizeHandle
            width={settings.detailsWidth}
            onPreview={(width) => panes.current?.style.setProperty('--details-width', `${width}px`)}
            onCommit={onDetailsWidth}
          />
        )}
      </div>
      <div className={styles.details}>
        <SidePane
          side="right"
          label="Details of the event"
          overlay={narrow}
          open={event !== null}
          onClose={closeDetails}
        >
          {event !== null && (
            <SnapshotEventDetails
              snapshot={snapshot}
              scope={scope}
              event={event}
              open={open}
              count={shownRows.state.shown?.count ?? 0}
              misses={rows.factsOf(event)?.misses ?? NONE}
              zone={zone}
              onClose={closeDetails}
            />
          )}
        </SidePane>
      </div>
      <Compare opened={comparing !== null} events={comparing ?? NO_EVENTS} onClose={() => setComparing(null)} />
    </div>
  )
}

/** The live page underneath still handles the window's own keys. */
const NO_SHORTCUTS = { onFind: null, onSlash: null, onQuestion: null }
const NONE: readonly string[] = []
const NOT_OPEN = { tab: null, sort: null } as const
const NO_EVENTS: readonly Event[] = []

function useRowsOf(snapshotId: string) {
  const [rows] = useState(() => createRowsSession({ bridge, snapshotId, later, slot: `rows ${crypto.randomUUID()}` }))
  useEffect(() => rows.start(), [rows])
  return rows
}

/** Columns of its connection, shared with the live page where that shows the same connection. */
function useColumnsOf(
  connectionId: string,
  session: { connection: { id: string }; columns: ReturnType<typeof createColumnMemory> },
) {
  const own = useMemo(
    () =>
      session.connection.id === connectionId
        ? null
        : createColumnMemory({ bridge, connectionId, later, onUnkept: notifyFailure }),
    [session.connection.id, connectionId],
  )
  useEffect(() => void own?.start(), [own])
  return own ?? session.columns
}
