// The tab "Events" of an opened snapshot: its rows, and beside them the details of the open one.
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { bridge } from '../bridge.ts'
import { createColumnMemory } from '../grid/column-choice.ts'
import { EventPanes, leaveDetails } from '../grid/event-panes.tsx'
import { later } from '../ui/later.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { SnapshotEvents } from './events/snapshot-events.tsx'
import { useOpenRow } from './events/use-open-row.ts'
import { useRows } from './events/use-rows.ts'
import { useOpenedWindow } from './opened-context.ts'
import { SnapshotEventDetails } from './snapshot-event-details.tsx'
import { useSnapshotExports } from './snapshot-exports.ts'
import { createRowsSession } from './store/rows-session.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

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
  const { event, close } = open

  const closeDetails = useCallback(() => leaveDetails(close, narrow), [close, narrow])
  const isInSight = tab === 'Events'
  useShortcuts({
    ...NO_SHORTCUTS,
    onPrevious: isInSight ? open.steps.previous : null,
    onNext: isInSight ? open.steps.next : null,
    onEscape: isInSight && event !== null ? closeDetails : null,
  })

  return (
    <EventPanes
      narrow={narrow}
      details={{
        content: event && (
          <SnapshotEventDetails
            snapshot={snapshot}
            scope={scope}
            event={event}
            steps={open.steps}
            misses={rows.factsOf(event)?.misses ?? NONE}
            zone={zone}
            onClose={closeDetails}
          />
        ),
        width: settings.detailsWidth,
        resize: onDetailsWidth,
        close: closeDetails,
      }}
    >
      <SnapshotEvents
        snapshot={snapshot}
        scope={scope}
        zone={zone}
        columns={columns}
        sorting={sorting}
        shownRows={shownRows}
        open={open}
        onExport={(chosen) => exports.open(snapshot, { scope: chosen, sort, columns: shownColumns.current })}
        onShownColumns={(columns) => {
          shownColumns.current = columns
        }}
      />
    </EventPanes>
  )
}

/** The live page underneath still handles the window's own keys. */
const NO_SHORTCUTS = { onFind: null, onSlash: null, onQuestion: null }
const NONE: readonly string[] = []
const NOT_OPEN = { tab: null, sort: null } as const

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
  const columnsElsewhere = useMemo(
    () =>
      session.connection.id === connectionId
        ? null
        : createColumnMemory({ bridge, connectionId, later, onUnkept: notifyFailure }),
    [session.connection.id, connectionId],
  )
  useEffect(() => void columnsElsewhere?.start(), [columnsElsewhere])
  return columnsElsewhere ?? session.columns
}
