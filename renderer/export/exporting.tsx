// export/ makes files of events: the dialog that asks how, and the tray that tells what became of each.
// Exports of the whole page: one dialog, opened from wherever there is something to export, and the region that shows
// what became of each. All of it is loaded behind the rows.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Exportable } from '../live/results/export-menu.tsx'
import { type SnapshotExports, SnapshotExportsProvider } from '../snapshot/events/snapshot-exports.ts'
import { notifyFailure } from '../ui/notify.tsx'
import { dialogOnDemand, onceControlsThere, partOnDemand } from '../ui/on-demand.tsx'
import type { DialogSubject, RowsOnScreen } from './dialog/export-subject.ts'
import type { Exports, ExportsEffects } from './store/page-exports.ts'

const ExportDialog = dialogOnDemand(async () => (await import('./dialog/export-dialog.tsx')).ExportDialog)
const Tray = partOnDemand(async () => (await import('./tray/exports-tray.tsx')).ExportsTray)

type OpenExport = (subject: DialogSubject, connectionName: string) => void

/** Opens the dialog, for whatever offers "Export". */
const Opening = createContext<OpenExport>(() => {})

/** Null until the code is loaded, which then lists the exports of this run. */
export function useExports(snapshots: ExportsEffects['snapshots']): Exports | null {
  const [exports, setExports] = useState<Exports | null>(null)
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    async function load() {
      const { createPageExports } = await import('./tray/exports-tray.tsx')
      if (isGone) return
      const loaded = createPageExports(snapshots)
      stop = loaded.start()
      setExports(loaded)
    }
    // The list of exports is loaded once the controls around the rows are painted, which are used before it.
    onceControlsThere(() => requestAnimationFrame(() => void load()))
    return () => {
      isGone = true
      stop()
    }
  }, [snapshots])
  return exports
}

export function Exporting({ exports, children }: { exports: Exports | null; children: ReactNode }) {
  // Kept while the dialog closes: its contents must not vanish during the animation.
  const [asked, setAsked] = useState<{ subject: DialogSubject; connectionName: string } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback<OpenExport>((subject, connectionName) => {
    setAsked({ subject, connectionName })
    setOpen(true)
  }, [])
  const ofSnapshots = useMemo(
    (): SnapshotExports => ({
      // It is loaded on demand, as the dialog is: the page starts without it.
      open: (snapshot, seen) =>
        void import('./dialog/export-subject.ts').then(({ snapshotSubject }) =>
          open(snapshotSubject(snapshot, seen), snapshot.connection.name),
        ),
    }),
    [open],
  )
  return (
    <Opening value={open}>
      <SnapshotExportsProvider value={ofSnapshots}>{children}</SnapshotExportsProvider>
      {asked && exports && <ExportDialog {...asked} opened={isOpen} exports={exports} onClose={() => setOpen(false)} />}
    </Opening>
  )
}

interface ExportsRegionProps {
  exports: Exports | null
  /** Opens what was read for a file; null where no snapshot can be opened. */
  onOpen: ((snapshotId: string) => void) | null
}

export function ExportsRegion({ exports, onOpen }: ExportsRegionProps) {
  return exports && <Tray exports={exports} onOpen={onOpen} />
}

/**
 * "Export" of the live page, from its menu, the selection and the one box.
 * A stable function, which exports what is on screen when it is called.
 */
export function useLiveExport(
  onScreen: () => RowsOnScreen,
  current: Connection,
  zone: string,
): (what: Exportable) => void {
  const open = useContext(Opening)
  const latest = useRef({ onScreen, current, zone })
  useEffect(() => {
    latest.current = { onScreen, current, zone }
  })
  return useCallback(
    (what) => {
      const { onScreen, current, zone } = latest.current
      const rows = onScreen()
      void import('./dialog/export-subject.ts').then(({ liveSubject }) => {
        const subject = liveSubject(what, rows, current, zone)
        if (subject?.ok) open(subject.value, current.name)
        else if (subject !== null) notifyFailure(subject.failure)
      })
    },
    [open],
  )
}
